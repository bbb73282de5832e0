"""How English asks: words that ask rather than name, and the patterns of what is asked.

One home for the embedded reader's knowledge of questions. What does not belong: how records word
what they say (`offline_mm_values`, `offline_mm_claims`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from worksurface_pipeline.harness.llm.offline_words import words
from worksurface_pipeline.kernel.calendar_names import MONTHS, WEEKDAYS

ASKING = words(
    """
    a across after again agree all alone among and announce announced answer anybody anyone apart
    applies apply as ask asked at became because become before beforehand below big bottom bring
    brought by change changed claim client close colleague come comes contradict contradicted
    correct correction correctly could current currently date day decimal differ difference
    different divide down draft earlier end ended entry establish established evening every
    everything far figure find first for from gave get give given go goes going gone got greater
    had hear heard held high higher highest hold holds if just know large last latest least less
    lets look low lower lowest many me moment more most move moved much multiple named near need
    new note now number of often on once one order our out over pass period place plan please point
    project put reach reaches read record replace replaced report reported revise revised revision
    right same say says settled share show shows so somebody someone something somewhere sort state
    step stood support supported suppose sure thank thanks then there time times to top two under
    up update updated us use using valid value version want we what where which who whole whom
    whose wish with work write wrong wrongly you your
    """
)
"""Words of a question that name no subject, folded as `words` folds them."""
AS_NAME = re.compile(
    r"\b(?:the|our)\s(?:\w+\s)?(change|date|place|plan|point|report|step|time|value)s?"
    r"(?=\s(?:of|in|for|to|at)\s)"
)
"""Some of them are names all the same: "the change in", "the waiting time of"."""

_DAYS = "|".join(WEEKDAYS)
WHERE = re.compile(
    r"\s(?:on|at|in)(?:\s(?:the|our|work|works|for|project))*"
    rf"(?:\s(?!(?:{_DAYS})\b)[A-Z][a-z][\w&'’-]*(?:\s&)?)+(?:\sproject)?(?=[\s?,.:;\"]|$)"
)
"""Where something is asked about: "on Lattice", "in the work for Corran Rail"."""
DATE = re.compile(
    rf"\b(?:on |of )?(?:(?:{_DAYS}),? )?(?P<day>\d{{1,2}}) (?P<month>{'|'.join(MONTHS)})"
    r"(?: \d{4})?"
)
VERSION = re.compile(r"\bversions? (\d+)(?: (?:and|to|with) (?:version )?(\d+))?")
DOCUMENT = re.compile(
    r"\bversions? \d+(?: (?:and|to) (?:version )?\d+)? of (?:the |our )?(?P<name>[\w -]+?)"
    r"(?= alone|[,?]| give| show| say| for |$)"
)
TWO = re.compile(
    r"\s(?:and|by|than|above|below|to|is|are|from|over|as a multiple of) (?=the\s|our\s)"
)
"""What stands between two subjects."""
LISTED = re.compile(
    r"\b(?:[Aa]mong|[Bb]etween|[Ww]hich of|[Pp]ut|[Ss]ort|[Rr]ank)\s+"
    r"(?P<names>(?:[^,?]+?, )*[^,?]+? and [^,?]+?)(?=,| is | comes| has| in order| by | from )"
)
POINTS = re.compile(r",? in percentage points\b")
QUOTE = re.compile(r"[\"“](.+?)[\"”]")

_REVISES = r"(?:move[ds]?|step|revis\w+|chang\w+)"
_HOW_FAR = r"(?:how (?:big|large|far|much)|by how much)"
OPERATIONS: Sequence[tuple[str, str]] = (
    ("count", r"\bhow (?:many times (?:was|were|did|has)|often)\b"),
    ("ratio", r"\bdivid\w+\b|\bas a multiple of\b|\bratio of\b"),
    ("between", r"\bversions? \d+ (?:and|to|with) (?:version )?\d+"),
    ("moved", rf"\b{_REVISES}\b.*\b{_HOW_FAR}\b|\b{_HOW_FAR}\b.*\b{_REVISES}\b"),
    ("difference", r"\bhow far apart\b|\bdifference between\b|\bby how much\b|\bdiffer\b"),
    (
        "before",
        r"\b(?:right|just|immediately|directly|shortly) before\b|\breplace[ds]?\b"
        r"|\bbefore\b.*\brevised\b",
    ),
    ("stated", r"\bversion \d+\b"),
    ("as_of", rf"\b(?:end|close|evening) of (?:{_DAYS}|\d)|\bas of\b"),
)
"""Operations by what asks for them, the first that fits."""
FIRST = re.compile(r"\bfirst\b|\bfrom whom\b", re.IGNORECASE)
PUT_RIGHT = re.compile(r"\bcorrect\w*\b|\bput\b.*\bright\b|\bfix\w*\b", re.IGNORECASE)
AT_LEAST = re.compile(r"\b(?:at least|or more|reach\w*|no less)\b", re.IGNORECASE)
LESS = re.compile(r"\b(?:lower|less|below|smaller|fewer)\b", re.IGNORECASE)
LOWEST = re.compile(r"\b(?:lowest|lower|below|least|smallest|bottom|fewest|last)\b", re.IGNORECASE)
RISING = re.compile(r"\blow(?:est)? (?:to high|first)|\bfrom (?:the )?low", re.IGNORECASE)

FORMS: Sequence[tuple[str, str]] = (
    ("list", "order"),
    ("verdict", "contradicted"),
    ("person", "person"),
    ("time", "date"),
    ("choice", "option"),
    ("number", "figure"),
)
"""The kind of answer, by a word of the form that is asked for."""
