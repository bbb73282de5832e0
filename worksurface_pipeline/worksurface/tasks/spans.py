"""Figures of rubrics that stand in a document: where, with which words, and as which span."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.text import NumberMention, find_numbers, find_token
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.claim_index import ClaimIndex
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.contradictions import Standing, contradiction
from worksurface_pipeline.worksurface.tasks.lexicon import FRAME, STOP
from worksurface_pipeline.worksurface.tasks.literals import LITERAL, find_same
from worksurface_pipeline.worksurface.tasks.places import Place, place_of_figure
from worksurface_pipeline.worksurface.tasks.segments import Parsed, Segment
from worksurface_pipeline.worksurface.tasks.words import Word

# A place in another document that is nearly as well worded makes the figure ambiguous.
_CLEAR = 1.0
# Up to here a number is met by chance on every page.
_SMALL = 100
_LONG_DIGITS = 4
_LEAST_WORDS = 2
_LEAST_COVERED = 0.4
_LEAST_NEAR = 0.3
_HALF = 0.5
_DASHES = tuple("\u2013\u2014")


@dataclass(frozen=True, slots=True)
class Found:
    """The place that a figure was recovered at, or the reason why there is none."""

    place: Place | None
    reason: str = ""


def find_figure(claim: Claim, figure: Figure, documents: Sequence[Parsed]) -> Found:
    """The place whose words are the rubric's, if one document has it and has it clearly."""
    index = ClaimIndex(claim)
    places = [place for parsed in documents for place in _places(index, figure, parsed)]
    good = sorted(
        (
            place
            for place in places
            if _is_meant(place) and not contradiction(claim, figure, _standing(place))
        ),
        key=_rank,
    )
    if not good:
        reason = "stands in a document among other words" if places else "stands in no document"
        return Found(None, reason)
    best = good[0]
    others = [place for place in good if place.document.id != best.document.id]
    if others and others[0].score > best.score - _CLEAR:
        return Found(None, "stands in several documents with the same words")
    return Found(best)


def _standing(place: Place) -> Standing:
    return Standing(place.document.text, place.segment, place.mention)


def _rank(place: Place) -> tuple[float, str, int]:
    return -place.score, place.document.id, place.start


def _places(index: ClaimIndex, figure: Figure, parsed: Parsed) -> Iterator[Place]:
    digits = figure.mention.value.partition(".")[0].lstrip("-")
    for segment in parsed.segments:
        text = parsed.text[segment.start : segment.end]
        if figure.is_literal:
            for mention in find_same(text, figure.mention):
                yield place_of_figure(index, figure, parsed.document, segment, mention)
        elif digits in text.replace(",", ""):
            for mention in _numbers(text, segment, figure):
                yield place_of_figure(index, figure, parsed.document, segment, mention)


def _numbers(text: str, segment: Segment, figure: Figure) -> Iterator[NumberMention]:
    for mention in find_numbers(text):
        is_content = not is_numbering(text, segment, mention)
        if is_content and _is_same(mention, figure.mention, bool(segment.cells)):
            yield mention


def is_numbering(text: str, segment: Segment, mention: NumberMention) -> bool:
    """Whether the number only numbers its row, or is an end of a range of pages or days."""
    if text[mention.end : mention.end + 1] in _DASHES or text[mention.start - 1] in _DASHES:
        return True
    start = segment.start + mention.start
    is_plain = mention.unit == "" and mention.digits == 0 and "," not in mention.raw
    return (
        bool(segment.cells) and is_plain and segment.cells[0].start <= start < segment.cells[0].end
    )


def _is_same(found: NumberMention, asked: NumberMention, is_cell: bool) -> bool:
    """Equal value and digits in the same unit; a cell may leave the unit to its header."""
    if Decimal(found.value) != Decimal(asked.value) or found.digits != asked.digits:
        return False
    return found.unit == asked.unit or (is_cell and found.unit == "")


def _is_meant(place: Place) -> bool:
    """Whether the words are enough for a figure of this size."""
    value = abs(place.mention.number)
    digits = place.mention.value.replace(".", "").strip("0-")
    words = place.own + place.around
    every = words + place.shared + place.near
    is_row = bool(place.segment.cells) and place.shared >= 1
    is_near = place.covered >= _LEAST_NEAR or is_row
    if value > _SMALL and len(digits) >= _LONG_DIGITS:
        return place.own >= 1 and is_near
    if (value > _SMALL and len(digits) > 1) or place.mention.digits > 0:
        return every >= _LEAST_WORDS and place.own + place.shared >= 1 and is_near
    if place.mention.unit == LITERAL:
        return words >= _LEAST_WORDS and place.covered >= _LEAST_COVERED
    is_unit = place.mention.unit != "" or place.touching >= 1
    is_covered = words >= _LEAST_WORDS and place.covered >= _LEAST_COVERED
    is_topic = place.own > place.touching and place.covered >= _HALF
    return is_unit and place.own >= 1 and (is_covered or is_topic)


def unique_span(place: Place, documents: Mapping[str, Document]) -> tuple[int, int] | None:
    """The shortest stretch of words around the figure that stands once in all the documents."""
    start, end = place.start, place.end
    text = place.document.text
    words = place.segment.words
    holders = [item for item in documents.values() if place.mention.raw in item.text]
    for _ in range(len(words) + 1):
        if _occurrences(text[start:end], holders) == 1:
            return start, end
        behind = [word for word in words if word.start >= end]
        before = [word for word in words if word.end <= start]
        if behind and not (before and _is_weaker(behind[0], before[-1])):
            end = behind[0].end
        elif before:
            start = before[-1].start
        else:
            return None
    return None


def _is_weaker(word: Word, other: Word) -> bool:
    """Whether the next word says less than the one before."""
    empty = STOP | FRAME
    return word.text.lower() in empty and other.text.lower() not in empty


def _occurrences(span: str, documents: Sequence[Document]) -> int:
    return sum(
        1
        for document in documents
        if span in document.text
        for _ in find_token(document.text, span)
    )
