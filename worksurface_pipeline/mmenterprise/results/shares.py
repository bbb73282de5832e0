"""Means of groups of rows over projects, each with intervals and all counts.

A project is a cluster: its questions share people, events and sources. With few projects no
interval holds what it says; then the values of the single projects stand beside a mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from worksurface_pipeline.kernel.intervals import FEW_CLUSTERS, LEVEL
from worksurface_pipeline.kernel.resampling import Design, Floats, design, draws, places, totals
from worksurface_pipeline.kernel.resampling_intervals import estimate_all
from worksurface_pipeline.kernel.resampling_records import Estimate, Method
from worksurface_pipeline.kernel.stats import ERROR, MISSING, SCORED, Mean
from worksurface_pipeline.mmenterprise.results.given import Evaluation

METHOD = Method.CLUSTER_T
"""The interval that tables show: the one that holds best with few clusters."""
SHARE = (0.0, 1.0)
DIFFERENCE = (-1.0, 1.0)
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over rows, its intervals over projects, and the mean of each project by id."""

    mean: Mean
    estimate: Estimate
    by_project: Mapping[str, float]

    @property
    def value(self) -> float | None:
        """The mean over what was scored."""
        return self.mean.value


@dataclass(frozen=True, slots=True)
class Study:
    """The projects, and the draws of them that all intervals share."""

    plan: Design
    drawn: Floats

    @property
    def is_few(self) -> bool:
        """Whether there are too few projects for intervals that hold."""
        return len(self.plan.clusters) < FEW_CLUSTERS


def study_of(given: Evaluation) -> Study:
    """The study over the projects of an evaluation."""
    plan = design({project.id: "" for project in given.projects})
    return Study(plan, draws(plan, given.replicates, given.seed))


def shares(
    study: Study,
    frame: pl.DataFrame,
    keys: Sequence[str],
    value: str = "value",
    limits: tuple[float, float] = SHARE,
) -> dict[Key, Share]:
    """The mean of `value` of each group of rows, by key; groups in the order of their keys.

    Rows have a project and a status; a null value of a scored row is in no mean.
    """
    if frame.is_empty():
        return {}
    groups = frame.select(keys).unique().sort(keys).with_row_index("group")
    rows = frame.join(groups, on=keys, how="left", nulls_equal=True)
    known = rows.filter((pl.col("status") == SCORED) & pl.col(value).is_not_null())
    data = totals(
        places(known["project"].to_list(), study.plan.clusters),
        known["group"].to_numpy().astype(np.int64),
        known[value].to_numpy().astype(np.float64),
        (len(study.plan.clusters), groups.height),
    )
    found = estimate_all(study.plan, study.drawn, data, level=LEVEL, limits=limits)
    counts = _counts(rows, known)
    by_cluster = data.by_cluster()
    return {
        key[1:]: Share(
            mean=_mean(one, counts.get(group, (0, 0, 0))),
            estimate=one,
            by_project=_known(study.plan.clusters, by_cluster[:, group]),
        )
        for group, (key, one) in enumerate(zip(groups.iter_rows(), found, strict=True))
    }


def _counts(rows: pl.DataFrame, known: pl.DataFrame) -> dict[int, tuple[int, int, int]]:
    """Errors, missing and all rows of each group."""
    counted = rows.group_by("group").agg(
        (pl.col("status") == ERROR).sum().alias("errors"),
        (pl.col("status") == MISSING).sum().alias("missing"),
        pl.len().alias("total"),
    )
    return {
        int(group): (int(errors), int(missing), int(total))
        for group, errors, missing, total in counted.iter_rows()
    }


def _mean(found: Estimate, counts: tuple[int, int, int]) -> Mean:
    errors, missing, total = counts
    scored = int(found.n)
    whole = scored + errors + missing
    return Mean(
        value=found.value,
        n_scored=scored,
        n_errors=errors,
        n_missing=missing,
        n_total=total,
        over_all=(found.value or 0.0) * scored / whole if whole else None,
    )


def _known(names: Sequence[str], values: Floats) -> dict[str, float]:
    return {name: float(one) for name, one in zip(names, values, strict=True) if np.isfinite(one)}
