"""Places of a figure in a document, and how much their words have in common with the rubric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import NumberMention
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.claim_index import ClaimIndex
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure
from worksurface_pipeline.worksurface.tasks.lexicon import LIMIT_WORDS
from worksurface_pipeline.worksurface.tasks.segments import Segment
from worksurface_pipeline.worksurface.tasks.words import Word, is_content, synonyms

# Words of the figure's own stretch in the same sentence or row, of the shared stretch there, of
# the own stretch in headings and file name; one word that touches the figure in both texts.
OWN = 1.0
SHARED = 0.5
AROUND = 0.5
TOUCHING = 0.5
_MOST_TOUCHING = 4
_YEAR_DIGITS = 4
_ABBREVIATION = 5


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


def place_of_figure(
    index: ClaimIndex,
    figure: Figure,
    document: Document,
    segment: Segment,
    mention: NumberMention,
) -> Place:
    """One occurrence of the figure, with all that its words and the rubric's share."""
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


def run(claim: Claim, figure: Figure, segment: Segment, start: int, end: int) -> tuple[int, int]:
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
