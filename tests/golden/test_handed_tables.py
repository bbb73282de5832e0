"""The handed workspaces: every SQL figure of KEY.json is recomputed over our frames."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest
import xlrd

from tests.shared_files import shared
from worksurface_pipeline.readers.model import ColumnType, TypedTable, Workbook
from worksurface_pipeline.readers.tables import read_workbook

TASKS = ("9002", "9003", "9005", "9007", "9009", "9011", "9012", "9013", "9015")


def _key(task: str) -> dict[str, Any]:
    key: dict[str, Any] = json.loads(shared("workspaces/KEY.json").read_text("utf-8"))
    return dict(key[task])


@cache
def _workbook(path: Path) -> Workbook:
    result = read_workbook(path, path.name.partition("_")[2])
    assert isinstance(result, Workbook), result
    return result


def _tables(task: str, file: str) -> tuple[TypedTable, ...]:
    (path,) = shared(f"workspaces/{task}/data").glob(f"*_{file}")
    return _workbook(path).tables


def _table(task: str, file: str, sheet: str) -> TypedTable:
    """The first table of a sheet."""
    return next(table for table in _tables(task, file) if table.sheet == sheet)


def _register(connection: duckdb.DuckDBPyConnection, alias: str, table: TypedTable) -> None:
    connection.register("incoming", table.frame.to_arrow())
    connection.execute(f'create table "{alias}" as select * from incoming')


@pytest.mark.parametrize("task", TASKS)
def test_every_figure_over_a_table_is_recomputed(task: str) -> None:
    key = _key(task)
    connection = duckdb.connect()
    grids = {alias for alias, spec in key["tables"].items() if spec["kind"] == "grid"}
    for alias, spec in key["tables"].items():
        if alias not in grids:
            table = _table(task, spec["file"], spec.get("sheet", ""))
            assert len(table.layout.header_rows) == (0 if spec.get("header", 0) is None else 1)
            _register(connection, alias, table)
    figures = [n for rubric in key["rubrics"] for n in rubric["numbers"] if "sql" in n]
    wrong = []
    for figure in figures:
        read = set(connection.get_table_names(figure["sql"]))
        if read & grids:
            continue
        (value,) = connection.execute(figure["sql"]).fetchone() or (None,)
        if value != (
            pytest.approx(figure["value"], rel=1e-12)
            if isinstance(figure["value"], (int, float))
            else figure["value"]
        ):
            wrong.append((figure["sql"], figure["value"], value))
    assert wrong == []


@pytest.mark.parametrize("task", TASKS)
def test_columns_whose_zeros_must_stay_are_identifiers(task: str) -> None:
    for spec in _key(task)["tables"].values():
        table = _table(task, spec["file"], spec.get("sheet", ""))
        types = {column.name: column.type for column in table.columns}
        for name in spec.get("dtype", {}):
            assert types[name] is ColumnType.IDENTIFIER


def test_list_without_header_keeps_its_first_line() -> None:
    table = _table("9003", "ocsp-crl.csv", "")
    assert [column.is_invented for column in table.columns] == [True]
    assert table.frame["column_1"][0] == "ocsp-1.llnl.gov"
    assert table.row_numbers[0] == 1


def test_kyc_sheet_has_its_header_and_89_fields() -> None:
    table = _table("9011", "CVLKRA-KYC_Download_File_Structure_V3.1.xlsx", "KYC")
    frame = table.frame
    assert table.layout.header_rows == (1,)
    assert frame.columns[:4] == ["S.No", "Field", "Field Type", "Field Length"]
    fields = frame.filter(frame["S.No"].is_not_null())
    kinds = dict(fields["Field Type"].value_counts().iter_rows())
    mandatory = dict(fields[frame.columns[4]].value_counts().iter_rows())
    assert fields.height == 89
    assert kinds == {"varchar": 62, "integer": 14, "DATE": 12, "Number": 1}
    assert (mandatory["M"], mandatory["O"]) == (40, 44)
    assert len(table.layout.notes) == 2


@pytest.mark.parametrize(
    ("sheet", "rows", "first"),
    [
        ("State Master", 37, "Code"),
        ("Rejection Reasons", 131, "ERROR CODE"),
        ("Gender", 2, "Code"),
        ("KYC TRAILER", 3, "S.No"),
    ],
)
def test_code_lists_of_the_kyc_workbook(sheet: str, rows: int, first: str) -> None:
    table = _table("9011", "CVLKRA-KYC_Download_File_Structure_V3.1.xlsx", sheet)
    assert table.frame.height == rows
    assert table.columns[0].name == first


def test_state_codes_keep_their_zeros() -> None:
    table = _table("9011", "CVLKRA-KYC_Download_File_Structure_V3.1.xlsx", "State Master")
    assert table.frame["Code"][0] == "001"


def test_task_sheet_keeps_unreadable_dates_as_text() -> None:
    table = _table("9013", "task.xlsx", "Tasks")
    assert table.layout.titles == ("Tasks",)
    assert table.frame.filter(table.frame["No."] == 1)["Start"].item() == "10/7/201"


EXAMINED = "Returns examined / "
NO_CHANGE = "Percentage of non-CEP returns examined with no change / "


def test_irs_table_in_bare_biff4() -> None:
    first, second = _tables("9009", "irs_table_10.xls")
    assert first.layout.header_rows == (5, 6, 7, 8, 9, 10)
    dropped = dict(zip(first.layout.dropped_rows, first.layout.dropped_reasons, strict=True))
    assert dropped[11] == "column numbers"
    assert dropped[16] == "section heading: Taxable returns"
    assert len(dropped) == 1 + 13
    assert first.frame.columns == [
        "Type and size of return",
        "Returns filed in Calendar Year 2000 [1,2]",
        EXAMINED + "Total",
        EXAMINED + "Percentage covered",
        EXAMINED + "Revenue agent CEP [3]",
        EXAMINED + "Non-CEP [3,4]",
        EXAMINED + "Tax auditor [3,4]",
        EXAMINED + "Tax examiner [3]",
        EXAMINED + "Compliance center [3]",
        NO_CHANGE + "Revenue agent",
        NO_CHANGE + "Tax auditor [3,4]",
        NO_CHANGE + "Compliance center [3]",
    ]
    covered = first.frame[EXAMINED + "Percentage covered"]
    assert covered[0] == pytest.approx(0.48462104689852326)
    assert (first.row_numbers[0], first.row_numbers[-1]) == (13, 69)
    assert first.layout.notes == ("See notes and footnotes at end of table.",)
    assert first.layout.confidence < 0.8
    assert (second.layout.title_rows, second.layout.header_rows) == ((71, 72, 73), (75, 76, 77, 78))
    assert second.frame["Recommended additional tax / Total"][0] == 19_761_366
    assert len(second.layout.notes) == 26


def test_every_number_column_of_the_irs_table_is_one_with_its_footnotes_as_reasons() -> None:
    for table in _tables("9009", "irs_table_10.xls"):
        assert {column.type.value for column in table.columns[1:]} <= {"integer", "decimal"}
        assert any("[5]" in column.null_reasons for column in table.columns)


@pytest.mark.parametrize(
    ("file", "sheet", "column", "rows"),
    [
        ("may_2017_responses.xlsx", "CROSSTABS", "Gender / Male", 144),
        ("masculinity-survey.csv", "", "Age / 18 - 34", 230),
    ],
)
def test_grouped_headers(file: str, sheet: str, column: str, rows: int) -> None:
    table = _table("9007", file, sheet)
    assert column in table.frame.columns
    assert table.frame.height == rows


def test_percent_cells_are_fractions() -> None:
    column = _table("9007", "masculinity-survey.csv", "").frame["Adult Men"].drop_nulls()
    assert column[0] == 0.37


@pytest.mark.parametrize("task", TASKS)
def test_every_non_blank_row_has_one_role(task: str) -> None:
    folder = shared(f"workspaces/{task}/data")
    for path in sorted(p for p in folder.iterdir() if p.suffix in {".csv", ".xls", ".xlsx"}):
        roles: dict[str, int] = {}
        for table in _workbook(path).tables:
            layout = table.layout
            rows = [*layout.header_rows, *layout.dropped_rows, *table.row_numbers]
            rows += [*layout.title_rows, *layout.total_rows, *layout.note_rows]
            assert len(set(rows)) == len(rows)
            assert table.frame.shape == table.texts.shape
            roles[table.sheet] = roles.get(table.sheet, 0) + len(rows)
        assert roles == {sheet: count for sheet, count in _row_counts(path).items() if count}


@cache
def _row_counts(path: Path) -> dict[str, int]:
    """Non-blank rows by sheet, counted by other readers than ours."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return {"": _count(csv.reader(stream))}
    if path.suffix == ".xls":
        sheets = xlrd.open_workbook(path).sheets()
        return {s.name: _count(s.row_values(i) for i in range(s.nrows)) for s in sheets}
    book = openpyxl.load_workbook(path, data_only=True, read_only=True)
    return {s.title: _count(s.iter_rows(values_only=True)) for s in book.worksheets}


def _count(rows: Iterable[Iterable[object]]) -> int:
    return sum(any(cell is not None and str(cell).strip() for cell in row) for row in rows)
