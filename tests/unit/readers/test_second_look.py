"""Quotations that a second extractor finds, and those that it must not (field report 63)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.readers.document_files import (
    Line,
    write_docx,
    write_pdf,
    write_pptx,
    write_scan,
)
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.model import DocumentContent
from worksurface_pipeline.readers.plain import plain_text
from worksurface_pipeline.readers.second_look import confirms, lies_in_one_block


def two_columns(path: Path) -> Path:
    """Two columns of prose, and a table that the file holds column by column."""
    lines: list[Line] = [
        (x, 100 + 14.0 * n, f"{side} sentence number {n} runs on", 11.0)
        for x, side in ((60.0, "Left"), (330.0, "Right"))
        for n in range(6)
    ]
    lines += [(60.0, 300.0, "An auditor of the firm con-", 11.0), (60.0, 314.0, "firmed it.", 11.0)]
    cells = (("Site", "North", "South"), ("Units", "1,200", "-80"), ("Share", "12%", "8%"))
    lines += [
        (60.0 + 150 * x, 400.0 + 16 * y, text, 11.0)
        for x, column in enumerate(cells)
        for y, text in enumerate(column)
    ]
    return write_pdf(path, [lines])


def page(path: Path) -> Path:
    path.write_text(
        "<h1>Rates</h1><script>alert('x')</script><p>It costs 1&nbsp;200 <b>euro</b>s, see"
        " <a href='http://a.example/b'>the list</a>.</p><table><tr><td>DE<td>7</table>",
        encoding="utf-8",
    )
    return path


def data(path: Path) -> Path:
    path.write_text('{"city": "M\\u00fcnchen", "units": 12}', encoding="utf-8")
    return path


def words(path: Path) -> Path:
    path.write_text("See [the\nlist](a.md) of 3,5 units。今年的总收入增长。", encoding="utf-8")
    return path


CASES: dict[str, tuple[Callable[[Path], Path], str, str, bool]] = {
    "pdf: one line": (two_columns, "a.pdf", "Left sentence number 3 runs on", True),
    "pdf: two lines of a column": (two_columns, "a.pdf", "number 3 runs on Left sentence", True),
    "pdf: two columns blended": (
        two_columns,
        "a.pdf",
        "Left sentence number 3 runs on that Right sentence",
        False,
    ),
    "pdf: columns blended as a row of long cells": (
        two_columns,
        "a.pdf",
        "Left sentence number 3 runs on and on and on  Right sentence number 3 runs on",
        False,
    ),
    "pdf: a mended word": (two_columns, "a.pdf", "firm confirmed it", True),
    "pdf: a row of cells": (two_columns, "a.pdf", "North  1,200  12%", True),
    "pdf: a row with an empty cell": (two_columns, "a.pdf", "| North |  | 1,200 | 12% |", True),
    "pdf: a row of cells in another order": (two_columns, "a.pdf", "| 12% |  | North |", False),
    "pdf: cells of two rows": (two_columns, "a.pdf", "North  -80  12%", False),
    "pdf: a part of a figure": (two_columns, "a.pdf", "200", False),
    "pdf: a sign": (two_columns, "a.pdf", "80", False),
    "pdf: words that are not there": (two_columns, "a.pdf", "Middle sentence", False),
    "docx: a heading": (write_docx, "a.docx", "# Stock policy", True),
    "docx: a list": (write_docx, "a.docx", "- First\n- Second", True),
    "docx: a row": (write_docx, "a.docx", "| North\\|East | 12 |", True),
    "docx: a swapped row": (write_docx, "a.docx", "| 12 | North\\|East |", False),
    "docx: furniture": (write_docx, "a.docx", "Company confidential", False),
    "pptx: a note": (write_pptx, "a.pptx", "> Say it slowly", True),
    "pptx: a table": (write_pptx, "a.pptx", "| West | 31 |", True),
    "pptx: a chart's numbers": (write_pptx, "a.pptx", "| Feb | 20.5 |", True),
    "pptx: a grouped box": (write_pptx, "a.pptx", "Boxed", True),
    "pptx: not there": (write_pptx, "a.pptx", "| Feb | 10 |", False),
    "html: a link and a blank": (
        page,
        "a.html",
        "It costs 1 200 euros, see [the list](http://a.example/b).",
        True,
    ),
    "html: a script": (page, "a.html", "alert", False),
    "html: a table": (page, "a.html", "| DE | 7 |", True),
    "json: an escape": (data, "a.json", '"city": "München"', True),
    "markdown: a link over two lines": (words, "a.md", "See [the\nlist](a.md) of", True),
    "text: a decimal comma": (words, "a.txt", "3,5 units", True),
    "text: another figure": (words, "a.txt", "3.5 units", False),
    "text: a part of Chinese": (words, "a.txt", "总收入", True),
    "no words": (words, "a.txt", " --- ", False),
    "a file without text": (write_scan, "a.pdf", "Words", False),
}


@pytest.mark.parametrize(("write", "name", "quote", "expected"), CASES.values(), ids=CASES.keys())
def test_confirmation(
    tmp_path: Path, write: Callable[[Path], Path], name: str, quote: str, expected: bool
) -> None:
    path = write(tmp_path / name)
    assert confirms(path, name, quote) is expected


WRITERS = [two_columns, write_docx, write_pptx, page, data, words]


@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__)
def test_every_line_that_we_read_is_confirmed(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    names = {"two_columns": "a.pdf", "page": "a.html", "data": "a.json", "words": "a.txt"}
    name = names.get(write.__name__, f"a.{write.__name__[6:]}")
    path = write(tmp_path / name)
    content = read_document(path, name)
    assert isinstance(content, DocumentContent)
    lines = [line for line in content.text.split("\n") if any(map(str.isalnum, line))]
    marks = ("```json",)
    assert [line for line in lines if line not in marks and not confirms(path, name, line)] == []


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.pdf", b"%PDF-1.7\nnoise"), ("a.docx", b"PK\x03\x04noise"), ("a.doc", b"\xd0\xcf\x11\xe0")],
    ids=["pdf", "docx", "doc"],
)
def test_a_damaged_file_confirms_nothing(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert confirms(tmp_path / name, name, "noise") is False


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("alpha", encoding="utf-8")
    assert confirms(path, "a.txt", "alpha")
    path.write_text("beta gamma", encoding="utf-8")
    assert not confirms(path, "a.txt", "alpha")


@pytest.mark.parametrize(
    ("quote", "expected"),
    [("one\ntwo", True), ("two\n\nthree", False), ("three", True), ("\n\n", False)],
)
def test_blocks(quote: str, expected: bool) -> None:
    text = "one\ntwo\n\nthree\n"
    start = text.index(quote)
    assert lies_in_one_block(text, start, start + len(quote)) is expected


PLAIN = [
    (two_columns, "a.pdf", ("Left sentence number 5 runs on", "1,200")),
    (write_docx, "a.docx", ("Stock policy", "First", "North|East")),
    (write_pptx, "a.pptx", ("Quarter", "Boxed", "West", "Spare")),
    (page, "a.html", ("Rates", "the list", "7")),
    (words, "a.txt", ("3,5 units",)),
]


@pytest.mark.parametrize(("write", "name", "parts"), PLAIN, ids=[name for _, name, _ in PLAIN])
def test_plain_text_holds_the_words(
    tmp_path: Path, write: Callable[[Path], Path], name: str, parts: tuple[str, ...]
) -> None:
    text = plain_text(write(tmp_path / name), name)
    assert [part in text for part in parts] == [True] * len(parts)


def test_plain_text_of_what_has_none(tmp_path: Path) -> None:
    locked = write_pdf(tmp_path / "e.pdf", [[(60, 100, "Words", 11)]], "secret")
    assert plain_text(locked, "e.pdf") == ""
    (tmp_path / "b.docx").write_bytes(write_docx(tmp_path / "a.docx").read_bytes()[:900])
    assert plain_text(tmp_path / "b.docx", "b.docx") == ""
