"""How much of the evidence a retriever found: of the representative, of the best set, of one whole.

Records retrieved of other projects count as not found: ids are unique over all projects.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion


class Recall(Frozen):
    """Shares of units found.

    `representative` is the published measure, `best` that of the set found most of; `has_whole_set`
    tells whether some sufficient set was found as a whole.
    """

    representative: float
    best: float
    has_whole_set: bool


def recall_of(question: MmQuestion, retrieved: Collection[str]) -> Recall | None:
    """The recall of one question; None where it has no evidence to be found."""
    if not question.evidence:
        return None
    found = frozenset(retrieved)
    shares = [_share(units, found) for units in (question.evidence, *question.alternatives)]
    return Recall(representative=shares[0], best=max(shares), has_whole_set=max(shares) == 1.0)


def _share(units: Sequence[str], found: frozenset[str]) -> float:
    return len(found.intersection(units)) / len(units)
