"""Reciprocal rank fusion: several rankings of the same things as one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

RANK_CONSTANT = 60
"""The usual constant: the first ranks of a list differ little, so that agreement decides."""


def fuse(rankings: Iterable[Sequence[str]], k: int = RANK_CONSTANT) -> list[tuple[str, float]]:
    """Ids with the sum of 1 / (k + rank) over the rankings, best first, ties by id.

    Ranks count from 1; an id that a ranking lacks gets nothing from it.
    """
    scores: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        for rank, name in enumerate(ranking, 1):
            scores[name] += 1 / (k + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
