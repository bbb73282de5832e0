from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.unit.readers.document_files import Line, write_pdf, write_scan
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Place,
)

BODY = "The auditors looked at every order of the"


def read(path: Path) -> DocumentContent:
    result = read_document(path, "report.pdf")
    assert isinstance(result, DocumentContent), result
    return result


def column(x: float, side: str, count: int) -> list[Line]:
    return [(x, 100 + 14 * n, f"{side} sentence number {n} runs on", 11) for n in range(count)]


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    lines = [(60.0, 50.0, "A title across both of the columns of this page", 20.0)]
    path = write_pdf(
        tmp_path / "a.pdf", [[*lines, *column(320, "Right", 12), *column(60, "Left", 12)]]
    )
    content = read(path)
    text = " ".join(content.text.split())
    expected = [
        f"{side} sentence number {n} runs on" for side in ("Left", "Right") for n in range(12)
    ]
    assert [sentence in text for sentence in expected] == [True] * 24
    assert sorted(expected, key=text.index) == expected
    assert content.title == "A title across both of the columns of this page"
    assert content.quality.columns_guess == 2


def test_three_columns(tmp_path: Path) -> None:
    lines = [
        (40.0 + 180 * n, 100.0 + 14 * row, f"{side} text line {row} goes on", 10.0)
        for n, side in enumerate(("First", "Second", "Third"))
        for row in range(10)
    ]
    text = read(write_pdf(tmp_path / "a.pdf", [lines])).text
    marks = ("First text line 9", "Second text line 0", "Second text line 9", "Third text line 0")
    assert sorted(marks, key=text.index) == list(marks)


def test_table_rows_stay_on_a_line(tmp_path: Path) -> None:
    rows = [("Site", "Units", "Share"), ("North", "1,200", "12%"), ("South", "80", "8%")]
    lines = [
        (60.0 + 150 * x, 100.0 + 16 * y, cell, 11.0)
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
    ]
    text = read(write_pdf(tmp_path / "a.pdf", [lines])).text
    assert text == "Site  Units  Share\nNorth  1,200  12%\nSouth  80  8%\n"


def test_paragraphs_are_mended_and_list_items_kept(tmp_path: Path) -> None:
    lines = [
        (60.0, 100.0, f"{BODY} year and con-", 11.0),
        (60.0, 114.0, "firmed that well-known figures were right and well-", 11.0),
        (60.0, 128.0, "known ones too.", 11.0),
        (60.0, 142.0, "1. First item", 11.0),
        (60.0, 156.0, "2. Second item", 11.0),
    ]
    text = read(write_pdf(tmp_path / "a.pdf", [lines])).text
    assert text == (
        f"{BODY} year and confirmed that well-known figures were right and well-known ones too.\n"
        "1. First item\n2. Second item\n"
    )


def test_pages_have_places_and_furniture_leaves_the_text(tmp_path: Path) -> None:
    words = ("alpha", "beta", "gamma")
    bodies = [
        f"The page about {word} has more letters than what stands at its edges." for word in words
    ]
    pages: list[list[Line]] = [
        [
            (60.0, 30.0, "Acme annual report", 9.0),
            (60.0, 300.0, body, 11.0),
            (300.0, 780.0, f"Page {number} of 3", 9.0),
        ]
        for number, body in enumerate(bodies, 1)
    ]
    content = read(write_pdf(tmp_path / "a.pdf", pages))
    assert content.text == "\n\n".join(bodies) + "\n"
    assert content.places == tuple(
        Place(start=content.text.index(body), kind="page", number=number)
        for number, body in enumerate(bodies, 1)
    )
    assert content.furniture == (
        "Acme annual report",
        "Page 1 of 3",
        "Page 2 of 3",
        "Page 3 of 3",
    )


def test_a_running_table_head_stays_once(tmp_path: Path) -> None:
    pages: list[list[Line]] = [
        [(60.0, 40.0, "Site", 11.0), (200.0, 40.0, "Units", 11.0), (60.0, 400.0, name, 11.0)]
        for name in ("North", "South", "West")
    ]
    assert read(write_pdf(tmp_path / "a.pdf", pages)).text.count("Site  Units") == 1


def test_turned_text_keeps_its_letters_in_order(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((100, 100), "Upright words", fontsize=12)
    page.insert_text((50, 500), "Axis label in units", fontsize=12, rotate=90)
    document.save(tmp_path / "a.pdf")
    assert read(tmp_path / "a.pdf").text == "Upright words\n\nAxis label in units\n"


def test_an_empty_page_is_counted_and_remarked(tmp_path: Path) -> None:
    content = read(write_pdf(tmp_path / "a.pdf", [[(60, 100, "Words", 11)], []]))
    assert (content.quality.pages, content.quality.empty_pages) == (2, 1)
    assert content.remarks == ("1 of 2 pages have no text",)


def failures(tmp_path: Path) -> dict[str, Path]:
    whole = write_pdf(tmp_path / "whole.pdf", [[(60, 100, "Words", 11)]]).read_bytes()
    (tmp_path / "stub.pdf").write_bytes(whole[:60])
    (tmp_path / "noise.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 8)
    return {
        "encrypted": write_pdf(tmp_path / "e.pdf", [[(60, 100, "Words", 11)]], "secret"),
        "no_text": write_scan(tmp_path / "s.pdf"),
        "empty": write_pdf(tmp_path / "b.pdf", [[], []]),
        "corrupt stub": tmp_path / "stub.pdf",
        "corrupt noise": tmp_path / "noise.pdf",
    }


@pytest.mark.parametrize("case", ["encrypted", "no_text", "empty", "corrupt stub", "corrupt noise"])
def test_what_cannot_be_read_is_a_failure_with_a_remedy(tmp_path: Path, case: str) -> None:
    result = read_document(failures(tmp_path)[case], "report.pdf")
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason(case.split()[0])
    assert result.detail
    assert result.remedy
