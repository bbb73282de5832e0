"""Figures of answers with their units, and whether one of them is the gold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation
from fractions import Fraction

from worksurface_pipeline.kernel.number_forms import NumberReading, plain_text, read_numbers
from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.mmenterprise.evaluation.negation import folded, is_denied
from worksurface_pipeline.mmenterprise.evaluation.times import without_times
from worksurface_pipeline.mmenterprise.evaluation.units import (
    PERCENT,
    Unit,
    goes_on,
    unglued,
    unit_behind,
    unit_of,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

_PERCENT = "percent"
_THOUSANDS = 3  # decimals; with a comma they are a group of thousands
_IN_WORDS = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|"
    r"million|half|third|quarter|twice|thrice|double|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b|\d/\d"
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its unit, where one is known, what is left of a unit, and the text around it."""

    value: Decimal
    currency: str
    unit: Unit | None
    goes_on: bool
    before: str
    after: str

    @property
    def is_denied(self) -> bool:
        """Whether the answer says that it is not this."""
        return is_denied(folded(self.before), f" {folded(self.after)}")


def figures_of(answer: str, printed: str = "") -> Iterator[Figure]:
    """All figures of an answer but for dates; `printed` may stand in it with a decimal comma."""
    text = plain_text(unglued(_with_point(without_times(answer), printed)))
    for item in find_numbers(text):
        is_share = item.unit == _PERCENT
        unit, after = (PERCENT, text[item.end :]) if is_share else unit_behind(text[item.end :])
        before = text[: item.start]
        currency = "" if is_share else item.unit
        yield Figure(item.number, currency, unit, goes_on(after), before, after)


def in_words(answer: str) -> bool:
    """Whether an answer may hold a figure that is written in words or as a fraction."""
    return _IN_WORDS.search(folded(answer)) is not None


def golds_of(question: MmQuestion) -> tuple[NumberReading, ...]:
    """The gold as a figure; where its unit is a scale word ("million"), scaled by it as well."""
    bare = _sole(str(question.gold))
    if bare is None:
        return ()
    whole = _sole(f"{question.gold} {question.unit}") or bare
    return NumberReading(bare.value, whole.unit), whole


def is_gold(question: MmQuestion, gold: NumberReading, stated: Figure) -> bool | None:
    """Whether a figure is the gold; None where its unit leaves that open.

    A size that was asked for may come with the sign of the move.
    """
    value = stated.value.copy_abs() if _asks_for_size(question, gold) else stated.value
    is_same = _is_equal(question, gold.value, value)
    if question.query.operation == "ratio" and not question.unit:
        return _is_ratio(question, gold.value, stated)
    if gold.unit and gold.unit != _PERCENT:
        return is_same and _is_currency(gold, stated)
    if question.query.operation == "count_revisions":
        return is_same and stated.unit is None and not stated.currency
    if not question.unit or (stated.unit is None and not stated.currency):
        return is_same
    return _in_its_unit(question.unit, gold.value, stated, value)


def _in_its_unit(unit: str, gold: Decimal, stated: Figure, value: Decimal) -> bool | None:
    """Whether figures that both have a unit are the same."""
    is_same = value == gold
    asked = unit_of(unit)
    if asked is None:
        return (True if _may_hold(unit, stated) else None) if is_same else False
    if stated.unit is None:
        return False  # a currency
    if asked.measures == stated.unit.measures:
        return _is_converted(asked, stated.unit, gold, value, is_same=is_same)
    is_open = stated.goes_on or {asked.measures, stated.unit.measures} == {"share", "points"}
    return (None if is_open else False) if is_same else False


def _may_hold(unit: str, stated: Figure) -> bool:
    """Whether a unit that no table knows ("EUR/MWh") may well hold the one that was read."""
    words = [word for word in re.split(r"[^\w%]+", unit) if word]
    is_named = stated.currency in words or stated.unit in [unit_of(word) for word in words]
    return stated.goes_on or is_named


def _asks_for_size(question: MmQuestion, gold: NumberReading) -> bool:
    query = question.query
    return query.operation == "difference" and not query.argument and gold.value >= 0


def _is_ratio(question: MmQuestion, gold: Decimal, stated: Figure) -> bool:
    """A ratio is a bare figure, or the same in percent."""
    if stated.currency or (stated.unit is not None and stated.unit != PERCENT):
        return False
    value = stated.value.scaleb(-2) if stated.unit is not None else stated.value
    return _is_equal(question, gold, value)


def _is_currency(gold: NumberReading, stated: Figure) -> bool:
    """No other currency than the gold's, nor what is no currency at all."""
    if stated.currency:
        return stated.currency == gold.unit
    return stated.unit is None


def _is_converted(
    asked: Unit, unit: Unit, gold: Decimal, value: Decimal, *, is_same: bool
) -> bool | None:
    """Equal in the unit of the question; a rounding on the way is left to a judge."""
    if asked.factor == unit.factor:
        return is_same
    meant = Fraction(gold) * asked.factor / unit.factor
    if meant == Fraction(value):
        return True
    exponent = value.as_tuple().exponent
    step = Fraction(10) ** exponent if isinstance(exponent, int) else Fraction(0)
    return None if abs(meant - Fraction(value)) <= step / 2 and value else False


def _is_equal(question: MmQuestion, gold: Decimal, value: Decimal) -> bool:
    """Equal as figures; what was divided may be rounded farther out than asked for."""
    if value == gold:
        return True
    return question.query.operation == "ratio" and _rounds_to(value, gold)


def _rounds_to(value: Decimal, gold: Decimal) -> bool:
    ways = (ROUND_HALF_EVEN, ROUND_HALF_UP)
    try:
        return any(value.quantize(gold, rounding=way) == gold for way in ways)
    except InvalidOperation:  # a figure too long to be rounded is no answer
        return False


def _with_point(text: str, printed: str) -> str:
    """The gold's own digits read with a decimal point where an answer has a comma."""
    whole, point, decimals = printed.lstrip("-\u2212").partition(".")
    if not point or not whole.isdigit() or len(decimals) == _THOUSANDS:
        return text
    pattern = rf"(?<![\w.,]){whole},{re.escape(decimals)}(?![\d]|[.,]\d)"
    return re.sub(pattern, f"{whole}.{decimals}", text)


def _sole(text: str) -> NumberReading | None:
    found = read_numbers(text)
    return found[0] if len(found) == 1 else None
