"""A second way to the result of a query: plain Python over the cells, without the database.

It shares the words of the query with the first way and nothing that computes. What it does not
know (joins, dates, functions beyond the families) it refuses: then nothing was cross-checked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cmp_to_key
from typing import Any

from worksurface_pipeline.worksurface.schema.tasks import Scalar
from worksurface_pipeline.worksurface.tasks.gates.query_tree import Tree, arguments

Row = Mapping[str, Scalar]
_Found = tuple[tuple[Scalar, ...], list[Row]]
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "COMPARE_EQUAL": operator.eq,
    "COMPARE_NOTEQUAL": operator.ne,
    "COMPARE_GREATERTHAN": operator.gt,
    "COMPARE_LESSTHAN": operator.lt,
    "COMPARE_GREATERTHANOREQUALTO": operator.ge,
    "COMPARE_LESSTHANOREQUALTO": operator.le,
}
_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_AGGREGATES = frozenset({"count_star", "count", "sum", "avg", "min", "max"})
_NUMERIC_CASTS = frozenset({"INTEGER", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL"})


class NotKnownError(Exception):
    """The query holds something that this way does not know."""


def run(tree: Tree, rows: Sequence[Row]) -> tuple[tuple[Scalar, ...], ...]:
    """The result of a parsed SELECT over the rows of its one table. Raises NotKnownError."""
    if tree["from_table"].get("type") != "BASE_TABLE" or "having" in tree or "qualify" in tree:
        raise NotKnownError("it reads more than one table or restricts its groups")
    kept = [rows[at] for at in kept_rows(tree, rows)]
    groups = _groups(tree.get("group_expressions", ()), kept)
    if not _is_aggregated(tree):
        groups = [[row] for row in kept]
    found = [(_selected(tree, group), group) for group in groups]
    return _ordered(tree, found)


def kept_rows(tree: Tree, rows: Sequence[Row]) -> list[int]:
    """Positions of the rows that the condition of a SELECT keeps. Raises NotKnownError."""
    where = tree.get("where_clause")
    return [at for at, row in enumerate(rows) if where is None or _value(where, row) is True]


def _is_aggregated(tree: Tree) -> bool:
    return "group_expressions" in tree or any(map(_holds_aggregate, tree["select_list"]))


def _holds_aggregate(node: Tree) -> bool:
    if node.get("function_name") in _AGGREGATES:
        return True
    return any(map(_holds_aggregate, arguments(node)))


def _groups(keys: Sequence[Tree], rows: Sequence[Row]) -> list[list[Row]]:
    if not keys:
        return [list(rows)]
    found: dict[tuple[Scalar, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(_value(key, row) for key in keys), []).append(row)
    return list(found.values())


def _selected(tree: Tree, group: Sequence[Row]) -> tuple[Scalar, ...]:
    return tuple(_over(node, group) for node in tree["select_list"])


def _over(node: Tree, group: Sequence[Row]) -> Scalar:
    """The value of an expression over a group of rows."""
    name = str(node.get("function_name", ""))
    if name in _AGGREGATES:
        return _aggregate(name, node, group)
    if name in ("+", "-", "*", "/"):
        return _computed(name, [_over(item, group) for item in arguments(node)])
    return _value(node, group[0] if group else {})


def _aggregate(name: str, node: Tree, group: Sequence[Row]) -> Scalar:
    condition = node.get("filter")
    kept = [row for row in group if condition is None or _value(condition, row) is True]
    if name == "count_star":
        return len(kept)
    values = [value for row in kept if (value := _value(arguments(node)[0], row)) is not None]
    if node.get("distinct"):
        values = list(dict.fromkeys(values))
    if name == "count":
        return len(values)
    return _reduced(name, values)


def _reduced(name: str, values: Sequence[Scalar]) -> Scalar:
    if not values:
        return None
    if name in ("min", "max"):
        return _extreme(name, values)
    numbers = [_number(value) for value in values]
    total = sum(numbers)
    return total / len(numbers) if name == "avg" else total


def _extreme(name: str, values: Sequence[Scalar]) -> Scalar:
    ordered = sorted(values, key=cmp_to_key(_compared))
    return ordered[0] if name == "min" else ordered[-1]


def _compared(one: Scalar, other: Scalar) -> int:
    if isinstance(one, str) and isinstance(other, str):
        return (one > other) - (one < other)
    return (_number(one) > _number(other)) - (_number(one) < _number(other))


def _number(value: Scalar) -> float:
    if isinstance(value, (int, float)):
        return value
    raise NotKnownError(f"{value!r} is no number")


def _computed(name: str, values: Sequence[Scalar]) -> Scalar:
    if any(value is None for value in values):
        return None
    numbers = [_number(value) for value in values]
    if len(numbers) == 1:
        return -numbers[0] if name == "-" else numbers[0]
    if name == "/":
        if numbers[1] == 0:
            raise NotKnownError("a division by zero")
        return numbers[0] / numbers[1]
    return _ARITHMETIC[name](numbers[0], numbers[1])


def _value(node: Tree, row: Row) -> Scalar:
    """The value of an expression in one row; None is unknown, as in SQL."""
    kind = str(node["type"])
    if kind == "COLUMN_REF":
        return _cell(str(node["column_names"][-1]), row)
    if kind == "VALUE_CONSTANT":
        return _constant(node["literal"])
    if kind == "FUNCTION" and str(node["function_name"]) in ("+", "-", "*", "/"):
        return _computed(node["function_name"], [_value(one, row) for one in arguments(node)])
    if kind == "OPERATOR_CAST":
        return _cast(node, _value(node["child"], row))
    return _truth(kind, node, row)


def _cell(name: str, row: Row) -> Scalar:
    for known in (name, *(key for key in row if key.lower() == name.lower())):
        if known in row:
            return row[known]
    raise NotKnownError(f"there is no column {name}")


def _constant(literal: Tree) -> Scalar:
    kind, text = literal["kind"], literal.get("text", "")
    if kind == "NULL":
        return None
    if kind in ("INTEGER", "NUMERIC"):
        return int(text) if str(text).lstrip("-").isdigit() else float(text)
    return str(text).lower() == "true" if kind == "BOOLEAN" else str(text)


def _cast(node: Tree, value: Scalar) -> Scalar:
    kind = str(node.get("type_expr", {}).get("type_name", "")).upper()
    if value is None or (kind in ("VARCHAR", "BOOLEAN") and isinstance(value, (str, bool))):
        return value
    if kind not in _NUMERIC_CASTS:
        raise NotKnownError(f"a cast to {kind}")
    return float(value) if kind not in ("INTEGER", "BIGINT") else round(float(value))


def _truth(kind: str, node: Tree, row: Row) -> bool | None:
    if kind in _COMPARE:
        return _comparison(kind, _value(node["left"], row), _value(node["right"], row))
    if kind in ("CONJUNCTION_AND", "CONJUNCTION_OR"):
        return _joined(kind, [_value(one, row) for one in node["children"]])
    if kind in ("OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL"):
        return (_value(node["children"][0], row) is None) == (kind == "OPERATOR_IS_NULL")
    if kind == "OPERATOR_NOT":
        value = _value(node["children"][0], row)
        return None if value is None else not value
    raise NotKnownError(f"the expression {kind}")


def _comparison(kind: str, left: Scalar, right: Scalar) -> bool | None:
    if left is None or right is None:
        return None
    if isinstance(left, str) != isinstance(right, str):
        raise NotKnownError("a text compared with a number")
    return _COMPARE[kind](left, right)


def _joined(kind: str, values: Iterable[Scalar]) -> bool | None:
    known = list(values)
    decisive = kind == "CONJUNCTION_OR"
    if decisive in [value for value in known if value is not None]:
        return decisive
    return None if None in known else not decisive


def _ordered(tree: Tree, found: Sequence[_Found]) -> tuple[tuple[Scalar, ...], ...]:
    modifiers = {item["type"]: item for item in tree.get("modifiers", ())}
    if set(modifiers) - {"ORDER_MODIFIER", "LIMIT_MODIFIER"}:
        raise NotKnownError(", ".join(modifiers))
    rows = list(found)
    names = [str(item.get("alias", "")) for item in tree["select_list"]]
    for order in reversed(modifiers.get("ORDER_MODIFIER", {}).get("orders", ())):
        rows = _sorted(rows, order, names)
    limit = modifiers.get("LIMIT_MODIFIER", {}).get("limit")
    end = None if limit is None else int(limit["literal"]["text"])
    return tuple(values for values, _ in rows[:end])


def _sorted(rows: list[_Found], order: Tree, names: Sequence[str]) -> list[_Found]:
    node = order["expression"]
    name = str(node.get("column_names", [""])[-1])

    def key(item: _Found) -> Scalar:
        is_alias = bool(name) and name in names  # an expression has no name, as most columns have
        return item[0][names.index(name)] if is_alias else _over(node, item[1])

    def compared(one: _Found, other: _Found) -> int:
        return _compared(key(one), key(other))

    known = [item for item in rows if key(item) is not None]
    unknown = [item for item in rows if key(item) is None]
    known.sort(key=cmp_to_key(compared), reverse=order.get("type") == "DESCENDING")
    return known + unknown
