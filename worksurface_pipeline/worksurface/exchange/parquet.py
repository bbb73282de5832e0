"""Scores, trajectories and turns as Parquet files: equal input gives equal bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.worksurface.exchange.columns import ARROW, Column, Layout
from worksurface_pipeline.worksurface.exchange.layouts import (
    LAYOUTS,
    PROFILES,
    SCORES,
    TRAJECTORIES,
    TURNS,
    ProfileRow,
    TurnRow,
)
from worksurface_pipeline.worksurface.schema.scores import Score


@dataclass(frozen=True, slots=True)
class CellRuns:
    """What a cell of a sweep holds: its trajectories and their scores, in any order."""

    trajectories: Sequence[Trajectory]
    scores: Sequence[Score]


def write_tables(folder: Path, cells: Iterable[CellRuns]) -> Mapping[str, int]:
    """Write the tables into `folder`, a row group a cell; rows by table.

    The cells come in order of model and setting, and only one is held at a time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    counts = {layout.name: 0 for layout in LAYOUTS}
    writers = {layout.name: _writer(folder, layout) for layout in LAYOUTS}
    try:
        for cell in cells:
            for layout, records in _records(cell):
                if records:
                    writers[layout.name].write_table(table_of(layout, records))
                counts[layout.name] += len(records)
    finally:
        for writer in writers.values():
            writer.close()
    return counts


def table_of(layout: Layout, records: Sequence[Any]) -> pa.Table:
    """Records as a table of a layout, in their order."""
    arrays = [_array(column, records) for column in layout.columns]
    return pa.Table.from_arrays(arrays, schema=layout.schema)


def _records(cell: CellRuns) -> Iterable[tuple[Layout, Sequence[Any]]]:
    runs = sorted(cell.trajectories, key=_place)
    scores = sorted(cell.scores, key=lambda one: (*_place(one), one.profile))
    yield SCORES, scores
    also = [ProfileRow(one, other) for one in scores for other in one.also]
    yield PROFILES, sorted(also, key=lambda row: (*_place(row.run), row.also.profile))
    yield TRAJECTORIES, runs
    yield TURNS, [TurnRow(run, turn) for run in runs for turn in run.turns]


def _array(column: Column, records: Sequence[Any]) -> pa.Array:
    values = [column.of(record) for record in records]
    if column.kind in ("text", "name"):
        values = [None if value is None else _text(value) for value in values]
    return pa.array(values, type=ARROW[column.kind])


def _text(value: object) -> str:
    """Half a character, as in a file name that is no UTF-8, fits no column: it is replaced."""
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _writer(folder: Path, layout: Layout) -> pq.ParquetWriter:
    return pq.ParquetWriter(
        folder / f"{layout.name}.parquet", layout.schema, compression="zstd", version="2.6"
    )


def _place(record: Trajectory | Score) -> tuple[str, str, str, int]:
    return (record.model, record.setting, record.task_id, record.epoch)
