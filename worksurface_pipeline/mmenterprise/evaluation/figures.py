"""The figures of an answer with their units, and how each compares with the gold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation
from enum import StrEnum
from fractions import Fraction

from worksurface_pipeline.kernel.number_forms import written_figure
from worksurface_pipeline.mmenterprise.evaluation.units import (
    MONEY,
    Unit,
    has_scale,
    money_of,
    unit_behind,
    unit_of,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

_DIGITS = (
    r"\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:,\d{3})+\.\d+|"
    r"\d[\d.,]*\d|\d|\.\d+"
)
_FIGURE = re.compile(
    rf"(?<![\w.,/'%$\u20ac\u00a3\u00a5)-])(?<!\d[ -])(?P<sign>[-+]|(?:minus|negative) )?"
    rf"(?:(?P<money>{MONEY})\s?)?(?P<inner>-)?"
    rf"(?P<digits>{_DIGITS})(?P<power>e[-+]?\d{{1,2}})?(?![\d]|[.,:/'-]\s?\d|\s?[-\u2013\u2014]\s?\d)",
    re.IGNORECASE,
)
_MINUS = re.compile(r"(?:(?<=^)|(?<=\s))[\u2010-\u2015\u2212](?=[\d$\u20ac\u00a3])")
_WORDS = {
    word: str(number)
    for number, word in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ],
        1,
    )
}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b(?!-)", re.IGNORECASE)
_LONGEST = 30  # digits
_COUNTED = re.compile(r"\s?(?:times|revisions|x)\b", re.IGNORECASE)
_TIMES = re.compile(r"\s?(?:x|times)(?!\w)", re.IGNORECASE)
# What a figure without its unit may have been converted by: powers of ten, and units of time.
_STEPS = frozenset(
    step
    for base in (*(Fraction(10) ** power for power in range(1, 10)), *map(Fraction, (7, 12, 24)),
                 *map(Fraction, (60, 3600, 1440, 86_400)))
    for step in (base, 1 / base)
)  # fmt: skip


class Fit(StrEnum):
    """How a value compares with the gold; `BARE` lacks its unit, `EXTRA` has one of its own."""

    SAME = "same"
    BARE = "bare"
    EXTRA = "extra"
    OTHER = "other"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as it is written first and foremost, what else it may mean, and its unit."""

    value: Decimal
    other: Decimal | None
    unit: Unit | None
    start: int
    end: int


