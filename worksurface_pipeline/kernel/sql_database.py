"""Writing views into one DuckDB file, which sessions then open read-only."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import duckdb
import polars as pl

from worksurface_pipeline.kernel.errors import DuplicateIdError, LakeError
from worksurface_pipeline.kernel.sql_catalog import fold

_SOURCE = "frame_to_copy"


def build_database(path: Path, views: Mapping[str, pl.DataFrame]) -> None:
    """Write `views` as tables of a new database at `path`, in the order of their names.

    The file appears whole or not at all, also when several processes build it at once. Column
    names become distinct as `sql_column_names` says. Raises LakeError or DuplicateIdError.
    """
    _check_names(views)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".building-") as folder:
            part = Path(folder) / "views.duckdb"
            _write_tables(part, views)
            part.replace(path)
    except (OSError, duckdb.Error) as error:
        raise LakeError(
            f"The views cannot be written to a database: {str(error).splitlines()[0]}",
            where=path.name,
            remedy="Check the free space and the permissions of its folder",
        ) from error


def sql_column_names(names: Iterable[str]) -> tuple[str, ...]:
    """`names` as columns of a table: SQL ignores the case of A-Z, so `Name`, `name` get `name_2`.

    The first of equal names keeps it; the others are numbered in order.
    """
    wanted = tuple(names)
    taken: set[str] = set()
    result = []
    for name in wanted:
        free = _free_name(name, taken, wanted)
        taken.add(fold(free))
        result.append(free)
    return tuple(result)


def quote_name(name: str) -> str:
    """A name as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def _free_name(name: str, taken: set[str], wanted: tuple[str, ...]) -> str:
    if fold(name) not in taken:
        return name
    reserved = taken | {fold(other) for other in wanted}
    number = 2
    while fold(f"{name}_{number}") in reserved:
        number += 1
    return f"{name}_{number}"


def _check_names(views: Mapping[str, pl.DataFrame]) -> None:
    seen: dict[str, str] = {}
    for name in sorted(views):
        other = seen.setdefault(fold(name), name)
        if other != name:
            raise DuplicateIdError(
                f"The views {other!r} and {name!r} have the same name in SQL",
                remedy="Give one of them another id",
            )


def _write_tables(path: Path, views: Mapping[str, pl.DataFrame]) -> None:
    with duckdb.connect(str(path), config={"threads": 1}) as connection:
        connection.execute("BEGIN")
        for name in sorted(views):
            connection.register(_SOURCE, _sql_frame(views[name]).to_arrow())
            connection.execute(f"CREATE TABLE {quote_name(name)} AS SELECT * FROM {_SOURCE}")
            connection.unregister(_SOURCE)
        connection.execute("COMMIT")


def _sql_frame(frame: pl.DataFrame) -> pl.DataFrame:
    """Distinct names, and text instead of the null type, which no stored table can have."""
    named = frame.rename(dict(zip(frame.columns, sql_column_names(frame.columns), strict=True)))
    nulls = [name for name, kind in named.schema.items() if kind == pl.Null]
    return named.with_columns(pl.col(name).cast(pl.String) for name in nulls)
