"""Whether a wording divides, and plainly the first of two things by the second.

"How many times A is B" is taken for A / B by some and for B / A by others: it is no division here.
"""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.ledger import Slot

# What stands before, between or after two things of which the first is divided by the second.
_FORMS = re.compile(
    r"\bdivid\w+\b.*\bby\b|\bas a multiple of\b|\b(?:ratio|quotient) of\b.*\bto\b", re.DOTALL
)
_EITHER_WAY = re.compile(r"\bhow many times\b|\bdivid\w+ into\b")
_WORD = re.compile(r"\w+(?:[.,]\d+)*")


def divides(text: str, above: Slot, below: Slot) -> bool:
    """Whether a wording asks for the first over the second, and can mean nothing else."""
    folded = normalise(text)
    if _EITHER_WAY.search(folded) or not _FORMS.search(folded):
        return False
    ours, theirs = _words(above), _words(below)
    first = _place(folded, ours - theirs)
    second = _place(folded, theirs - ours)
    return first is None or second is None or first < second


def _words(slot: Slot) -> frozenset[str]:
    return frozenset(_WORD.findall(normalise(f"{slot.entity} {slot.attribute}")))


def _place(text: str, words: frozenset[str]) -> int | None:
    """Where the first of some words stands."""
    return next((item.start() for item in _WORD.finditer(text) if item.group() in words), None)
