"""The tables of a foreign profile: typed views beside a registry, with no cells as they stood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl
import polars.exceptions

from worksurface_pipeline.readers.measures import table_digest
from worksurface_pipeline.readers.model import Column, ColumnType, TableLayout
from worksurface_pipeline.worksurface.release.foreign_json import (
    Json,
    first_text,
    objects,
    read_json,
)
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.surfaces.sets import TableSet

OWNER = re.compile(r"t(?P<task>[^_]+)__(?P<rest>.+)")
"""An artifact's id: its source task, and what it is called there."""
_TYPES: Mapping[type[pl.DataType], ColumnType] = {
    pl.Int64: ColumnType.INTEGER,
    pl.Int32: ColumnType.INTEGER,
    pl.Float64: ColumnType.DECIMAL,
    pl.Float32: ColumnType.DECIMAL,
    pl.Boolean: ColumnType.BOOLEAN,
    pl.Date: ColumnType.DATE,
    pl.Datetime: ColumnType.DATETIME,
}
# A Parquet file of a few bytes may state billions of equal cells.
_MOST_CELLS = 200_000_000
_NAMES = ("view", "table", "view_name", "name", "id")


def read_tables(folder: Path, persona: str, problems: list[str]) -> TableSet:
    """Every table that can be read, and a sentence for each other."""
    registry = _registry(folder / "registry.json", persona, problems)
    records: list[TableRecord] = []
    data: dict[str, TableData] = {}
    for path in sorted(folder.glob("*.parquet")):
        try:
            frame, texts = _frames(path)
        except (polars.exceptions.PolarsError, polars.exceptions.PanicException) as error:
            why = str(error).splitlines()[0]
        except (OSError, ValueError) as error:
            why = str(error)
        else:
            record = _record(path.stem, registry.get(path.stem, {}), frame, texts, persona)
            records.append(record)
            data[record.id] = TableData(frame, texts, _rows(frame))
            continue
        problems.append(f"{persona}: {path.name} cannot be read and was left out: {why}")
    return TableSet(records=tuple(records), data=data)


def _frames(path: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The cells typed and as text. Raises ValueError for more of them than any sheet has."""
    height = pl.scan_parquet(path).select(pl.len()).collect().item()
    width = len(pl.read_parquet_schema(path))
    if height * width > _MOST_CELLS:
        raise ValueError(f"it states {height} rows of {width} columns")
    frame = pl.read_parquet(path)
    nested = [name for name, kind in frame.schema.items() if kind.is_nested() or kind == pl.Binary]
    if nested:
        raise ValueError(f"the column {nested[0]!r} holds no plain values")
    return frame, frame.select(pl.all().cast(pl.String))


def _rows(frame: pl.DataFrame) -> tuple[int, ...]:
    """Row numbers as if one header row stood above."""
    return tuple(range(2, frame.height + 2))


def _record(
    name: str, entry: Json, frame: pl.DataFrame, texts: pl.DataFrame, persona: str
) -> TableRecord:
    columns = tuple(_column(one, frame[one].dtype) for one in frame.columns)
    owner = OWNER.fullmatch(name)
    return TableRecord(
        id=name,
        task_id=owner["task"] if owner else "",
        persona=persona,
        filename=first_text(entry, "source_file", "file"),
        sheet=first_text(entry, "source_sheet", "sheet"),
        block=0,
        columns=columns,
        row_count=frame.height,
        layout=TableLayout(header_rows=(1,), data_start=2, data_end=frame.height + 1),
        is_view=entry.get("is_view") is not False,
        gate_reason="a view of the release",
        digest=table_digest(columns, frame, texts, _rows(frame)),
    )


def _column(name: str, kind: pl.DataType) -> Column:
    return Column(name=name, source_name=name, type=_TYPES.get(type(kind), ColumnType.TEXT))


def _registry(path: Path, persona: str, problems: list[str]) -> dict[str, Json]:
    """Entries by view, whether the file holds a list, a mapping, or a mapping with a list."""
    value = read_json(path, persona, problems)
    if isinstance(value, dict):
        value = next((value[key] for key in ("views", "tables") if key in value), value)
    if isinstance(value, dict):
        return {str(key): one for key, one in value.items() if isinstance(one, dict)}
    found: dict[str, Json] = {}
    for name, entry in _named(value):
        if name in found:
            problems.append(f"{persona}: {path.name} names {name} twice; the first entry counts")
        found.setdefault(name, entry)
    return found


def _named(value: object) -> Iterator[tuple[str, Json]]:
    yield from ((first_text(one, *_NAMES), one) for one in objects(value))
