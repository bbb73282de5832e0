"""All tables that carry intervals: estimands, contrasts, gaps, correlations, repeats, power.

One study serves them all, so that every figure of a sweep stands on the same draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import polars as pl

from worksurface_pipeline.site.table import Table
from worksurface_pipeline.worksurface.analysis.by_type import (
    Breakdown,
    breakdown_csv,
    breakdown_table,
    bucket_means,
)
from worksurface_pipeline.worksurface.analysis.cell_intervals import CellIntervals, cell_intervals
from worksurface_pipeline.worksurface.analysis.cells import METRICS
from worksurface_pipeline.worksurface.analysis.closed_book import (
    closed_book,
    closed_book_csv,
    closed_book_table,
)
from worksurface_pipeline.worksurface.analysis.contrast_tables import contrast_csv, contrast_table
from worksurface_pipeline.worksurface.analysis.contrasts import contrasts
from worksurface_pipeline.worksurface.analysis.correlation import (
    association_csv,
    association_table,
    associations,
)
from worksurface_pipeline.worksurface.analysis.estimands import (
    cell_estimates,
    estimands_csv,
    estimands_table,
)
from worksurface_pipeline.worksurface.analysis.gaps import gaps, gaps_csv, gaps_table
from worksurface_pipeline.worksurface.analysis.joined import (
    joined_clusters,
    joined_csv,
    joined_lines,
    joined_table,
)
from worksurface_pipeline.worksurface.analysis.noise_floor import (
    floors,
    noise_cells,
    over_floor,
    repeat_pairs,
)
from worksurface_pipeline.worksurface.analysis.noise_floor_table import noise_csv, noise_table
from worksurface_pipeline.worksurface.analysis.power import measured, power_csv, power_table
from worksurface_pipeline.worksurface.analysis.rankings import (
    rankings,
    rankings_csv,
    rankings_table,
)
from worksurface_pipeline.worksurface.analysis.repeatability import (
    repeats,
    repeats_csv,
    repeats_table,
)
from worksurface_pipeline.worksurface.analysis.robustness import WeightedCell
from worksurface_pipeline.worksurface.analysis.source_tasks import (
    source_task_csv,
    source_task_means,
    source_task_table,
)
from worksurface_pipeline.worksurface.analysis.steps import Kind
from worksurface_pipeline.worksurface.analysis.study import (
    AnalysisInput,
    Study,
    study,
    task_values,
)
from worksurface_pipeline.worksurface.schema.scores import Repeat
from worksurface_pipeline.worksurface.schema.source import SharedContent
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.settings import Interface, Settings

Made = Iterator[tuple[Table, str]]
_COMBINATIONS = (
    *("rag", "table", "graph"),
    *("rag + table", "rag + graph", "table + graph", "rag + table + graph"),
)
BY_SURFACES = Breakdown("surfaces", "Answer by required surfaces", str, _COMBINATIONS)


def analysis_input(settings: Settings, contents: Iterable[SharedContent]) -> AnalysisInput:
    """What the tables take from the settings and from the workspace's shared contents."""
    return AnalysisInput(
        settings=settings.analysis,
        interface=settings.condition.interface,
        joined=joined_clusters(contents),
        temperatures={model.id: model.temperature for model in settings.tested},
    )


class Statistics:
    """The statistics of one sweep: answerable tasks in all cells, and in those of the paper."""

    def __init__(
        self,
        answerable: pl.DataFrame,
        paper: pl.DataFrame,
        given: AnalysisInput,
        again: Sequence[Repeat] = (),
    ) -> None:
        self._given = given
        self._repeats = repeat_pairs(answerable, again)
        self._paper = paper
        self.made: Study = study(answerable, given.settings)
        self._values = task_values(answerable, METRICS)
        self._own = self._values.join(
            paper.select("model", "setting").unique(), on=["model", "setting"], how="semi"
        ).sort("model", "setting", "task_id")

    def intervals(self) -> CellIntervals:
        """Intervals of the means of every cell, the arms among them."""
        return cell_intervals(self.made, self._values, METRICS)

    def tables(self) -> Made:
        """Every table that the sweep has figures for."""
        if not self._paper.is_empty():
            yield from self._contrasts()
            yield from self._estimands()
            yield from self._about_answers()
        noise = noise_cells(self.made, self._repeats)
        if noise:
            yield noise_table(noise, self.made), noise_csv(noise, self.made)

    def _contrasts(self) -> Made:
        found = over_floor(contrasts(self.made, self._values), floors(self._repeats))
        for kind in (Kind.CONFIRMATORY, Kind.EXPLORATORY):
            if any(one.step.kind is kind for one in found):
                yield contrast_table(found, self.made, kind), contrast_csv(found, self.made, kind)
        if found:
            least = measured(found, self.made.settings)
            yield power_table(least, self.made.settings), power_csv(least)
        apart = gaps(self.made, self._own)
        if apart:
            yield gaps_table(apart, self.made), gaps_csv(apart)

    def _estimands(self) -> Made:
        found = cell_estimates(self.made, self._own)
        yield estimands_table(found, self.made), estimands_csv(found, self.made)
        if self.made.few_clusters:
            means = source_task_means(self._own)
            yield source_task_table(means), source_task_csv(means)
        joined = study(self._paper, self.made.settings, self._given.joined)
        if len(joined.plan.clusters) < len(set(self._own["source_task"].to_list())):
            lines = joined_lines(self.made, joined, self._own)
            yield joined_table(lines, self.made, joined), joined_csv(lines)

    def _about_answers(self) -> Made:
        together = associations(self.made, self._own)
        if together:
            yield association_table(together), association_csv(together)
        if closed_book(self._own).height:
            csv = closed_book_csv(self.made, self._own)
            yield closed_book_table(self.made, self._own), csv
        figures, found = repeats(self.made, self._paper)
        if figures:
            warm = self._given.temperatures
            table = repeats_table(figures, found, self.made, warm)
            yield table, repeats_csv(figures, found, self.made)


def surface_tables(frame: pl.DataFrame, tasks: Sequence[AtomicTask], interface: Interface) -> Made:
    """Answer by the seven combinations of required surfaces, under the interface that was run."""
    is_open = interface is Interface.OPEN
    named = {
        task.id: " + ".join(
            name
            for name in ("rag", "table", "graph")
            if name in (task.required_surfaces if is_open else task.required_sealed)
        )
        for task in tasks
    }
    combination = pl.col("task_id").replace_strict(named, default="", return_dtype=pl.String)
    known = frame.with_columns(combination.alias("surfaces")).filter(pl.col("surfaces") != "")
    if known.height:
        means = bucket_means(known, "surfaces")
        yield breakdown_table(means, BY_SURFACES), breakdown_csv(means, "surfaces")


def ranking_tables(weighted: Sequence[WeightedCell]) -> Made:
    """Whether rankings hold under other weights, where there is anything to rank."""
    found = rankings(weighted)
    if found:
        yield rankings_table(found), rankings_csv(found)
