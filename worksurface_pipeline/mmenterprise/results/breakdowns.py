"""Accuracy of each cell by a property of the questions: the tables of one form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from worksurface_pipeline.mmenterprise.results.frame import CELL
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import (
    SHARE_HEAD,
    CellKey,
    best_of,
    cells_in,
    grouped,
    model_name,
    notes_of,
    share_cell,
    share_values,
    titled,
)
from worksurface_pipeline.mmenterprise.results.properties import BREAKDOWNS, Breakdown
from worksurface_pipeline.mmenterprise.results.shares import Key, Share, Study, shares
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv

OVERALL = "overall"
_BUCKET = "bucket"


def breakdown(
    shown: Breakdown, frame: pl.DataFrame, study: Study, given: Evaluation
) -> tuple[Table, str] | None:
    """The table with its CSV; None where no question has such a property."""
    rows = frame.with_columns(shown.by.alias(_BUCKET)).filter(
        pl.col(_BUCKET).is_in(list(shown.labels))
    )
    if rows.is_empty():
        return None
    found = shares(study, rows, (*CELL, _BUCKET))
    if shown.has_overall:
        found |= {(*key, OVERALL): one for key, one in shares(study, rows, CELL).items()}
    buckets = [name for name in shown.labels if any(key[-1] == name for key in found)]
    buckets += [OVERALL] if shown.has_overall else []
    return _table(shown, found, buckets, study, given), _csv(found, buckets)


def _table(
    shown: Breakdown,
    found: Mapping[Key, Share],
    buckets: list[str],
    study: Study,
    given: Evaluation,
) -> Table:
    cells = cells_in(found)
    columns = (
        Column(shown.labels.get(name, "Overall"), True, shown.group_of.get(name, ""))
        for name in buckets
    )
    lines = ((cell, _row(cell, cells, found, buckets, study, given)) for cell in cells)
    return Table(
        name=shown.name,
        title=titled(shown.title, study),
        columns=(Column("Model"), *columns),
        groups=(_sizes(found, buckets), *grouped(lines, given)),
        notes=(*notes_of(study), *shown.notes),
        paper=shown.paper,
    )


def _sizes(found: Mapping[Key, Share], buckets: list[str]) -> RowGroup:
    """How many questions each column is about: the most of any cell."""
    most = {
        name: max(one.mean.n_total for key, one in found.items() if key[-1] == name)
        for name in buckets
    }
    return RowGroup("", (Row((Cell("Questions"), *(Cell(str(most[name])) for name in buckets))),))


def _row(
    cell: CellKey,
    cells: list[CellKey],
    found: Mapping[Key, Share],
    buckets: list[str],
    study: Study,
    given: Evaluation,
) -> Row:
    rivals = [other for other in cells if other[1:] == cell[1:]]
    shown = []
    for name in buckets:
        best = best_of(found, [(*other, name) for other in rivals])
        key = (*cell, name)
        shown.append(share_cell(found.get(key), study, key in best))
    return Row((Cell(model_name(cell[0], given)), *shown))


def _csv(found: Mapping[Key, Share], buckets: list[str]) -> str:
    lines = (
        (*cell, name, *share_values(found[(*cell, name)]))
        for cell in cells_in(found)
        for name in buckets
        if (*cell, name) in found
    )
    return to_csv((*CELL, "bucket", *SHARE_HEAD), lines)


def breakdowns(frame: pl.DataFrame, study: Study, given: Evaluation) -> Iterator[tuple[Table, str]]:
    """All tables of this form that the questions allow."""
    for shown in BREAKDOWNS:
        made = breakdown(shown, frame, study, given)
        if made is not None:
            yield made
