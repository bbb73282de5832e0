"""Banner, blank, header or total rows that are counted as data.

Taught by ws_lite_386_ext_0185 (9 "data rows" of which one is a banner, one blank, one the header)
and by §7: a title row becomes the header and the real header a data row.
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of
from worksurface_pipeline.worksurface.tasks.gates.headings import OddRows, odd_rows

NAME = "odd_rows"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds counts and aggregates over rows that are no data."""
    for item, shape in tables_of(task):
        odd = _odd_rows(item.table, context)
        if odd is None or not shape.measures:
            continue
        is_counting = any(measure.function.startswith("count") for measure in shape.measures)
        if (odd.every and not shape.filters and is_counting) or (odd.totals and not shape.filters):
            return _found(item, str(odd), context)
    return None


def _odd_rows(view: str, context: Context) -> OddRows | None:
    record, data = context.views.get(view), context.cells(view)
    if record is None or data is None:
        return None
    return context.once("odd rows", view, lambda: odd_rows(record, data))


def _found(item: TableEvidence, rows: str, context: Context) -> GateFinding:
    detail = f"among the rows of {item.table} that are read there are these, no data: {rows}"
    reason = "counts rows that are no data"
    return finding(NAME, reason, detail, context, Checked.STORED)
