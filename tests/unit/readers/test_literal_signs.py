"""A number sign that a document's text begins with makes no heading and no title, in any format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from docx import Document
from pptx import Presentation
from pptx.util import Inches

from tests.unit.readers.document_files import write_pdf
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.legacy_blocks import blocks_text
from worksurface_pipeline.readers.markdown import first_heading, literal
from worksurface_pipeline.readers.model import DocumentContent

WORDS = "# of units: 12"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("# of units", "\\# of units", id="one sign"),
        pytest.param("###### six", "\\###### six", id="six signs"),
        pytest.param("  ## set in", "  \\## set in", id="set in"),
        pytest.param("#", "\\#", id="alone"),
        pytest.param("first\n# second", "first\n\\# second", id="second line"),
        pytest.param("#1 vendor", "#1 vendor", id="no blank"),
        pytest.param("####### seven", "####### seven", id="seven signs"),
        pytest.param("C # minor", "C # minor", id="inside"),
    ],
)
def test_literal(text: str, expected: str) -> None:
    assert literal(text) == expected
    assert first_heading(literal(text)) == ""


def _docx(path: Path) -> Path:
    document = Document()
    document.add_paragraph(WORDS)
    document.save(str(path))
    return path


def _pptx(path: Path) -> Path:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(4), Inches(1))
    box.text_frame.text = WORDS
    deck.save(str(path))
    return path


def _pdf(path: Path) -> Path:
    return write_pdf(path, [[(60, 100, WORDS, 11)]])


def _html(path: Path) -> Path:
    path.write_text(f"<p>{WORDS}</p>")
    return path


def _html_after_break(path: Path) -> Path:
    path.write_text(f"<p>See<br>{WORDS}</p>")
    return path


WRITERS: dict[str, Callable[[Path], Path]] = {
    "a.docx": _docx,
    "a.pptx": _pptx,
    "a.pdf": _pdf,
    "a.html": _html,
    "b.html": _html_after_break,
}


@pytest.mark.parametrize(("name", "write"), WRITERS.items(), ids=list(WRITERS))
def test_a_sign_in_the_text_is_no_title(
    tmp_path: Path, name: str, write: Callable[[Path], Path]
) -> None:
    content = read_document(write(tmp_path / name), name)
    assert isinstance(content, DocumentContent)
    assert content.title == ""
    assert content.text.split("\n")[-2] == f"\\{WORDS}"


KEPT = {
    "a heading of the page": ("<h1># of units</h1>", "# # of units", "# of units"),
    "a cell": (
        "<table><tr><td># of units<td>b<tr><td>1<td>2</table>",
        "| # of units | b |\n| --- | --- |\n| 1 | 2 |",
        "",
    ),
    "code": ("<pre># a comment</pre>", "```\n# a comment\n```", ""),
    "within a line": (
        "<p><a href='http://a.example'>A</a> # b</p>",
        "[A](http://a.example) # b",
        "",
    ),
}


@pytest.mark.parametrize(("page", "text", "title"), KEPT.values(), ids=list(KEPT))
def test_other_signs_stay(tmp_path: Path, page: str, text: str, title: str) -> None:
    (tmp_path / "a.html").write_text(page)
    content = read_document(tmp_path / "a.html", "a.html")
    assert isinstance(content, DocumentContent)
    assert (content.text, content.title) == (text + "\n", title)


def test_files_of_before_2007() -> None:
    words = {"type": "paragraph", "content": [{"text": WORDS}]}
    heading = {"type": "heading", "level": 1, "content": [{"text": WORDS}]}
    grid = {"type": "table", "rows": [{"cells": [{"content": [words]}]}]}
    assert blocks_text([words, heading, grid]) == (
        f"\\{WORDS}\n\n# {WORDS}\n\n| {WORDS} |\n| --- |"
    )
