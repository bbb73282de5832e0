"""Banner, blank, header or total rows that are counted, summed up, ranked or listed as data.

Taught by ws_lite_386_ext_0185 (9 "data rows" of which one is a banner, one blank, one the header)
and by §7: a title row becomes the header and the real header a data row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of
from worksurface_pipeline.worksurface.tasks.gates.headings import OddRows, is_blank, odd_rows
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.gates.query_tree import parsed, text_of
from worksurface_pipeline.worksurface.tasks.gates.sum_rows import label_at

NAME = "odd_rows"
# Positions of rows in a stored table, as the database counts them.
_PLACE = {"class": "COLUMN_REF", "type": "COLUMN_REF", "column_names": ["rowid"], "alias": "place"}
# Totals that are asked for; one is enough.
_ASKED = 500


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds counts, aggregates and rankings over rows that are no data, and totals as answers."""
    for item, shape in tables_of(task):
        odd, data = _odd_rows(item.table, context), context.cells(item.table)
        if odd is None or data is None:
            continue
        is_counting = any(measure.function.startswith("count") for measure in shape.measures)
        if odd.every and not shape.filters and is_counting:
            return _found(item, str(odd), context)
        if odd.totals and _reads_total(item, shape, data, odd.totals, context):
            return _found(item, str(odd), context)
        answer = _named_total(item, data, odd.totals)
        if answer:
            detail = f"the answer from {item.table} is {answer!r}, the label of a row of totals"
            return finding(NAME, "answers with a total", detail, context, Checked.STORED)
    return None


def _odd_rows(view: str, context: Context) -> OddRows | None:
    record, data = context.views.get(view), context.cells(view)
    if record is None or data is None:
        return None
    return context.once("odd rows", view, lambda: odd_rows(record, data))


def _reads_total(
    item: TableEvidence,
    shape: QueryShape,
    data: TableData,
    totals: Sequence[int],
    context: Context,
) -> bool:
    """Whether a total has a part in an aggregate or a ranking."""
    for query, columns in _readings(item, shape):
        held = _rows_read(item.table, query, totals, context)
        if held is None and shape.filters:
            continue  # which rows it keeps cannot be told
        held = totals if held is None else held
        names = [name for name in columns if name in data.texts.columns]
        if any(not is_blank(data.texts[name][row]) for row in held for name in names):
            return True
        if held and not names:
            return True
    return False


def _readings(item: TableEvidence, shape: QueryShape) -> Iterator[tuple[str, Sequence[str]]]:
    """Queries over the rows that are read, with the columns in which they need a value."""
    for measure in shape.measures:
        yield measure.filled, measure.columns
    if shape.order:
        yield item.query, shape.order


def _rows_read(
    view: str, query: str, rows: Sequence[int], context: Context
) -> Sequence[int] | None:
    """Those of `rows` that the conditions of a query keep, None where it cannot be told."""
    tree = parsed(query)
    if tree is None or "from_table" not in tree:
        return None
    made = {
        "type": "SELECT_NODE",
        "cte_map": tree.get("cte_map", {}),
        "select_list": [_PLACE],
        "from_table": tree["from_table"],
        "aggregate_handling": "STANDARD_HANDLING",
    }
    if "where_clause" in tree:
        made["where_clause"] = tree["where_clause"]
    places = ", ".join(map(str, rows[:_ASKED]))
    sql = f"SELECT place FROM ({text_of(made)}) WHERE place IN ({places}) ORDER BY place"
    kept = context.rows(view, sql)
    return None if kept is None else [int(str(line[0])) for line in kept]


def _named_total(item: TableEvidence, data: TableData, totals: Sequence[int]) -> str:
    """The cell of the result that is the label of a total, "" without any."""
    labels = {label_at(data, row) for row in totals} - {""}
    cells = (cell for line in item.verified_result for cell in line if isinstance(cell, str))
    return next((cell for cell in cells if cell.strip() in labels), "")


def _found(item: TableEvidence, rows: str, context: Context) -> GateFinding:
    detail = f"among the rows of {item.table} that are read there are these, no data: {rows}"
    reason = "counts rows that are no data"
    return finding(NAME, reason, detail, context, Checked.STORED)
