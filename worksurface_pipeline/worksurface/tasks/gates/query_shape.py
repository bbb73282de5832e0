"""What a recorded query does, read from the parse tree that DuckDB itself makes.

Nothing is executed here. Beside what it reads, a shape holds probes: queries over the same view
that ask how many rows a condition keeps, how many values an aggregate has, and what comes next
behind a cut.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.worksurface.tasks.gates.query_tree import (
    Tree,
    arguments,
    columns_in,
    dicts,
    parsed,
    path_of,
    text_of,
)

_AGGREGATES = frozenset({"sum", "avg", "mean", "min", "max", "median", "count", "count_star"})
_COUNT_ALL: Tree = {
    "class": "FUNCTION",
    "type": "FUNCTION",
    "function_name": "count_star",
    "order_bys": {"type": "ORDER_MODIFIER"},
    "qualified_name": {"path": ["count_star"]},
}
_COMPARED = {
    "COMPARE_EQUAL": "=",
    "COMPARE_GREATERTHAN": ">",
    "COMPARE_LESSTHAN": "<",
    "COMPARE_GREATERTHANOREQUALTO": ">=",
    "COMPARE_LESSTHANOREQUALTO": "<=",
    "COMPARE_NOTEQUAL": "<>",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """An aggregate: its function, the columns it reads, and the query for its number of values.

    `is_part` tells the aggregate of a part beside that of the whole (FILTER).
    """

    function: str
    columns: tuple[str, ...]
    filled: str
    is_part: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """A column compared with a constant."""

    column: str
    operator: str
    value: str
    is_text: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition of the query, and the queries for the rows it keeps and those it is put to."""

    said: str
    kept: str
    total: str
    is_presence: bool


@dataclass(frozen=True, slots=True)
class QueryShape:
    """What one SELECT over one view does.

    `labels` are columns selected as they stand, `order` those that rank the rows first, `ranked`
    the query whose rows hold the ranking value up to one behind the cut, `cut` the LIMIT (0 none).
    """

    tree: Tree
    views: tuple[str, ...]
    columns: tuple[str, ...]
    measures: tuple[Measure, ...]
    filters: tuple[Filter, ...]
    comparisons: tuple[Comparison, ...]
    labels: tuple[str, ...]
    else_values: tuple[str, ...]
    order: tuple[str, ...]
    ranked: str
    cut: int
    numbers: tuple[str, ...]

    @property
    def counts_rows(self) -> bool:
        """Whether it counts the rows of the whole view."""
        is_count = [item.function for item in self.measures] == ["count_star"]
        return is_count and not self.filters


@lru_cache(maxsize=4096)
def shape_of(sql: str) -> QueryShape | None:
    """The shape of a query, None where it does not parse as one plain SELECT."""
    tree = parsed(sql)
    if tree is None or tree.get("type") != "SELECT_NODE":
        return None
    nodes = list(dicts(tree))
    aliases = {item["alias"]: item for item in tree["select_list"] if item.get("alias")}
    order, ranked, cut = _ranking(tree, aliases)
    return QueryShape(
        tree=tree,
        views=tuple(sorted({path_of(node) for node in nodes if node.get("type") == "BASE_TABLE"})),
        columns=tuple(sorted(set(columns_in(tree)) - aliases.keys())),
        measures=tuple(_measures(tree)),
        filters=tuple(_filters(tree)),
        comparisons=tuple(_comparisons(nodes)),
        labels=tuple(
            item["column_names"][-1] for item in tree["select_list"] if "column_names" in item
        ),
        else_values=tuple(_else_values(nodes)),
        order=order,
        ranked=ranked,
        cut=cut,
        numbers=tuple(_numbers(nodes)),
    )


def _query(tree: Tree, select: Sequence[Tree], where: Tree | None) -> Tree:
    """A plain SELECT over the same table."""
    made = {
        "type": "SELECT_NODE",
        "cte_map": tree.get("cte_map", {}),
        "select_list": list(select),
        "from_table": tree["from_table"],
        "aggregate_handling": "STANDARD_HANDLING",
    }
    return made if where is None else {**made, "where_clause": where}


def _both(first: Tree | None, second: Tree | None) -> Tree | None:
    if first is None or second is None:
        return first or second
    return {"class": "CONJUNCTION", "type": "CONJUNCTION_AND", "children": [first, second]}


def _aggregates(tree: Tree) -> Iterator[Tree]:
    for node in dicts(tree.get("select_list")):
        if node.get("function_name") in _AGGREGATES:
            yield node


def _measures(tree: Tree) -> Iterator[Measure]:
    for node in _aggregates(tree):
        where = _both(tree.get("where_clause"), node.get("filter"))
        count = {**_COUNT_ALL, "function_name": "count", "qualified_name": {"path": ["count"]}}
        inner = arguments(node)
        select = {**count, "arguments": node["arguments"]} if inner else _COUNT_ALL
        columns = tuple(sorted(set(columns_in(inner))))
        filled = text_of(_query(tree, [select], where))
        yield Measure(str(node["function_name"]), columns, filled, "filter" in node)


