"""Which of the conditions that a claim names restrict its figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from worksurface_pipeline.worksurface.tasks.claim_index import Hit
from worksurface_pipeline.worksurface.tasks.expressions import Condition
from worksurface_pipeline.worksurface.tasks.readings import Setting, conditions, covered

# One condition that the wording names, one more word of its value, one word of its column.
CONDITION = 2.0
VALUE_WORD = 0.5
COLUMN_WORD = 0.5
# The whole name of its column, in proportion.
COLUMN_NAMED = 0.3
# A condition that the wording names and the reading ignores.
IGNORED = -2.0
# A set that an earlier figure of the rubric established ("54 of them").
INHERITED = 1.0
_MOST_COLUMN_WORDS = 3
# Wordings with more conditions are rare, and their combinations many.
_MOST_GROUPS = 3
_MOST_CHOICES = 12


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions taken from the wording, what they explain, and what they are worth."""

    hits: tuple[Hit, ...]
    inherited: tuple[Condition, ...]
    score: float
    used: frozenset[int]

    @property
    def where(self) -> tuple[Condition, ...]:
        """All conditions, sorted."""
        return tuple(sorted({*conditions(self.hits), *self.inherited}))


def selections(setting: Setting) -> Iterator[Selection]:
    """Ways to choose conditions: all that are named, all but one, none; with ambiguous columns."""
    groups = _groups(setting.hits)[:_MOST_GROUPS]
    for taken in _subsets(len(groups)):
        ignored = (len(groups) - len(taken)) * IGNORED
        for hits in islice(product(*(groups[i] for i in taken)), _MOST_CHOICES):
            if len({hit.condition.column for hit in hits}) == len(hits):
                yield from _with_inherited(setting, hits, ignored)


def _with_inherited(setting: Setting, hits: tuple[Hit, ...], ignored: float) -> Iterator[Selection]:
    score = ignored + sum(worth(hit) for hit in hits)
    yield Selection(hits, (), score, covered(hits))
    taken = {hit.condition.column for hit in hits}
    inherited = tuple(item for item in setting.inherited if item.column not in taken)
    if inherited:
        yield Selection(hits, inherited, score + INHERITED, covered(hits))


def worth(hit: Hit) -> float:
    """What one named condition says for a reading."""
    words = min(len(hit.words - hit.positions), _MOST_COLUMN_WORDS)
    value = CONDITION + VALUE_WORD * (len(hit.positions) - 1)
    return value + COLUMN_WORD * words + COLUMN_NAMED * hit.named


def _groups(hits: tuple[Hit, ...]) -> list[tuple[Hit, ...]]:
    """Hits that share words are alternatives of each other."""
    groups: list[list[Hit]] = []
    for hit in sorted(hits, key=lambda item: (sorted(item.positions), item.condition)):
        for group in groups:
            if any(hit.positions & other.positions for other in group):
                group.append(hit)
                break
        else:
            groups.append([hit])
    return [tuple(group) for group in groups]


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    everything = tuple(range(count))
    yield everything
    if count > 1:
        for left_out in everything:
            yield tuple(item for item in everything if item != left_out)
    if count:
        yield ()
