"""A query taken apart into what has to be read, and put together again from what was read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Protocol

from worksurface_pipeline.kernel.number_forms import sole_number
from worksurface_pipeline.mmenterprise.questions.closed_world import Part, Sense
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

Gold = str | tuple[str, ...]


class Values(Protocol):
    """Whoever reads parts from records: all of them, or some."""

    def value(self, part: Part) -> str | None:
        """The value of a part, None where the records do not settle it."""
        ...


SUPPORTED = "supported"
CONTRADICTED = "contradicted"
NOT_ESTABLISHED = "not established"
_CENTS = Decimal("0.01")  # ratios are given to two decimals, and the question says so


def parts_of(query: LedgerQuery) -> tuple[Part, ...]:
    """What has to be read of the records to answer a query."""
    if query.operation == "difference" and query.event:
        slot = query.slots[0]
        senses = (Sense.BEFORE, Sense.AFTER)
        return tuple(Part(sense, slot, event=query.event) for sense in senses)
    sense = _SENSES.get(query.operation)
    if sense is None:
        return ()
    argument = query.argument if sense in (Sense.AUTHOR, Sense.VERSION) else ""
    event = query.event if sense in (Sense.BEFORE, Sense.CORRECTOR) else ""
    if query.operation == "as_of" and query.at is None:
        sense = Sense.CURRENT
    at = query.at if sense is Sense.AS_OF else None
    return tuple(Part(sense, slot, at, event, argument) for slot in query.slots)


def derived(query: LedgerQuery, slots: Mapping[str, Slot], evidence: Values) -> Gold | None:
    """The answer that all records together give, or None where they give none."""
    if query.operation == "absent":
        return ""
    values = [evidence.value(part) for part in parts_of(query)]
    known = [value for value in values if value is not None]
    if query.operation == "holds":
        return _verdict(query.argument, known, len(values))
    if not values or len(known) < len(values):
        return None
    return combined(query, known, slots)


def combined(query: LedgerQuery, values: Sequence[str], slots: Mapping[str, Slot]) -> Gold | None:
    """The answer from the values of the parts, in their order."""
    combine = _COMBINE.get(query.operation)
    if combine is None:
        return values[0]
    return combine(query, values, [slots[key] for key in query.slots])


def _figures(values: Sequence[str]) -> list[Decimal] | None:
    found = [sole_number(value) for value in values]
    figures = [item.value for item in found if item is not None]
    return figures if len(figures) == len(values) else None


def _difference(_query: LedgerQuery, values: Sequence[str], _slots: Sequence[Slot]) -> Gold | None:
    figures = _figures(values)
    return None if figures is None else format(abs(figures[0] - figures[1]), "f")


def _ratio(_query: LedgerQuery, values: Sequence[str], _slots: Sequence[Slot]) -> Gold | None:
    figures = _figures(values)
    if figures is None or not figures[1]:
        return None
    return format((figures[0] / figures[1]).quantize(_CENTS, ROUND_HALF_EVEN), "f")


def _ranking(query: LedgerQuery, values: Sequence[str], slots: Sequence[Slot]) -> Gold | None:
    """Entities in order; None where two are level, for then no order is the right one."""
    figures = _figures(values)
    if figures is None or len(set(figures)) < len(figures):
        return None
    falls = query.argument in ("highest", "descending")
    order = sorted(range(len(figures)), key=lambda index: figures[index], reverse=falls)
    names = tuple(slots[index].entity for index in order)
    return names[0] if query.argument in ("highest", "lowest") else names


def _verdict(claim: str, values: Sequence[str], needed: int) -> str | None:
    """Whether a claim holds: `greater`, `less` or `equal` of two, `is:` or `at_least:` of one."""
    if len(values) < needed:
        return NOT_ESTABLISHED
    kind, _, bound = claim.partition(":")
    if kind == "is":
        return SUPPORTED if _is_said(values[0], bound) else CONTRADICTED
    figures = _figures([*values, *([bound] if bound else [])])
    test = _CLAIMS.get(kind)
    if figures is None or test is None:
        return None
    return SUPPORTED if test(figures[0], figures[1]) else CONTRADICTED


def _is_said(value: str, claimed: str) -> bool:
    """Whether two values are one, however a number is printed."""
    figures = _figures([value, claimed])
    return value == claimed if figures is None else figures[0] == figures[1]


_CLAIMS: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "greater": lambda left, right: left > right,
    "less": lambda left, right: left < right,
    "equal": lambda left, right: left == right,
    "at_least": lambda left, right: left >= right,
}
_SENSES: Mapping[str, Sense] = {
    "as_of": Sense.AS_OF,
    "which_applies": Sense.CURRENT,
    "before_revision": Sense.BEFORE,
    "who_stated": Sense.AUTHOR,
    "who_corrected": Sense.CORRECTOR,
    "stated_in": Sense.VERSION,
    "count_revisions": Sense.COUNT,
    "difference": Sense.CURRENT,
    "ratio": Sense.CURRENT,
    "ranking": Sense.CURRENT,
    "holds": Sense.CURRENT,
}
_Combine = Callable[[LedgerQuery, Sequence[str], Sequence[Slot]], "Gold | None"]
_COMBINE: Mapping[str, _Combine] = {
    "difference": _difference,
    "ratio": _ratio,
    "ranking": _ranking,
}
