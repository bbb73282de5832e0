"""Answers that say that the records do not establish what was asked."""

from __future__ import annotations

import re
from collections.abc import Collection

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.evaluation.grammar import RECORDS
from worksurface_pipeline.mmenterprise.evaluation.plain import ASKED, LONGEST, plain, with_asked
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

_SAID = (
    r"(?:established|stated|given|recorded|known|mentioned|specified|available|provided|documented|"
    r"shown|found|covered|determined|on record|contained|measured)"
)
_SAY = (
    r"(?:say|state|give|mention|show|establish|specify|tell|contain|provide|record|cover|"
    r"include|reveal)"
)
_SAYS = (
    r"(?:says|states|gives|mentions|shows|establishes|specifies|tells|contains|provides|records|"
    r"covers|includes|reveals)"
)
_IT = rf"(?:it|this|that|so|(?:the |a |any )?{ASKED}|(?:such )?an answer|this information)"
_ANYWHERE = rf"(?: anywhere)?(?: in (?:any of )?{RECORDS}| by {RECORDS}| from {RECORDS})?"
_NOT = r"(?:do not|does not|did not|don't|doesn't|didn't)"
_IS_NOT = r"(?:is not|isn't|was not|wasn't|are not|aren't|were not|weren't)"
_CANNOT = r"(?:cannot|can not|can't|could not|couldn't)"
_PLAIN = re.compile(
    "|".join(
        (
            rf"(?:it |this |that |{_IT} )?(?:{_IS_NOT} |not |never )"
            rf"(?:been )?{_SAID}{_ANYWHERE}",
            rf"{_IT} (?:is|was|remains) (?:unknown|undocumented|not {_SAID}){_ANYWHERE}",
            r"unknown|unanswerable|n/a|null|missing|no idea|no answer",
            r"insufficient (?:information|evidence|data)",
            r"(?:i |we )(?:don't|do not|cannot|can't) (?:know|tell|say)",
            rf"{RECORDS} {_NOT} {_SAY}(?: {_IT})?",
            rf"{RECORDS} (?:is|are) silent(?: on {_IT})?",
            rf"(?:no|none of the|none of our) (?:records?|documents?|sources?|messages?) "
            rf"(?:{_SAY}|{_SAYS}) {_IT}",
            rf"(?:(?:it|this|that) )?{_CANNOT} be (?:determined|established|answered){_ANYWHERE}",
            rf"there is no (?:such )?(?:value|figure|record|information|answer|entry|{ASKED})"
            rf"(?: for {_IT})?(?: on record|{_ANYWHERE})",
        )
    ),
    re.IGNORECASE,
)
_PREFIX = re.compile(r"^(?:(?:the )?answer(?: is|:)|answer:)\s+", re.IGNORECASE)
# Words by which prose declines; they tell where a wrong answer comes from, never that one is right.
_DECLINES = re.compile(
    rf"\b(?:{_NOT} (?:\w+ )?{_SAY}|{_IS_NOT} (?:\w+ )?{_SAID}|{_CANNOT} (?:be )?(?:\w+ )?"
    rf"(?:determine|establish|tell|say|know|answer|find|infer|confirm)|(?:not|never) {_SAID}|"
    r"no (?:\w+ ){0,2}(?:records?|documents?|information|evidence|data)|"
    r"unknown|unanswerable|insufficient|no answer|n/a)"
)


def is_abstention(question: MmQuestion, answer: str, names: Collection[str]) -> bool:
    """Whether the whole answer is an abstention from this question.

    One that names another subject than that which is not on record says something else.
    """
    text = plain(answer)
    if len(text) > LONGEST:
        return False
    masked = _PREFIX.sub("", with_asked(text, question.question)).strip().rstrip(".").strip()
    return _PLAIN.fullmatch(masked) is not None and _is_of_subject(question, text, names)


def declines(answer: str) -> bool:
    """Whether some words of the answer decline it for want of records."""
    return _DECLINES.search(normalise(plain(answer))) is not None


def _is_of_subject(question: MmQuestion, text: str, names: Collection[str]) -> bool:
    subject = normalise(question.query.argument.partition("|")[0])
    given = normalise(text)
    named = [name for name in map(normalise, names) if has_token(given, name)]
    return not named or (bool(subject) and has_token(given, subject))
