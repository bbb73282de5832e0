"""What is compared, and what a comparison says: records, without a word of how it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.resampling_records import Estimate, Method
from worksurface_pipeline.worksurface.analysis.frames import score_frame
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

COMPARED = ("answer", "evidence", "route_f1", "efficiency", "aggregate")
"""The metrics whose paired differences are shown."""


@dataclass(frozen=True, slots=True)
class SideRun:
    """One scored, errored or missing run with what it was asked under, as far as it is noted.

    `made` are names and values of circumstances, `gold` and `scope` digests of its task then;
    empty where nothing was noted. `returned` are what the endpoint called its model, with the
    fingerprint of its system where it gave one.
    """

    score: Score
    made: tuple[tuple[str, str], ...] = ()
    gold: str = ""
    scope: str = ""
    returned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side: a sweep, or a release with the runs it holds (often none).

    `unknown` are tasks of runs that the benchmark in force does not have: they are not scored;
    `regilded` those that have another gold in force than when they were asked. `tasks` are those
    of a release, None for a sweep.
    """

    name: str
    runs: tuple[SideRun, ...] = ()
    unknown: tuple[str, ...] = ()
    regilded: tuple[str, ...] = ()
    tasks: tuple[AtomicTask, ...] | None = field(default=None)

    @property
    def cells(self) -> frozenset[tuple[str, str]]:
        """Model and setting of all runs."""
        return frozenset((run.score.model, run.score.setting) for run in self.runs)


class Change(Frozen):
    """A circumstance that differs: its values on either side, "not noted" where nothing was."""

    what: str
    left: str
    right: str


class Difference(Frozen):
    """The paired difference of one metric in one cell: right less left.

    `pairs` tasks are scored on both sides; `lost` are on both and scored on one or none, and
    `changed` is the share of pairs that differ. `left` and `right` are means over the pairs;
    `scored` and `over_all` estimate the difference over them and over all tasks of both sides,
    errors and missing runs as 0. `holds` is "rise" or "fall" where both say so, else "". Abstain
    tasks are a stratum of their own (`is_abstain`).
    """

    model: str
    setting: str
    metric: str
    is_abstain: bool
    pairs: int
    lost: int
    changed: float
    left: float | None
    right: float | None
    scored: Estimate
    over_all: Estimate
    holds: str


class Flip(Frozen):
    """A task that is right on one side and wrong on the other; diagnoses are those of the runs."""

    model: str
    setting: str
    task: str
    source_task: str
    is_gain: bool
    left: float
    right: float
    left_diagnosis: str = ""
    right_diagnosis: str = ""


class Lonely(Frozen):
    """A task of a cell that has runs on one side alone."""

    model: str
    setting: str
    task: str
    only_on: str


class TaskChange(Frozen):
    """A task of a release that was added, removed, or changed in question, gold or otherwise."""

    task: str
    kind: str
    fields: tuple[str, ...] = ()


class Comparison(Frozen):
    """All that two sides say of each other.

    `regilded` are tasks whose gold differs between the sides: they are in no pair. `headings` have
    to be read before the figures. `tasks` are differences of two releases.
    """

    left: str
    right: str
    headings: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    differences: tuple[Difference, ...] = ()
    flips: tuple[Flip, ...] = ()
    lonely: tuple[Lonely, ...] = ()
    lonely_cells: tuple[Lonely, ...] = ()
    regilded: tuple[str, ...] = ()
    tasks: tuple[TaskChange, ...] = ()
    is_of_releases: bool = False
    method: Method = Method.CLUSTER_T
    level: float = 0.95


def frame_of(side: Side) -> pl.DataFrame:
    """A score frame with digests of each run's gold and surfaces, "" where they are not noted."""
    noted = pl.DataFrame(
        [
            (score.model, score.setting, score.task_id, score.epoch, run.gold, run.scope)
            for run in side.runs
            for score in (run.score,)
        ],
        schema={**dict.fromkeys(_KEYS, pl.String), "epoch": pl.Int64, **_NOTED},
        orient="row",
    )
    frame = score_frame([run.score for run in side.runs])
    return frame.join(noted, on=[*_KEYS, "epoch"], how="left")


_KEYS = ("model", "setting", "task_id")
_NOTED = {"gold": pl.String, "scope": pl.String}
