"""Verbs that agree with what they are said of: "the share is", "the respondents are"."""

from __future__ import annotations

import re

# What follows the noun of a phrase: "share | of homes", "visits | kept on the agreed day".
_AFTER = re.compile(
    r"\s(?:of|in|on|at|for|by|with|without|to|from|per|across|under|after|before|during|over|than|"
    r"who|which|that|as|an?|(?:\w+ed|given|shown|kept|taken|drawn|held|made|paid|spent|lost)"
    r"(?=\s|$))(?=\s|$)|[(,]"
)
_SINGULAR = re.compile(r"(?:ss|us|is|series|bias|gas|news|means|atlas|canvas|always)$")
_PLURAL = frozenset({"people", "staff", "children", "men", "women", "criteria", "police"})


class Verb:
    """A verb for one subject: a pattern has both forms, as in "{n:is|are}"."""

    def __init__(self, subject: str) -> None:
        self._is_plural = is_plural(subject)

    def __format__(self, forms: str) -> str:
        one, _, many = forms.partition("|")
        return many if self._is_plural else one


def is_plural(phrase: str) -> bool:
    """Whether the noun of a phrase stands for several."""
    words = _AFTER.split(phrase.casefold(), maxsplit=1)[0].split()
    noun = words[-1] if words else ""
    return noun in _PLURAL or (noun.endswith("s") and _SINGULAR.search(noun) is None)