def figures_of(answer: str, question: MmQuestion) -> Iterator[Figure]:
    """All figures of a plain text, in order."""
    text = in_digits(answer)
    own = frozenset(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", question.unit.casefold()))
    for match in _FIGURE.finditer(text):
        read = written_figure(match["digits"])
        if read is None or len(match["digits"]) > _LONGEST:
            continue
        sign = -1 if (match["sign"] or "").strip() not in ("", "+") or match["inner"] else 1
        power = int((match["power"] or "e0")[1:])
        value, other = (None if item is None else (sign * item).scaleb(power) for item in read)
        money = money_of(match["money"]) if match["money"] else ""
        unit, end = unit_behind(text, match.end(), own, money)
        if value is not None:
            yield Figure(value, other, unit, match.start(), _counted(question, text, end))


def in_digits(answer: str) -> str:
    """The text with its minus signs as such, and words for numbers in figures if it has none."""
    text = _MINUS.sub("-", answer)
    if any(char.isdigit() for char in text):
        return text
    return _WORD.sub(lambda match: _WORDS[match[0].casefold()], text)


def _counted(question: MmQuestion, text: str, end: int) -> int:
    """Where a figure ends with the word for what is counted: "3 times", "1.25x"."""
    form = {"count_revisions": _COUNTED, "ratio": _TIMES}.get(question.query.operation)
    match = form.match(text, end) if form else None
    return match.end() if match else end


def fit_of(question: MmQuestion, figure: Figure) -> Fit:
    """How a figure of an answer compares with the gold."""
    read = written_figure(str(question.gold).lstrip("+-\u2212"))
    if read is None:
        return Fit.OPEN
    gold = read[0] if str(question.gold)[:1] not in ("-", "\u2212") else -read[0]
    found = _compared(question, gold, figure.value, figure.unit)
    if found is not Fit.OTHER:
        return found
    if figure.value == -gold and question.query.operation == "difference":
        return Fit.OPEN  # which way it went is not what the gold holds
    others = [figure.other] if figure.other is not None else []
    is_either = any(_compared(question, gold, item, figure.unit) is Fit.SAME for item in others)
    return Fit.OPEN if is_either else Fit.OTHER


def _compared(question: MmQuestion, gold: Decimal, value: Decimal, unit: Unit | None) -> Fit:
    operation = question.query.operation
    if operation == "difference" and not question.query.event and gold >= 0:
        value = value.copy_abs()
    if operation in ("ratio", "count_revisions"):
        return _without_unit(operation, gold, value, unit)
    if not question.unit:
        return _of_unknown_unit(question, gold, value, unit)
    if unit is None:
        return _bare(question, gold, value)
    return _in_units(unit_of(question.unit), unit, gold, value)


def _without_unit(operation: str, gold: Decimal, value: Decimal, unit: Unit | None) -> Fit:
    """A ratio is a bare figure or the same in percent, a count a bare figure."""
    if unit is not None and unit.names == {"share"} and operation == "ratio":
        value = _decimal(Fraction(value) * unit.factor)
    elif unit is not None:
        return Fit.OPEN if value == gold else Fit.OTHER
    is_same = value == gold or (operation == "ratio" and _rounds_to(value, gold))
    return Fit.SAME if is_same else Fit.OTHER


def _of_unknown_unit(question: MmQuestion, gold: Decimal, value: Decimal, unit: Unit | None) -> Fit:
    """A unit on a gold without one is understood only where the question names it."""
    if unit is not None and not _is_named(question, unit):
        return Fit.EXTRA if value == gold else Fit.OPEN
    return Fit.SAME if value == gold else Fit.OTHER


def _bare(question: MmQuestion, gold: Decimal, value: Decimal) -> Fit:
    """The gold's own figure is taken as read without its unit, but for a word such as "million".

    Where the question names that word, or what is asked for was reckoned, it may be missing too.
    Another figure may be in another unit.
    """
    if value == gold:
        is_reckoned = question.query.operation == "difference"
        is_clear = is_reckoned or _is_named(question, unit_of(question.unit))
        return Fit.SAME if is_clear or not has_scale(question.unit) else Fit.BARE
    is_scaled = gold != 0 and Fraction(value) / Fraction(gold) in _STEPS
    return Fit.OPEN if is_scaled else Fit.OTHER


def _is_named(question: MmQuestion, unit: Unit) -> bool:
    """Whether some words of the question are this unit: "in percentage points"."""
    words = re.findall(r"[^\s,?]+", question.question)
    spans = (words[place : place + size] for size in (1, 2, 3) for place in range(len(words)))
    return any(unit_of(" ".join(span)) == unit for span in spans)


def _in_units(asked: Unit, unit: Unit, gold: Decimal, value: Decimal) -> Fit:
    """Figures that both have a unit; a rounding in converting is left to a judge."""
    wanted, given = Fraction(gold) * asked.factor, Fraction(value) * unit.factor
    is_basis = unit.names == {"basis points"} and asked.names <= {"share", "percentage points"}
    if asked.measures != unit.measures and not is_basis:
        is_near = value == gold or wanted == given
        return Fit.OPEN if is_near and asked.may_be(unit) else Fit.OTHER
    if wanted == given:
        return Fit.SAME
    exponent = value.as_tuple().exponent
    step = Fraction(10) ** exponent if isinstance(exponent, int) else Fraction(0)
    is_rounded = asked.factor != unit.factor and abs(wanted - given) <= step * unit.factor / 2
    return Fit.OPEN if is_rounded and value else Fit.OTHER


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _rounds_to(value: Decimal, gold: Decimal) -> bool:
    ways = (ROUND_HALF_EVEN, ROUND_HALF_UP)
    try:
        return any(value.quantize(gold, rounding=way) == gold for way in ways)
    except InvalidOperation:  # a figure too long to be rounded is no answer
        return False
