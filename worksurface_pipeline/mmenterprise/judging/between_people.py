"""How far people agree among themselves on the answers they labelled: no judge can do better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from worksurface_pipeline.kernel.agreement import Coefficient, agreement
from worksurface_pipeline.kernel.intervals import Rate
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.judging.labels import RIGHT, WRONG, HumanLabel

_SCALE = (RIGHT, WRONG)
_Labels = Mapping[tuple[str, str], str]


class PeoplePair(Frozen):
    """Two people on the answers that both of them could judge."""

    first: str
    second: str
    raw: Rate
    kappa: Coefficient


def between_people(
    labels: Iterable[HumanLabel], projects: Mapping[str, str], seed: int = 0
) -> tuple[PeoplePair, ...]:
    """Every two people who labelled the same answers; `projects` are those of questions by id."""
    by: dict[str, dict[tuple[str, str], str]] = {}
    for one in labels:
        if one.by and one.question in projects:
            by.setdefault(one.by, {})[one.key] = one.label
    votes = {
        name: {key: label for key, label in own.items() if label in _SCALE}
        for name, own in by.items()
    }
    return tuple(_pairs(votes, projects, seed))


def _pairs(
    votes: Mapping[str, _Labels], projects: Mapping[str, str], seed: int
) -> Iterator[PeoplePair]:
    for first, second in combinations(sorted(votes), 2):
        shared = sorted(votes[first].keys() & votes[second].keys())
        if not shared:
            continue  # they labelled different answers
        rows = [(votes[first][key], votes[second][key]) for key in shared]
        clusters = [projects[question] for question, _ in shared]
        (pair,) = agreement(rows, _SCALE, clusters=clusters, seed=seed).pairs
        yield PeoplePair(first=first, second=second, raw=pair.raw, kappa=pair.cohen)
