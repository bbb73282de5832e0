"""An aggregate over one row or none, where the question says average, total or all.

Taught by ws_lite_360_aq001 ("the average mortality rate across all years" is one cell) and by
field report 1 (an aggregate whose filter matches 0 or 1 row).
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape

NAME = "one_row"
_OF_SEVERAL = frozenset({"sum", "avg", "mean", "median", "min", "max"})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds aggregates of a single value."""
    for item, shape in tables_of(task):
        if _is_grouped(shape):
            continue
        for measure in shape.measures:
            filled = context.number(item.table, measure.filled)
            is_whole = measure.function in _OF_SEVERAL and not measure.is_part
            if is_whole and filled is not None and filled <= 1:
                detail = f"{measure.function} over {filled} value of {item.table}"
                return finding(
                    NAME, "one cell instead of an aggregate", detail, context, Checked.EXECUTED
                )
    return None


def _is_grouped(shape: QueryShape) -> bool:
    return "group_expressions" in shape.tree
