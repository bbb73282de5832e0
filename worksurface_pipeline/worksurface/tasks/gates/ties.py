"""A tie at the cut: what comes next is as large as the last that is named.

Taught by field report 18 (order required where the question has ties).
"""

from __future__ import annotations

import math

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    Scalar,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of

NAME = "ties"
# Sums that differ by less than this share were equal before they were added up.
_SLACK = 1e-9


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds rankings whose cut falls between equals."""
    for item, shape in tables_of(task):
        rows = context.rows(item.table, shape.ranked)
        if rows is None or shape.cut == 0 or len(rows) <= shape.cut:
            continue
        last, following = rows[shape.cut - 1][0], rows[shape.cut][0]
        if _is_equal(last, following):
            detail = f"place {shape.cut} and the next one of {item.table} both have {last!r}"
            return finding(NAME, "tie at the cut", detail, context, Checked.EXECUTED)
    return None


def _is_equal(one: Scalar, other: Scalar) -> bool:
    if isinstance(one, float) and isinstance(other, (int, float)):
        return math.isclose(one, float(other), rel_tol=_SLACK)
    return one == other
