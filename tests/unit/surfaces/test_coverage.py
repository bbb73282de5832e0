from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.unit.surfaces.builders import (
    big_table,
    document,
    failed,
    reads,
    source_file,
    source_task,
    table,
    workbook,
)
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.model import Extraction, FailureReason, Picture, Workbook
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile
from worksurface_pipeline.worksurface.surfaces.coverage import (
    build_ledger,
    missing_entries,
    unaccounted_artifacts,
)
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.gate import GatePolicy
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet, TableSet
from worksurface_pipeline.worksurface.surfaces.tables import project_tables

FILES: list[str | SourceFile] = [
    "a.md",
    "b.xlsx",
    "c.csv",
    "p.png",
    "empty.xlsx",
    source_file("x.md", status=FileStatus.ABSENT),
]
CONTENTS: dict[str, Extraction] = {
    "a.md": document("words"),
    "b.xlsx": workbook(
        big_table(sheet="Data"),
        table(["k"], [["v"]], sheet="Notes"),
        failures=[failed(FailureReason.EMPTY, "Blank")],
    ),
    "c.csv": workbook(big_table()),
    "p.png": Picture(media_type="image/png"),
    "empty.xlsx": workbook(
        failures=[failed(FailureReason.EMPTY, "S1"), failed(FailureReason.EMPTY, "S2")]
    ),
}
TASK = source_task(FILES)
TABLES = project_tables([TASK], reads(CONTENTS), GatePolicy())
DOCUMENTS = project_documents([TASK], TABLES, reads(CONTENTS))


def test_every_file_and_sheet_has_its_line() -> None:
    ledger = build_ledger([TASK], DOCUMENTS, TABLES)
    lines = [
        (
            entry.filename,
            entry.part,
            entry.artifacts,
            entry.failure.reason if entry.failure else None,
        )
        for entry in ledger.entries
    ]
    empty = FailureReason.EMPTY
    assert lines == [
        ("a.md", "", ("t7__a.md",), None),
        ("b.xlsx", "", ("t7__b__data", "t7__b__Notes.md"), None),
        ("b.xlsx", "Data", ("t7__b__data",), None),
        ("b.xlsx", "Notes", ("t7__b__Notes.md",), None),
        ("b.xlsx", "Blank", (), empty),
        ("c.csv", "", ("t7__c",), None),
        ("p.png", "", ("t7__p.png",), None),
        ("empty.xlsx", "", (), empty),
        ("empty.xlsx", "S1", (), empty),
        ("empty.xlsx", "S2", (), empty),
        ("x.md", "", (), FailureReason.ABSENT),
    ]
    assert missing_entries(ledger) == ()
    assert unaccounted_artifacts(ledger, DOCUMENTS, TABLES) == ()


def test_a_lost_document_and_a_lost_sheet_are_missing() -> None:
    poorer = TableSet(
        records=tuple(item for item in TABLES.records if item.sheet != "Data"),
        sheets=TABLES.sheets,
        failures=TABLES.failures,
    )
    fewer = DocumentSet(
        documents=DOCUMENTS.documents[1:], pictures=DOCUMENTS.pictures, failures=DOCUMENTS.failures
    )
    missing = missing_entries(build_ledger([TASK], fewer, poorer))
    assert [(entry.filename, entry.part) for entry in missing] == [("a.md", ""), ("b.xlsx", "Data")]


def test_an_artifact_of_no_listed_file_is_unaccounted() -> None:
    ledger = build_ledger([source_task(["a.md"])], DOCUMENTS, TABLES)
    assert unaccounted_artifacts(ledger, DOCUMENTS, TABLES) == (
        "t7__b__Notes.md",
        "t7__b__data",
        "t7__c",
        "t7__p.png",
    )


def test_a_sheet_of_which_the_reader_says_nothing_has_a_reason() -> None:
    task = source_task(["b.xlsx"])
    whole = CONTENTS["b.xlsx"]
    assert isinstance(whole, Workbook)
    book = replace(whole, sheets=("Data", "Notes", "Blank", "Silent"))
    read = reads({"b.xlsx": book})
    tables = project_tables([task], read, GatePolicy())
    ledger = build_ledger([task], project_documents([task], tables, read), tables)
    assert missing_entries(ledger) == ()
    (silent,) = [entry for entry in ledger.entries if entry.part == "Silent"]
    assert silent.failure is not None
    assert (silent.failure.reason, silent.failure.detail) == (
        FailureReason.EMPTY,
        "No table was found on sheet 'Silent'",
    )


def test_each_table_of_an_exported_page_has_its_line(tmp_path: Path) -> None:
    rows = "".join(f"<tr><td>{n}<td>{n * n}</tr>" for n in range(30))
    page = f"<html><table><tr><th>k<th>v</tr>{rows}</table><table><tr><th>x<tr><td>1</table></html>"
    (tmp_path / "h.xls").write_text(page)
    task = source_task(["h.xls"])
    read = reads({"h.xls": read_any(tmp_path / "h.xls", "h.xls")})
    tables = project_tables([task], read, GatePolicy())
    ledger = build_ledger([task], project_documents([task], tables, read), tables)
    lines = [(entry.part, entry.artifacts) for entry in ledger.entries]
    assert lines == [
        ("", ("t7__h__table_1", "t7__h__Table 2.md")),
        ("Table 1", ("t7__h__table_1",)),
        ("Table 2", ("t7__h__Table 2.md",)),
    ]
