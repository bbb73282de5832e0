"""All result tables of a sweep, as CSV, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.site.pieces import table_html
from worksurface_pipeline.site.table import Table, to_markdown
from worksurface_pipeline.worksurface.analysis.arm_pairs import (
    ARM_NOTES,
    arm_pairs,
    arm_pairs_csv,
    arm_pairs_table,
)
from worksurface_pipeline.worksurface.analysis.behaviour import (
    abstain_csv,
    abstain_table,
    behaviour_csv,
    behaviour_rows,
    behaviour_table,
)
from worksurface_pipeline.worksurface.analysis.by_type import (
    BREAKDOWNS,
    breakdown_csv,
    breakdown_table,
    bucket_means,
)
from worksurface_pipeline.worksurface.analysis.cells import cell_csv, cell_rows, cell_table
from worksurface_pipeline.worksurface.analysis.composition import (
    composition,
    composition_csv,
    composition_table,
)
from worksurface_pipeline.worksurface.analysis.frames import (
    abstain_stratum,
    arms,
    comparable,
    paper_settings,
    score_frame,
)
from worksurface_pipeline.worksurface.analysis.robustness import (
    weighted_cells,
    weights_csv,
    weights_table,
)
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


class TableText(Frozen):
    """One table in three forms. CSV has both means and all counts, the others are for people."""

    name: str
    title: str
    csv: str
    markdown: str
    html: str


class ResultTables(RecordSet):
    """The tables of a sweep, the cell table first."""

    tables: tuple[TableText, ...] = ()

    def named(self, name: str) -> TableText | None:
        """The table called `name`, None when the sweep has none."""
        return next((table for table in self.tables if table.name == name), None)

    @property
    def markdown(self) -> str:
        """All tables, one below the other."""
        return "\n".join(table.markdown for table in self.tables)


def result_tables(scores: Sequence[Score], tasks: Sequence[AtomicTask]) -> ResultTables:
    """All tables over one set of scores; a stratum without tasks has no table."""
    frame = score_frame(scores)
    answerable = comparable(frame)
    tables = (
        *_answerable(paper_settings(answerable)),
        *_abstain(abstain_stratum(frame)),
        *_arms(answerable),
    )
    parts = composition(tasks)
    made_of = (table_text(composition_table(parts), composition_csv(parts)),) if parts else ()
    return ResultTables(tables=(*tables, *made_of))


def table_text(table: Table, csv: str) -> TableText:
    """A table and its numbers as a record."""
    return TableText(
        name=table.name,
        title=table.title,
        csv=csv,
        markdown=to_markdown(table),
        html=str(table_html(table)),
    )


def _answerable(frame: pl.DataFrame) -> Iterator[TableText]:
    if frame.is_empty():
        return
    rows = cell_rows(frame)
    yield table_text(cell_table(rows, "cells", "Results by model and setting (%)"), cell_csv(rows))
    for breakdown in BREAKDOWNS:
        means = bucket_means(frame, breakdown.field)
        yield table_text(breakdown_table(means, breakdown), breakdown_csv(means, breakdown.field))
    habits = behaviour_rows(frame)
    yield table_text(behaviour_table(habits), behaviour_csv(habits))
    weighted = weighted_cells(frame)
    yield table_text(weights_table(weighted), weights_csv(weighted))


def _abstain(frame: pl.DataFrame) -> Iterator[TableText]:
    if not frame.is_empty():
        yield table_text(abstain_table(frame), abstain_csv(frame))


def _arms(frame: pl.DataFrame) -> Iterator[TableText]:
    """Arms beyond the paper, apart from its settings, and what each says against its base."""
    beyond = arms(frame)
    if beyond.is_empty():
        return
    rows = cell_rows(beyond)
    table = cell_table(rows, "arms", "Arms beyond the paper, by model (%)")
    yield table_text(replace(table, notes=(*table.notes, *ARM_NOTES)), cell_csv(rows))
    pairs = arm_pairs(frame)
    yield table_text(arm_pairs_table(pairs), arm_pairs_csv(pairs))
