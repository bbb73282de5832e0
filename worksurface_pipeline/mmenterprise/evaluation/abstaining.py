"""Whether an answer says that the records do not establish what was asked."""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.text import find_token, normalise

_RECORD = (
    r"(?:records?|documents?|messages?|files?|data|evidence|information|context|workspace|sources?)"
)
_VERB = (
    r"(?:establish|state|say|mention|specify|show|give|contain|include|provide|record|support|tell|"
    r"reveal|list|indicate|cover|identify)"
)
_PATTERNS = (
    rf"\b(?:do|does|did)(?: not|n't) (?:\w+ )?{_VERB}",
    rf"\bno (?:\w+ ){{0,2}}{_RECORD}",
    rf"\bnone of (?:the|our) (?:\w+ )?{_RECORD}",
    rf"\b(?:is|are|was|were)(?: not|n't) (?:\w+ )?"
    rf"(?:{_VERB}(?:e?d)?|given|stated|shown|known|specified|available|established|recorded|"
    rf"documented|identified|said|told)\b",
    r"\b(?:can(?: ?not|'t)|could not|couldn't|unable to|impossible to|not possible to) "
    r"(?:be )?(?:\w+ )?"
    r"(?:determine|establish|tell|say|know|answer|find|infer|confirm|derive|identif)",
    r"\b(?:unknown|unanswerable|not established|not recorded|not available|not stated|"
    r"not specified|not mentioned|not provided|not documented|not given|not found|insufficient|"
    r"never recorded|"
    r"never established|no answer|no mention|cannot be determined|n/a)\b",
)
_ABSTAINS = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))
_DENIES = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|without|neither|nor|wrong|incorrect)\b|n't\b"
)
_GUESSES = re.compile(
    r"\b(?:likely|probably|presumably|perhaps|estimated?|assum(?:e|ing)|guess|approximately|"
    r"would be|should be|must be|my best)\b"
)
_DENIED_NEXT = re.compile(r"(?:\b(?:not|never|neither|nor|no longer|cannot)|n't)(?: \w+){0,2} \W*$")
_FIGURE = re.compile(r"(?<![\w.,])\W?\d")
_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'"})


def abstains(answer: str) -> bool:
    """Whether some words of the answer decline it for want of records."""
    return _ABSTAINS.search(_plain(answer)) is not None


def denies(answer: str) -> bool:
    """Whether the answer says no to anything at all: it may reject what the question supposes."""
    return _DENIES.search(_plain(answer)) is not None


def denies_right_before(answer: str, value: str) -> bool:
    """Whether a denial stands at most two words before a value: "it is not the 48"."""
    text = _plain(answer)
    places = find_token(text, _plain(value))
    return any(_DENIED_NEXT.search(text[:place]) for place in places)


def denies_a_figure(answer: str) -> bool:
    """The same of any figure, in whatever notation it is written."""
    text = _plain(answer)
    places = (match.start() for match in _FIGURE.finditer(text))
    return any(_DENIED_NEXT.search(text[:place]) for place in places)


def guesses(answer: str) -> bool:
    """Whether the answer puts something forward as likely, whatever else it says."""
    return _GUESSES.search(_plain(answer)) is not None


def _plain(answer: str) -> str:
    return normalise(answer.translate(_QUOTES))
