"""From a grid to a typed table: layout, names, types and texts put together."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.readers.addresses import cell_name, range_name
from worksurface_pipeline.readers.cell_texts import shown_text
from worksurface_pipeline.readers.grid import Cell, Grid, Row, filled
from worksurface_pipeline.readers.header import SheetLayout, find_layout
from worksurface_pipeline.readers.header_rows import with_merges
from worksurface_pipeline.readers.model import (
    Column,
    NullCells,
    SheetOverride,
    TableLayout,
    TypedTable,
)
from worksurface_pipeline.readers.names import ColumnName, column_names
from worksurface_pipeline.readers.stated import stated_layout
from worksurface_pipeline.readers.table_columns import table_columns
from worksurface_pipeline.readers.text_columns import TypedColumn

# Between the cells of a title, note or total row when they become one text.
_CELL_SEPARATOR = " | "


def build_table(grid: Grid, block: int = 0, override: SheetOverride | None = None) -> TypedTable:
    """The typed table of a grid with at least one row; `override` decides what it states."""
    layout = find_layout(grid)
    if override is not None:
        layout = stated_layout(grid, layout, override)
    names = _names(grid, layout)
    numbers = tuple(grid.row_numbers[row] for row in layout.data)
    headers = [name.source_name for name in names]
    # Titles below the header are questions of single columns.
    above = [row for row in layout.titles if not layout.header or row < layout.header[0]]
    titles = _row_texts(grid, above)
    typed = table_columns(grid, _data_rows(grid, layout.data), numbers, headers, titles)
    return TypedTable(
        sheet=grid.sheet,
        columns=tuple(
            _column(grid, place, name, *column, numbers)
            for place, (name, column) in enumerate(zip(names, typed, strict=True))
        ),
        frame=_frame(names, [column.values for column, _ in typed]),
        texts=_frame(names, [column.texts for column, _ in typed]),
        row_numbers=numbers,
        layout=_table_layout(grid, layout, is_overridden=override is not None),
        block=block,
        is_hidden=grid.is_hidden,
    )


def _frame(names: Sequence[ColumnName], columns: Sequence[pl.Series]) -> pl.DataFrame:
    return pl.DataFrame(
        [series.alias(name.name) for name, series in zip(names, columns, strict=True)]
    )


def _names(grid: Grid, layout: SheetLayout) -> list[ColumnName]:
    top = with_merges(grid, layout.header[-1] + 1) if layout.header else []
    merged = [top[row] for row in layout.header]
    raw = [grid.rows[row] for row in layout.header]
    return column_names(merged, raw, grid.width)


def _column(
    grid: Grid,
    place: int,
    name: ColumnName,
    typed: TypedColumn,
    scale: float,
    rows: Sequence[int],
) -> Column:
    number = grid.column_numbers[place]
    nulls = tuple(
        NullCells(
            reason=item.reason,
            count=item.count,
            cells=tuple(cell_name(rows[position], number) for position in item.places),
        )
        for item in typed.nulls
    )
    return Column(
        name=name.name,
        source_name=name.source_name,
        type=typed.type,
        unit=typed.unit,
        scale=scale,
        is_invented=name.is_invented,
        is_hidden=number in grid.hidden_columns,
        null_reasons=typed.null_reasons,
        nulls=nulls,
    )


def _data_rows(grid: Grid, data: Sequence[int]) -> list[Row]:
    """Data rows, with the text of a cell merged downwards in each row that it covers."""
    rows = [grid.rows[row] for row in data]
    if not any(merge.bottom > merge.top for merge in grid.merges):
        return rows
    places = {grid.row_numbers[row]: position for position, row in enumerate(data)}
    columns = {number: place for place, number in enumerate(grid.column_numbers)}
    for merge in grid.merges:
        if merge.bottom == merge.top or merge.top not in places or merge.left not in columns:
            continue
        column = columns[merge.left]
        value = rows[places[merge.top]][column]
        if isinstance(value, str):
            covered = range(merge.top + 1, min(merge.bottom, grid.row_numbers[-1]) + 1)
            _fill_down(rows, [places.get(number) for number in covered], column, value)
    return rows


def _fill_down(rows: list[Row], positions: Sequence[int | None], column: int, value: Cell) -> None:
    for position in positions:
        if position is not None:
            copy = list(rows[position])
            copy[column] = value
            rows[position] = copy


def _table_layout(grid: Grid, layout: SheetLayout, *, is_overridden: bool) -> TableLayout:
    data = [grid.row_numbers[row] for row in layout.data]
    return TableLayout(
        header_rows=_numbers(grid, layout.header),
        data_start=data[0] if data else 0,
        data_end=data[-1] if data else 0,
        first_column=grid.column_numbers[0],
        column_numbers=tuple(grid.column_numbers),
        cell_range=range_name(grid.row_numbers, grid.column_numbers),
        titles=_row_texts(grid, layout.titles),
        notes=_row_texts(grid, layout.notes),
        totals=_row_texts(grid, layout.totals),
        title_rows=_numbers(grid, layout.titles),
        note_rows=_numbers(grid, layout.notes),
        total_rows=_numbers(grid, layout.totals),
        dropped_rows=_numbers(grid, [item.row for item in layout.dropped]),
        dropped_reasons=tuple(item.reason for item in layout.dropped),
        hidden_rows=tuple(sorted(grid.hidden_rows & set(grid.row_numbers))),
        hidden_columns=tuple(sorted(grid.hidden_columns & set(grid.column_numbers))),
        confidence=round(layout.confidence * grid.encoding_confidence, 2),
        encoding=grid.encoding,
        encoding_confidence=grid.encoding_confidence,
        delimiter=grid.delimiter,
        is_overridden=is_overridden,
    )


def _numbers(grid: Grid, rows: Sequence[int]) -> tuple[int, ...]:
    return tuple(grid.row_numbers[row] for row in rows)


def _row_texts(grid: Grid, rows: Sequence[int]) -> tuple[str, ...]:
    """One text a row: its cells as a reader sees them."""
    texts = []
    for row in rows:
        cells = [_cell_text(grid, row, column) for column in filled(grid.rows[row])]
        texts.append(_CELL_SEPARATOR.join(cells))
    return tuple(texts)


def _cell_text(grid: Grid, row: int, column: int) -> str:
    styles = grid.styles.get(grid.column_numbers[column], {})
    return shown_text(grid.rows[row][column], styles.get(grid.row_numbers[row])) or ""
