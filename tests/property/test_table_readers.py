"""What holds for any table: one role a row, texts that lead back to the cells, stable types."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import polars as pl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from worksurface_pipeline.readers.decode import decode
from worksurface_pipeline.readers.model import ExtractionFailure, Workbook
from worksurface_pipeline.readers.tables import read_workbook
from worksurface_pipeline.readers.text_columns import type_texts

CELL = st.one_of(
    st.sampled_from(["", "", "a", "Total", "Note: x", "7", "1,5", "2024-01-02", "37%", "$5", "NA"]),
    st.text(alphabet=st.characters(blacklist_categories=["Cs", "Cc"]), max_size=12),
)
ROWS = st.lists(st.lists(CELL, min_size=1, max_size=5), min_size=1, max_size=12)
NUMBER = st.decimals(min_value=-(10**9), max_value=10**9, places=2, allow_nan=False)


def _read(text: str) -> Workbook | ExtractionFailure:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_text("sep=,\n" + text, encoding="utf-8", newline="")
        return read_workbook(path, path.name)


@given(ROWS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_row_has_one_role_and_every_text_its_cell(rows: list[list[str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    result = _read(stream.getvalue())
    if isinstance(result, ExtractionFailure):
        assert not any(cell.strip() for row in rows for cell in row)
        return
    roles = 0
    for table in result.tables:
        layout = table.layout
        roles += len(layout.titles) + len(layout.totals) + len(layout.notes)
        roles += len(layout.header_rows) + len(layout.dropped_rows) + len(table.row_numbers)
        assert table.frame.columns == table.texts.columns
        assert len({name.casefold() for name in table.frame.columns}) == table.frame.width
        for row, texts in zip(table.row_numbers, table.texts.iter_rows(), strict=True):
            for column, text in zip(layout.column_numbers, texts, strict=True):
                cell = rows[row - 1][column - 1] if column <= len(rows[row - 1]) else ""
                assert (text or "") == (cell if cell.strip() else "")
    assert roles == sum(any(cell.strip() for cell in row) for row in rows)


@given(st.lists(NUMBER, min_size=1, max_size=30))
def test_numbers_survive_their_printing(numbers: list[object]) -> None:
    printed = [f"{number:,}" for number in numbers]
    column = type_texts(pl.Series(printed, dtype=pl.String))
    assert column.values.to_list() == [float(str(number)) for number in numbers]


@given(st.lists(NUMBER, min_size=1, max_size=30))
def test_percentages_are_exact_fractions(numbers: list[object]) -> None:
    column = type_texts(pl.Series([f"{number}%" for number in numbers]))
    assert column.values.to_list() == [float(f"{number}e-2") for number in numbers]


@given(st.binary(max_size=300))
def test_any_bytes_decode(data: bytes) -> None:
    decoded = decode(data)
    assert 0 < decoded.confidence <= 1
    assert decode(data) == decoded


@given(st.binary(min_size=1, max_size=400))
@settings(max_examples=100, deadline=None)
def test_any_bytes_give_a_workbook_or_a_failure(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_bytes(data)
        assert isinstance(read_workbook(path, path.name), (Workbook, ExtractionFailure))
