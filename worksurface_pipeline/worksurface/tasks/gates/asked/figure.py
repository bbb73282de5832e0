"""Another figure of the sentence than the one that the question counts.

Taught by own questions: "How many minutes did each interview take?" with the quote "We held 11
interviews", whose sentence goes on with the minutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.tasks import RagEvidence
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import NUMBER_WORDS
from worksurface_pipeline.worksurface.tasks.gates.asked.sentence import Sentence
from worksurface_pipeline.worksurface.tasks.gates.asked.text import Asked
from worksurface_pipeline.worksurface.tasks.gates.asked.unit import unit_of
from worksurface_pipeline.worksurface.tasks.words import Word, stem, words_of

# Words behind a figure, or behind "how many", among which the thing counted stands.
_NEAR = 2
_HEAD = re.compile(
    r"\b(?:how many|how much|what number of|number of)\s+((?:[^\W\d_]+\s*){1,2})", re.IGNORECASE
)
_END = re.compile(r"[,;:.]\s")


def other_figure(asked: Asked, item: RagEvidence, sentence: Sentence) -> str:
    """The word that the question counts, where another figure of the sentence has it; or ""."""
    mentions = list(_figures(sentence.text))
    start = item.start - sentence.start
    own = [at for at, _ in mentions if start <= at < start + len(item.span)]
    if len(own) != 1 or len(mentions) < len(own) + 1:
        return ""
    behind = {at: _behind(sentence.text[end:]) for at, end in mentions}
    for head in _heads(asked):
        holders = [at for at, words in behind.items() if _named(head) & words]
        if holders and own[0] not in holders:
            return head
    return ""


def _heads(asked: Asked) -> Iterator[str]:
    for match in _HEAD.finditer(asked.text):
        yield from (word.text for word in words_of(match[1])[:1])


def _figures(text: str) -> Iterator[tuple[int, int]]:
    """Where figures stand, in digits and in words."""
    for mention in find_numbers(text):
        yield mention.start, mention.end
    for word in words_of(text):
        if word.text.lower() in NUMBER_WORDS:
            yield word.start, word.end


def _behind(text: str) -> frozenset[str]:
    """Stems and units of the words that follow a figure, up to the next mark."""
    end = _END.search(text)
    near: tuple[Word, ...] = words_of(text[: end.start()] if end else text)[:_NEAR]
    return frozenset().union(*(_named(word.text) for word in near))


def _named(word: str) -> frozenset[str]:
    return frozenset({stem(word), unit_of(word)} - {""})
