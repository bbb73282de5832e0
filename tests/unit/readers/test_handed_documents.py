"""The handed files: hard documents one by one, and every document of the nine workspaces."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.shared_files import shared
from worksurface_pipeline.kernel.text import strip_hex_prefix
from worksurface_pipeline.readers.dispatch import read_any, read_document
from worksurface_pipeline.readers.kinds import TABLE_KINDS, kind_of_name
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Picture,
)


@dataclass(frozen=True, slots=True)
class Hard:
    """What a hard file yields: words that stand in this order, words that do not, a remark."""

    file: str
    kind: str
    has: tuple[str, ...]
    lacks: tuple[str, ...] = ()
    remark: str = ""
    furniture: str = ""


READABLE = [
    Hard(
        "report_is_pdf.xlsx",
        "pdf",
        ("Total 4,711 units",),
        remark="the name says xlsx, the file holds pdf content",
    ),
    Hard("shengye_electric_2024_annual_report.pdf.docx", "docx", ("# Annual Report\n",)),
    Hard(
        "word2006ml.doc",
        "doc",
        ("My Document Title", "The quick brown fox jumped", "| R4c1 | R3c2 |", "# Bibliography"),
        ("<w:", "Odd page header", "Embedded OLE"),
        furniture="Odd page header",
    ),
    Hard(
        "two_column.pdf",
        "pdf",
        ("# Two-column report", "Left column sentence 20. Right column sentence 1. Right column"),
    ),
    Hard(
        "rotated_text.pdf",
        "pdf",
        # The page is displayed turned, so that the "vertical" label is the upright one.
        ("Vertical axis label: units shipped", "Horizontal title 2024"),
    ),
    Hard("truncated.pdf", "pdf", ("Left column sentence 1.",), remark="the PDF is damaged"),
    Hard("not_a_pdf.pdf", "html", ("# Sign in",), remark="the name says pdf, the file holds html"),
    Hard(
        "borderless_table.pdf",
        "pdf",
        (
            "| SKU-4563 | D-22 | | 156 | | CRITICAL | | | | 180 | | -24 | |",
            "Total Variance Cost: $4,287.50",
            "| SKU-7789 | Accessories | $8.50 | $5,950.00 | 2024-11-05 | |",
        ),
    ),
    Hard(
        "tracked_changes.docx",
        "docx",
        ("can be:", "ApacheCon EU 2009", "extracting text from binary files."),
        ('" \\o "',),
    ),
    Hard(
        "merged_tables.docx",
        "docx",
        ("| Cell 1.0 | Merged Cell 1.1 1.2 | |", "| Cell 2.0 | | Cell 2.2 |"),
    ),
    Hard(
        "footnote_and_table.docx",
        "docx",
        (
            "in 2024.[^1]",
            "| North | 1,200 |",
            "[^1]: Restated after the audit of 3 March 2025.",
        ),
    ),
    Hard(
        "headers_lists_nested.docx",
        "docx",
        ("# 1 Scope", "- First item", "1. Numbered", "| outer |"),
        ("CONFIDENTIAL", "Page footer"),
        furniture="CONFIDENTIAL – header",
    ),
    Hard(
        "table_notes_chart_hidden.pptx",
        "pptx",
        (
            "| EMEA | $1.2M | | APAC | $0.8M |",
            "> Speaker note: APAC excludes Japan.",
            "| Jan | 10 | | Feb | 20 | | Mar | 31 |",
            "Hidden slide: price list 2025",
        ),
        remark="hidden slides: 3",
    ),
    Hard("post_invalid_time.json", "json", ('"post_date": "2024-02-08T023:18:00Z"',)),
    Hard("lines.json", "json", ('{"id": 1, "v": 10}',), remark="JSON lines: 2 records"),
    Hard("broken.json", "json", ('{"a": 1, "b": [1,2,}',), remark="not valid JSON"),
    Hard("laughs.xml", "xml", ("&d;", "&e;"), ("lollol",), remark="entities not expanded"),
    Hard(
        "page.html",
        "html",
        ("| DE-FR | $1,200 | | DE-FR | $1,350 |",),
        ("alert", "color:red", "old", "127.0.0.1"),
    ),
    Hard("crlf_ctrl.txt", "text", ("Line one Page two red tab sep",), ("\x0c", "\x1b", "\r")),
    Hard(
        "Dup.java",
        "code",
        ("````java", '/* ``` fence breaker ``` */ public class Dup { String s = "```"; } ````'),
    ),
]


@pytest.mark.parametrize("case", READABLE, ids=[case.file for case in READABLE])
def test_hard_documents(case: Hard) -> None:
    content = read_any(shared("hard") / case.file, case.file)
    assert isinstance(content, DocumentContent), content
    words = " ".join(content.text.split())
    places = [words.find(" ".join(part.split())) for part in case.has]
    assert -1 not in places
    assert places == sorted(places)
    assert [part for part in case.lacks if part in content.text] == []
    assert content.kind == case.kind
    assert case.remark in " ".join(content.remarks)
    assert not case.furniture or case.furniture in content.furniture


def test_a_nested_table_is_read_once() -> None:
    file = "headers_lists_nested.docx"
    content = read_any(shared("hard") / file, file)
    assert isinstance(content, DocumentContent)
    assert content.text.count("inner") == 1


FAILING = [
    ("password_user.pdf", FailureReason.ENCRYPTED, "password"),
    ("password_secret.docx", FailureReason.ENCRYPTED, "password"),
    ("password_secret.xlsx", FailureReason.ENCRYPTED, "password"),
    ("scanned_image_only.pdf", FailureReason.NO_TEXT, "scan"),
    ("blank_pages.pdf", FailureReason.EMPTY, "2 pages"),
    ("truncated.docx", FailureReason.CORRUPT, "corrupt or truncated"),
    ("empty.csv", FailureReason.EMPTY, "empty"),
    ("empty_zero_bytes.xlsx", FailureReason.EMPTY, "empty"),
]


@pytest.mark.parametrize(("file", "reason", "words"), FAILING, ids=[file for file, _, _ in FAILING])
def test_hard_documents_that_cannot_be_read(file: str, reason: FailureReason, words: str) -> None:
    result = read_any(shared("hard") / file, file)
    assert isinstance(result, ExtractionFailure), result
    assert result.reason is reason
    assert words in result.detail
    assert result.remedy


def test_the_picture_of_a_table_is_registered() -> None:
    file = "screenshot_table.png"
    expected = Picture(media_type="image/png", width=900, height=420)
    assert read_any(shared("hard") / file, file) == expected


def workspace_documents() -> list[tuple[Path, str]]:
    found = [
        (path, strip_hex_prefix(path.name))
        for path in sorted(shared("workspaces").glob("*/data/*"))
    ]
    return [(path, name) for path, name in found if kind_of_name(name) not in TABLE_KINDS]


def test_every_workspace_document_has_clean_text() -> None:
    documents = workspace_documents()
    assert len(documents) == 45
    for path, name in documents:
        content = read_document(path, name)
        assert isinstance(content, DocumentContent | Picture), (name, content)
        if isinstance(content, DocumentContent):
            assert len(content.text.strip()) > 20, name
            assert content.quality.characters == len(content.text), name
            assert not set(content.text) & set("\r\x00\x0b\x0c\ufffd\ufeff"), name
            assert "base64," not in content.text, name
            starts = [place.start for place in content.places]
            assert starts == sorted(set(starts)), name


def test_verbatim_figures_stand_in_their_documents() -> None:
    """Every figure of the key that a rubric quotes from a document, the binary .doc included."""
    key = json.loads((shared("workspaces") / "KEY.json").read_text(encoding="utf-8"))
    files = {
        (path.parents[1].name, name): read_document(path, name)
        for path, name in workspace_documents()
    }
    wanted = [
        (task, number["file"], number["find"])
        for task, entry in key.items()
        for rubric in entry["rubrics"]
        for number in rubric["numbers"]
        if number["method"] == "verbatim" and (task, number["file"]) in files
    ]
    missing = [
        (task, file, find)
        for task, file, find in wanted
        if find not in getattr(files[task, file], "text", "")
    ]
    assert len(wanted) == 42
    assert missing == []
