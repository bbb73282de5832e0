"""The few sentences around a value that are understood whole.

"The answer is V.", "The budget of the pilot was V", "V, according to the records". The list is
closed: what is not listed may change what the value means, so that nothing beside it is skipped.
"""

from __future__ import annotations

import re
from functools import lru_cache

from worksurface_pipeline.mmenterprise.evaluation.plain import ASKED, VALUE
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

RECORDS = (
    r"(?:the |our |all |these )?(?:available |provided )?"
    r"(?:records?|documents?|files|messages|sources|evidence|context|data|workspace)"
)
_THE = r"(?:the |a |an )?"
_IS = r"(?: is| was| are| were|'s|:| =| is:| was:)"
_PREFIX = (
    rf"(?:(?:according to|from|per) {RECORDS},? |(?:as of|in|on|at|for) {_THE}{ASKED},? |"
    r"(?:(?:the|my) )?(?:final )?answer(?: is|:) )"
)
_SUBJECT = (
    rf"(?:(?:it|this|that|they|these){_IS}|(?:the )?(?:value|figure){_IS}|{_THE}{ASKED}{_IS}|"
    rf"(?:they|we) (?:chose|picked|went for|decided on)|{RECORDS} (?:give|gives|say|says)) "
)
_TAIL = (
    rf"(?:,? (?:of|for|at|in|on|as of) {_THE}{ASKED}|"
    rf",? (?:according to|in|per|as per) {RECORDS})"
)
_CUT_OFF = r"(?: (?:for|from|of|in|at|and))?"  # a word that says nothing, as nothing follows it
_RECKONED = frozenset(("difference", "ratio", "count_revisions"))
_CURRENT = frozenset(("as_of", "which_applies"))
_RANKED = {"highest": "highest|higher", "lowest": "lowest|lower"}


def is_understood(masked: str, question: MmQuestion) -> bool:
    """Whether a masked answer is a value in a sentence that is known.

    What is reckoned from several things is said of none of them alone.
    """
    if ASKED in masked and question.query.operation in _RECKONED:
        return False
    sentence = _sentence(_own_lead(question), _own_tail(question))
    return sentence.fullmatch(masked.strip()) is not None


def _own_lead(question: MmQuestion) -> str:
    """What only an answer to this question may have before its value."""
    if question.answer_kind == "time":
        return "(?:on )?"
    is_of_now = question.query.operation in _CURRENT and question.query.at is None
    return "(?:now )?" if is_of_now else ""


def _own_tail(question: MmQuestion) -> str:
    """What only an answer to this question may have behind its value."""
    query = question.query
    if query.operation == "ranking" and query.argument in _RANKED:
        most = _RANKED[query.argument]
        return rf"(?: (?:has|is|had|was) (?:the )?(?:{most})(?: (?:in |by |for )?{ASKED})?)?"
    is_bare = question.answer_kind == "number" and not question.unit
    return rf"(?: {ASKED})?" if is_bare and query.operation == "as_of" else ""


@lru_cache(maxsize=64)
def _sentence(lead: str, tail: str) -> re.Pattern[str]:
    before = rf"{_PREFIX}{{0,2}}(?:{_SUBJECT})?{lead}{_THE}"
    pattern = rf"{before}{VALUE}{tail}{_TAIL}{{0,2}}{_CUT_OFF}\s*\.?"
    return re.compile(pattern, re.IGNORECASE)
