"""Figures of rubrics that stand in a document: where, with which words, and as which span."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from worksurface_pipeline.kernel.text import NumberMention, find_numbers, find_token
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.matching import ClaimIndex
from worksurface_pipeline.worksurface.tasks.segments import Parsed, Segment
from worksurface_pipeline.worksurface.tasks.words import FRAME, LIMIT_WORDS, STOP, Word, is_content, synonyms

# Words of the figure's own stretch in the same sentence or row, of the shared stretch there, of
# the own stretch in headings and file name; one word that touches the figure in both texts.
OWN = 1.0
SHARED = 0.5
AROUND = 0.5
TOUCHING = 0.5
_MOST_TOUCHING = 4
# A place in another document that is nearly as well worded makes the figure ambiguous.
_CLEAR = 1.0
# Up to here a number is met by chance on every page.
_SMALL = 100
_LONG_DIGITS = 4
_YEAR_DIGITS = 4
_ABBREVIATION = 5
_LEAST_WORDS = 2
_LEAST_COVERED = 0.4
_HALF = 0.5
_DASHES = tuple("\u2013\u2014")


@dataclass(frozen=True, slots=True)
class Place:
    """One occurrence of a figure: the mention (offsets of the document), its words, its score."""

    document: Document
    segment: Segment
    mention: NumberMention
    start: int
    end: int
    score: float
    own: int
    around: int
    shared: int
    near: int
    touching: int
    covered: float


@dataclass(frozen=True, slots=True)
class Found:
    """The place that a figure was recovered at, or the reason why there is none."""

    place: Place | None
    reason: str = ""


def find_figure(
    claim: Claim, figure: Figure, documents: Sequence[Parsed]
) -> Found:
    """The place whose words are the rubric's, if one document has it and has it clearly."""
    index = ClaimIndex(claim)
    places = [
        place
        for parsed in documents
        for place in _places(index, figure, parsed)
    ]
    good = sorted((place for place in places if _is_meant(place)), key=_rank)
    if not good:
        reason = "stands in a document among other words" if places else "stands in no document"
        return Found(None, reason)
    best = good[0]
    others = [place for place in good if place.document.id != best.document.id]
    if others and others[0].score > best.score - _CLEAR:
        return Found(None, "stands in several documents with the same words")
    return Found(best)


def _rank(place: Place) -> tuple[float, str, int]:
    return -place.score, place.document.id, place.start


def _places(
    index: ClaimIndex, figure: Figure, parsed: Parsed
) -> Iterator[Place]:
    digits = figure.mention.value.partition(".")[0].lstrip("-")
    for segment in parsed.segments:
        text = parsed.text[segment.start : segment.end]
        if digits not in text.replace(",", ""):
            continue
        for mention in find_numbers(text):
            is_content = not is_numbering(text, segment, mention)
            if is_content and _is_same(mention, figure.mention):
                yield _place(index, figure, parsed.document, segment, mention)


def is_numbering(text: str, segment: Segment, mention: NumberMention) -> bool:
    """Whether the number only numbers its row, or is an end of a range of pages or days."""
    if text[mention.end : mention.end + 1] in _DASHES or text[mention.start - 1] in _DASHES:
        return True
    start = segment.start + mention.start
    is_plain = mention.unit == "" and mention.digits == 0 and "," not in mention.raw
    return bool(segment.cells) and is_plain and segment.cells[0].start <= start < segment.cells[0].end


def _is_same(found: NumberMention, asked: NumberMention) -> bool:
    """Equal value in an equal or unstated unit; a percentage must be one in the document too."""
    if Decimal(found.value) != Decimal(asked.value):
        return False
    if asked.unit == "percent" or found.unit == "percent":
        return found.unit == asked.unit or asked.digits > 0
    return found.unit == asked.unit or "" in (found.unit, asked.unit)


def _place(
    index: ClaimIndex,
    figure: Figure,
    document: Document,
    segment: Segment,
    mention: NumberMention,
) -> Place:
    start, end = segment.start + mention.start, segment.start + mention.end
    here = _here(segment, start, end)
    around = segment.around - here
    own = _stems(index, figure.own)
    shared = _stems(index, figure.shared) - own
    in_own = _common(own, here)
    in_around = _common(own, here | around) - in_own
    in_shared = _common(shared, here)
    near_shared = _common(shared, around)
    left, right = run(index.claim, figure, segment, start, end)
    touching = _touching(segment, left, right, start, end) + _labelled(segment, own, start, end)
    score = OWN * in_own + SHARED * in_shared + AROUND * in_around
    return Place(
        document=document,
        segment=segment,
        mention=mention,
        start=left,
        end=right,
        score=score + TOUCHING * min(touching, _MOST_TOUCHING),
        own=in_own,
        around=in_around,
        shared=in_shared,
        near=near_shared,
        touching=touching,
        covered=(in_own + in_around) / max(len(own), 1),
    )


