"""The contract with a judging model: one JSON object, two keys, a reason that bears it out."""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import normalise

_WORDS = r"(?P<denied>not )?(?P<word>correct|right|incorrect|wrong)"
# Only words that stand for a verdict: "the answer is right about the day, but ..." has none.
_OPENING = re.compile(rf"^\W*{_WORDS}\s*(?:[.:;!]|$)")
_CLOSING = re.compile(rf"\b(?:so|thus|hence|therefore),? (?:the|this) answer is {_WORDS}\W*$")
_RIGHT = ("correct", "right")


class Opinion(Frozen):
    """What a judging model says of an answer."""

    correct: bool
    reason: str


def fault_of(opinion: Opinion) -> str:
    """What is wrong with an opinion, as a sentence for the model; "" for nothing."""
    if not opinion.reason.strip():
        return "reason: give a sentence that says why."
    if _speaks_against(opinion):
        return 'reason: it says the opposite of "correct".'
    return ""


def _speaks_against(opinion: Opinion) -> bool:
    text = normalise(opinion.reason)
    stated = [match for match in (_OPENING.search(text), _CLOSING.search(text)) if match]
    return any(_is_right(match) != opinion.correct for match in stated)


def _is_right(match: re.Match[str]) -> bool:
    return (match["word"] in _RIGHT) == (match["denied"] is None)
