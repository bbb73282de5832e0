"""From a grid to a typed table: layout, names, types and texts put together."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.readers.columns import shown_text, styles_of, type_cells
from worksurface_pipeline.readers.grid import Cell, Grid, Row, filled
from worksurface_pipeline.readers.header import SheetLayout, find_layout
from worksurface_pipeline.readers.header_rows import with_merges
from worksurface_pipeline.readers.model import Column, ColumnType, TableLayout, TypedTable
from worksurface_pipeline.readers.names import ColumnName, column_names, header_unit
from worksurface_pipeline.readers.text_columns import TypedColumn, has_decimal_comma, type_texts

# Between the cells of a title, note or total row when they become one text.
_CELL_SEPARATOR = " | "
_NUMERIC = (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.PERCENT, ColumnType.CURRENCY)


def build_table(grid: Grid, block: int = 0) -> TypedTable:
    """The typed table of a grid with at least one row."""
    layout = find_layout(grid)
    names = _names(grid, layout)
    columns = _columns(grid, layout)
    pairs = list(zip(names, columns, strict=True))
    return TypedTable(
        sheet=grid.sheet,
        columns=tuple(_column(name, typed) for name, typed in pairs),
        frame=pl.DataFrame([typed.values.alias(name.name) for name, typed in pairs]),
        texts=pl.DataFrame([typed.texts.alias(name.name) for name, typed in pairs]),
        row_numbers=tuple(grid.row_numbers[row] for row in layout.data),
        layout=_table_layout(grid, layout),
        block=block,
        is_hidden=grid.is_hidden,
    )


def _names(grid: Grid, layout: SheetLayout) -> list[ColumnName]:
    top = with_merges(grid)
    merged = [top[row] for row in layout.header]
    raw = [grid.rows[row] for row in layout.header]
    return column_names(merged, raw, grid.width)


def _column(name: ColumnName, typed: TypedColumn) -> Column:
    unit = typed.unit
    if not unit and typed.type in _NUMERIC:
        unit = header_unit(name.source_name)
    return Column(
        name=name.name,
        source_name=name.source_name,
        type=typed.type,
        unit=unit,
        is_invented=name.is_invented,
        null_reasons=typed.null_reasons,
    )


def _columns(grid: Grid, layout: SheetLayout) -> list[TypedColumn]:
    rows = _data_rows(grid, layout.data)
    cells = [[row[column] for row in rows] for column in range(grid.width)]
    if grid.is_typed:
        numbers = [grid.row_numbers[row] for row in layout.data]
        return [
            type_cells(column, styles_of(numbers, grid.styles.get(number, {})))
            for column, number in zip(cells, grid.column_numbers, strict=True)
        ]
    texts = [pl.Series(column, dtype=pl.String) for column in cells]
    is_comma = grid.delimiter != "," and any(has_decimal_comma(series) for series in texts)
    return [type_texts(series, is_decimal_comma=is_comma) for series in texts]


def _data_rows(grid: Grid, data: Sequence[int]) -> list[Row]:
    """Data rows, with the text of a cell merged downwards in each row that it covers."""
    places = {grid.row_numbers[row]: position for position, row in enumerate(data)}
    rows = [grid.rows[row] for row in data]
    for merge in grid.merges:
        if merge.bottom == merge.top or merge.top not in places:
            continue
        if merge.left not in grid.column_numbers:
            continue
        column = list(grid.column_numbers).index(merge.left)
        value = rows[places[merge.top]][column]
        if isinstance(value, str):
            _fill_down(
                rows, [places.get(n) for n in range(merge.top + 1, merge.bottom + 1)], column, value
            )
    return rows


def _fill_down(rows: list[Row], positions: Sequence[int | None], column: int, value: Cell) -> None:
    for position in positions:
        if position is not None:
            copy = list(rows[position])
            copy[column] = value
            rows[position] = copy


def _table_layout(grid: Grid, layout: SheetLayout) -> TableLayout:
    data = [grid.row_numbers[row] for row in layout.data]
    return TableLayout(
        header_rows=tuple(grid.row_numbers[row] for row in layout.header),
        data_start=data[0] if data else 0,
        data_end=data[-1] if data else 0,
        first_column=grid.column_numbers[0],
        column_numbers=tuple(grid.column_numbers),
        titles=_row_texts(grid, layout.titles),
        notes=_row_texts(grid, layout.notes),
        totals=_row_texts(grid, layout.totals),
        dropped_rows=tuple(grid.row_numbers[row] for row in layout.dropped),
        confidence=round(layout.confidence * grid.encoding_confidence, 2),
        encoding=grid.encoding,
        delimiter=grid.delimiter,
    )


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
