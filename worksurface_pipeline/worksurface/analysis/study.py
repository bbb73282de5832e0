"""What every interval of a sweep stands on: one value a task and cell, source tasks, and draws.

Epochs are averaged within a task first, so that repeats never pass for tasks. Every metric has two
columns: over what was scored, and over all released tasks with errors and missing runs as 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from worksurface_pipeline.kernel.intervals import FEW_CLUSTERS
from worksurface_pipeline.kernel.resampling import (
    Design,
    Floats,
    Indices,
    Totals,
    design,
    draws,
    totals,
)
from worksurface_pipeline.kernel.resampling_intervals import estimate_all
from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

OVER_ALL = "_over_all"
"""What ends the name of a metric's column over all released tasks."""
SHARE = (0.0, 1.0)
DIFFERENCE = (-1.0, 1.0)
_KEYS = ("model", "setting", "task_id", "source_task", "persona", "task_type")
_SEVERAL = "several personas"

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisInput:
    """What tables need beside scores and tasks.

    `joined` gives the cluster of each source task that shares content with another; `temperatures`
    those of the models.
    """

    settings: AnalysisSettings = field(default_factory=AnalysisSettings)
    interface: Interface = Interface.OPEN
    joined: Mapping[str, str] = field(default_factory=dict)
    temperatures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Study:
    """Clusters of source tasks, stratified by persona, with one set of draws for all columns."""

    plan: Design
    drawn: Floats
    cluster_of: Mapping[str, str]
    settings: AnalysisSettings

    @property
    def few_clusters(self) -> bool:
        """Whether intervals are headed indicative for want of source tasks."""
        return len(self.plan.clusters) < FEW_CLUSTERS

    def estimates(
        self, columns: Columns, limits: tuple[float, float] = SHARE
    ) -> dict[tuple[Key, str], Estimate]:
        """The mean of every column, with its intervals."""
        level = self.settings.level
        found = estimate_all(self.plan, self.drawn, columns.totals, level=level, limits=limits)
        return dict(zip(columns.names, found, strict=True))


@dataclass(frozen=True, slots=True)
class Columns:
    """Totals by cluster, a column for each key (such as model and setting) and field."""

    names: tuple[tuple[Key, str], ...]
    totals: Totals

    def of(self, field_name: str) -> tuple[tuple[Key, ...], Totals]:
        """The columns of one field, with their keys."""
        own = [place for place, (_, name) in enumerate(self.names) if name == field_name]
        part = Totals(self.totals.sums[:, own], self.totals.counts[:, own])
        return tuple(self.names[place][0] for place in own), part


def study(
    frame: pl.DataFrame, settings: AnalysisSettings, joined: Mapping[str, str] | None = None
) -> Study:
    """The study of a score frame; `joined` source tasks are one cluster.

    A cluster that spans personas is drawn in a stratum of such clusters.
    """
    pairs = frame.select("source_task", "persona").unique().sort("source_task", "persona").rows()
    cluster_of = {source: (joined or {}).get(source, source) for source, _ in pairs}
    group_of: dict[str, str] = {}
    for source, persona in pairs:
        cluster = cluster_of[source]
        known = group_of.setdefault(cluster, persona)
        group_of[cluster] = persona if known == persona else _SEVERAL
    plan = design(group_of)
    return Study(plan, draws(plan, settings.replicates, settings.seed), cluster_of, settings)


def task_values(frame: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    """A row for each cell and task, sorted: its metrics over scored epochs, and over all of them.

    Null where no epoch has a value. An unscored epoch is in neither.
    """
    return (
        frame.group_by(*_KEYS)
        .agg(*(one for metric in metrics for one in _both(metric)))
        .sort("model", "setting", "task_id")
    )


def _both(metric: str) -> tuple[pl.Expr, pl.Expr]:
    is_scored = pl.col("status") == SCORED
    value = pl.col(metric).cast(pl.Float64).filter(is_scored)
    expected = value.is_not_null().sum() + (~is_scored).sum()
    over_all = pl.when(expected > 0).then(value.sum() / expected)
    return value.mean().alias(metric), over_all.alias(f"{metric}{OVER_ALL}")


def both(metrics: Sequence[str]) -> tuple[str, ...]:
    """The metrics' columns of both means."""
    return tuple(name for metric in metrics for name in (metric, f"{metric}{OVER_ALL}"))


def columns_of(
    made: Study, values: pl.DataFrame, keys: Sequence[str], fields: Sequence[str]
) -> Columns:
    """Totals of the fields by cluster, for every value of the keys that is there, sorted."""
    found = values.select(keys).unique().sort(keys)
    numbered = values.join(found.with_row_index("_key"), on=list(keys), how="left")
    cluster = _clusters(made, numbered["source_task"])
    first = numbered["_key"].to_numpy().astype(np.int64) * len(fields)
    names = tuple((row, name) for row in found.rows() for name in fields)
    shape = (len(made.plan.clusters), len(names))
    whole = numbered.select(pl.col(name).cast(pl.Float64) for name in fields).to_numpy()
    row, column = np.nonzero(np.isfinite(whole))
    return Columns(names, totals(cluster[row], first[row] + column, whole[row, column], shape))


def _clusters(made: Study, sources: pl.Series) -> Indices:
    place = {name: index for index, name in enumerate(made.plan.clusters)}
    known = {source: place[cluster] for source, cluster in made.cluster_of.items()}
    return np.array([known[source] for source in sources.to_list()], dtype=np.int64)
