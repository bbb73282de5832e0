"""Whether a stated number is the gold number: its unit, its tolerance, its rounding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

from worksurface_pipeline.kernel.number_forms import NumberReading
from worksurface_pipeline.kernel.number_words import KNOWN_UNITS
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules, Percents

PERCENT = "percent"
FRACTION = "fraction"
_SHARED_SIGNS = {
    "$": frozenset({"", "USD", "AUD", "CAD", "HKD", "SGD", "TWD"}),
    "\u00a5": frozenset({"", "CNY", "JPY"}),
}
_HUNDRED = Decimal(100)
_MOST_DIGITS = 60  # decimals printed by nobody; more would only make arithmetic long
# Wide enough for every number that is plausible, so that no rounding is refused.
_WIDE = Context(prec=1_000, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class GoldNumber:
    """A gold number: `unit` is "percent", "fraction" or another; `digits` its printed decimals.

    `is_count` tells that things were counted: a count is exact or wrong. `is_name` tells that the
    number names something, as a year or an order number does.
    """

    value: Decimal
    unit: str = ""
    digits: int | None = None
    is_count: bool = False
    is_name: bool = False

    @property
    def is_integer(self) -> bool:
        """Whether the value is an integer; 12.0 is one."""
        return self.value == self.value.to_integral_value()


def states(gold: GoldNumber, stated: NumberReading | None, rules: AnswerRules) -> bool:
    """Whether what an answer states is the gold under `rules`."""
    if stated is None or (rules.percents is not Percents.DROPPED and contradicts(gold, stated)):
        return False
    read = _READINGS[rules.percents]
    return any(_is_equal(gold, value, rules) for value in read(stated, gold.unit))


def contradicts(gold: GoldNumber, stated: NumberReading) -> bool:
    """Whether the unit of an answer is another than the gold's; a share is no count."""
    known = KNOWN_UNITS.get(gold.unit.casefold(), "")
    if gold.is_count and stated.unit == PERCENT and known not in (PERCENT, FRACTION):
        return True
    if stated.unit in _SHARED_SIGNS:
        return known not in _SHARED_SIGNS[stated.unit]
    return not are_compatible(known, KNOWN_UNITS.get(stated.unit.casefold(), ""))


def are_compatible(one: str, other: str) -> bool:
    """Whether two known units may stand for each other; "" goes with all."""
    return not one or not other or one == other or {one, other} == {PERCENT, FRACTION}


def numbers_match(gold: Decimal, answer: Decimal | None, rules: AnswerRules) -> bool:
    """Whether `answer` is the gold number under `rules`, both without a unit."""
    return answer is not None and _is_equal(GoldNumber(gold), answer, rules)


def _is_equal(gold: GoldNumber, answer: Decimal, rules: AnswerRules) -> bool:
    if answer == gold.value:
        return True
    if gold.is_integer and _must_be_exact(gold, rules):
        return abs(answer - gold.value) <= rules.small_slack
    if gold.is_integer and abs(gold.value) <= rules.exact_up_to:
        return _rounds_to(gold, answer)
    if abs(answer - gold.value) <= rules.relative_tolerance * abs(gold.value):
        return True
    return rules.is_rounding_right and _rounds_to(gold, answer)


def _must_be_exact(gold: GoldNumber, rules: AnswerRules) -> bool:
    if (rules.are_counts_exact and gold.is_count) or (rules.are_names_exact and gold.is_name):
        return True
    is_printed_with_decimals = gold.value != 0 and bool(gold.digits)
    is_small = abs(gold.value) <= rules.exact_up_to
    return is_small and not (rules.is_rounding_right and is_printed_with_decimals)


def _rounds_to(gold: GoldNumber, answer: Decimal) -> bool:
    """Whether an answer rounds to the gold as printed; without decimals it has to be just that."""
    if gold.digits is None:
        return False
    digits = min(max(gold.digits, 0), _MOST_DIGITS)
    printed = _rounded(gold.value, digits)
    return answer == printed if digits == 0 else _rounded(answer, digits) == printed


def _rounded(value: Decimal, digits: int) -> Decimal:
    """Half away from zero, as people round."""
    return value.quantize(Decimal(1).scaleb(-digits), context=_WIDE)


def _dropped(stated: NumberReading, _unit: str) -> tuple[Decimal, ...]:
    return (stated.value,)


def _by_unit(stated: NumberReading, unit: str) -> tuple[Decimal, ...]:
    if unit in (PERCENT, FRACTION) or stated.unit != PERCENT:
        return _apart(stated, unit)
    return (stated.value, stated.value / _HUNDRED)


def _apart(stated: NumberReading, unit: str) -> tuple[Decimal, ...]:
    value = stated.value
    if unit == PERCENT:
        return (value,) if stated.unit == PERCENT else (value, value * _HUNDRED)
    return (value / _HUNDRED,) if stated.unit == PERCENT else (value,)


_READINGS: Mapping[Percents, Callable[[NumberReading, str], tuple[Decimal, ...]]] = {
    Percents.DROPPED: _dropped,
    Percents.BY_UNIT: _by_unit,
    Percents.APART: _apart,
}
