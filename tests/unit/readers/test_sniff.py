from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.readers.document_files import (
    png_bytes,
    write_docx,
    write_pdf,
    write_pptx,
)
from worksurface_pipeline.readers.kinds import MediaKind, extension_of
from worksurface_pipeline.readers.sniff import sniff

TEXTS = [
    ("notes.md", b"# A\n", MediaKind.MARKDOWN, ""),
    ("notes.md", b"<h1 align=center>A</h1>\n", MediaKind.MARKDOWN, ""),
    ("notes.txt", b"plain", MediaKind.TEXT, ""),
    ("Main.JAVA", b"class Main {}", MediaKind.CODE, ""),
    ("page.htm", b"<p>x", MediaKind.HTML, ""),
    ("data.json", b"{", MediaKind.JSON, ""),
    ("data.csv", b"a,b\n1,2\n", MediaKind.CSV, ""),
    ("data.csv ", b"a,b\n1,2\n", MediaKind.CSV, ""),
    ("no_extension", b"k,v\nx,1\ny,2\n", MediaKind.CSV, ""),
    ("no_extension", b"Dear all,\nsee you.\nBye\n", MediaKind.TEXT, ""),
    ("no_extension", b'{"a": [1]}', MediaKind.JSON, ""),
    ("no_extension", b'<?xml version="1.0"?><a/>', MediaKind.XML, ""),
    ("bars.txt", b"ID|Name\n1|a\n2|b\n", MediaKind.CSV, ""),
    ("bars.txt", b"a | b | c\n1 | 2 | 3\n4 | 5 | 6\n", MediaKind.CSV, ""),
    ("menu.txt", b"Home | News\nJobs | About\nA | B\n", MediaKind.TEXT, ""),
    ("drawn.txt", b"| a | b |\n|---|---|\n| 1 | 2 |\n", MediaKind.TEXT, ""),
    ("wide.txt", "Grüße an alle".encode("utf-16-le"), MediaKind.TEXT, ""),
    ("login.pdf", b"<!DOCTYPE html><html></html>", MediaKind.HTML, "pdf, the file holds html"),
    ("export.xls", b"<html><table></table></html>", MediaKind.HTML, "xls, the file holds html"),
    ("export.xls", b"a\tb\n1\t2\n3\t4\n", MediaKind.CSV, "xls, the file holds csv"),
    ("export.xlsx", b"a;b\n1,5;2\n", MediaKind.CSV, "xlsx, the file holds csv"),
    ("export.xlsx", "编号\t数量\n1\t2\n".encode("utf-16"), MediaKind.CSV, "file holds csv"),
    ("old.xls", b"Attachment lost", MediaKind.XLS, ""),
    (
        "data.csv",
        b"<!DOCTYPE html><html>Sign in</html>",
        MediaKind.HTML,
        "csv, the file holds html",
    ),
    ("data.csv", b"<!-- a --> <!-- b -->\n<html>x</html>", MediaKind.HTML, "csv, the file"),
    ("data.csv", b"<!---->" * 24 + b"x,1\n", MediaKind.CSV, ""),
    ("data.json", b"<html>Sign in</html>", MediaKind.HTML, "json, the file holds html"),
    ("data.csv", b'{"error": "a, b"}\n', MediaKind.JSON, "csv, the file holds json"),
    ("data.csv", b'<?xml version="1.0"?><e/>', MediaKind.XML, "csv, the file holds xml"),
    ("data.csv", b"{a},{b}\n1,2\n", MediaKind.CSV, ""),
    ("data.tab", b"a\tb\n", MediaKind.CSV, ""),
    ("wide.txt", "编号\t产品\n".encode("utf-16-le"), MediaKind.TEXT, ""),
    ("letter.doc", b"Dear Sir", MediaKind.TEXT, "doc, the file holds text"),
    ("letter.doc", b"{\\rtf1 hello}", MediaKind.UNKNOWN, "doc, the file holds a rich-text"),
    ("photo.png", b"\xff\xd8\xff\xe0 not a png", MediaKind.IMAGE, ""),
    ("odd.txt", bytes(range(32)) * 20, MediaKind.UNKNOWN, "text, the file holds binary data"),
    ("odd.pdf", bytes(range(32)) * 20, MediaKind.PDF, ""),
    ("late.pdf", b"\n\n%PDF-1.4\n", MediaKind.PDF, ""),
    ("drawing.svg", b"<svg xmlns='x'/>", MediaKind.IMAGE, ""),
    ("flat.doc", b'<?xml version="1.0"?><pkg:package/>', MediaKind.DOC, ""),
]


@pytest.mark.parametrize(("name", "data", "kind", "mismatch"), TEXTS)
def test_content_decides_before_the_name(
    tmp_path: Path, name: str, data: bytes, kind: MediaKind, mismatch: str
) -> None:
    path = tmp_path / "stored"
    path.write_bytes(data)
    found = sniff(path, name)
    assert found.kind is kind
    assert mismatch in found.mismatch
    assert bool(mismatch) == bool(found.mismatch)


OFFICE: list[tuple[Callable[[Path], object], MediaKind]] = [
    (write_docx, MediaKind.DOCX),
    (write_pptx, MediaKind.PPTX),
    (lambda path: write_pdf(path, [[(50, 50, "x", 11)]]), MediaKind.PDF),
    (lambda path: path.write_bytes(png_bytes(1, 1)), MediaKind.IMAGE),
]


@pytest.mark.parametrize(("write", "kind"), OFFICE, ids=[kind for _, kind in OFFICE])
def test_binary_formats_are_known_under_a_wrong_name(
    tmp_path: Path, write: Callable[[Path], object], kind: MediaKind
) -> None:
    path = tmp_path / "file"
    write(path)
    found = sniff(path, "figures.xlsx")
    assert found.kind is kind
    assert found.mismatch == f"the name says xlsx, the file holds {kind} content"


def test_open_and_binary_workbooks_are_known(tmp_path: Path) -> None:
    path = tmp_path / "stored"
    for member, data, kind in (
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet", MediaKind.ODS),
        ("xl/workbook.bin", "x", MediaKind.XLSB),
    ):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(member, data)
        assert sniff(path, f"a.{kind}").mismatch == ""
        assert (
            sniff(path, "a.xlsx").mismatch == f"the name says xlsx, the file holds {kind} content"
        )


def test_a_truncated_office_file_keeps_its_kind_and_is_not_whole(tmp_path: Path) -> None:
    whole = write_docx(tmp_path / "a.docx").read_bytes()
    path = tmp_path / "b"
    path.write_bytes(whole[: len(whole) // 2])
    found = sniff(path, "b.xlsx")
    assert (found.kind, found.is_whole) == (MediaKind.DOCX, False)


@pytest.mark.parametrize(
    ("member", "description"),
    [
        ("mimetype", "an OpenDocument or EPUB file (x)"),
        ("readme.txt", "a zip archive"),
    ],
)
def test_foreign_zips_are_named(tmp_path: Path, member: str, description: str) -> None:
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, "x")
    found = sniff(path, "a.xlsx")
    assert (found.kind, found.description) == (MediaKind.UNKNOWN, description)


@pytest.mark.parametrize(
    ("name", "extension"),
    [
        ("report.pdf.docx", "docx"),
        ("report..v2..final.CSV", "csv"),
        ("..hidden-dots.csv", "csv"),
        ("no_extension", ""),
        ("trailing .csv ", "csv"),
    ],
)
def test_extension_of_odd_names(name: str, extension: str) -> None:
    assert extension_of(name) == extension
