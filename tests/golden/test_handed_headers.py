"""The handed workspaces: column names are those of the files, and types what was seen by eye."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.golden.raw_sheets import TABLE_FILES, Rows, cell, raw_sheets
from tests.shared_files import shared
from worksurface_pipeline.readers.model import Column, ColumnType, TypedTable, Workbook
from worksurface_pipeline.readers.tables import read_workbook

TASKS = ("9002", "9003", "9005", "9007", "9009", "9011", "9012", "9013", "9015")
# Columns without a name in their files, found by looking: (file, sheet, column of the sheet).
NAMELESS = {
    ("ocsp-crl.csv", "", 1),
    ("nonstandard-ports.csv", "", 1),
    ("masculinity-survey.csv", "", 2),
    ("off-year-turnout-2023.xlsx", "Sources", 1),
    ("off-year-turnout-2023.xlsx", "Sources", 2),
    ("CVLKRA-KYC_Download_File_Structure_V3.1.xlsx", "KYC_MODE", 3),
    ("TEMPLATE_Risk_tracker.xlsx", "Front Matter", 2),
}
TEXTUAL = {ColumnType.TEXT, ColumnType.IDENTIFIER}
IDENTIFIER = {ColumnType.IDENTIFIER}
WHOLE = {ColumnType.INTEGER}
# Task, file, column, and the types that are right for it.
SEEN = (
    ("9002", "calendar_events.csv", "event_id", IDENTIFIER),
    ("9002", "calendar_events.csv", "event_start", {ColumnType.DATETIME}),
    ("9002", "emails.csv", "email_id", IDENTIFIER),
    ("9002", "emails.csv", "sent_datetime", {ColumnType.DATETIME}),
    ("9005", "airline-safety.csv", "incidents_85_99", WHOLE),
    ("9005", "flying-etiquette.csv", "RespondentID", IDENTIFIER),
    ("9005", "flying-etiquette.csv", "Household Income", {ColumnType.TEXT}),
    ("9007", "masculinity-survey.csv", "Adult Men", {ColumnType.PERCENT}),
    ("9009", "majors-list.csv", "FOD1P", TEXTUAL),
    ("9009", "recent-grads.csv", "ShareWomen", {ColumnType.DECIMAL}),
    ("9009", "recent-grads.csv", "Median", WHOLE),
    ("9012", "project_tasks.csv", "task_id", IDENTIFIER),
    ("9012", "project_tasks.csv", "due_date", {ColumnType.DATE}),
    ("9013", "analytics_data.csv", "visitor_id", IDENTIFIER),
    ("9013", "analytics_data.csv", "user_engaged", {ColumnType.BOOLEAN}),
    ("9013", "customer_relationship_manager_data.csv", "customer_id", IDENTIFIER),
    ("9013", "customer_relationship_manager_data.csv", "customer_phone", {ColumnType.TEXT}),
    ("9013", "customer_relationship_manager_data.csv", "follow_up_by", {ColumnType.DATE}),
    ("9015", "fandango_scrape.csv", "STARS", {ColumnType.DECIMAL}),
    ("9015", "fandango_scrape.csv", "VOTES", WHOLE),
)


def _files(task: str) -> Iterator[Path]:
    folder = shared(f"workspaces/{task}/data")
    return (path for path in sorted(folder.iterdir()) if path.suffix in TABLE_FILES)


@cache
def _tables(path: Path) -> tuple[TypedTable, ...]:
    result = read_workbook(path, _name(path))
    assert isinstance(result, Workbook), result
    return result.tables


def _name(path: Path) -> str:
    return path.name.partition("_")[2]


def _columns(task: str) -> Iterator[tuple[Path, TypedTable, Column, int]]:
    for path in _files(task):
        for table in _tables(path):
            for column, number in zip(table.columns, table.layout.column_numbers, strict=True):
                yield path, table, column, number


def _words(text: object) -> set[str]:
    return set(re.findall(r"[^\W_]+", str(text)))


def _header_words(rows: Rows, table: TypedTable) -> set[str]:
    """Words of the table's header rows, whichever column they stand in."""
    return {word for row in table.layout.header_rows for c in rows[row] for word in _words(c)}


@pytest.mark.parametrize("task", TASKS)
def test_no_name_is_invented_where_the_file_states_one(task: str) -> None:
    stated = []
    for path, table, column, number in _columns(task):
        rows = raw_sheets(path)[table.sheet]
        header = [cell(rows, row, number) for row in table.layout.header_rows]
        is_nameless = (_name(path), table.sheet, number) in NAMELESS
        if column.is_invented and (not is_nameless or any(c is not None for c in header)):
            stated.append((path.name, table.sheet, column.name, header))
    assert stated == []


@pytest.mark.parametrize("task", TASKS)
def test_every_name_stands_in_the_header_of_the_file(task: str) -> None:
    strange = []
    for path, table, column, number in _columns(task):
        rows = raw_sheets(path)[table.sheet]
        if column.is_invented:
            assert column.source_name == ""
            continue
        own = {w for row in table.layout.header_rows for w in _words(cell(rows, row, number))}
        named = _words(column.source_name)
        if not named <= _header_words(rows, table) or (own - {"None"}) - named:
            strange.append((path.name, table.sheet, column.name, own))
    assert strange == []


@pytest.mark.parametrize("task", TASKS)
def test_names_are_distinct_and_on_one_line(task: str) -> None:
    for path in _files(task):
        for table in _tables(path):
            names = [column.name for column in table.columns]
            assert len({name.casefold() for name in names}) == len(names)
            assert all(name == " ".join(name.split()) != "" for name in names)
            assert not [name for name in names if name.casefold().startswith("unnamed")]


@pytest.mark.parametrize(
    ("task", "file", "name", "types"), SEEN, ids=[f"{s[1]}:{s[2]}" for s in SEEN]
)
def test_types_are_those_seen_by_eye(
    task: str, file: str, name: str, types: set[ColumnType]
) -> None:
    (path,) = (path for path in _files(task) if _name(path) == file)
    (table,) = _tables(path)
    (column,) = (column for column in table.columns if column.name == name)
    assert column.type in types


def test_stacked_tables_of_the_irs_sheet_have_their_own_names() -> None:
    (path,) = (path for path in _files("9009") if _name(path) == "irs_table_10.xls")
    examined, recommended = _tables(path)
    # 13 more rows of each hold nothing but the heading of a section.
    assert (examined.frame.height, recommended.frame.height) == (37, 37)
    assert examined.frame["Returns examined / Total"][0] == 815_057
    assert recommended.frame["Recommended additional tax / Total"][0] == 19_761_366
    words = [column.name.split()[0] for column in recommended.columns]
    assert words == ["Type", *["Recommended"] * 6, *["Average"] * 4]
