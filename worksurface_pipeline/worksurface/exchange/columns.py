"""What a column of the exported tables is: its name, kind, meaning and where its value is from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import pyarrow as pa

Kind = Literal["text", "name", "integer", "number", "flag"]
ARROW: dict[Kind, pa.DataType] = {
    "text": pa.string(),
    "name": pa.dictionary(pa.int32(), pa.string()),  # few values over many rows
    "integer": pa.int64(),
    "number": pa.float64(),
    "flag": pa.bool_(),
}
"""The Arrow type of each kind of column."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `of` takes its value from a record, None where there is none."""

    name: str
    kind: Kind
    meaning: str
    of: Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Layout:
    """One table: its file's stem, what a row is, its columns, and those that order its rows."""

    name: str
    row: str
    columns: tuple[Column, ...]
    order: tuple[str, ...]

    @property
    def schema(self) -> pa.Schema:
        """The Arrow schema."""
        return pa.schema([pa.field(one.name, ARROW[one.kind]) for one in self.columns])


def field(name: str, kind: Kind, meaning: str) -> Column:
    """A column that is a field of the record."""
    return Column(name, kind, meaning, lambda record: getattr(record, name))


def label(name: str, meaning: str) -> Column:
    """A column that is a field with a value of a closed list, as text."""

    def of(record: Any) -> str | None:
        value = getattr(record, name)
        return None if value is None else str(getattr(value, "value", value))

    return Column(name, "name", meaning, of)


def run_columns(run: Callable[[Any], Any]) -> tuple[Column, ...]:
    """What every table begins with: the run that a row is of."""
    fields = (
        field("fingerprint", "text", "digest of all that may change the run"),
        field("model", "name", "model, or `agent/<name>`"),
        field("setting", "name", "S1 to S6, or an arm beyond the paper"),
        field("task_id", "text", "id of the atomic task"),
        field("epoch", "integer", "repetition, from 0"),
        field("persona", "name", "persona of the task"),
    )
    return tuple(_through(one, run) for one in fields)


def _through(column: Column, run: Callable[[Any], Any]) -> Column:
    return Column(column.name, column.kind, column.meaning, lambda record: column.of(run(record)))
