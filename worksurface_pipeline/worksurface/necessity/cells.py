"""Cells of views that hold gold answers of tasks whose proof is no table: looked up at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel.text import parse_number
from worksurface_pipeline.worksurface.necessity.carrying import gold_elements, is_telling
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TableEvidence
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

# Of one value: a figure that stands in more rows than this is no answer to a question.
_MOST_ROWS = 20


@dataclass(frozen=True, slots=True)
class CellHit:
    """A row that holds a value: its view, and header and cells as one text."""

    view: str
    task_id: str
    text: str


def find_cells(tasks: Iterable[AtomicTask], surfaces: Surfaces) -> Mapping[str, list[CellHit]]:
    """Rows by gold text, for all tasks without a table among their proofs. One pass over cells."""
    wanted = {
        gold_elements(task)[0]
        for task in tasks
        if is_telling(task)
        and len(gold_elements(task)) == 1
        and not any(isinstance(item, TableEvidence) for item in task.gold_evidence)
    }
    numbers = {text: parse_number(text) for text in sorted(wanted)}
    figures = {float(item.value): text for text, item in numbers.items() if item is not None}
    texts = {text.strip().lower(): text for text, item in numbers.items() if item is None}
    found: dict[str, list[CellHit]] = defaultdict(list)
    for view in surfaces.tables.views if wanted else ():
        frame = surfaces.tables.data[view.id].frame
        for name in frame.columns:
            for row, text in _hits(frame[name], figures, texts):
                if len(found[text]) < _MOST_ROWS:
                    cells = " ".join(str(cell) for cell in frame.row(row) if cell is not None)
                    said = f"{' '.join(frame.columns)} {cells}"
                    found[text].append(CellHit(view.id, view.task_id, said))
    return found


def _hits(
    column: pl.Series, figures: Mapping[float, str], texts: Mapping[str, str]
) -> list[tuple[int, str]]:
    """Rows of a column that hold one of the values, with the value's text."""
    if column.dtype.is_numeric():
        plain = column.cast(pl.Float64)
        rows = plain.is_in(list(figures)).fill_null(value=False).arg_true().head(_MOST_ROWS)
        return [(row, figures[plain[row]]) for row in rows.to_list()]
    if column.dtype == pl.String:
        plain = column.str.strip_chars().str.to_lowercase()
        rows = plain.is_in(list(texts)).fill_null(value=False).arg_true().head(_MOST_ROWS)
        return [(row, texts[plain[row]]) for row in rows.to_list()]
    return []
