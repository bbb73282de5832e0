from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from tests.unit.readers.document_files import write_docx, write_pdf
from worksurface_pipeline.readers.dispatch import read_any, read_document
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Workbook,
)
from worksurface_pipeline.readers.protocol import InProcessReader


def reason(path: Path, name: str) -> FailureReason:
    result = read_any(path, name)
    assert isinstance(result, ExtractionFailure), result
    assert result.detail
    assert result.remedy
    return result.reason


def test_what_is_no_file_is_a_failure_and_blocks_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "dangling.csv").symlink_to("nowhere.csv")
    (tmp_path / "empty.pdf").touch()
    found = {
        name: reason(tmp_path / name, name)
        for name in ("pipe.csv", "folder.csv", "dangling.csv", "absent.md", "empty.pdf")
    }
    assert found == {
        "pipe.csv": FailureReason.UNSUPPORTED,
        "folder.csv": FailureReason.UNSUPPORTED,
        "dangling.csv": FailureReason.ABSENT,
        "absent.md": FailureReason.ABSENT,
        "empty.pdf": FailureReason.EMPTY,
    }


def test_tables_go_to_the_table_reader_by_content(tmp_path: Path) -> None:
    path = tmp_path / "stored"
    path.write_text("k,v\nx,1\ny,2\n")
    assert isinstance(read_any(path, "no_extension"), Workbook)
    refused = read_document(path, "a.csv")
    assert isinstance(refused, ExtractionFailure)
    assert refused.reason is FailureReason.UNSUPPORTED


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.xls"])
def test_documents_under_a_table_name_are_read_with_a_remark(tmp_path: Path, name: str) -> None:
    path = write_pdf(tmp_path / "stored", [[(60, 100, "Total 4,711 units", 11)]])
    content = read_any(path, name)
    assert isinstance(content, DocumentContent)
    assert content.text == "Total 4,711 units\n"
    assert content.remarks == (f"the name says {name[2:]}, the file holds pdf content",)


def test_a_page_without_a_table_under_a_workbook_name_is_a_document(tmp_path: Path) -> None:
    path = tmp_path / "stored"
    path.write_text("<html><body><h1>Sign in</h1></body></html>")
    content = read_any(path, "export.xls")
    assert isinstance(content, DocumentContent)
    assert content.text == "# Sign in\n"


def test_an_open_workbook_is_read(tmp_path: Path) -> None:
    cell = '<table:table-cell office:value-type="{0}" {1}><text:p>{2}</text:p></table:table-cell>'
    words = [cell.format("string", "", word) for word in ("k", "v", "x", "y")]
    numbers = [cell.format("float", f'office:value="{n}"', n) for n in (5, 6)]
    rows = [words[:2], [words[2], numbers[0]], [words[3], numbers[1]]]
    body = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    office = "urn:oasis:names:tc:opendocument:xmlns"
    with zipfile.ZipFile(tmp_path / "a.ods", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{office}:office:1.0"'
            f' xmlns:table="{office}:table:1.0" xmlns:text="{office}:text:1.0"><office:body>'
            f'<office:spreadsheet><table:table table:name="Stock">{body}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    book = read_any(tmp_path / "a.ods", "a.ods")
    assert isinstance(book, Workbook)
    assert book.sheets == ("Stock",)
    assert book.tables[0].frame["v"].sum() == 11


def test_an_unknown_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "stored"
    path.write_bytes(b"SQLite format 3\0" + bytes(200))
    result = read_any(path, "data.db")
    assert isinstance(result, ExtractionFailure)
    assert result.detail == "No reader for an SQLite database"


def test_running_out_of_memory_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swell(_path: Path, _name: str) -> None:
        raise MemoryError

    monkeypatch.setattr("worksurface_pipeline.readers.dispatch.sniff", swell)
    assert reason(write_docx(tmp_path / "a.docx"), "a.docx") is FailureReason.TOO_LARGE


def test_the_in_process_reader_keeps_the_order(tmp_path: Path) -> None:
    files = [(tmp_path / f"{n}.txt", f"{n}.txt") for n in range(3)]
    for path, name in files:
        path.write_text(name)
    texts = [r.text for r in InProcessReader().read_many(files) if isinstance(r, DocumentContent)]
    assert texts == ["0.txt\n", "1.txt\n", "2.txt\n"]
