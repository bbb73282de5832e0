"""Phrases for figures in documents: from the rubric's own words, or the sentence with a gap."""

from __future__ import annotations

import re
from itertools import takewhile

from worksurface_pipeline.kernel.text import NumberMention, has_token
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.lexicon import STOP
from worksurface_pipeline.worksurface.tasks.literals import LITERAL

_GIVEN = "given|reported|stated|described|shown|quoted|put|set|specified|listed|summari[sz]ed"
_SAID = (
    "quoted|stated|mentioned|taken|planned|checked|respected|applied|flagged|discussed|used|noted"
    "|kept|cited|named|explained"
)
_SUBJECT = r"(?P<subject>(?:the |an? )?[^,;:()`]{3,80}?)"
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
_THAT = re.compile(
    r"^(?:Is|Was) it [a-z ]{0,40}\bthat\b|"
    r"^(?:Does|Do|Did) [^,;:()0-9]{1,60}? (?:state|say|mention|note|report|explain|show)s? that\b|"
    r"^Is [^,;:()0-9]{1,60}? (?:stated|explained|quoted):",
    re.IGNORECASE,
)
GAP = "[…]"
_LONGEST_SENTENCE = 240
_MOST_UNIT_WORDS = 4


def subject_phrase(claim: Claim, figure: Figure, filename: str) -> str:
    """As in: what is the carry-over cap according to leave.md, in hours; "" if it does not fit.

    Only a rubric that asks for one figure can be turned round.
    """
    before, after = claim.text[: figure.mention.start], claim.text[figure.mention.end :]
    for head, tail in ((_AS, _TAIL), (_OF, _OF_TAIL), (_QUOTES, _TAIL)):
        start, end = head.match(before), tail.match(after.strip())
        if start and end:
            verb = "are" if start["verb"].lower() == "are" else "is"
            subject, unit = _unit(start["subject"], end["unit"], figure.mention)
            return f"what {verb} {subject} according to {filename}{unit}"
    return ""


def claim_gap(claim: Claim, figure: Figure) -> str:
    """The rubric's statement with a gap for the figure, "" if it is no statement."""
    match = _THAT.match(claim.text)
    if match is None or match.end() > figure.mention.start:
        return ""
    start, end = figure.mention.start, figure.mention.end
    statement = claim.text[match.end() : start] + GAP + claim.text[end:]
    return _clean(statement.rstrip("?"), figure.mention)


def sentence_gap(text: str, mention: NumberMention) -> str:
    """A document's sentence with a gap for the figure, "" if it is too long or repeats it."""
    return _clean(text[: mention.start] + GAP + text[mention.end :], mention)


def gap_phrase(statement: str, filename: str) -> str:
    """The phrase that asks for the number in the gap."""
    return f"what fills the gap in “{statement}” according to {filename}"


def checklist_phrase(claim: Claim, figure: Figure, filename: str) -> str:
    """The rubric itself as a checklist line with a gap; "" if it repeats the figure."""
    start, end = figure.mention.start, figure.mention.end
    line = _clean(claim.text[:start] + GAP + claim.text[end:], figure.mention)
    return (
        f"what belongs at {GAP} in the checklist line “{line}” going by {filename}" if line else ""
    )


def _unit(subject: str, tail: str, mention: NumberMention) -> tuple[str, str]:
    """The subject and the unit: "hours" of "hours of award leave", "per month", percent."""
    words = tail.strip(" .%").split()
    if words and words[0].lower() == "per":
        return subject, ", " + " ".join(words[:_MOST_UNIT_WORDS])
    if mention.unit == "percent":
        return (f"{subject} {' '.join(words)}" if words else subject), ", in percent"
    if words and words[0].lower() in STOP:
        return f"{subject} {' '.join(words)}", ""
    unit = list(takewhile(lambda word: word.lower() not in STOP, words))
    return subject, f", in {' '.join(unit[:_MOST_UNIT_WORDS])}" if unit else ""


def _clean(statement: str, mention: NumberMention) -> str:
    said = " ".join(statement.split()).strip(" -*>")
    is_good = len(said) <= _LONGEST_SENTENCE and not _repeats(said, mention)
    return said if is_good else ""


def _repeats(statement: str, mention: NumberMention) -> bool:
    if mention.unit == LITERAL:
        return has_token(statement, mention.raw)
    return has_token(statement, mention.raw) or has_token(statement, mention.value)
