"""Phrases for figures in documents: the rubric's subject, where it measures something.

What is shown as a quotation is made in `gaps`, from the document alone.
"""

from __future__ import annotations

import re
from itertools import takewhile

from worksurface_pipeline.kernel.text import CURRENCY_SIGNS, NumberMention
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.lexicon import MEASURE_NOUNS, STOP, TIME_UNITS
from worksurface_pipeline.worksurface.tasks.words import stem

_GIVEN = "given|reported|stated|described|shown|quoted|put|set|specified|listed|summari[sz]ed"
_SAID = (
    "quoted|stated|mentioned|taken|planned|checked|respected|applied|flagged|discussed|used|noted"
    "|kept|cited|named|explained"
)
_SUBJECT = r"(?P<subject>the [^,;:()`]{3,80}?)"
_AS = re.compile(
    rf"^(?P<verb>Is|Are|Was|Were) {_SUBJECT} (?:{_GIVEN}) (?:as|at|with|to) [^0-9]{{0,12}}$",
    re.IGNORECASE,
)
_OF = re.compile(rf"^(?P<verb>Is|Are|Was|Were) {_SUBJECT} of [^0-9]{{0,4}}$", re.IGNORECASE)
_QUOTES = re.compile(
    r"^(?P<verb>Does|Do) [^,;:()0-9]{1,60}? (?:quote|mention|state|give|use|apply|name)s? "
    rf"{_SUBJECT} of [^0-9]{{0,4}}$",
    re.IGNORECASE,
)
_OF_TAIL = re.compile(rf"^(?P<unit>[^,;:()?]*?)\s*\b(?:{_SAID})\b[^?]*\?$", re.IGNORECASE)
_TAIL = re.compile(r"^(?P<unit>[^,;:()?0-9]*)\?$")
_PREPOSITION = re.compile(r"\s(?:of|for|in|on|at|per|from|to|with|by|before|after|between)\s")
_MOST_UNIT_WORDS = 4
_TIMES = frozenset(map(stem, TIME_UNITS))
# They tell two units of time apart ("business days"); other words before a unit do not.
_CALENDARS = frozenset({"business", "working", "calendar"})


def subject_phrase(claim: Claim, figure: Figure, filename: str) -> str:
    """As in: what is the carry-over cap according to leave.md, in hours; "" if it does not fit.

    Only a rubric that asks for one figure can be turned round, and only if its subject is called
    after what it measures (a cap, a limit, a period) or names what is counted.
    """
    before, after = claim.text[: figure.mention.start], claim.text[figure.mention.end :]
    for head, tail in ((_AS, _TAIL), (_OF, _OF_TAIL), (_QUOTES, _TAIL)):
        start, end = head.match(before), tail.match(after.strip())
        if start and end:
            is_plural = start["verb"].lower() in ("are", "were")
            return _phrase(start["subject"], end["unit"], figure.mention, filename, is_plural)
    return ""


def _phrase(subject: str, tail: str, mention: NumberMention, filename: str, is_plural: bool) -> str:
    noun = _PREPOSITION.split(subject)[0].split()[-1].lower()
    is_bare = not tail.strip(" .") and mention.unit == "" and mention.digits == 0
    if is_plural and is_bare and noun.endswith("s") and noun not in STOP:
        return f"how many {subject.removeprefix('the ')} does {filename} report"
    if is_plural or noun not in MEASURE_NOUNS:
        return ""
    said, unit = _unit(subject, tail, mention)
    return f"what is {said} according to {filename}{unit}"


def _unit(subject: str, tail: str, mention: NumberMention) -> tuple[str, str]:
    """The subject and the unit: "hours" of "hours of award leave", "per month", percent."""
    words = tail.strip(" .%").split()
    rest = f"{subject} {' '.join(words)}" if words else subject
    if mention.unit == "percent":
        return rest, ", in percent"
    money = f", in {mention.unit}" if mention.unit in CURRENCY_SIGNS.values() else ""
    if words and words[0].lower() == "per":
        said = " ".join(words[:_MOST_UNIT_WORDS])
        return subject, f"{money} {said}" if money else f", {said}"
    if money or (words and words[0].lower() in STOP):
        return rest, money
    unit = list(takewhile(lambda word: word.lower() not in STOP, words))[:_MOST_UNIT_WORDS]
    return subject, f", in {' '.join(_shortened(unit))}" if unit else ""


def _shortened(unit: list[str]) -> list[str]:
    """Of "annual leave hours" only the hours, of "business days" both words."""
    if stem(unit[-1]) not in _TIMES:
        return unit
    return unit[-2:] if len(unit) > 1 and unit[-2].lower() in _CALENDARS else unit[-1:]
