"""What a rubric claims: its figures, and the words that stand with each of them.

Every word of a rubric between two figures belongs to one of them; the words before the first
figure are shared by the later ones. What a figure *means* is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from worksurface_pipeline.kernel.text import NumberMention
from worksurface_pipeline.worksurface.schema.source import Rubric
from worksurface_pipeline.worksurface.tasks.figures import EQUATE, rubric_numbers
from worksurface_pipeline.worksurface.tasks.lexicon import ANAPHORA
from worksurface_pipeline.worksurface.tasks.literals import LITERAL
from worksurface_pipeline.worksurface.tasks.words import Word, words_of

_STRONG = re.compile(r"[,;:(](?=\s|\S*$)|\s\(|[.]\s|\bi\.e\.")
_JOIN = re.compile(r"\b(?:and|or|against|versus|vs\.?|while|but|whereas|plus)\b", re.IGNORECASE)
_WEAK = re.compile(r"\b(?:out of|of|with|among|from|at|in|for|by|to)\b", re.IGNORECASE)
_PART_OF = re.compile(r"^\s+(?:out )?of (?:the |all |these |our )?$", re.IGNORECASE)
_SUM_TO = re.compile(r"\b(?:add|sum)\w* up to\s*[$€£¥]?$", re.IGNORECASE)
_NOUN_END = re.compile(
    r"\b(?:is|are|was|were|have|has|had|earns?|on|that|who|which|listed|given|counted|said"
    r"|answered|received|described|reported|quoted|shown|mentioned|named)\b"
)
_LIMIT = re.compile(
    r"\b(?:(?:more|less|fewer|greater|higher|lower|longer|shorter|later|earlier) than|at least"
    r"|at most|up to|under|over|within|below|above|exceed\w*|maximum of|minimum of)\s*[$€£¥]?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a rubric.

    `own` are the positions (in `Claim.words`) of the words that stand with this figure alone,
    `shared` those of the words before the first figure and after the last one.
    """

    mention: NumberMention
    own: frozenset[int]
    shared: frozenset[int]
    is_anaphoric: bool
    order: int

    @property
    def is_literal(self) -> bool:
        """Whether the figure is a range or a date, which only a document can hold."""
        return self.mention.unit == LITERAL

    @property
    def significant(self) -> int:
        """Significant digits as printed; trailing zeros of an integer say nothing."""
        digits = self.mention.value.lstrip("-").replace(".", "").lstrip("0")
        return len(digits if self.mention.digits else digits.rstrip("0")) or 1


@dataclass(frozen=True, slots=True)
class Claim:
    """One rubric, with its words and figures."""

    index: int
    text: str
    words: tuple[Word, ...]
    figures: tuple[Figure, ...]

    def texts(self, positions: frozenset[int]) -> frozenset[str]:
        """Lower-case words at the positions."""
        return frozenset(self.words[position].text.lower() for position in positions)


def parse_claim(rubric: Rubric) -> Claim:
    """The claim that a rubric makes."""
    words = words_of(rubric.text)
    mentions = tuple(mention for mention, is_read in rubric_numbers(rubric.text) if is_read)
    return Claim(rubric.index, rubric.text, words, tuple(_figures(rubric.text, words, mentions)))


def _figures(
    text: str, words: tuple[Word, ...], mentions: tuple[NumberMention, ...]
) -> Iterator[Figure]:
    bounds = _bounds(text, mentions)
    tail = _tail(text, words, mentions)
    for order, mention in enumerate(mentions):
        own = _between(words, *bounds[order]) - _between(words, mention.start, mention.end)
        own |= _part_words(text, words, mentions, order)
        own |= _subject_words(text, words, mentions, order)
        if order + 1 < len(mentions) and _subject_words(text, words, mentions, order + 1):
            own &= _between(words, mention.end, mentions[order + 1].start)
        first = mentions[0].start
        shared = (_between(words, 0, first) | tail) - own
        heard = {words[position].text.lower() for position in own}
        anaphoric = order > 0 and bool(heard & ANAPHORA)
        yield Figure(mention, own, shared, anaphoric, order)


