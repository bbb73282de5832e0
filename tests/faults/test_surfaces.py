"""Faults of the reference that must not recur, on real small files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures.project import Projected, project_workspace
from tests.fixtures.reading import memory_reader
from tests.fixtures.small_workspace import write_small_workspace
from worksurface_pipeline.readers.model import FailureReason
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.surfaces.coverage import (
    check_exclusive,
    missing_entries,
    unaccounted_artifacts,
)
from worksurface_pipeline.worksurface.surfaces.documents import project_documents
from worksurface_pipeline.worksurface.surfaces.sets import TableSet


@pytest.fixture(scope="module")
def projected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Projected]:
    return project_workspace(write_small_workspace(tmp_path_factory.mktemp("small")))


@pytest.fixture(scope="module")
def operations(projected: dict[str, Projected]) -> Projected:
    return projected["operations_manager"]


def test_equal_stems_do_not_overwrite_each_other(operations: Projected) -> None:
    texts = {item.id: item.text for item in operations.documents.documents}
    assert "From data.json." in texts["t1__report_md.md"]
    assert "The plain report." in texts["t1__report_txt.md"]


def test_sheets_without_an_ascii_letter_have_views_of_their_own(operations: Projected) -> None:
    views = {view.id: view for view in operations.tables.views}
    assert {"t1__库存__一月", "t1__库存__二月"} <= set(views)
    assert [column.name for column in views["t1__库存__一月"].columns] == [
        "月份",
        "数量",
        "单价",
        "金额",
    ]


def test_sheets_that_differ_in_spelling_alone_keep_apart(operations: Projected) -> None:
    views = {
        (view.id, view.sheet) for view in operations.tables.views if view.filename == "stock.xlsx"
    }
    assert views == {("t1__stock__sheet_1", "Sheet 1"), ("t1__stock__sheet_1_2", "sheet_1 ")}


@pytest.mark.parametrize(("name", "word"), [("t1__data.md", "12"), ("t1__feed.md", "Second")])
def test_json_and_xml_are_documents(operations: Projected, name: str, word: str) -> None:
    texts = {item.id: item.text for item in operations.documents.documents}
    assert word in texts[name]


def test_a_small_sheet_does_not_vanish(operations: Projected) -> None:
    texts = {item.id: item.text for item in operations.documents.documents}
    for cell in ("key", "value", "currency", "EUR", "note", "a\\|b<br>c"):
        assert cell in texts["t1__stock__Legend.md"]
    assert "currency" in texts["t1__notes.md"]


def test_no_text_names_its_source(operations: Projected) -> None:
    for document in operations.documents.documents:
        assert document.filename not in document.text
        assert "<!--" not in document.text


def test_every_file_and_sheet_is_accounted_for(projected: dict[str, Projected]) -> None:
    for part in projected.values():
        listed = [file.filename for task in part.tasks for file in task.files]
        assert [entry.filename for entry in part.ledger.entries if not entry.part] == listed
        assert missing_entries(part.ledger) == ()
        assert unaccounted_artifacts(part.ledger, part.documents, part.tables) == ()
        assert check_exclusive(part.documents, part.tables) == ()


def test_what_cannot_be_read_says_why(projected: dict[str, Projected]) -> None:
    entries = projected["researcher"].ledger.entries
    failures = {entry.filename: entry.failure for entry in entries if entry.failure}
    assert {name: failure.reason for name, failure in failures.items()} == {
        "broken.xlsx": FailureReason.CORRUPT,
        "gone.docx": FailureReason.ABSENT,
        "outside.md": FailureReason.UNSAFE_PATH,
    }
    assert all(failure.detail and failure.remedy for failure in failures.values())


def test_a_file_that_changes_after_the_freeze_is_not_read(tmp_path: Path) -> None:
    root = write_small_workspace(tmp_path / "small")
    tasks = load_workspace(root, ("researcher",), "test").tasks
    policy = next((root / "2" / "data").glob("*_policy.md"))
    policy.write_text("Other text.\n", encoding="utf-8")
    found = project_documents(tasks, TableSet(), memory_reader(root))
    reasons = {failure.filename: failure.reason for failure in found.failures}
    assert reasons["policy.md"] is FailureReason.CHANGED
    assert "policy.md" not in {document.filename for document in found.documents}


def test_nothing_depends_on_when_or_where_it_was_made(
    projected: dict[str, Projected], tmp_path: Path
) -> None:
    again = project_workspace(write_small_workspace(tmp_path / "elsewhere"))
    for persona, part in projected.items():
        differing = [
            name
            for (name, data), (_, other) in zip(part.files(), again[persona].files(), strict=True)
            if data != other
        ]
        assert differing == []
