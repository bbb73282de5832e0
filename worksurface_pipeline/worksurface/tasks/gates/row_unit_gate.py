"""A figure over rows of several units: the mean of revenue, churn in percent and minutes.

Taught by tables of indicators, whose column "Unit" or whose cells' formats say that each row is
measured in its own way. A filter that leaves rows of one unit makes the figure sound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of
from worksurface_pipeline.worksurface.tasks.gates.cross_query import NotKnownError, kept_rows
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.row_units import mixed_columns

NAME = "row_units"
REASON = "rows of different units are taken together"
_COMPUTED = frozenset({"sum", "avg", "mean", "min", "max", "median"})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds aggregates and rankings over rows that are measured in different units."""
    for item, shape in tables_of(task):
        read = set(_read(shape))
        whole = _mixed(item.table, context) if read else {}
        if not read & whole.keys():
            continue
        told = _left(item.table, shape, context)
        for name in sorted(read & told.keys()):
            detail = f"the rows of {item.table} that {name} is read from are mixed: {told[name]}"
            return finding(NAME, REASON, detail, context, Checked.STORED)
    return None


def _read(shape: QueryShape) -> Iterator[str]:
    """The columns whose values in several rows are taken together or put in order."""
    for measure in shape.measures:
        if measure.function in _COMPUTED:
            yield from measure.columns
    yield from shape.order if shape.cut else ()


def _mixed(view: str, context: Context) -> Mapping[str, str]:
    record, data = context.views.get(view), context.cells(view)
    if record is None or data is None:
        return {}
    return context.once(
        "row units", view, lambda: mixed_columns(record.columns, data.frame, data.texts)
    )


def _left(view: str, shape: QueryShape, context: Context) -> Mapping[str, str]:
    """What is mixed in the rows that the query's condition leaves; all rows where it is unknown."""
    data = context.cells(view)
    if data is None or "where_clause" not in shape.tree:
        return _mixed(view, context)
    try:
        kept = kept_rows(shape.tree, data.frame.to_dicts())
    except NotKnownError:
        return _mixed(view, context)
    part = TableData(data.frame[kept], data.texts[kept], ())
    return mixed_columns(context.views[view].columns, part.frame, part.texts)
