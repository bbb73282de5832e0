"""Answers to questions that ask for one of three verdicts."""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.text import find_token
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.negation import (
    folded,
    is_denied,
    is_qualified,
)

_VERDICTS = ("not established", "contradicted", "supported")
# Stems and words in which a verdict can be said without its name.
_STEMS = (
    "support|contradict|establish|confirm|refut|agree|disagree|conflict|consist|inconsist|verif|"
    "unverif|prov|disprov|disput|den(?:y|ie)|accura|inaccura|correct|incorrect|match|mismatch|"
    "differ|determin|undetermin|insufficien|sufficien|evidenc|substantiat|unsubstantiat|justif|"
    "corroborat|uncorroborat|undocument|uncertain|unsupport|"
    "unclear|unknown|false|reject|accept|oppos|undermin"
)
_WORDS = (
    "yes|yep|yeah|no|nope|not|none|nothing|never|neither|cannot|true|untrue|right|wrong|hold|holds|"
    "valid|invalid|clear|sure|maybe|perhaps|probably|likely|unlikely|possibly|depends|open|"
    "indeed|exactly|ok|okay|affirmative|negative|both|higher|lower|more|less|greater|smaller|"
    "larger|same|equal|enough|against|silent|missing|absent|fits|know|"
    "state|states|stated|back|backs|backed|recorded|documented|mentioned|n/a|"
    "lead|leads|ahead|behind|exceeds|above|below|beats|over|under"
)
_PARAPHRASE = re.compile(rf"\b(?:(?:{_STEMS})\w*|(?:{_WORDS})\b)|n't\b")
_FALSE = re.compile(r"\b(?:wrong|false|incorrect|untrue)\b")
_NOT_TRUE = re.compile(
    r"\b(?:not|\w+n't)(?: \w+)? (?:true|correct|right|accurate|the case|that|say)\b[^.;,!?]*$|"
    r"\b(?:wrong|false|incorrect|untrue) [^.;,!?]*$"
)
# What comes behind a colon or a dash gives reasons, unless it is a "no" alone.
_REASON = re.compile(r"\s*(?::|\s[-\u2013\u2014])\s*(?!(?:no|not|false|wrong)\W*$)")
_NEXT = 1  # words before
_SHORT = 8  # words; a longer answer may say a verdict in words that no rule knows


def judged(gold: str, answer: str) -> Judgement:
    """One verdict and no other that nothing denies; where none is said a judge may read one."""
    text = folded(answer.replace("_", " "))
    places = [(item, place) for item in _VERDICTS for place in find_token(text, item)]
    found = {item for item, _ in places}
    if not found:
        return _of_none(text)
    if len(found) > 1 or any(_is_taken_back(text, item, place) for item, place in places):
        return undecided("no single verdict")
    is_it = found == {folded(gold.replace("_", " "))}
    return correct("the verdict") if is_it else wrong("another verdict")


def _is_taken_back(text: str, verdict: str, place: int) -> bool:
    """A denial before a verdict that is one itself goes along with it, unless it is next to it."""
    before, after = text[:place], text[place + len(verdict) :]
    if verdict == "not established":
        next_to, asks = " ".join(before.split()[-_NEXT:]), after.lstrip()[:1] == "?"
        return asks or is_denied(next_to, "") or _NOT_TRUE.search(before) is not None
    if verdict == "contradicted":
        reason = _REASON.match(after)
        return is_denied(_FALSE.sub(" ", before), "" if reason else after)
    return is_denied(before, after) or is_qualified(before)


def _of_none(text: str) -> Judgement:
    words = [word for word in text.split() if any(char.isalpha() for char in word)]
    if _PARAPHRASE.search(text) or len(words) > _SHORT:
        return undecided("no verdict by its name")
    return wrong("no verdict")
