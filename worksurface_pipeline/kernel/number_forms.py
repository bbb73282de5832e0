"""Number forms that answers come in, beyond the printed figures of `text.find_numbers`.

Every form is rewritten to a plain figure and then read by `find_numbers`: full width ("３５％"),
LaTeX ("9{,}500"), grouping by spaces, apostrophes and in the Indian way ("1 234", "1'234",
"12,34,567"), decimal commas ("1.234,5"), currencies before and after, magnitudes ("3.2 million",
"$1.7m", "3.2万", "5 lakh"), accounting negatives ("(5)" is −5), exponents ("1.2e3"), and figures
that stand against CJK characters ("55000元"). What does not belong: which number a question asks
for, and the patterns themselves (`number_rewrites`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.number_rewrites import rewritten
from worksurface_pipeline.kernel.text import find_numbers, parse_number

_LONGEST = 20_000  # characters; a number stands in a sentence, never in a book
_FIGURE = re.compile(r"-?\d+(?:\.\d+)?")
_DIGIT = re.compile(r"[\d½¼¾]")
_GROUPED = re.compile(r"\d{1,3}(?:([ ',.])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")
_DECIMAL = re.compile(r"\d*[.,]\d+|\d+")
_BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}")


@dataclass(frozen=True, slots=True)
class NumberReading:
    """A number as meant: `unit` is "percent", a currency code or "". Percent is not scaled."""

    value: Decimal
    unit: str


def read_numbers(text: str) -> tuple[NumberReading, ...]:
    """All numbers of `text`, in order, whatever form they are written in."""
    stripped = text.strip()
    if _FIGURE.fullmatch(stripped) and len(stripped) <= _LONGEST:
        return (NumberReading(Decimal(stripped), ""),)
    plain = plain_text(text)
    return tuple(NumberReading(item.number, item.unit) for item in find_numbers(plain))


def sole_number(text: str) -> NumberReading | None:
    """The number of `text` when it states exactly one value (repeats are one), else None.

    What stands in a LaTeX box is the answer: nothing beside it is read.
    """
    readings = read_numbers(unboxed(text))
    if len({reading.value for reading in readings}) != 1:
        return None
    return next((reading for reading in readings if reading.unit), readings[0])


def whole_number(text: str) -> NumberReading | None:
    """The number that `text` as a whole is, in whatever form, else None."""
    if not _DIGIT.search(text):
        return None
    mention = parse_number(plain_text(text))
    return None if mention is None else NumberReading(mention.number, mention.unit)


def unboxed(text: str) -> str:
    """What the last LaTeX box of `text` holds, which is the answer; a text without one as it is."""
    boxes = _BOXED.findall(text) if "\\boxed{" in text else ()
    return boxes[-1] if boxes else text


def plain_text(text: str) -> str:
    """The start of `text` with its numbers as plain figures; "" for a text without a digit."""
    start = text[:_LONGEST]
    return rewritten(start) if _DIGIT.search(start) else ""


def written_figure(digits: str) -> tuple[Decimal, Decimal | None] | None:
    """What bare digits with their marks mean: as most write them, and another way if there is one.

    "49.700" is 49.7 to some and 49,700 to others; "1 234,5" has one meaning, "1.2.3" has none.
    """
    grouped = None
    if (match := _GROUPED.fullmatch(digits)) and digits[0] != "0":
        whole = digits.replace(match[1], "").replace(",", ".")
        grouped = Decimal(whole)
    if not _DECIMAL.fullmatch(digits):
        return None if grouped is None else (grouped, None)
    plain = Decimal(digits.replace(",", "."))
    if grouped is None:
        return plain, None
    return (grouped, plain) if "," in digits else (plain, grouped)
