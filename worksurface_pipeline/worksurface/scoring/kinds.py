"""The kinds of gold, and what an answer is under each: read once, then judged by any rules.

Integers and numbers, booleans, strings and ordered composites score 0 or 1, lists the F1 of their
items, abstain tasks 1 for INSUFFICIENT_EVIDENCE alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from worksurface_pipeline.kernel.number_forms import NumberReading
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.scoring.booleans import boolean_of
from worksurface_pipeline.worksurface.scoring.composites import composite_elements
from worksurface_pipeline.worksurface.scoring.items import ItemKey, Wanted, given_keys
from worksurface_pipeline.worksurface.scoring.matching import stated_number, tidy
from worksurface_pipeline.worksurface.scoring.numbers import GoldNumber, states
from worksurface_pipeline.worksurface.scoring.pairing import SHARES
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules
from worksurface_pipeline.worksurface.scoring.submitted import (
    INSUFFICIENT_EVIDENCE,
    Value,
    as_text,
    unwrapped,
)

_ABSTENTION = normalise(INSUFFICIENT_EVIDENCE)


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """`score` in [0, 1]; `matched_share` is the share of elements that match, in [0, 1] too."""

    score: float
    matched_share: float


WRONG = AnswerScore(0.0, 0.0)
"""The score of what is no answer at all."""
RIGHT = AnswerScore(1.0, 1.0)


class ReadAnswer(Protocol):
    """An answer read against the gold of its task."""

    def under(self, rules: AnswerRules) -> AnswerScore:
        """Its score under a profile's rules."""
        ...


class Gold(Protocol):
    """The gold of a task in the form in which answers are read against it."""

    def read(self, value: Value) -> ReadAnswer:
        """What an answer's value is to this gold."""
        ...


@dataclass(frozen=True, slots=True)
class Decided:
    """An answer that every profile judges alike."""

    score: AnswerScore

    def under(self, rules: AnswerRules) -> AnswerScore:
        """The same under all rules."""
        return self.score


@dataclass(frozen=True, slots=True)
class NumberAnswer:
    """The number that an answer states, if it states one."""

    gold: GoldNumber
    stated: NumberReading | None

    def under(self, rules: AnswerRules) -> AnswerScore:
        """Right within the tolerance of the rules."""
        return RIGHT if states(self.gold, self.stated, rules) else WRONG


@dataclass(frozen=True, slots=True)
class NumberGold:
    """One number."""

    number: GoldNumber

    def read(self, value: Value) -> ReadAnswer:
        """The number that the answer states."""
        return NumberAnswer(self.number, stated_number(value, self.number.unit))


@dataclass(frozen=True, slots=True)
class BooleanGold:
    """True or false."""

    value: bool

    def read(self, value: Value) -> ReadAnswer:
        """Yes or no, and nothing beside it."""
        return Decided(RIGHT if boolean_of(value) == self.value else WRONG)


@dataclass(frozen=True, slots=True)
class AbstainGold:
    """No surface holds the answer."""

    def read(self, value: Value) -> ReadAnswer:
        """Whether the answer says so."""
        said = tidy(as_text(unwrapped(value)))
        return Decided(RIGHT if said == _ABSTENTION else WRONG)


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The items of an answer beside those of the gold."""

    gold: tuple[ItemKey, ...]
    given: tuple[ItemKey, ...]

    def under(self, rules: AnswerRules) -> AnswerScore:
        """F1 of the items, paired by the rules; order is nothing."""
        share = SHARES[rules.items](self.gold, self.given)
        return AnswerScore(share, share)


@dataclass(frozen=True, slots=True)
class ListGold:
    """Items in any order."""

    wanted: Wanted

    def read(self, value: Value) -> ReadAnswer:
        """The items that the answer gives."""
        return ListAnswer(self.wanted.keys, given_keys(value, self.wanted))


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a string or composite gold, by the type it has."""

    text: str
    number: GoldNumber | None = None
    boolean: bool | None = None

    def read(self, value: Value) -> bool | NumberReading | None:
        """What a given element states where this is a number, else whether it is this one."""
        if self.number is not None:
            return stated_number(value, self.number.unit)
        if self.boolean is not None:
            return boolean_of(value) == self.boolean
        return tidy(as_text(value)) == self.text

    def is_met(self, read: bool | NumberReading | None, rules: AnswerRules) -> bool:
        """Whether what was read is this element under the rules."""
        if isinstance(read, bool) or read is None:
            return bool(read)
        return self.number is not None and states(self.number, read, rules)


@dataclass(frozen=True, slots=True)
class ElementsAnswer:
    """What the elements of an answer are, place by place; `longest` counts the places."""

    gold: tuple[Element, ...]
    read: tuple[bool | NumberReading | None, ...]
    longest: int

    def under(self, rules: AnswerRules) -> AnswerScore:
        """Right when every element is in its place and none is too many."""
        matched = sum(map(lambda item, read: item.is_met(read, rules), self.gold, self.read))
        return AnswerScore(float(matched == self.longest), matched / self.longest)


@dataclass(frozen=True, slots=True)
class TextGold:
    """A plain string, or a composite of several elements in their order."""

    elements: tuple[Element, ...]

    def read(self, value: Value) -> ReadAnswer:
        """The elements of the answer against those in the same places."""
        given = composite_elements(value, len(self.elements))
        read = tuple(item.read(part) for item, part in zip(self.elements, given, strict=False))
        return ElementsAnswer(self.elements, read, max(len(self.elements), len(given)))
