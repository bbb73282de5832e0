"""What the user states of a sheet is done, and what fits nowhere is told; cells have addresses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.unit.readers.table_files import names, read_table, write_book
from worksurface_pipeline.readers.addresses import cell_address, column_letters
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.model import SheetOverride, Workbook
from worksurface_pipeline.readers.protocol import InProcessReader

TEXT = "Report\nn,a,b\n,x,y\nA,1,2\nB,3,4\nC,5,6\nend,,\n"
Case = tuple[SheetOverride, list[str], list[int]]
CASES = {
    "two-header-rows": (
        SheetOverride(header_rows=(2, 3)),
        ["n", "a / x", "b / y"],
        [4, 5, 6, 7],
    ),
    "data-range": (SheetOverride(data_start=5, data_end=6), ["n", "a / x", "b / y"], [5, 6]),
    "dropped-row": (SheetOverride(header_rows=(2,), drop_rows=(3, 5)), ["n", "a", "b"], [4, 6, 7]),
    "no-names": (
        SheetOverride(header_rows=(), data_start=2),
        ["column_1", "column_2", "column_3"],
        [2, 3, 4, 5, 6, 7],
    ),
}


def read(path: Path, *overrides: SheetOverride) -> Workbook:
    result = InProcessReader().read(path, path.name, overrides)
    assert isinstance(result, Workbook), result
    return result


@pytest.mark.parametrize("case", CASES)
def test_stated_rows(tmp_path: Path, case: str) -> None:
    override, columns, rows = CASES[case]
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    (table,) = read(path, override).tables
    layout = table.layout
    assert names(table) == columns
    assert list(table.row_numbers) == rows
    assert layout.is_overridden
    outside = (*layout.title_rows, *layout.total_rows, *layout.note_rows, *layout.dropped_rows)
    assert sorted((*layout.header_rows, *table.row_numbers, *outside)) == list(range(1, 8))


def test_dropped_rows_say_that_the_settings_did_it(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    (table,) = read(path, SheetOverride(header_rows=(2,), drop_rows=(5,))).tables
    assert dict(zip(table.layout.dropped_rows, table.layout.dropped_reasons, strict=True)) == {
        5: "left out by the settings"
    }


def test_encoding_and_delimiter_can_be_stated(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("größe;n,m\nä;1,2\nö;3,4\n".encode("cp1252"))
    (table,) = read(path, SheetOverride(encoding="cp1252", delimiter=";")).tables
    assert names(table) == ["größe", "n,m"]
    assert (table.layout.encoding, table.layout.delimiter) == ("cp1252", ";")
    assert not table.layout.is_overridden


SHEETS: dict[str, list[list[Any]]] = {
    "Q1": [["a", "b"], ["x", 1], ["y", 2], [], ["c", "d", "e"], [5, "p", 7], [6, "q", 8]],
    "Q2": [["a", "b"], ["x", 1]],
}


def test_an_override_of_the_whole_sheet_makes_it_one_table(tmp_path: Path) -> None:
    path = write_book(tmp_path, SHEETS)
    tables = read(path, SheetOverride(sheet="Q1", header_rows=(1,))).tables
    assert [(table.sheet, table.block, table.frame.height) for table in tables] == [
        ("Q1", 0, 5),
        ("Q2", 0, 1),
    ]


def test_an_override_of_a_block_leaves_the_others(tmp_path: Path) -> None:
    path = write_book(tmp_path, SHEETS)
    tables = read(path, SheetOverride(sheet="Q1", block=2, drop_rows=(6,))).tables
    assert [table.frame.height for table in tables] == [2, 1, 1]
    assert [table.layout.is_overridden for table in tables] == [False, True, False]


@pytest.mark.parametrize(
    ("override", "words"),
    [
        (SheetOverride(sheet="Q9", drop_rows=(1,)), "sheet 'Q9', which is not there"),
        (SheetOverride(sheet="Q2", block=3, drop_rows=(1,)), "table 3 of sheet 'Q2', which has 1"),
        (SheetOverride(sheet="Q2", drop_rows=(40,)), "no part of the table: 40"),
    ],
)
def test_an_override_without_effect_is_told(
    tmp_path: Path, override: SheetOverride, words: str
) -> None:
    (remark,) = read(write_book(tmp_path, SHEETS), override).remarks
    assert words in remark


def test_overrides_reach_the_guarded_reader(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    with GuardedReader(workers=1, seconds=60, memory_mib=2048) as reader:
        book = reader.read(path, "t.csv", (SheetOverride(header_rows=(2,), data_end=5),))
    assert isinstance(book, Workbook)
    assert book.tables[0].row_numbers == (3, 4, 5)


@pytest.mark.parametrize(
    ("sheet", "address"),
    [
        ("Plan", "Plan!E4"),
        ("Q1 costs", "'Q1 costs'!E4"),
        ("It's", "'It''s'!E4"),
        ("数据", "数据!E4"),
    ],
)
def test_a_cell_leads_back_to_its_sheet_and_address(
    tmp_path: Path, sheet: str, address: str
) -> None:
    rows: list[list[Any]] = [[], ["id", "n", None, "price", "sum"], ["x", 1, None, 2, 3]]
    rows.append(["z", 3, None, 4, 5])
    table = read_table(write_book(tmp_path, {sheet: rows}))
    row = table.frame["sum"].to_list().index(5)
    assert cell_address(table, table.row_numbers[row], "sum") == address


def test_a_cell_of_a_text_table_leads_to_its_line(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("Title\n\na,b\nx,1\ny,2\n")
    (table,) = read(path).tables
    assert cell_address(table, table.row_numbers[1], "b") == f"B{table.row_numbers[1]}"
    with pytest.raises(KeyError):
        cell_address(table, 1, "c")


@pytest.mark.parametrize(
    ("number", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (703, "AAA"), (16_384, "XFD")]
)
def test_column_letters(number: int, letters: str) -> None:
    assert column_letters(number) == letters
