"""Whether an answer says that the records do not establish what was asked."""

from __future__ import annotations

import re

from worksurface_pipeline.mmenterprise.evaluation.negation import folded

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
_GUESSES = re.compile(
    r"\b(?:likely|probably|presumably|perhaps|estimated?|assum(?:e|ing)|guess|approximately|"
    r"would be|should be|must be|my best)\b"
)


def abstains(answer: str) -> bool:
    """Whether some words of the answer decline it for want of records."""
    return _ABSTAINS.search(folded(answer)) is not None


def guesses(answer: str) -> bool:
    """Whether the answer puts something forward as likely, whatever else it says."""
    return _GUESSES.search(folded(answer)) is not None
