"""Whether a question gives its answer away: as a token in it, or as all but a guess."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise
from worksurface_pipeline.worksurface.schema.tasks import Scalar

_DASHES = re.compile(r"\s?[\u2010-\u2015]\s?|\s-\s")
_PLAIN = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
# Counts and shares that anyone would guess for a gap.
_GUESSED = {"": (0, 1), "percent": (0, 100)}


def holds_answer(question: str, golds: Sequence[Scalar]) -> bool:
    """Whether any of the golds stands in the question, as a number of any form or as a token.

    The whole question counts, also the number of the source task: who reads it cannot tell.
    """
    values = {mention.number for mention in find_numbers(question)}
    said = dashed(normalise(question))
    told = (gold for gold in golds if not isinstance(gold, bool))  # a yes is no word to look for
    for gold in told:
        if isinstance(gold, (int, float)) or is_number(str(gold)):
            if Decimal(str(gold)) in values:
                return True
        elif has_token(said, dashed(normalise(str(gold)))):
            return True
    return False


def is_guess(value: Decimal, unit: str) -> bool:
    """Whether a figure is too easily guessed to be asked for: none, one, nothing, everything."""
    return value in _GUESSED.get(unit, ())


def is_number(text: str) -> bool:
    """Whether a gold of text is one plain number."""
    return _PLAIN.fullmatch(text) is not None


def dashed(text: str) -> str:
    """The text with every dash between words or numbers as a plain hyphen without spaces."""
    return _DASHES.sub("-", text)


def split_elements(gold: str) -> tuple[str, ...]:
    """The elements of a composite answer, in order."""
    return tuple(element.strip() for element in gold.split(";"))
