"""The single projects' values: what there is to see while projects are few."""

from __future__ import annotations

import polars as pl

from worksurface_pipeline.mmenterprise.results.breakdowns import OVERALL
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.frame import CELL
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import cells_in, grouped, model_name, titled
from worksurface_pipeline.mmenterprise.results.shares import Study, shares
from worksurface_pipeline.mmenterprise.results.words import TYPES
from worksurface_pipeline.site.labels import percent
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv

_NOTE = "Per cent of what was judged in each project; the CSV has every task type."


def projects_table(frame: pl.DataFrame, study: Study, given: Evaluation) -> Made | None:
    """Accuracy of each cell in each project; None where projects are many, or nothing ran."""
    if frame.is_empty() or not study.is_few:
        return None
    names = study.plan.clusters
    found = shares(study, frame, CELL)
    by_type = shares(study, frame, (*CELL, "type"))
    cells = cells_in(found)
    rows = []
    for cell in cells:
        values = (percent(found[cell].by_project.get(name)) for name in names)
        rows.append((cell, Row((Cell(model_name(cell[0], given)), *map(Cell, values)))))
    columns = (Column("Model"), *(Column(name, True) for name in names))
    title = titled("Accuracy by project (%)", study)
    table = Table("cells_by_project", title, columns, grouped(rows, given), (_NOTE,))
    lines = [
        (*cell, kind, name, one.by_project.get(name))
        for cell in cells
        for kind, one in (
            *((kind, by_type[(*cell, kind)]) for kind in TYPES if (*cell, kind) in by_type),
            (OVERALL, found[cell]),
        )
        for name in names
    ]
    return table, to_csv((*CELL, "type", "project", "accuracy"), lines)
