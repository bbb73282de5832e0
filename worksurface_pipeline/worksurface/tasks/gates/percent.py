"""Percent against fraction: 33.5 and 0.335 for the same cell.

Taught by field report 22 (the header says %, the cells are 0.335, agents say 33.5 %), by the
release's box-drawing copies of a sheet (38% and 0.38), and by pool_r_0148 (a percent value asked
as a bare string).
"""

from __future__ import annotations

import re

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.units import PERCENT_UNIT
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.gates.query_tree import dicts

NAME = "percent"
_SAYS_PERCENT = re.compile(r"%|\uff05|\bper ?cent\b|\bpercentages?\b", re.IGNORECASE)
_IN_PERCENT = re.compile(
    r"\bin percent\b|\bwhat percentage\b|\bby what percentage\b", re.IGNORECASE
)
_HUNDRED = frozenset({"100", "100.0", "-100.0", "-100"})
_VALUES = frozenset({"sum", "avg", "mean", "min", "max", "median"})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds golds in another form than the question asks for."""
    for item, shape in tables_of(task):
        problem = _problem(task, item, shape, context)
        if problem:
            return finding(NAME, "percent against fraction", problem, context, Checked.STORED)
    return None


def _problem(task: AtomicTask, item: TableEvidence, shape: QueryShape, context: Context) -> str:
    is_hundredfold = bool(_HUNDRED & set(shape.numbers))
    is_asked = bool(_IN_PERCENT.search(task.question))
    if task.answer_unit == "percent" and not is_hundredfold and not _holds_percents(item, context):
        return f"the gold is in percent, the query on {item.table} gives a fraction"
    if is_asked and _is_fraction(item, shape, context) and not is_hundredfold:
        return f"percent is asked for, the query on {item.table} gives a fraction"
    if task.answer_unit == "fraction" and is_hundredfold:
        return f"the gold is a fraction, the query on {item.table} gives percent"
    if _is_fraction(item, shape, context) and is_hundredfold and not _says(task):
        return f"the query on {item.table} gives percent, which the question does not say"
    return ""


def _says(task: AtomicTask) -> bool:
    return bool(_SAYS_PERCENT.search(task.question))


def _is_fraction(item: TableEvidence, shape: QueryShape, context: Context) -> bool:
    """Whether the plain result is a share of one: a quotient, or a value of a percent column."""
    if any(node.get("function_name") == "/" for node in dicts(shape.tree.get("select_list"))):
        return True
    read = {name for one in shape.measures if one.function in _VALUES for name in one.columns}
    return bool((read | set(shape.labels)) & _percents(item, context))


def _percents(item: TableEvidence, context: Context) -> set[str]:
    record = context.views.get(item.table)
    columns = record.columns if record else ()
    return {one.name for one in columns if one.type is ColumnType.PERCENT and one.scale == 1}


def _holds_percents(item: TableEvidence, context: Context) -> bool:
    """Whether the view is out of reach, or holds percent figures as they are printed."""
    record = context.views.get(item.table)
    if record is None:
        return True
    is_percent = (one.unit == PERCENT_UNIT and one.scale != 1 for one in record.columns)
    return any(is_percent)
