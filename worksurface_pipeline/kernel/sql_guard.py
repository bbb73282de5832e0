"""Which statements may run: one SELECT over the exposed views with harmless functions.

The read-only, locked connection is the first fence; this is the second. It reads the parse tree
that DuckDB itself makes, never the text. It runs in the child process, so it imports no more than
the standard library, DuckDB and the error tree.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from typing import Any

import duckdb

from worksurface_pipeline.kernel.errors import QueryRefusedError
from worksurface_pipeline.kernel.sql_catalog import Catalog, fold

_QUERY_NODES = frozenset(
    {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE", "VALUES_NODE"}
)
_TABLE_FUNCTIONS = frozenset({"range", "generate_series", "unnest", "json_each", "json_tree"})
# Functions that tell of the database file, its settings or the machine, or that run other SQL.
_PREFIXES = (
    *("duckdb_", "pragma_", "pg_", "current_", "has_", "read_", "json_serialize_"),
    "__internal",
)
_TELLTALE = (
    "in_search_path getenv getvariable txid_current user session_user version glob which_secret"
    " parse_duckdb_log_message json_deserialize_sql json_execute_serialized_sql col_description"
    " obj_description shobj_description get_block_size"
)
# The clock: a query has to give the same rows again tomorrow.
_CLOCK = frozenset(
    {"now", "today", "ago", "get_current_time", "get_current_timestamp", "transaction_timestamp"}
)
_AGE = "age"  # of one moment it is counted from today, of two it is their distance
_ALLOWED = frozenset({"pg_typeof", "pg_size_pretty"})
# Words that DuckDB reads as a function where no column has that name.
_NILADIC = (
    "current_catalog current_schema current_database current_date current_time current_timestamp"
    " current_user current_role session_user localtime localtimestamp"
)


def views_of(connection: duckdb.DuckDBPyConnection, sql: str, catalog: Catalog) -> tuple[str, ...]:
    """The views that `sql` reads, sorted, once it is known to be allowed.

    Raises QueryRefusedError, or DuckDB's own error where the statement does not parse.
    """
    _check_statement(connection, sql)
    nodes = list(_dicts(_parse_tree(connection, sql)))
    _check_tree(nodes, catalog)
    names = _table_names(connection, sql, nodes)
    unknown = sorted(name for name in names if fold(name) not in catalog.views)
    if unknown:
        raise QueryRefusedError(_unknown_view(unknown[0], catalog))
    return tuple(sorted({catalog.views[fold(name)] for name in names}))


def _check_statement(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    statements = connection.extract_statements(sql)
    if not _are_known(statements):
        raise QueryRefusedError("Only a SELECT may run.")
    if len(statements) != 1:
        raise QueryRefusedError(
            f"Exactly one statement is allowed, this text holds {len(statements)}."
        )
    if statements[0].type != duckdb.StatementType.SELECT:
        kind = statements[0].type.name
        raise QueryRefusedError(f"Only a SELECT may run, this is {kind}.")


def _are_known(statements: Sequence[duckdb.Statement]) -> bool:
    """Whether each is of a kind that DuckDB's Python side has a name for."""
    try:
        return all(statement.type is not None for statement in statements)
    except ValueError:
        return False


def _parse_tree(connection: duckdb.DuckDBPyConnection, sql: str) -> Any:
    row = connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchone()
    try:
        tree = json.loads(row[0]) if row else {"error": True}
    except RecursionError as error:
        raise QueryRefusedError("The statement is nested too deeply; make it simpler.") from error
    if tree["error"]:
        raise QueryRefusedError("Only a plain SELECT may run.")
    return tree["statements"]


def _table_names(
    connection: duckdb.DuckDBPyConnection, sql: str, nodes: Sequence[dict[str, Any]]
) -> set[str]:
    """Tables of the bound statement.

    DuckDB binds it to tables without columns here, which UNPIVOT and COLUMNS('...') do not stand;
    then the parse tree says it, without names that a CTE may shadow.
    """
    try:
        return connection.get_table_names(sql)
    except duckdb.Error:
        ctes = _cte_names(nodes)
        paths = [node["qualified_name"]["path"] for node in nodes if _is_table(node)]
        return {str(path[-1]) for path in paths if len(path) > 1 or fold(str(path[-1])) not in ctes}


def _cte_names(nodes: Sequence[dict[str, Any]]) -> set[str]:
    return {fold(str(node["key"])) for node in nodes if "key" in node and "value" in node}


def _is_table(node: dict[str, Any]) -> bool:
    return node.get("type") == "BASE_TABLE"


def _check_tree(nodes: Sequence[dict[str, Any]], catalog: Catalog) -> None:
    ctes = _cte_names(nodes)
    hidden = sorted(ctes & catalog.internal)
    if hidden:
        raise QueryRefusedError(f"The name {hidden[0]!r} is reserved; give the CTE another name.")
    for node in nodes:
        _check_node(node, ctes, catalog)


def _dicts(tree: Any) -> Iterator[dict[str, Any]]:
    """All objects of a JSON value, without recursion: statements may nest deeply."""
    stack = [tree]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            yield value
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)


def _check_node(node: dict[str, Any], ctes: set[str], catalog: Catalog) -> None:
    kind = node.get("type")
    if "cte_map" in node and kind not in _QUERY_NODES:
        raise QueryRefusedError("Only a plain SELECT may run.")
    if kind == "SHOW_REF":
        raise QueryRefusedError(
            "DESCRIBE, SHOW and SUMMARIZE are not available; use the table tools."
        )
    if node.get("sample"):
        raise QueryRefusedError(
            "Random samples are not available: the result has to be repeatable."
        )
    if _is_table(node):
        _check_table(node, ctes, catalog)
    elif kind == "TABLE_FUNCTION":
        _check_table_function(node)
    elif "function_name" in node:
        _check_function(fold(str(node["function_name"])), node, catalog)
    elif kind == "COLUMN_REF" and len(node["column_names"]) == 1:
        _check_word(fold(str(node["column_names"][0])))


def _check_table(node: dict[str, Any], ctes: set[str], catalog: Catalog) -> None:
    *schema, name = node["qualified_name"]["path"]
    folded = fold(str(name))
    is_view = folded in catalog.views and schema in ([], ["main"])
    if not is_view and (schema or folded not in ctes):
        raise QueryRefusedError(_unknown_view(".".join(map(str, [*schema, name])), catalog))


def _check_table_function(node: dict[str, Any]) -> None:
    name = fold(str(node["function"].get("function_name", "")))
    if name not in _TABLE_FUNCTIONS:
        raise QueryRefusedError(
            f"The table function {name!r} is not available; query the views by name."
        )


def _check_function(name: str, node: dict[str, Any], catalog: Catalog) -> None:
    if name in _ALLOWED or name in _TABLE_FUNCTIONS:
        return
    is_clock = name in _CLOCK or (name == _AGE and len(node["arguments"]) < 2)
    if is_clock or name in catalog.volatile:
        raise QueryRefusedError(
            f"The function {name!r} is not available: the result has to be repeatable."
        )
    if name in _TELLTALE.split() or name.startswith(_PREFIXES):
        raise QueryRefusedError(f"The function {name!r} is not available.")


def _check_word(name: str) -> None:
    if name in _NILADIC.split():
        raise QueryRefusedError(f"The word {name!r} is not available.")


def _unknown_view(name: str, catalog: Catalog) -> str:
    near = difflib.get_close_matches(fold(name), catalog.views, n=1)
    hint = f" The nearest is {catalog.views[near[0]]!r}." if near else ""
    return f"There is no view {name!r}.{hint}"
