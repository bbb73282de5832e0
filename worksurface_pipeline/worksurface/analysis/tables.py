"""All result tables of a sweep, as CSV, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from worksurface_pipeline.site.result_tables import ResultTables, TableText, table_text
from worksurface_pipeline.worksurface.analysis.behaviour import (
    abstain_csv,
    abstain_table,
    behaviour_csv,
    behaviour_rows,
    behaviour_table,
)
from worksurface_pipeline.worksurface.analysis.by_profile import profile_tables
from worksurface_pipeline.worksurface.analysis.by_type import (
    BREAKDOWNS,
    breakdown_csv,
    breakdown_table,
    bucket_means,
)
from worksurface_pipeline.worksurface.analysis.cell_intervals import CellIntervals
from worksurface_pipeline.worksurface.analysis.cells import cell_csv, cell_rows, cell_table
from worksurface_pipeline.worksurface.analysis.composition import (
    composition,
    composition_csv,
    composition_table,
)
from worksurface_pipeline.worksurface.analysis.diagnosis import diagnosis_tables
from worksurface_pipeline.worksurface.analysis.frames import (
    abstain_stratum,
    arms,
    comparable,
    paper_settings,
    score_frame,
)
from worksurface_pipeline.worksurface.analysis.paper_facts import BenchmarkFacts
from worksurface_pipeline.worksurface.analysis.paper_reconcile import (
    is_reconcilable,
    reconciled,
    reconciliation_csv,
    reconciliation_table,
)
from worksurface_pipeline.worksurface.analysis.paper_tables import checks_table, dataset_table
from worksurface_pipeline.worksurface.analysis.robustness import (
    weighted_cells,
    weights_csv,
    weights_table,
)
from worksurface_pipeline.worksurface.analysis.statistics import (
    Statistics,
    ranking_tables,
    surface_tables,
)
from worksurface_pipeline.worksurface.analysis.steps import ARM_NOTES
from worksurface_pipeline.worksurface.analysis.study import AnalysisInput
from worksurface_pipeline.worksurface.schema.scores import Repeat, Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_PLAIN = AnalysisInput()


def result_tables(
    scores: Sequence[Score],
    tasks: Sequence[AtomicTask],
    given: AnalysisInput = _PLAIN,
    facts: BenchmarkFacts | None = None,
    again: Sequence[Repeat] = (),
) -> ResultTables:
    """All tables over one set of scores; a stratum without tasks has no table.

    Without `facts` of the benchmark the paper's Tables 2 and 3 are left out. `again` are repeats
    for the noise floor: they enter its table and the words beside contrasts alone.
    """
    frame = score_frame(scores)
    answerable = comparable(frame)
    tables = (
        *_answerable(answerable, tasks, given, again),
        *(table_text(*made) for made in profile_tables(scores)),
        *(table_text(table, csv) for table, csv in diagnosis_tables(frame)),
        *_abstain(abstain_stratum(frame)),
    )
    return ResultTables(tables=(*tables, *_benchmark(tasks), *_published(answerable, tasks, facts)))


def _answerable(
    answerable: pl.DataFrame,
    tasks: Sequence[AtomicTask],
    given: AnalysisInput,
    again: Sequence[Repeat],
) -> Iterator[TableText]:
    if answerable.is_empty():
        return
    frame = paper_settings(answerable)
    found = Statistics(answerable, frame, given, again)
    intervals = found.intervals()
    if not frame.is_empty():
        yield from _paper(frame, intervals)
        yield from (table_text(*made) for made in surface_tables(frame, tasks, given.interface))
    yield from (table_text(*made) for made in found.tables())
    yield from _arms(arms(answerable), intervals)


def _paper(frame: pl.DataFrame, intervals: CellIntervals) -> Iterator[TableText]:
    rows = cell_rows(frame)
    cells = cell_table(rows, "cells", "Results by model and setting (%)", intervals)
    yield table_text(replace(cells, paper="Table 4"), cell_csv(rows, intervals))
    for breakdown in BREAKDOWNS:
        means = bucket_means(frame, breakdown.field)
        yield table_text(breakdown_table(means, breakdown), breakdown_csv(means, breakdown.field))
    habits = behaviour_rows(frame)
    yield table_text(behaviour_table(habits), behaviour_csv(habits))
    weighted = weighted_cells(frame)
    yield table_text(weights_table(weighted), weights_csv(weighted))
    yield from (table_text(*made) for made in ranking_tables(weighted))


def _benchmark(tasks: Sequence[AtomicTask]) -> Iterator[TableText]:
    parts = composition(tasks)
    if parts:
        yield table_text(composition_table(parts), composition_csv(parts))


def _published(
    answerable: pl.DataFrame, tasks: Sequence[AtomicTask], facts: BenchmarkFacts | None
) -> Iterator[TableText]:
    """What the paper prints of its benchmark, over ours; both side by side where comparable."""
    if facts is None:
        return
    yield table_text(*dataset_table(tasks, facts))
    yield table_text(*checks_table(tasks, facts))
    if is_reconcilable(tasks, facts):
        compared = reconciled(tasks, facts, cell_rows(paper_settings(answerable)))
        yield table_text(reconciliation_table(compared), reconciliation_csv(compared))


def _abstain(frame: pl.DataFrame) -> Iterator[TableText]:
    if not frame.is_empty():
        yield table_text(abstain_table(frame), abstain_csv(frame))


def _arms(beyond: pl.DataFrame, intervals: CellIntervals) -> Iterator[TableText]:
    """Arms beyond the paper, apart from its settings; what they tell stands among contrasts."""
    if beyond.is_empty():
        return
    rows = cell_rows(beyond)
    table = cell_table(rows, "arms", "Arms beyond the paper, by model (%)", intervals)
    said = replace(table, notes=(*table.notes, *ARM_NOTES))
    yield table_text(said, cell_csv(rows, intervals))
