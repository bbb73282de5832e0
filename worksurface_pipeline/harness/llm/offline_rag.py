"""The embedded model on documents: one search, then the figure or words nearest to the question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.offline_plan import NOTHING, Call, Found, Move, Value
from worksurface_pipeline.harness.llm.offline_reading import Situation, Step
from worksurface_pipeline.harness.llm.offline_words import key_words, overlap, words
from worksurface_pipeline.kernel.text import find_numbers

_NUMBER_ASKED = re.compile(
    r"\b(how (many|much|long|old|large|high|often|far)|number|amount|figure|percentage|percent|"
    r"share|rate|total|average|cost|price|value|budget|revenue|count|sum|score|target)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n|]+(?:\.\d+[^.!?\n|]*)*")
_AFTER = re.compile(r"(?:\bis\b|\bare\b|\bwas\b|\bwere\b|:|=|-)\s*(.+)$")
_BREAK = re.compile(r"[.!?](?=\s)|\n")
_LEAST_SHARE = 0.4  # of the question's words that must stand near an answer
_LONGEST_PHRASE = 80  # characters of a phrase that is given as an answer


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A possible answer, the question's words near it, and its place for ties."""

    value: Value
    near: int
    place: int


def rag_move(now: Situation) -> Move:
    """Search once with the key words, then answer from the passages."""
    searches = now.steps_of("kb_search")
    if not searches:
        return Call("kb_search", {"query": key_words(now.question) or now.question})
    return answer_from(now.question, searches[-1])


def answer_from(question: str, search: Step) -> Found:
    """The best candidate of the passages, if enough of the question's words stand near it."""
    wanted = words(question)
    texts = [str(row.get("text", "")) for row in search.rows("results")]
    is_number = _NUMBER_ASKED.search(question) is not None
    find = _numbers if is_number else _phrases
    found = [item for rank, text in enumerate(texts) for item in find(question, text, rank)]
    if not found:
        return NOTHING
    best = max(found, key=lambda item: (item.near, -item.place))
    return Found(best.value) if best.near >= _LEAST_SHARE * len(wanted) else NOTHING


def _numbers(question: str, text: str, rank: int) -> Iterator[_Candidate]:
    """Figures of a passage that do not stand in the question itself."""
    wanted = words(question)
    asked = {mention.value for mention in find_numbers(question)}
    for mention in find_numbers(text):
        if mention.value not in asked:
            near = overlap(wanted, _sentence(text, mention.start, mention.end))
            yield _Candidate(_plain(mention.value), near, rank * len(text) + mention.start)


def _phrases(question: str, text: str, rank: int) -> Iterator[_Candidate]:
    """The tails of sentences, behind a verb or colon."""
    wanted = words(question)
    for match in _SENTENCE.finditer(text):
        tail = _AFTER.search(match[0])
        if tail is not None and tail[1].strip():
            phrase = tail[1].strip()[:_LONGEST_PHRASE]
            yield _Candidate(phrase, overlap(wanted, match[0]), rank * len(text) + match.start())


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence or line around [start, end); a heading above it does not belong to it."""
    breaks = [match.end() for match in _BREAK.finditer(text, 0, start)]
    after = _BREAK.search(text, end)
    return text[breaks[-1] if breaks else 0 : after.start() if after else len(text)]


def _plain(value: str) -> int | float:
    return float(value) if "." in value else int(value)
