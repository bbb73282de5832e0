"""Answers to questions that ask for one of three verdicts."""

from __future__ import annotations

import re

from worksurface_pipeline.mmenterprise.evaluation.grammar import RECORDS
from worksurface_pipeline.mmenterprise.evaluation.judgement import (
    Judgement,
    correct,
    undecided,
    wrong,
)
from worksurface_pipeline.mmenterprise.evaluation.plain import plain

_CLAIM = r"(?:the (?:claim|statement|draft|sentence|note)|it|this|that|this claim|this statement)"
_BY = rf"(?: by (?:{RECORDS}|what we have)| in {RECORDS})?"
_LEAD = r"(?:(?:the )?answer(?: is|:) |verdict: )?"


def _forms(yes: str, said: str, says: str) -> re.Pattern[str]:
    pattern = (
        rf"{_LEAD}(?:(?:{yes})[,.:;] )?"
        rf"(?:(?:{_CLAIM} is |{_CLAIM}'s )?(?:{said}){_BY}|{RECORDS} (?:{says}) {_CLAIM})\.?"
    )
    return re.compile(pattern, re.IGNORECASE)


_FORMS = {
    "supported": _forms("yes|true|correct", "(?:fully |clearly )?supported", "supports?"),
    "contradicted": _forms("no|false", "(?:fully |clearly )?contradicted", "contradicts?"),
    "not_established": _forms(
        "unclear",
        "not[ -]established|cannot be established",
        "(?:do|does) not establish|(?:don't|doesn't) establish",
    ),
}


def judged(gold: str, answer: str) -> Judgement:
    """A plain verdict decides; whatever else stands beside one is left to a judge."""
    text = plain(answer).replace("_", " ")
    found = [name for name, form in _FORMS.items() if form.fullmatch(text)]
    if not found:
        return undecided("no plain verdict")
    is_it = found == [gold.replace(" ", "_")]
    return correct("the verdict") if is_it else wrong("another verdict")
