"""Golds taken a second time from the realized records, by a reader that shares nothing with them.

The ledger gives a question its gold. Here it is read again: from the words of texts and from the
series behind pictures, once from all records of the project and once from the cited ones alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.questions.derivation import NOT_ESTABLISHED, Gold
from worksurface_pipeline.mmenterprise.records.reading import is_same
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.validation.bench import Bench


class Rederived(Frozen):
    """One question read again; `evidence` is text, picture, both or none.

    `is_from_all` and `is_from_cited` tell whether all records, and the cited ones alone, give the
    gold; `read` is what all of them give, in words.
    """

    question: str
    operation: str
    evidence: str
    gold: Gold
    read: str
    is_from_all: bool
    is_from_cited: bool


class Share(Frozen):
    """How many questions of one kind of evidence give their gold again."""

    evidence: str
    questions: int
    from_all: int
    from_cited: int


def rederived(bench: Bench, questions: Iterable[MmQuestion]) -> Iterator[Rederived]:
    """Every question that has an answer, read again."""
    units = {unit.id: unit for unit in bench.records.units}
    for item in questions:
        if item.absence is None:
            read = bench.records_say(item.query)
            cited = bench.records_say(item.query, frozenset(item.evidence))
            yield Rederived(
                question=item.id,
                operation=item.query.operation,
                evidence=_evidence(item.evidence, units),
                gold=item.gold,
                read="" if read is None else str(read),
                is_from_all=is_gold(read, item.gold),
                is_from_cited=is_gold(cited, item.gold),
            )


def shares(items: Iterable[Rederived]) -> tuple[Share, ...]:
    """The counts by kind of evidence, then of all."""
    groups: defaultdict[str, list[Rederived]] = defaultdict(list)
    for item in items:
        groups[item.evidence].append(item)
        groups["any"].append(item)
    order = sorted(groups, key=lambda key: (key == "any", key))
    return tuple(_share(key, groups[key]) for key in order)


def is_gold(read: Gold | None, gold: Gold) -> bool:
    """Whether what was read is the gold: the same number, words, or things in the same order."""
    if read is None:
        return False
    ours, theirs = _parts(read), _parts(gold)
    return len(ours) == len(theirs) and all(map(is_same, ours, theirs))


def _share(key: str, items: Sequence[Rederived]) -> Share:
    return Share(
        evidence=key,
        questions=len(items),
        from_all=sum(item.is_from_all for item in items),
        from_cited=sum(item.is_from_cited for item in items),
    )


def _evidence(cited: Sequence[str], units: Mapping[str, Unit]) -> str:
    kinds = {units[key].is_visual for key in cited}
    if len(kinds) > 1:
        return "both"
    return {None: "none", True: "picture", False: "text"}[next(iter(kinds), None)]


def _parts(value: Gold) -> tuple[str, ...]:
    parts = (value,) if isinstance(value, str) else value
    return tuple(NOT_ESTABLISHED if part == "not_established" else part for part in parts)
