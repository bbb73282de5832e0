"""A vacuous filter: it matches no row, or keeps every one.

Taught by ws_lite_386_aq002 ("negative responses" counted by a value that no cell holds: gold 0)
and by field report 1 (a typo in a gold query's filter).
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_foreign,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.gates.query_shape import Filter, QueryShape

NAME = "filters"
NO_ROW = "filter matches no row"
EVERY_ROW = "filter keeps every row"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds conditions that do not choose."""
    for item, shape in tables_of(task):
        for condition in shape.filters:
            found = _executed(item, condition, context)
            if found is not None:
                return found
        if is_foreign(task) and _is_empty(item, shape):
            detail = f"the query on {item.table} has a condition and gives nothing"
            return finding(NAME, NO_ROW, detail, context, Checked.RECORD)
    return None


def _executed(item: TableEvidence, condition: Filter, context: Context) -> GateFinding | None:
    kept = context.number(item.table, condition.kept)
    total = context.number(item.table, condition.total)
    if kept is None or total is None:
        return None
    amount = {0: "no row", total: "every row"}.get(kept, f"{kept} rows")
    detail = (
        f"the condition {condition.said} keeps {amount} of {item.table}: {kept} of the {total}"
        " that it is put to"
    )
    if kept == 0:
        return finding(NAME, NO_ROW, detail, context, Checked.EXECUTED)
    if kept == total and not condition.is_presence:
        return finding(NAME, EVERY_ROW, detail, context, Checked.EXECUTED)
    return None


def _is_empty(item: TableEvidence, shape: QueryShape) -> bool:
    """Whether a recorded result says that nothing was met: a count of 0, no value, no row."""
    if not shape.filters or all(condition.is_presence for condition in shape.filters):
        return False
    counts = any(measure.function.startswith("count") for measure in shape.measures)
    values = [value for row in item.verified_result for value in row]
    return not values or values == [None] or (counts and values == [0])
