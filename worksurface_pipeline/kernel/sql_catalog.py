"""What stands in an open database, and how DuckDB compares names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import duckdb


@dataclass(frozen=True, slots=True)
class Catalog:
    """What stands in a database: real view names by folded name, and what must stay unseen."""

    views: Mapping[str, str]
    internal: frozenset[str]
    volatile: frozenset[str]


def read_catalog(connection: duckdb.DuckDBPyConnection) -> Catalog:
    """The catalog of an open database, read once per process."""
    tables = _first_column(
        connection, "SELECT table_name FROM duckdb_tables() WHERE NOT internal ORDER BY 1"
    )
    internal = _first_column(connection, "SELECT view_name FROM duckdb_views() WHERE internal")
    volatile = _first_column(
        connection, "SELECT function_name FROM duckdb_functions() WHERE stability = 'VOLATILE'"
    )
    return Catalog(
        views={fold(name): name for name in tables},
        internal=frozenset(fold(name) for name in internal),
        volatile=frozenset(fold(name) for name in volatile),
    )


def fold(name: str) -> str:
    """A name as DuckDB compares it: A-Z lowered, every other letter as it is."""
    return "".join(char.lower() if char.isascii() else char for char in name)


def _first_column(connection: duckdb.DuckDBPyConnection, sql: str) -> list[str]:
    return [str(row[0]) for row in connection.execute(sql).fetchall()]
