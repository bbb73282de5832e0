"""What exact matching makes of an answer."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger

_AHEAD = timedelta(days=183)  # deadlines lie weeks ahead of what announces them, not years


class Verdict(StrEnum):
    """Right, wrong, or left to a judge: exact matching does not guess."""

    CORRECT = "correct"
    WRONG = "wrong"
    UNDECIDED = "undecided"


class Judgement(Frozen):
    """A verdict with the rule that gave it, as a phrase."""

    verdict: Verdict
    rule: str


class Vocabulary(Frozen):
    """Names that an answer may hold: of people, of things, and values that are words.

    `years` are those that a day of the project can be in; none given rules out none.
    """

    people: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    years: tuple[int, ...] = ()


def vocabulary_of(ledger: Ledger) -> Vocabulary:
    """All names of a project."""
    kinds = {slot.id: slot.kind for slot in ledger.slots}
    stated = [item for event in ledger.events for item in event.statements]
    words = {item.value for item in stated if kinds.get(item.slot) in ("choice", "name")}
    words |= {state.value for state in ledger.states if kinds.get(state.slot) in ("choice", "name")}
    words |= {slot.entity for slot in ledger.slots}
    people = (person.name for person in ledger.world.people)
    return Vocabulary(
        people=tuple(sorted(people)), names=tuple(sorted(words - {""})), years=_years(ledger)
    )


def _years(ledger: Ledger) -> tuple[int, ...]:
    """The years of all events, and of what may still be ahead of the last one."""
    times = [event.at for event in ledger.events]
    if not times:
        return ()
    return tuple(range(min(times).year, (max(times) + _AHEAD).year + 1))


def correct(rule: str) -> Judgement:
    """The answer is right."""
    return Judgement(verdict=Verdict.CORRECT, rule=rule)


def wrong(rule: str) -> Judgement:
    """The answer is wrong."""
    return Judgement(verdict=Verdict.WRONG, rule=rule)


def undecided(rule: str) -> Judgement:
    """A judge has to look at it."""
    return Judgement(verdict=Verdict.UNDECIDED, rule=rule)
