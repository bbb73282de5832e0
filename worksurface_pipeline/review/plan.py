"""The sample plan: quotas by stratum, scaled to what exists, balanced within, mixed in blind."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.kernel.errors import DuplicateIdError, SettingsError
from worksurface_pipeline.kernel.hashing import digest_json, short
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    Criterion,
    Origin,
    ReviewItem,
    StratumCount,
)

_CODE = "A{:03d}"
_NAME = re.compile(r"\w(?:[\w .@+-]{0,98}[\w-])?")  # of a file anywhere: no slash, no dot at an end


class Quota(Frozen):
    """How many items of a stratum are wanted."""

    stratum: str
    count: int


def draw(
    items: Sequence[ReviewItem], quotas: Sequence[Quota], seed: int
) -> tuple[tuple[ReviewItem, ...], tuple[StratumCount, ...]]:
    """The sample and what came of each quota. Whatever the order of `items`, the same.

    A stratum without enough items gives all it has; no other stratum makes up for it.
    """
    _require_distinct(items)
    by_stratum: defaultdict[str, list[ReviewItem]] = defaultdict(list)
    for item in items:
        by_stratum[item.stratum].append(item)
    drawn: list[ReviewItem] = []
    counts: list[StratumCount] = []
    for quota in quotas:
        pool = by_stratum[quota.stratum]
        chosen = list(_balanced(pool, min(quota.count, len(pool)), seed))
        drawn += chosen
        counts.append(_count(quota, pool, chosen))
    return tuple(drawn), tuple(counts)


def scaled(quotas: Sequence[Quota], total: int) -> tuple[Quota, ...]:
    """The quotas for a sample of `total`, in proportion, largest remainders first."""
    whole = sum(quota.count for quota in quotas)
    if whole == 0:
        return tuple(quotas)
    exact = [quota.count * total / whole for quota in quotas]
    counts = [int(value) for value in exact]
    order = sorted(range(len(quotas)), key=lambda place: (counts[place] - exact[place], place))
    for place in order[: total - sum(counts)]:
        counts[place] += 1
    return tuple(
        Quota(stratum=quota.stratum, count=count)
        for quota, count in zip(quotas, counts, strict=True)
    )


def plan_audit(
    sampled: Sequence[ReviewItem],
    others: Iterable[AuditEntry],
    criteria: Sequence[Criterion],
    annotators: Sequence[str],
    *,
    strata: Sequence[StratumCount] = (),
    seed: int = 0,
) -> AuditPlan:
    """Sampled items and `others` (planted faults and refused items) under codes in hash order.

    Raises SettingsError for annotators whose names cannot be those of workbooks side by side.
    """
    _require_names(annotators)
    entries = [AuditEntry(code="", origin=Origin.SAMPLED, item=item) for item in sampled]
    entries += others
    _require_distinct([entry.item for entry in entries])
    ordered = sorted(entries, key=lambda entry: (hash_unit(seed, entry.item.id), entry.item.id))
    coded = tuple(
        entry.model_copy(update={"code": _CODE.format(number)})
        for number, entry in enumerate(ordered, start=1)
    )
    return AuditPlan(
        id=short(digest_json([coded, tuple(criteria), tuple(annotators)]), 16),
        criteria=tuple(criteria),
        annotators=tuple(annotators),
        entries=coded,
        strata=tuple(strata),
    )


def _balanced(pool: Sequence[ReviewItem], count: int, seed: int) -> Iterator[ReviewItem]:
    """Each time an item whose values were drawn least so far; ties by hash."""
    ranked = sorted(pool, key=lambda item: (hash_unit(seed, item.id), item.id))
    drawn: Counter[tuple[int, str]] = Counter()
    for _ in range(count):
        best = min(range(len(ranked)), key=lambda place: _weight(ranked[place], drawn, place))
        item = ranked.pop(best)
        drawn.update(enumerate(item.balance))
        yield item


def _weight(
    item: ReviewItem, drawn: Mapping[tuple[int, str], int], place: int
) -> tuple[int, int, int]:
    counts = [drawn.get(value, 0) for value in enumerate(item.balance)]
    return sum(counts), max(counts, default=0), place


def _count(quota: Quota, pool: Sequence[ReviewItem], chosen: Sequence[ReviewItem]) -> StratumCount:
    return StratumCount(
        stratum=quota.stratum, wanted=quota.count, available=len(pool), drawn=len(chosen)
    )


def _require_names(annotators: Sequence[str]) -> None:
    counts = Counter(name.casefold() for name in annotators)
    twice = [name for name in annotators if counts[name.casefold()] > 1]
    wrong = [*twice, *(name for name in annotators if not _NAME.fullmatch(name))]
    if wrong:
        raise SettingsError(
            f"Annotators cannot be called so: {', '.join(map(repr, wrong))}",
            remedy="Give each another name of letters, digits, spaces, dots, hyphens; it is the "
            "name of a workbook",
        )


def _require_distinct(items: Sequence[ReviewItem]) -> None:
    counts = Counter(item.id for item in items)
    twice = sorted(name for name, count in counts.items() if count > 1)
    if twice:
        raise DuplicateIdError(
            f"{counted(len(twice), 'id stands', 'ids stand')} twice in an audit",
            where=", ".join(twice[:3]),
            remedy="Give planted and refused items ids of their own",
        )
