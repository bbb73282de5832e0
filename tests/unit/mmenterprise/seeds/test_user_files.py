"""Handed PDFs of any kind: facts from those with text and numbers, a failure for the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf
import pytest

from tests.shared_files import shared
from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.build import PAGES, bundle_of, read_seed
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.guarded import Limits
from worksurface_pipeline.mmenterprise.seeds.parts import Readings
from worksurface_pipeline.mmenterprise.seeds.registry import entry
from worksurface_pipeline.mmenterprise.seeds.worker import read
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason

MOST_PAGES = 20


def handed(name: str) -> Path:
    """The one PDF of the handed workspaces that ends so."""
    return sorted(shared("workspaces").rglob(f"*{name}"))[0]


def bundle_at(path: Path) -> SeedBundle:
    """What is taken from a file, read in this process."""
    readings = read(path, MOST_PAGES)
    assert isinstance(readings, Readings)
    return bundle_of(entry(path), readings)


def test_a_table_over_two_pages_is_read_whole() -> None:
    bundle = bundle_at(handed("survey_report.pdf"))
    facts = bundle.seeds.facts
    assert bundle.seeds.document.title == "Survey Report on Sleeping Hours"
    assert bundle.seeds.document.licence == "unknown"
    assert len(facts) == 90
    assert {fact.attribute for fact in facts} == {"age", "body weight", "sleep hours"}
    found = {(fact.entity, fact.attribute): fact.value for fact in facts}
    assert found["Participant 30", "body weight"] == "88.56"


def test_keys_and_totals_of_an_order() -> None:
    bundle = bundle_at(handed("movie-theater-booking-2024.pdf"))
    found = {(fact.kind, fact.attribute, fact.value, fact.unit) for fact in bundle.seeds.facts}
    assert (FactKind.CONFIGURATION, "commission", "10", "%") in found
    assert (FactKind.CELL, "net amount", "11,250.00", "USD") in found


BAD = {
    "not a PDF": ("hard/not_a_pdf.pdf", FailureReason.UNSUPPORTED),
    "password": ("hard/password_user.pdf", FailureReason.ENCRYPTED),
    "scan": ("hard/scanned_image_only.pdf", FailureReason.NO_TEXT),
    "blank": ("hard/blank_pages.pdf", FailureReason.EMPTY),
}


@pytest.mark.parametrize(("name", "reason"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_a_failure(name: str, reason: FailureReason) -> None:
    result = read(shared(name), MOST_PAGES)
    assert isinstance(result, ExtractionFailure)
    assert result.reason is reason
    assert result.remedy


def test_a_document_without_any_value_is_refused() -> None:
    result = read_seed(entry(handed("nonvoters_codebook.pdf")))
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.EMPTY
    assert "numbers" in result.remedy


def test_a_child_that_is_late_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "late.pdf"
    path.write_bytes(b"%PDF-1.4\n")
    result = read_seed(entry(path), Limits(seconds=0.01))
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.TIMEOUT


def test_pages_beyond_the_limit_are_told() -> None:
    path = handed("survey_report.pdf")
    readings = read(path, 1)
    assert isinstance(readings, Readings)
    bundle = bundle_of(entry(path), readings)
    assert bundle.dropped == {PAGES: 1}
    assert bundle.seeds.document.pages == 2
    assert {fact.page for fact in bundle.seeds.facts} == {1}


def test_a_sheet_in_two_columns_gives_its_table(tmp_path: Path) -> None:
    path = tmp_path / "columns.pdf"
    document: Any = pymupdf.open()
    page = document.new_page()
    text = "The programme ran for a long time and in several places, and many took part in it. "
    page.insert_textbox((50, 72, 290, 760), text * 22, fontsize=9.5)
    page.insert_textbox((310, 72, 545, 160), text * 4, fontsize=9.5)
    page.insert_text((310, 178), "Table 1: Results of the spring trial", fontsize=9)
    rows = (("", "Load (MW)", "Fee (EUR)"), ("Alder", "87.4", "43"), ("Birch", "81.2", "38"))
    for line, row in enumerate(rows):
        for left, cell in zip((310, 380, 450), row, strict=True):
            page.insert_text((left, 200 + 12 * line), cell, fontsize=8)
    page.insert_textbox((310, 290, 545, 760), text * 12, fontsize=9.5)
    document.save(path)
    found = [(one.entity, one.attribute, one.value) for one in bundle_at(path).seeds.facts]
    assert found == [
        ("Alder", "load", "87.4"),
        ("Alder", "fee", "43"),
        ("Birch", "load", "81.2"),
        ("Birch", "fee", "38"),
    ]
