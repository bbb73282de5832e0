"""Queries as the trees that DuckDB makes of them, and trees as queries again. Nothing is run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import duckdb

Tree = dict[str, Any]


def dicts(tree: object) -> Iterator[Tree]:
    """All objects of a JSON value, without recursion: statements may nest deeply."""
    stack: list[object] = [tree]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            yield value
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)


def path_of(node: Tree) -> str:
    """The name of a table."""
    return str(node["qualified_name"]["path"][-1])


def arguments(node: Tree) -> list[Tree]:
    """The arguments of a function."""
    return [item["expression"] for item in node.get("arguments", ())]


@cache
def _connection() -> duckdb.DuckDBPyConnection:
    """A connection without any data: it only turns text into trees and back."""
    return duckdb.connect(":memory:")


def parsed(sql: str) -> Tree | None:
    """The tree of one SELECT, None where the text is none."""
    call = (
        "SELECT json_serialize_sql(?, skip_null := true, skip_empty := true, skip_default := true)"
    )
    try:
        row = _connection().cursor().execute(call, [sql]).fetchone()
    except duckdb.Error:
        return None
    found = json.loads(row[0]) if row else {}
    statements = found.get("statements", ())
    return statements[0]["node"] if len(statements) == 1 else None


def text_of(node: Tree) -> str:
    """A tree as SQL."""
    statement = json.dumps({"error": False, "statements": [{"node": node}]})
    call = "SELECT json_deserialize_sql(?::JSON)"
    row = _connection().cursor().execute(call, [statement]).fetchone()
    return str(row[0]) if row else ""


def result_heads(sql: str) -> tuple[str, ...]:
    """What the columns of a SELECT's result are called; empty where it does not say.

    An alias, or the column's own name, or the expression; a star names nothing.
    """
    items = (parsed(sql) or {}).get("select_list", ())
    if any(item["class"] == "STAR" for item in items):
        return ()
    return tuple(item.get("alias") or _named(item) for item in items)


def _named(item: Tree) -> str:
    if item["class"] == "COLUMN_REF":
        return str(item["column_names"][-1])
    alone = {**(parsed("SELECT 1") or {}), "select_list": [item]}
    try:
        return text_of(alone).removeprefix("SELECT ")
    except duckdb.Error:  # no expression that stands by itself: the column stays without a name
        return ""


def columns_in(tree: object) -> Iterator[str]:
    """Names of all columns, as often as they stand there."""
    for node in dicts(tree):
        if node.get("class") == "COLUMN_REF":
            yield str(node["column_names"][-1])
