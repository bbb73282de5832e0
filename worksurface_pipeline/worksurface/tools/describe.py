"""table_describe: columns of a view with types, units and samples, and the cells around it."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.harness.agent.protocol import Observation, Shown
from worksurface_pipeline.kernel.sql import Scalar, sql_column_names
from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.tools.names import Names
from worksurface_pipeline.worksurface.tools.observations import (
    Item,
    Listing,
    clip,
    compact,
    fitting,
    fitting_with_rest,
    observation,
)
from worksurface_pipeline.worksurface.tools.scope import ScopeData
from worksurface_pipeline.worksurface.tools.specs import ToolSettings
from worksurface_pipeline.worksurface.tools.views import SOURCE_ROW, sample_values, served_frame

# Columns come first; the cells around the table may take up to this part of the room.
_AROUND_PART = 3
# Names and brackets of the fields that are not counted one by one.
_FRAME = 120


def describe_view(
    record: TableRecord, scope: ScopeData, names: Names, settings: ToolSettings
) -> Observation:
    """The description of one view; columns whose details do not fit are named under `more`."""
    head = _head(record, names)
    room = settings.characters - _FRAME - sum(len(key) + len(text) for key, text in head.items())
    around = _around(record, room // _AROUND_PART)
    left = room - sum(len(listing.text) for listing in around.values())
    frame = served_frame(record, scope.cells[record.id], scope.interface)
    columns, more = _columns(record, frame, settings, left)
    is_cut = columns.is_cut or any(listing.is_cut for listing in around.values())
    fields = {
        **head,
        "columns": columns.text,
        **{key: listing.text for key, listing in around.items()},
        "more": more.text,
        "truncated": compact(is_cut),
    }
    return observation(fields, [Shown(kind="view_described", id=record.id)])


def _head(record: TableRecord, names: Names) -> dict[str, str]:
    place = {} if names.is_sealed else {"source_file": record.filename, "sheet": record.sheet}
    head = {"view": names.view(record.id), **place, "rows": record.row_count}
    return {key: compact(value) for key, value in head.items()}


def _around(record: TableRecord, room: int) -> dict[str, Listing]:
    """Titles, totals and notes, in this order of importance."""
    layout = record.layout
    listings = {}
    for key, texts in (
        ("titles", layout.titles),
        ("totals", layout.totals),
        ("notes", layout.notes),
    ):
        listings[key] = fitting([Item(compact(text)) for text in texts], room)
        room -= len(listings[key].text)
    return listings


def _columns(
    record: TableRecord, frame: pl.DataFrame, settings: ToolSettings, room: int
) -> tuple[Listing, Listing]:
    served = sql_column_names(frame.columns)
    stated = {column.name: column for column in record.columns}
    details = []
    for name, column in zip(served, frame.iter_columns(), strict=True):
        samples = _samples(column, settings)
        details.append(Item(compact(_column(name, stated.get(column.name), samples))))
    return fitting_with_rest(details, [Item(compact(name)) for name in served], room)


def _samples(column: pl.Series, settings: ToolSettings) -> list[Scalar]:
    return [
        clip(value, settings.sample_characters) if isinstance(value, str) else value
        for value in sample_values(column, settings.samples)
    ]


def _column(name: str, column: Column | None, samples: Sequence[Scalar]) -> dict[str, object]:
    """A column of the source, or (None) one that says where a row comes from."""
    if column is None:
        kind = ColumnType.INTEGER if name == SOURCE_ROW else ColumnType.TEXT
        return {"name": name, "type": kind, "unit": "", "samples": list(samples)}
    fields: dict[str, object] = {
        "name": name,
        "type": column.type,
        "unit": column.unit,
        "samples": list(samples),
    }
    if column.source_name != name:
        fields["source_name"] = column.source_name
    if column.type is ColumnType.PERCENT:
        fields["stored_as"] = "fraction"
    if column.type is ColumnType.DURATION:
        fields["stored_as"] = "seconds"
    if column.scale != 1:
        fields["scale"] = column.scale
    return fields
