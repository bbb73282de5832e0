"""What speaks against a place in a document although the figure and some words are the same."""

from __future__ import annotations

from dataclasses import dataclass

from worksurface_pipeline.kernel.text import NumberMention, find_numbers
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure, is_limit
from worksurface_pipeline.worksurface.tasks.lexicon import (
    NORM_WORDS,
    SCALE_WORDS,
    TIME_UNITS,
    UNIT_WORDS,
    word_set,
)
from worksurface_pipeline.worksurface.tasks.literals import LITERAL
from worksurface_pipeline.worksurface.tasks.segments import Cell, Segment
from worksurface_pipeline.worksurface.tasks.words import Word, is_content, stem, synonyms

# Up to here a number is met by chance on every page.
SMALL = 100
# How far before the figure a limit may be said in the document.
_LIMIT_REACH = 5
_KINDS = {
    "above": word_set("more greater higher longer later over above exceed exceeds exceeding"),
    "from": word_set("least minimum"),
    "below": word_set("less fewer lower shorter earlier under below"),
    "up to": word_set("most up maximum within no"),
}
_AGGREGATES = (
    frozenset({"average", "mean", "median"}),
    frozenset({"total", "totals", "sum", "ttl", "overall"}),
)
_UNITS = frozenset(stem(word) for word in (*UNIT_WORDS, *TIME_UNITS, "year"))


@dataclass(frozen=True, slots=True)
class Standing:
    """A figure in a document: the text, its segment, and the mention relative to the segment."""

    text: str
    segment: Segment
    mention: NumberMention

    @property
    def start(self) -> int:
        """Offset of the figure in the document."""
        return self.segment.start + self.mention.start

    @property
    def end(self) -> int:
        """Offset behind the figure."""
        return self.segment.start + self.mention.end

    @property
    def sentence(self) -> str:
        """The text of the segment."""
        return self.text[self.segment.start : self.segment.end]


def contradiction(claim: Claim, figure: Figure, standing: Standing) -> str:
    """Why the place means something else, "" if nothing says so."""
    if standing.mention.unit == LITERAL:
        return ""
    checks = (
        (_lacks_limit(claim, figure, standing), "the rubric's limit is none in the document"),
        (_is_other_rule(claim, standing), "the document sets a rule that the rubric does not ask"),
        (_clashes(claim, figure, standing), "the words behind the figure differ"),
        (_is_other_column(claim, figure, standing), "another column of the row is meant"),
        (_is_one_cell(claim, standing), "one cell is no total and no average"),
        (_has_other_numbers(claim, figure, standing), "the sentence is about other numbers"),
    )
    return next((reason for holds, reason in checks if holds), "")


def _lacks_limit(claim: Claim, figure: Figure, standing: Standing) -> bool:
    if not is_limit(claim.text, figure.mention):
        return False
    asked = [word for word in claim.words if word.end <= figure.mention.start]
    found = [word for word in standing.segment.words if word.end <= standing.start]
    return not _limits(asked[-2:]) & _limits(found[-_LIMIT_REACH:])


def _limits(words: list[Word]) -> set[str]:
    """The kinds of limit that the words say."""
    said = {word.text.lower() for word in words}
    return {kind for kind, names in _KINDS.items() if said & names}


def _is_other_rule(claim: Claim, standing: Standing) -> bool:
    """A ceiling of 2.5 % is no share that was measured."""
    said = {word.text.lower() for word in claim.words}
    here = {word.text.lower() for word in standing.segment.words}
    measured = said & {"share", "average", "total", "mean", "rate"}
    return bool(measured and here & NORM_WORDS and not said & NORM_WORDS)


def _clashes(claim: Claim, figure: Figure, standing: Standing) -> bool:
    """Another unit ("90 seconds" for "90 days") or another scale ("4 billion" for "4")."""
    asked = _behind(claim.words, figure.mention.end)
    found = _behind(standing.segment.words, standing.end)
    scales = {word.text.lower() for word in (asked, found) if word} & SCALE_WORDS
    if scales:
        return asked is None or found is None or asked.stem != found.stem
    if asked is None or found is None or standing.segment.cells:
        return False
    is_unit = asked.stem in _UNITS and found.stem in _UNITS
    return is_unit and asked.stem != found.stem


def _behind(words: tuple[Word, ...], end: int) -> Word | None:
    """The word one space behind `end`."""
    return next((word for word in words if 0 <= word.start - end <= 1), None)


def _is_other_column(claim: Claim, figure: Figure, standing: Standing) -> bool:
    """A cell whose header is not what the rubric names, while another header or none is."""
    cells = standing.segment.cells
    own = {claim.words[i].stem for i in figure.own if is_content(claim.words[i])} | _noun_stems(
        claim, figure
    )
    here = next((cell for cell in cells if cell.start <= standing.start < cell.end), None)
    if here is None or not here.header:
        return False
    best = max((_matches(own, cell) for cell in cells[1:]), default=0)
    is_small = standing.mention.digits == 0 and abs(standing.mention.number) <= SMALL
    is_unnamed = is_small and standing.mention.unit == "" and _matches(own, here) == 0
    return _matches(own, here) < best or is_unnamed


def _is_one_cell(claim: Claim, standing: Standing) -> bool:
    """The rubric says average or total, but the row and what stands around it do not."""
    if not standing.segment.cells:
        return False
    here = {word.stem for word in standing.segment.words} | standing.segment.around
    here = here.union(*(cell.header for cell in standing.segment.cells))
    said = {word.text.lower() for word in claim.words}
    return any(said & words and not {stem(w) for w in words} & here for words in _AGGREGATES)


def _noun_stems(claim: Claim, figure: Figure) -> set[str]:
    word = _behind(claim.words, figure.mention.end)
    return {word.stem} if word else set()


def _matches(own: set[str], cell: Cell) -> int:
    return sum(bool(synonyms(word) & cell.header) for word in own)


def _has_other_numbers(claim: Claim, figure: Figure, standing: Standing) -> bool:
    """The rubric's other numbers are missing from a sentence that has numbers of its own."""
    if abs(standing.mention.number) > SMALL:
        return False
    asked = {
        mention.number
        for mention in find_numbers(claim.text)
        if mention.start != figure.mention.start
    }
    others = {
        mention.number
        for mention in find_numbers(standing.sentence)
        if mention.start != standing.mention.start
    }
    return bool(asked and others and not asked & others)