def place_alone(document: Document, segment: Segment, mention: NumberMention) -> Place:
    """The place of a figure that no rubric names: the span is the figure itself at first."""
    start, end = segment.start + mention.start, segment.start + mention.end
    return Place(document, segment, mention, start, end, 0.0, 0, 0, 0, 0, 0, 0.0)


def _is_meant(place: Place) -> bool:
    """Whether the words are enough for a figure of this size."""
    value = abs(place.mention.number)
    digits = place.mention.value.replace(".", "").strip("0-")
    words = place.own + place.around
    every = words + place.shared + place.near
    if value > _SMALL and len(digits) >= _LONG_DIGITS:
        return every >= 1
    if value > _SMALL and len(digits) > 1 or place.mention.digits > 0:
        return every >= _LEAST_WORDS and place.own + place.shared >= 1
    is_unit = place.mention.unit != "" or place.touching >= 1
    is_covered = words >= _LEAST_WORDS and place.covered >= _LEAST_COVERED
    is_topic = place.own > place.touching and place.covered >= _HALF
    return is_unit and (is_covered or is_topic)


def _here(segment: Segment, start: int, end: int) -> frozenset[str]:
    """Stems of the sentence; of a row, those of its cells and of the header above the figure."""
    stems = {word.stem for word in segment.words if not start <= word.start < end}
    for cell in segment.cells:
        if cell.start <= start < cell.end:
            stems |= cell.header
    return frozenset(stems)


def _labelled(segment: Segment, own: frozenset[str], start: int, end: int) -> int:
    """Words of a row's header or first cell that the claim has beside the figure."""
    for cell in segment.cells:
        if cell.start <= start < cell.end:
            first = segment.cells[0]
            label = {word.stem for word in segment.words if word.end <= first.end}
            return _common(own, frozenset(cell.header | label))
    return 0


def _stems(index: ClaimIndex, positions: frozenset[int]) -> frozenset[str]:
    words = [index.words[position] for position in sorted(positions)]
    return frozenset(
        word.stem
        for position, word in zip(sorted(positions), words, strict=True)
        if position in index.content or (word.text.isdigit() and len(word.text) == _YEAR_DIGITS)
    )


def _common(stems: frozenset[str], others: frozenset[str]) -> int:
    return sum(bool(synonyms(stem) & others) or _is_shortened(stem, others) for stem in stems)


def _is_shortened(stem: str, others: frozenset[str]) -> bool:
    """Whether an abbreviation of the word is among the others ("config")."""
    lengths = range(_ABBREVIATION, len(stem))
    return any(stem[:length] in others for length in lengths) and len(stem) > _ABBREVIATION + 2


def run(
    claim: Claim, figure: Figure, segment: Segment, start: int, end: int
) -> tuple[int, int]:
    """The longest stretch around the figure that document and rubric have word for word."""
    behind = [word for word in segment.words if word.start >= end]
    before = [word for word in segment.words if word.end <= start][::-1]
    asked_behind = [word for word in claim.words if word.start >= figure.mention.end]
    asked_before = [word for word in claim.words if word.end <= figure.mention.start][::-1]
    right = _agreeing(behind, asked_behind)
    left = _agreeing(before, asked_before)
    return (left[-1].start if left else start), (right[-1].end if right else end)


def _agreeing(words: Sequence[Word], asked: Sequence[Word]) -> list[Word]:
    """Words from the figure outwards that are equal in both, ending in a content word."""
    equal: list[Word] = []
    for word, other in zip(words, asked, strict=False):
        if word.stem != other.stem:
            break
        equal.append(word)
    while equal and not _can_end(equal[-1]):
        equal.pop()
    return equal


def _can_end(word: Word) -> bool:
    """A span ends in a content word, a number, or what makes it a limit ("more than 2 %")."""
    return is_content(word) or word.text.isdigit() or word.text.lower() in LIMIT_WORDS


def _touching(segment: Segment, left: int, right: int, start: int, end: int) -> int:
    words = (word for word in segment.words if left <= word.start and word.end <= right)
    return sum(is_content(word) for word in words if not start <= word.start < end)


def unique_span(place: Place, documents: Mapping[str, Document]) -> tuple[int, int] | None:
    """The shortest stretch of words around the figure that stands once in all the documents."""
    start, end = place.start, place.end
    text = place.document.text
    words = place.segment.words
    for _ in range(len(words) + 1):
        if _occurrences(text[start:end], documents) == 1:
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


def _occurrences(span: str, documents: Mapping[str, Document]) -> int:
    return sum(
        1
        for document in documents.values()
        if span in document.text
        for _ in find_token(document.text, span)
    )
