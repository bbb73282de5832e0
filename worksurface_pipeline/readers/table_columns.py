"""All columns of a table with their types, each read in the light of the others and of its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.readers.columns import styles_of, type_cells
from worksurface_pipeline.readers.grid import Cell, Grid, Row
from worksurface_pipeline.readers.header_kinds import with_header_kind
from worksurface_pipeline.readers.header_units import with_header_unit
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.number_texts import table_decimals
from worksurface_pipeline.readers.table_units import table_unit, with_table_unit
from worksurface_pipeline.readers.text_columns import TypedColumn, type_texts

_DIGITS = re.compile(r"\d+")
_NOTHING = pl.Series(dtype=pl.String)


def table_columns(
    grid: Grid,
    rows: Sequence[Row],
    numbers: Sequence[int],
    headers: Sequence[str],
    titles: Sequence[str] = (),
) -> list[tuple[TypedColumn, float]]:
    """Each column with the scale of its values; `rows` are the data, `numbers` their sheet rows.

    `titles` are the lines above the table.
    """
    cells: Sequence[Sequence[Cell]] = list(zip(*rows, strict=True)) or [()] * grid.width
    columns = (
        _typed(grid, cells, numbers, headers) if grid.is_typed else _texts(grid, cells, headers)
    )
    found = [
        with_header_unit(with_header_kind(column, header), header)
        for column, header in zip(columns, headers, strict=True)
    ]
    unit = table_unit(titles, headers[0] if headers else "")
    if unit is None:
        return found
    return [
        with_table_unit(*item, header, unit) for item, header in zip(found, headers, strict=True)
    ]


def _texts(
    grid: Grid, cells: Sequence[Sequence[Cell]], headers: Sequence[str]
) -> list[TypedColumn]:
    texts = [pl.Series(column, dtype=pl.String) for column in cells]
    decimals = table_decimals(texts, grid.delimiter, headers)
    return [type_texts(series, decimals) for series in texts]


def _typed(
    grid: Grid, cells: Sequence[Sequence[Cell]], numbers: Sequence[int], headers: Sequence[str]
) -> list[TypedColumn]:
    # Only what is kept as text shows how its writer parts decimals.
    texts = [_text_series(column) for column in cells]
    shown = [series if series is not None else _NOTHING for series in texts]
    decimals = table_decimals(shown, grid.delimiter, headers, is_typed=True)
    columns = [
        type_cells(column, styles_of(numbers, grid.styles.get(number, {})), decimals)
        for column, number in zip(cells, grid.column_numbers, strict=True)
    ]
    kin = {_kin(name) for name, column in zip(headers, columns, strict=True) if _is_number(column)}
    return [
        type_texts(series, decimals) if series is not None and _kin(name) in kin - {""} else column
        for series, column, name in zip(texts, columns, headers, strict=True)
    ]


def _text_series(cells: Sequence[Cell]) -> pl.Series | None:
    """A column of nothing but texts and missing cells, None for any other."""
    if not set(map(type, cells)) <= {str, type(None)}:
        return None
    return pl.Series(cells, dtype=pl.String)


def _is_number(column: TypedColumn) -> bool:
    return column.type in (ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.CURRENCY)


def _kin(header: str) -> str:
    """What columns of one kind share in their names: 2022 and 2023, Q1 and Q2; "" without digits.

    Plain digits that a workbook keeps as text are numbers where a column of their kind has numbers.
    """
    return _DIGITS.sub("0", header.strip()) if _DIGITS.search(header) else ""
