"""The sentence that a claim rests on, and the one value in it that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.mmenterprise.seeds.claims import sentences
from worksurface_pipeline.mmenterprise.seeds.readable import is_value
from worksurface_pipeline.mmenterprise.seeds.values import Value, value_at

# Where one part of a sentence ends and the next begins.
_CUT = re.compile(r"[,;:()]\s|\s(?:and|or|while|but|whereas|versus|vs\.?|than|compared)\s")
# A sentence with one of these denies its figures or only supposes them.
_UNREAL = re.compile(
    r"\b(?:[Nn]ot|[Nn]ever|[Nn]either|nor|cannot|[Uu]nless|[Ii]f|[Ww]hether|would|could|might|may"
    r"|should|[Ss]uppos\w+|[Aa]ssum\w+|hypothe\w+)\b|n['’]t\b"
)
# It tells what somebody else published.
_CITES = re.compile(r"\[\d+(?:\s?[,–-]\s?\d+)*\]|\bet al\b|\((?:[^()]*,\s?)?(?:19|20)\d\d[a-z]?\)")
# Words before or behind a figure that make it a bound, a change or one end of a range.
_BOUND = re.compile(
    r"(?:\b(?:than|at (?:least|most)|up to|over|under|above|below|nearly|almost|between|from|by)"
    r"|\d\s?(?:%|[^\W\d_]{1,9})?\s?(?:to|or|–|-|±))\s?(?:an?\s)?[$€£]?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"^\s?(?:\w+\s)?(?:higher|lower|more|less|fewer|above|below|greater|smaller|faster|slower"
    r"|better|worse|older|larger|longer|shorter|ahead|behind)\b|^\s?(?:to|or|–|-|±)\s?[$€£]?\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, a value in it, and the part of the sentence that no other figure shares."""

    sentence: str
    value: Value
    clause: str


def sentence_of(text: str, quote: str) -> str:
    """The sentence of a page's text that holds the quote, "" where none does."""
    wanted = " ".join(quote.split())
    found = (one for block in text.split("\n\n") for one in sentences(block) if wanted in one)
    return next(found, "") if wanted else ""


def told(sentence: str, number: str) -> Told | str:
    """The value of a sentence that is printed as `number`, or why it cannot be taken."""
    values = list(_values(sentence))
    fitting = [value for value in values if value.text == number]
    if not fitting:
        return f"{number!r} does not stand in its sentence as a figure that measures something"
    if len(fitting) > 1:
        return f"{number!r} stands in its sentence twice"
    value = fitting[0]
    if _UNREAL.search(sentence):
        return "its sentence denies something or only supposes it"
    if _CITES.search(sentence):
        return "its sentence cites somebody else's work"
    before, after = sentence[: value.start], sentence[value.end :]
    if _BOUND.search(before) or _COMPARED.search(after):
        return f"{number!r} is a bound, a change or one end of a range there"
    others = [one for one in values if one is not value]
    return Told(sentence, value, _clause(sentence, value) if others else sentence)


def _values(sentence: str) -> Iterator[Value]:
    for mention in find_numbers(sentence):
        value = value_at(sentence, mention)
        if is_value(mention, sentence[: value.start], value.unit):
            yield value


def _clause(sentence: str, value: Value) -> str:
    """The part around a value, up to the nearest cuts."""
    start = max((cut.end() for cut in _CUT.finditer(sentence, 0, value.start)), default=0)
    cut = _CUT.search(sentence, value.end)
    return sentence[start : cut.start() if cut else len(sentence)]
