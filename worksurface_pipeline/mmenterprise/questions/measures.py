"""What a measure is called, and in which unit an answer about it is given.

A percentage of things that are counted is their share ("the share of staff who agree", 36 %), and
two percentages lie percentage points apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

POINTS = "percentage points"
_PERCENT = frozenset({"%", "percent", "per cent"})
# What ends the noun that a phrase is about: "parking spaces | per site", "answers | given".
_AFTER_NOUN = re.compile(
    r"\s(?:of|in|on|at|by|to|for|with|from|per|under|over|who|that|which|given|taken|\w+ed)\b|\("
)
# What tells some of those counted from the others.
_TELLING = re.compile(r"\s(?:with|who|that|which|given|taken|\w+ed)\b")
_COUNTED = ("staff ", "people ")  # several, though without an s
_NO_PLURAL = re.compile(r"(?:ss|us|is|as|news)$")
_BARE = frozenset({"ratio", "count_revisions"})
"""Operations whose figure has no unit."""
DIFFERENCES = frozenset({"difference", "moved", "between_versions"})
"""Families that ask how far two figures are apart."""


def phrase_of(attribute: str, unit: str) -> str:
    """The attribute as a question names it: what is counted in percent is a share."""
    tail = _AFTER_NOUN.search(attribute)
    is_some = tail is not None and _TELLING.fullmatch(tail[0]) is not None
    is_many = is_plural(attribute) or attribute.casefold().startswith(_COUNTED)
    is_share = is_some and is_many and unit.casefold() in _PERCENT
    return f"share of {attribute}" if is_share else attribute


def extent_of(attribute: str, unit: str) -> str:
    """The attribute as something that is high or low: "the highest figure for respondents"."""
    phrase = phrase_of(attribute, unit)
    return f"figure for {phrase}" if is_plural(phrase) else phrase


def is_plural(phrase: str) -> bool:
    """Whether a phrase names several: the last word before what describes it ends in s."""
    nouns = _AFTER_NOUN.split(phrase, maxsplit=1)[0].split()
    last = nouns[-1] if nouns else ""
    return last.endswith("s") and last[:1].islower() and not _NO_PLURAL.search(last)


def is_described(phrase: str) -> bool:
    """Whether something follows the noun of a phrase."""
    return _AFTER_NOUN.search(phrase) is not None


def apart_in(unit: str) -> str:
    """The unit of a difference."""
    return POINTS if unit.casefold() in _PERCENT else unit


def in_points(unit: str) -> str:
    """What a question on a difference adds where its unit is not that of the values."""
    return f", in {POINTS}" if apart_in(unit) != unit else ""


def unit_of(query: LedgerQuery, slots: Mapping[str, Slot]) -> str:
    """The unit of a figure that answers a query."""
    if query.operation in _BARE:
        return ""
    own = slots[query.slots[0]].unit
    return apart_in(own) if query.operation == "difference" else own