def _bounds(text: str, mentions: tuple[NumberMention, ...]) -> list[tuple[int, int]]:
    """The stretch of each figure: from the split before it to the split after it."""
    cuts = [0]
    for left, right in pairwise(mentions):
        cuts.append(left.end + _split(text[left.end : right.start]))
    cuts.append(len(text))
    return list(pairwise(cuts))


def _split(gap: str) -> int:
    """Where the words between two figures change owner."""
    for pattern in (_STRONG, _JOIN, _WEAK):
        match = pattern.search(gap)
        if match is not None:
            return match.start()
    return len(gap)


def _part_words(
    text: str, words: tuple[Word, ...], mentions: tuple[NumberMention, ...], order: int
) -> frozenset[int]:
    """In "30 of the 120 orders were delayed" the words behind 120 say what the 30 are."""
    if order + 1 >= len(mentions):
        return frozenset()
    left, right = mentions[order], mentions[order + 1]
    if not _PART_OF.match(text[left.end : right.start]):
        return frozenset()
    end = mentions[order + 2].start if order + 2 < len(mentions) else len(text)
    return _between(words, right.end, end)


def _subject_words(
    text: str, words: tuple[Word, ...], mentions: tuple[NumberMention, ...], order: int
) -> frozenset[int]:
    """In "pay of the 29 majors given as 57,383" all words before 57,383 say what it is."""
    if order == 0:
        return frozenset()
    left, right = mentions[order - 1], mentions[order]
    gap = text[left.end : right.start].rstrip("$€£¥")
    if not EQUATE.search(gap) or _STRONG.search(gap) or _JOIN.search(gap):
        return frozenset()
    start = mentions[order - 2].end if order > 1 else 0
    return _between(words, start, left.start) | _between(words, left.end, right.start)


def _tail(
    text: str, words: tuple[Word, ...], mentions: tuple[NumberMention, ...]
) -> frozenset[int]:
    return _between(words, mentions[-1].end, len(text)) if len(mentions) > 1 else frozenset()


def _between(words: tuple[Word, ...], start: int, end: int) -> frozenset[int]:
    return frozenset(
        position for position, word in enumerate(words) if word.start >= start and word.end <= end
    )


def is_part_of(claim: Claim, figure: Figure) -> bool:
    """Whether the figure is the whole in "A of the B": what follows B restricts A, not B."""
    if figure.order == 0:
        return False
    left = claim.figures[figure.order - 1].mention
    return _PART_OF.match(claim.text[left.end : figure.mention.start]) is not None


def is_limit(text: str, mention: NumberMention) -> bool:
    """Whether the words directly before make the number a limit: "more than 5", "within 1"."""
    before = text[: mention.start].rstrip()
    return _LIMIT.search(before) is not None and _SUM_TO.search(before) is None


def clause_end(claim: Claim, figure: Figure) -> int:
    """Where the clause of the figure ends: at the next comma, colon or parenthesis."""
    match = _STRONG.search(claim.text, figure.mention.end)
    inside = claim.text[: figure.mention.start].count("(") > claim.text[
        : figure.mention.start
    ].count(")")
    return len(claim.text) if match is None or inside else match.start()


def noun_positions(claim: Claim, figure: Figure) -> frozenset[int]:
    """Positions of the noun phrase directly behind the figure ("157 distinct agencies")."""
    start = figure.mention.end
    rest = claim.text[start:]
    found = (pattern.search(rest) for pattern in (_STRONG, _NOUN_END, _JOIN, _WEAK))
    ends = [match.start() for match in found if match]
    ends += [other.mention.start - start for other in claim.figures if other.mention.start > start]
    return _between(claim.words, start, start + min(ends, default=len(rest)))
