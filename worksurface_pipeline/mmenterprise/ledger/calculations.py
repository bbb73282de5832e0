"""Operations that calculate on printed values: difference, ratio, ranking and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from operator import eq, ge, gt, le, lt

from worksurface_pipeline.mmenterprise.ledger.numbers import (
    difference_of,
    is_same,
    number_of,
    quotient_of,
)
from worksurface_pipeline.mmenterprise.ledger.revisions import replaced, stated_in_event
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

SUPPORTED, CONTRADICTED, NOT_ESTABLISHED = "supported", "contradicted", "not_established"
# A ratio is printed with so many decimals unless the argument says another number.
_DECIMALS = 2
_ONE = ("highest", "lowest")
_ALL = ("descending", "ascending")
_DOWN = frozenset({"highest", "descending", ""})
_PAIRS: Mapping[str, Callable[[Decimal, Decimal], bool]] = {"greater": gt, "less": lt, "equal": eq}
_BOUNDS: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "at_least": ge,
    "at_most": le,
    "more_than": gt,
    "less_than": lt,
}


def difference(view: View, query: LedgerQuery) -> str | None:
    """How far two slots are apart at `at` (now without one), or one before and after `event`.

    Always positive, with the decimals of the longer operand.
    """
    numbers = _numbers(view, query) if len(query.slots) > 1 else _around(view, query)
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return difference_of(numbers[0], numbers[1])


def ratio(view: View, query: LedgerQuery) -> str | None:
    """The first slot over the second at `at` (now without one), rounded half to even.

    To two decimals, or as many as the argument says.
    """
    numbers = _numbers(view, query)
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    decimals = int(query.argument) if query.argument.isdigit() else _DECIMALS
    return quotient_of(numbers[0], numbers[1], decimals)


def ranking(view: View, query: LedgerQuery) -> str | tuple[str, ...] | None:
    """Entities of the slots by value at `at`: "descending" (all), "ascending", "highest", "lowest".

    None where a value is missing, or two that decide the answer are equal.
    """
    numbers = _numbers(view, query)
    known = [number for number in numbers if number is not None]
    if len(known) != len(query.slots):
        return None
    is_down = query.argument in _DOWN
    order = sorted(range(len(known)), key=lambda place: known[place], reverse=is_down)
    ranked = [known[place] for place in order]
    if query.argument in _ONE:
        is_tied = ranked.count(ranked[0]) > 1
        return None if is_tied else view.slots[query.slots[order[0]]].entity
    if len(set(ranked)) != len(ranked):
        return None
    return tuple(view.slots[query.slots[place]].entity for place in order)


def holds(view: View, query: LedgerQuery) -> str | None:
    """Whether a claim is supported, contradicted or not established at `at` (now without one).

    Two slots with "greater", "less" or "equal"; one with "is:VALUE", "at_least:N", "at_most:N",
    "more_than:N" or "less_than:N". A slot without a state or a figure establishes nothing.
    """
    if len(query.slots) > 1:
        return _pair_holds(view, query)
    name, _, operand = query.argument.partition(":")
    value = _value(view, query, query.slots[0])
    if value is None:
        return NOT_ESTABLISHED
    if name == "is":
        return _verdict(is_same(value, operand))
    number, bound = number_of(value), number_of(operand)
    if name not in _BOUNDS or number is None or bound is None:
        return NOT_ESTABLISHED
    return _verdict(_BOUNDS[name](number, bound))


def _pair_holds(view: View, query: LedgerQuery) -> str:
    numbers = _numbers(view, query)
    is_known = len(numbers) == 2 and None not in numbers and query.argument in _PAIRS
    first, second = numbers[0], numbers[1]
    if not is_known or first is None or second is None:
        return NOT_ESTABLISHED
    return _verdict(_PAIRS[query.argument](first, second))


def _verdict(is_so: bool) -> str:
    return SUPPORTED if is_so else CONTRADICTED


def _value(view: View, query: LedgerQuery, slot: str) -> str | None:
    state = view.state_at(slot, query.at or view.ledger.world.ends)
    return None if state is None else state.value


def _numbers(view: View, query: LedgerQuery) -> list[Decimal | None]:
    values = [_value(view, query, slot) for slot in query.slots]
    return [None if value is None else number_of(value) for value in values]


def _around(view: View, query: LedgerQuery) -> list[Decimal | None]:
    """A slot's figures before and after an event."""
    event = view.events.get(query.event)
    if event is None:
        return []
    slot = query.slots[0]
    values = (replaced(view, slot, event), stated_in_event(view, slot, event.id))
    return [None if value is None else number_of(value) for value in values]