def _filters(tree: Tree) -> Iterator[Filter]:
    where = tree.get("where_clause")
    if where is not None:
        yield from _parts(tree, where, None)
    for node in _aggregates(tree):
        if "filter" in node:
            yield from _parts(tree, node["filter"], where)


def _parts(tree: Tree, condition: Tree, base: Tree | None) -> Iterator[Filter]:
    """A condition, and each of those that it joins: one of them may be idle."""
    yield _filter(tree, condition, base)
    if condition["type"] == "CONJUNCTION_AND":
        for part in condition["children"]:
            yield _filter(tree, part, base)


def _filter(tree: Tree, condition: Tree, base: Tree | None) -> Filter:
    kinds = {
        node["type"]
        for node in dicts(condition)
        if node.get("class") in ("OPERATOR", "COMPARISON", "FUNCTION")
    }
    alone = text_of(_query(tree, [_COUNT_ALL], condition))
    return Filter(
        said=_plain(alone.partition(" WHERE ")[2]),
        kept=text_of(_query(tree, [_COUNT_ALL], _both(base, condition))),
        total=text_of(_query(tree, [_COUNT_ALL], _both(base, _filled(condition)))),
        is_presence=kinds == {"OPERATOR_IS_NOT_NULL"},
    )


def _plain(condition: str) -> str:
    """A condition without the brackets around it and each of its parts."""
    plain = re.sub(r"\(([^()]*)\)", r"\1", condition)
    return plain[1:-1] if plain.startswith("(") and plain.endswith(")") else plain


def _filled(condition: Tree) -> Tree | None:
    """What "is not x" is put to: the rows that have a value."""
    if condition["type"] != "COMPARE_NOTEQUAL" or condition["left"].get("class") != "COLUMN_REF":
        return None
    present = {"class": "OPERATOR", "type": "OPERATOR_IS_NOT_NULL"}
    return {**present, "children": [condition["left"]]}


def _comparisons(nodes: Sequence[Tree]) -> Iterator[Comparison]:
    for node in nodes:
        operator = _COMPARED.get(str(node.get("type")))
        if operator is None or "left" not in node:
            continue
        columns = list(columns_in(node["left"]))
        if len(columns) == 1 and "literal" in node["right"]:
            literal = node["right"]["literal"]
            is_text = literal["kind"] == "STRING"
            yield Comparison(columns[0], operator, str(literal.get("text", "")), is_text)


def _else_values(nodes: Sequence[Tree]) -> Iterator[str]:
    """What ELSE branches give; without one, or with NULL, the tree has a constant of no text."""
    for node in nodes:
        other = node.get("else_expr")
        if other is None or (other["class"] == "CONSTANT" and not _is_value(other)):
            continue
        yield str(other.get("literal", {}).get("text", "an expression"))


def _is_value(constant: Tree) -> bool:
    return "text" in constant.get("literal", {})


def _numbers(nodes: Sequence[Tree]) -> Iterator[str]:
    for node in nodes:
        if node.get("literal", {}).get("kind") in ("NUMERIC", "INTEGER"):
            yield str(node["literal"]["text"])


def _ranking(tree: Tree, aliases: dict[str, Tree]) -> tuple[tuple[str, ...], str, int]:
    modifiers = {item["type"]: item for item in tree.get("modifiers", ())}
    orders = modifiers.get("ORDER_MODIFIER", {}).get("orders", ())
    limit = modifiers.get("LIMIT_MODIFIER", {}).get("limit", {}).get("literal", {}).get("text")
    if not orders:
        return (), "", 0
    first = orders[0]["expression"]
    name = first.get("column_names", [""])[-1]
    meant = aliases.get(name, first)
    columns = () if list(_aggregate_names(meant)) else tuple(sorted(set(columns_in(meant))))
    if limit is None or not str(limit).isdigit():
        return columns, "", 0
    return columns, _behind_cut(tree, meant, orders[0], int(limit)), int(limit)


def _aggregate_names(tree: Tree) -> Iterator[str]:
    for node in dicts(tree):
        name = str(node.get("function_name", ""))
        if name in _AGGREGATES - {"min", "max"}:
            yield name


def _behind_cut(tree: Tree, meant: Tree, order: Tree, limit: int) -> str:
    """The ranking values, one row beyond the cut."""
    made = copy.deepcopy(tree)
    key = {key: value for key, value in meant.items() if key != "alias"}
    made["select_list"] = [key]
    number = {"kind": "INTEGER", "text": str(limit + 1)}
    constant = {"class": "CONSTANT", "type": "VALUE_CONSTANT", "literal": number}
    made["modifiers"] = [
        {"type": "ORDER_MODIFIER", "orders": [{**order, "expression": key}]},
        {"type": "LIMIT_MODIFIER", "limit": constant},
    ]
    return text_of(made)
