"""Readings of a figure: expressions that the wording of its rubric allows, with the evidence.

A reading is made from the words alone; whether its value is the figure's is asked later. Its
score counts what the words say for it; the unit of the score is about one telling word.
"""

from __future__ import annotations

from dataclasses import dataclass

from worksurface_pipeline.worksurface.tasks.claim_index import ClaimIndex, Hit
from worksurface_pipeline.worksurface.tasks.claims import (
    Figure,
    clause_end,
    is_part_of,
    noun_positions,
)
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression
from worksurface_pipeline.worksurface.tasks.lexicon import (
    COUNT_CUES,
    DISTINCT_CUES,
    DOWN_CUES,
    MAX_CUES,
    MEAN_CUES,
    MIN_CUES,
    ROW_WORDS,
    SHARE_CUES,
    SUM_CUES,
    UP_CUES,
)
from worksurface_pipeline.worksurface.tasks.matching import hits_of, view_positions
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile

# The rubric names the view's file itself.
NAMED_FILE = 4.0
# One word of the view's file or sheet name; more than this many say no more.
VIEW_WORD = 1.25
MOST_VIEW_WORDS = 3
# A content word beside the figure that the reading leaves unexplained.
UNEXPLAINED = -0.4


@dataclass(frozen=True, slots=True)
class Reading:
    """An expression, the score of its wording, and the positions of the words it explains.

    `penalty` is what the score lost because the figure's words call another view.
    Where the rubric also names the first of its kind, `confirm` must yield that `label`.
    """

    expression: Expression
    score: float
    used: frozenset[int]
    confirm: Expression | None = None
    label: str = ""
    penalty: float = 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """One figure before one view: everything that readings are made from."""

    index: ClaimIndex
    figure: Figure
    view: ViewProfile
    hits: tuple[Hit, ...]
    view_words: frozenset[int]
    cues: frozenset[str]
    nouns: frozenset[int]
    is_named: bool
    inherited: tuple[Condition, ...] = ()

    @property
    def own(self) -> frozenset[int]:
        """Positions of the words that stand with the figure alone."""
        return self.figure.own

    @property
    def near(self) -> frozenset[int]:
        """Positions of own and shared words."""
        return self.figure.own | self.figure.shared

    @property
    def _aside(self) -> frozenset[int]:
        """Words behind the clause of the figure: an afterthought, which restricts nothing."""
        end = clause_end(self.index.claim, self.figure)
        words = self.index.words
        return frozenset(i for i in self.own if words[i].start >= end)

    @property
    def is_count(self) -> bool:
        """Whether the figure can be a number of things."""
        mention = self.figure.mention
        return mention.unit == "" and mention.digits == 0 and not mention.value.startswith("-")

    @property
    def is_percent(self) -> bool:
        """Whether the figure is a percentage."""
        return self.figure.mention.unit == "percent"

    def reading(
        self,
        expression: Expression,
        score: float,
        used: frozenset[int],
        confirm: Expression | None = None,
        label: str = "",
    ) -> Reading:
        """A reading with the view's own evidence added and unexplained words subtracted."""
        used = used | self.view_words
        left = (self.own & self.index.content) - used - self._aside
        named = NAMED_FILE if self.is_named else 0.0
        seen = min(len(self.view_words), MOST_VIEW_WORDS) * VIEW_WORD
        score += named + seen + UNEXPLAINED * len(left)
        return Reading(expression, score, used, confirm, label)


def setting_of(
    index: ClaimIndex,
    figure: Figure,
    view: ViewProfile,
    is_named: bool,
    inherited: tuple[Condition, ...] = (),
) -> Setting:
    """The figure before the view."""
    hits = tuple(hit for hit in hits_of(index, view) if hit.positions <= figure.own)
    if is_part_of(index.claim, figure):
        hits = tuple(hit for hit in hits if hit.positions <= noun_positions(index.claim, figure))
    return Setting(
        index=index,
        figure=figure,
        view=view,
        hits=hits,
        view_words=view_positions(index, view) & (figure.own | figure.shared),
        cues=cues_of(index, figure),
        nouns=_nouns(index, figure),
        is_named=is_named,
        inherited=inherited,
    )


def cues_of(index: ClaimIndex, figure: Figure) -> frozenset[str]:
    """What is computed, by the figure's own words; by the shared ones where those say nothing."""
    return cues_in(index, figure.own) or cues_in(index, figure.shared)


def cues_in(index: ClaimIndex, positions: frozenset[int]) -> frozenset[str]:
    """Names of the cues among the words at the positions."""
    found = _cues(index.claim.texts(positions - index.sum_phrases))
    return found | {"sum"} if positions & index.sum_phrases else found


def cue_positions(setting: Setting, cues: frozenset[str]) -> frozenset[int]:
    """Positions near the figure whose word is one of `cues`."""
    index = setting.index
    sums = index.sum_phrases & setting.near
    others = setting.near - sums
    found = frozenset(i for i in others if index.words[i].text.lower() in cues)
    return found | sums if cues is SUM_CUES else found


def conditions(hits: tuple[Hit, ...]) -> tuple[Condition, ...]:
    """The conditions of hits, sorted."""
    return tuple(sorted({hit.condition for hit in hits}))


def covered(hits: tuple[Hit, ...]) -> frozenset[int]:
    """All positions that hits explain."""
    return frozenset().union(*(hit.positions | hit.words for hit in hits))


def column_of(setting: Setting, hit: Hit) -> ColumnProfile:
    """The profile of the column of a hit."""
    return setting.view.column(hit.condition.column)


_CUES = {
    "sum": SUM_CUES,
    "mean": MEAN_CUES,
    "max": MAX_CUES,
    "min": MIN_CUES,
    "share": SHARE_CUES,
    "count": COUNT_CUES,
    "distinct": DISTINCT_CUES,
    "up": UP_CUES,
    "down": DOWN_CUES,
}


def _cues(texts: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name, words in _CUES.items() if texts & words)


def _nouns(index: ClaimIndex, figure: Figure) -> frozenset[int]:
    """What is counted: the noun behind the figure, else what "number of" names, else all own."""
    behind = noun_positions(index.claim, figure)
    rows = frozenset(i for i in behind if index.words[i].text.lower() in ROW_WORDS)
    if behind & index.content or rows:
        return (behind & index.content) | rows
    counted = [i for i in figure.own if index.words[i].text.lower() in COUNT_CUES]
    own = figure.own & index.content
    after = frozenset(i for i in own if counted and i > min(counted))
    return after or own
