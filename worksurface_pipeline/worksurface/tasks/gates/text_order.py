"""An extreme or a ranking by the order of texts: "9" comes after "10".

Taught by §7 (a sort on text among the seven model-written table questions) and by field report 1
(gold queries that sort alphabetically instead of by amount).
"""

from __future__ import annotations

import polars as pl

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, tables_of
from worksurface_pipeline.worksurface.tasks.gates.query_shape import QueryShape
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, dicts

NAME = "text_order"
_TEXTS = frozenset({"VARCHAR", "TEXT", "STRING", "CHAR"})


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds rankings by a column of texts."""
    for item, shape in tables_of(task):
        if _orders_texts(shape):
            detail = f"the query on {item.table} turns what it ranks by into texts"
            return finding(NAME, "ordered as text", detail, context, Checked.RECORD)
        data = context.cells(item.table)
        if data is None:
            continue
        for name in _ranking(shape):
            is_text = name in data.frame.columns and data.frame[name].dtype == pl.String
            if is_text and not _is_cast(shape, name):
                detail = f"{item.table} is ranked by the texts of {name}, not by an amount"
                return finding(NAME, "ordered as text", detail, context, Checked.STORED)
    return None


def _ranking(shape: QueryShape) -> tuple[str, ...]:
    extremes = [
        name
        for measure in shape.measures
        if measure.function in ("min", "max")
        for name in measure.columns
    ]
    return (*extremes, *(shape.order if shape.cut else ()))


def _orders_texts(shape: QueryShape) -> bool:
    """Whether an amount is cast to a text inside an extreme or an ORDER BY."""
    nodes = list(dicts(shape.tree))
    ranking = [node for node in nodes if node.get("function_name") in ("min", "max")]
    ranking += [node for node in nodes if node.get("type") == "ORDER_MODIFIER"]
    return any(
        node.get("type") == "OPERATOR_CAST" and _target(node) in _TEXTS for node in dicts(ranking)
    )


def _target(node: Tree) -> str:
    return str(node.get("type_expr", {}).get("type_name", "")).upper()


def _is_cast(shape: QueryShape, name: str) -> bool:
    """Whether the column is read as a number."""
    for node in dicts(shape.tree):
        if node.get("type") == "OPERATOR_CAST":
            columns = [str(one["column_names"][-1]) for one in dicts(node) if "column_names" in one]
            if name in columns and _target(node) not in _TEXTS:
                return True
    return False
