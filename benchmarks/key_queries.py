"""Figures of KEY.json by SQL over our typed tables: the same questions, asked of what we read.

`python -m benchmarks.key_queries WORKSPACES` loads every typed table of the folder (those below the
coverage gate too) into the locked SQL that agents are given, runs the queries of key_queries.toml
and compares each result with the value that the key recomputes. A figure is *right* when the value
and the file and sheet agree, *wrong* when one differs, *missing* when there is no query or it
cannot run, as when a column or a table has another name. The key is a yardstick and never an input
of the product.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.arguments import named_folder
from benchmarks.development import load_surfaces
from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.kernel.sql import QueryResult, SqlSession, build_database, open_session
from worksurface_pipeline.kernel.sql_types import Scalar
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord

QUERIES = Path(__file__).with_name("key_queries.toml")
STATES = ("right", "wrong", "missing")
_FROM = re.compile(r"\bfrom\s+(\w+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """A figure that the key computes by SQL; `name` is rubric and place, as in the queries."""

    task: str
    name: str
    shown: str
    value: Scalar
    file: str
    sheet: str


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure beside what our table gives: `status` is right, wrong or missing."""

    figure: KeyFigure
    status: str
    detail: str


def key_figures(workspaces: Path) -> tuple[KeyFigure, ...]:
    """Every figure of the folder's key that is computed by SQL, in its order."""
    key = json.loads((workspaces / "KEY.json").read_text(encoding="utf-8"))
    return tuple(
        _figure(task, f"{rubric['index']}.{place}", number, entry["tables"])
        for task, entry in sorted(key.items())
        for rubric in entry["rubrics"]
        for place, number in enumerate(_by_sql(rubric), 1)
    )


def read_queries(path: Path = QUERIES) -> Mapping[tuple[str, str], str]:
    """Our queries by task and figure name."""
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    return {(task, name): sql for task, group in written.items() for name, sql in group.items()}


def compare(workspaces: Path, queries_file: Path = QUERIES) -> tuple[Compared, ...]:
    """Ask our queries of our tables and compare every figure of the key."""
    queries = read_queries(queries_file)
    sets = tuple(surfaces.tables for _, surfaces in load_surfaces(workspaces))
    records = {record.id: record for tables in sets for record in tables.records}
    frames = {name: tables.data[name].frame for tables in sets for name in tables.data}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.duckdb"
        build_database(path, frames)
        with closing(open_session(path)) as session:
            return tuple(
                _compared(figure, queries.get((figure.task, figure.name)), session, records)
                for figure in key_figures(workspaces)
            )


def listing(compared: Sequence[Compared]) -> str:
    """Every figure with its state and why, then the totals."""
    lines = [
        f"{item.status:8} {item.figure.task} rubric {item.figure.name:5} "
        f"{item.figure.shown}: {item.detail}"
        for item in compared
    ]
    counts = Counter(item.status for item in compared)
    totals = ", ".join(f"{counts[state]} {state}" for state in STATES)
    return "\n".join([*lines, f"{totals} of {len(compared)}"])


def _by_sql(rubric: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (number for number in rubric["numbers"] if number["method"] == "sql")


def _figure(
    task: str, name: str, number: Mapping[str, Any], tables: Mapping[str, Any]
) -> KeyFigure:
    alias = _FROM.search(number["sql"])
    source = tables[alias[1]] if alias else {}
    return KeyFigure(
        task=task,
        name=name,
        shown=number["shown"],
        value=number["value"],
        file=source.get("file", ""),
        sheet=source.get("sheet", ""),
    )


def _compared(
    figure: KeyFigure, sql: str | None, session: SqlSession, records: Mapping[str, TableRecord]
) -> Compared:
    if sql is None:
        return Compared(figure, "missing", "no query is written for it")
    try:
        result = session.query(sql)
    except QueryError as error:
        return Compared(figure, "missing", f"the query cannot run: {error}")
    read = [records[name] for name in result.views_read]
    fault = _other_place(figure, read) or _other_value(figure, result)
    return Compared(figure, "wrong" if fault else "right", fault or sql.strip())


def _other_place(figure: KeyFigure, read: Sequence[TableRecord]) -> str:
    """Which table was read instead of the key's file and sheet, if so."""
    wanted = (figure.task, figure.file, figure.sheet)
    others = [r for r in read if (r.task_id, r.filename, r.sheet) != wanted]
    if read and not others:
        return ""
    return f"read {[record.id for record in others]} and not {figure.file} {figure.sheet}".rstrip()


def _other_value(figure: KeyFigure, result: QueryResult) -> str:
    if len(result.rows) != 1 or len(result.columns) != 1:
        return f"{len(result.rows)} rows of {len(result.columns)} columns and not one value"
    value = result.rows[0][0]
    return "" if _agrees(value, figure) else f"{value!r} and not {figure.value!r}"


def _agrees(value: Scalar, figure: KeyFigure) -> bool:
    """Equal values, to the last bit: the key states no tolerance.

    A text cell that holds a number must print it as the rubric does.
    """
    if isinstance(value, str) and not isinstance(figure.value, str):
        return value == figure.shown
    return value == figure.value


def main(arguments: Sequence[str]) -> int:
    """Print the listing; 1 when a figure is not right."""
    compared = compare(
        named_folder(arguments, "keys", "a folder of source tasks that holds KEY.json")
    )
    sys.stdout.write(listing(compared) + "\n")
    return int(any(item.status != "right" for item in compared))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
