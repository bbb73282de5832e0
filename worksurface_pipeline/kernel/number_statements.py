"""The number that a text states as its answer, and what makes a number no statement of a value.

A number that is bounded ("more than 300", "300+"), denied ("not 300"), part of arithmetic
("5 × 5") or of a refusal ("I could not find it in the 300 rows") states nothing. A year after a
preposition stands aside for another number, and what comes after the first paragraph is where the
number was found. What does not belong: the forms of figures (`number_forms`), tolerances (scoring).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from worksurface_pipeline.kernel.number_contexts import (
    has_abstention,
    is_arithmetic,
    is_no_value,
    is_refusal,
    is_year,
)
from worksurface_pipeline.kernel.number_forms import NumberReading, plain_text, unboxed
from worksurface_pipeline.kernel.number_words import (
    KNOWN_UNITS,
    NUMBER_WORD,
    NUMBER_WORDS,
)
from worksurface_pipeline.kernel.text import NumberMention, find_numbers

PERCENT = "percent"
_LONGEST_STATEMENT = 200  # characters: a sentence or two around one number
_LONGEST_HEAD = 2_000  # characters of the first paragraph; what is longer is a passage
_NEAR = 40  # characters beside a number in which its bounds and units stand
_DIGIT = re.compile(r"[\d½¼¾]")
_FIGURE = re.compile(r"-?\d{1,300}(?:\.\d{1,300})?")
_SIDE = re.compile(r"[\d\s.,+*/\u00d7\u00f7\u2212()x%$€£¥₹-]*")
_ARITHMETIC = re.compile(r"\d\W{0,4}[+*/\u00d7\u00f7\u2212x-]\s?\S?\d")
_SOURCE = re.compile(
    r"\W*(?:sources?|notes?|evidence|based on|from|because|see|file|calculation|reasoning"
    r"|explanation|computed|checked|quelle)\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\b(?:correct(?:ion|ed)|actually|wait|however|instead|rather|revised|answer|mistake)\b",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"(?:[^\n\d:=]{0,40}[:=]\s?)?[-\u2212(]?\W{0,3}\d[\d.,]*\W{0,4}\w{0,12}\W*")
_UNIT = re.compile(r"[\s-]{0,2}\(?([$€£₹]|[A-Za-z]{1,12}\b|元|円)")
_MONEY = re.compile(
    r"(?:HK|AU|CA|US|[ACR])\$|[€£₹]|\bRs\b|\b(?:USD|EUR|GBP|CNY|RMB|JPY|INR|CHF|DKK|HKD|AUD"
    r"|CAD|BRL|KRW|NOK|PLN|SEK|SGD|TWD)(?![A-Za-z])"
)
_WORD = re.compile(
    rf"\b(?:one(?=[ -](?:and a half|hundred|thousand|million|billion))|(?!one\b){NUMBER_WORD})\b",
    re.IGNORECASE,
)
_HALF = Decimal("0.5")
_WHOLES = {"none": Decimal(0), "one": Decimal(1), "half": _HALF, "one half": _HALF}
_SHARE = re.compile(r"\s*(-?\d{1,15})\s*/\s*(\d{1,15})\s*")


def stated_in(text: str, unit: str = "") -> NumberReading | None:
    """The one value that `text` states, None when it states none, or several.

    To a question of `unit` percent the only percentage is the answer, whatever stands beside it.
    """
    whole = unboxed(text).strip()
    if _FIGURE.fullmatch(whole):
        return NumberReading(Decimal(whole), "")
    alone = _alone(whole)
    if alone is not None:
        return alone
    head = _head(whole)
    if not head or is_refusal(head) or has_abstention(whole):
        return None
    return _in_sentence(_right_side(head), unit)


def _head(text: str) -> str:
    """The first line and what belongs to it; "" where another line states a number too.

    Lines that name the source, and those after an empty line, only tell where it was found.
    """
    lines = text.split("\n")
    first = lines[0].strip()
    if len(first) > _LONGEST_STATEMENT or not (_DIGIT.search(first) or _WORD.search(first)):
        return ""
    kept = [first]
    is_first_paragraph = True
    for line in map(str.strip, lines[1:]):
        is_first_paragraph = is_first_paragraph and bool(line) and not _SOURCE.match(line)
        if is_first_paragraph or _is_statement(line):
            kept.append(line)
    head = "\n".join(kept)
    return head if len(head) <= _LONGEST_HEAD else ""


def _is_statement(line: str) -> bool:
    """Whether a line is a number, with or without a name before it, or corrects one."""
    if not any(char.isdigit() for char in line) or _SOURCE.match(line):
        return False
    is_labelled = len(line) <= _NEAR * 2 and _LABELLED.fullmatch(line) is not None
    return is_labelled or _CORRECTION.search(line) is not None


def _alone(text: str) -> NumberReading | None:
    """A text that is nothing but a share ("1/2") or a word for a number."""
    if len(text) > _NEAR:
        return None
    bare = text.strip(" .!*`\"'")
    word = _WHOLES.get(bare.casefold())
    if word is not None:
        return NumberReading(word, "")
    share = _SHARE.fullmatch(bare)
    if share is None or int(share[2]) == 0:
        return None
    return NumberReading(Decimal(share[1]) / Decimal(share[2]), "")


def _right_side(head: str) -> str:
    """What stands behind the last "=" of a calculation; a text that is none as it is."""
    if "=" not in head:
        return head
    label, *middle, last = head.split("=")
    sides = [label.rpartition(":")[2], *middle]
    is_calculation = any(_ARITHMETIC.search(side) for side in sides if _SIDE.fullmatch(side))
    sides = sides if any(char.isdigit() for char in label) else middle
    if is_calculation and all(map(_SIDE.fullmatch, sides)):
        return last.strip()
    return head


def _in_sentence(head: str, unit: str) -> NumberReading | None:
    if not _DIGIT.search(head):
        head = _WORD.sub(
            lambda match: str(NUMBER_WORDS[match[0].casefold().replace(" ", "-")]), head
        )
    plain = plain_text(_unnumbered(head))
    found = list(find_numbers(plain))
    mentions = _meant(plain, found, unit)
    if len({item.number for item in mentions}) != 1:
        return None
    terms = found if unit == PERCENT else mentions
    if any(is_no_value(plain, item) for item in mentions) or is_arithmetic(plain, terms):
        return None
    first = next((item for item in mentions if item.unit), mentions[0])
    is_compared = first.unit != PERCENT and unit.casefold() in KNOWN_UNITS
    return NumberReading(first.number, _unit_of(head, plain, first) if is_compared else first.unit)


def _unnumbered(head: str) -> str:
    """A text without the "1." of a list of one."""
    return re.sub(r"\A1[.)]\s+(?=\S)", "", head)


def _meant(plain: str, found: Sequence[NumberMention], unit: str) -> Sequence[NumberMention]:
    """The mentions that may be the answer."""
    percents = [item for item in found if item.unit == PERCENT] if unit == PERCENT else []
    if percents or len(found) == 1:
        return percents or found
    others = [item for item in found if not is_year(plain, item)]
    return others or found


def _unit_of(head: str, plain: str, item: NumberMention) -> str:
    """The unit stated with the number, "" for none that is known."""
    named = {KNOWN_UNITS[match.casefold()] for match in _MONEY.findall(head)}
    if len(named) == 1:
        return named.pop()
    if item.unit and not named:  # a sign that stands for several currencies
        return "\u00a5" if item.unit == "CNY" else "$"
    behind = _UNIT.match(plain[item.end : item.end + _NEAR])
    return item.unit or (KNOWN_UNITS.get(behind[1].casefold(), "") if behind else "")
