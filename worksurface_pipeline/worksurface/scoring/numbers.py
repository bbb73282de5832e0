"""Whether a stated number is the gold number: its unit, its tolerance, its rounding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

from worksurface_pipeline.kernel.number_forms import NumberReading
from worksurface_pipeline.worksurface.scoring.profiles import AnswerRules, Percents

PERCENT = "percent"
FRACTION = "fraction"
_HUNDRED = Decimal(100)
_MOST_DIGITS = 60  # decimals printed by nobody; more would only make arithmetic long
# Wide enough for every number that is plausible, so that no rounding is refused.
_WIDE = Context(prec=1_000, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class GoldNumber:
    """A gold number: `unit` is "percent", "fraction" or another; `digits` its printed decimals.

    `is_count` tells that things were counted: a count is exact or wrong.
    """

    value: Decimal
    unit: str = ""
    digits: int | None = None
    is_count: bool = False

    @property
    def is_integer(self) -> bool:
        """Whether the value is an integer; 12.0 is one."""
        return self.value == self.value.to_integral_value()


def states(gold: GoldNumber, stated: NumberReading | None, rules: AnswerRules) -> bool:
    """Whether what an answer states is the gold under `rules`."""
    if stated is None:
        return False
    read = _READINGS[rules.percents]
    return any(_is_equal(gold, value, rules) for value in read(stated, gold.unit))


def numbers_match(gold: Decimal, answer: Decimal | None, rules: AnswerRules) -> bool:
    """Whether `answer` is the gold number under `rules`, both without a unit."""
    return answer is not None and _is_equal(GoldNumber(gold), answer, rules)


def _is_equal(gold: GoldNumber, answer: Decimal, rules: AnswerRules) -> bool:
    if answer == gold.value:
        return True
    if gold.is_integer and _must_be_exact(gold, rules):
        return abs(answer - gold.value) <= rules.small_slack
    if abs(answer - gold.value) <= rules.relative_tolerance * abs(gold.value):
        return True
    return rules.is_rounding_right and _rounds_to(gold, answer)


def _must_be_exact(gold: GoldNumber, rules: AnswerRules) -> bool:
    is_small = abs(gold.value) <= rules.exact_up_to
    if not rules.are_counts_exact:
        return is_small
    return gold.is_count or (is_small and gold.unit == "")


def _rounds_to(gold: GoldNumber, answer: Decimal) -> bool:
    if gold.digits is None:
        return False
    digits = min(max(gold.digits, 0), _MOST_DIGITS)
    return _rounded(answer, digits) == _rounded(gold.value, digits)


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
