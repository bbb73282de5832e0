"""Every row of the handed EXPECT.csv: the value reached, or the documented clear error.

`hard_checks` has a check for each file. All of them also go through the guarded worker in one
batch, and through a workspace, where no file may be missing from the ledger.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping

import pytest

from tests.fixtures.project import Projected, project_workspace
from tests.golden.hard_checks import CHECKS
from tests.shared_files import shared
from tests.unit.source.workspaces import entry, metadata
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.model import Extraction
from worksurface_pipeline.worksurface.surfaces.coverage import (
    missing_entries,
    unaccounted_artifacts,
)

TASK = "58"
Batch = Mapping[str, Extraction]


def expected() -> dict[str, str]:
    """File -> what EXPECT.csv wants of it."""
    with shared("hard/EXPECT.csv").open(encoding="utf-8", newline="") as stream:
        return {row["file"]: row["expected"] for row in csv.DictReader(stream)}


@pytest.fixture(scope="module")
def batch() -> Batch:
    """All files in one batch of one child."""
    names = sorted(expected())
    files = [(shared(f"hard/{name}"), name) for name in names]
    with GuardedReader(1, 60.0, 2048) as reader:
        return dict(zip(names, reader.read_many(files), strict=True))


@pytest.fixture(scope="module")
def projected(tmp_path_factory: pytest.TempPathFactory) -> Projected:
    """The files as one source task, through loading and all three surfaces."""
    folder = tmp_path_factory.mktemp("hard") / TASK
    (folder / "data").mkdir(parents=True)
    manifest = []
    for name in sorted(expected()):
        (folder / "data" / name).write_bytes(shared(f"hard/{name}").read_bytes())
        manifest.append(entry(name, f"data/{name}"))
    fields = metadata(absolute_id=TASK, data_manifest=manifest, file_dep_graph=[])
    (folder / "metadata.json").write_text(json.dumps(fields), encoding="utf-8")
    return project_workspace(folder.parent)["operations_manager"]


def test_every_row_has_a_check_and_every_check_a_row() -> None:
    assert sorted(expected()) == sorted(CHECKS)
    assert len(CHECKS) == 58


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_row(name: str) -> None:
    CHECKS[name](read_any(shared(f"hard/{name}"), name))


def test_the_whole_batch_through_the_guarded_worker(batch: Batch) -> None:
    """One bad file stops nothing, and the worker's limits change no result."""
    failed = []
    for name, check in sorted(CHECKS.items()):
        try:
            check(batch[name])
        except AssertionError as error:
            failed.append((name, str(error)[:300]))
    assert failed == []


def test_no_file_is_dropped_without_a_record(projected: Projected) -> None:
    entries = {item.filename: item for item in projected.ledger.entries if not item.part}
    assert sorted(entries) == sorted(CHECKS)
    silent = [name for name, item in entries.items() if not item.artifacts and item.failure is None]
    parts = {item.filename for item in projected.ledger.entries if item.part}
    assert [name for name in silent if name not in parts] == []
    assert missing_entries(projected.ledger) == ()
    assert unaccounted_artifacts(projected.ledger, projected.documents, projected.tables) == ()


def test_ids_stay_apart_where_sheet_names_differ_in_case_and_spaces(projected: Projected) -> None:
    ids = [record.id for record in projected.tables.records]
    assert len(ids) == len(set(ids))
    assert all(name.replace("_", "").isalnum() for name in ids)
    assert {"t58__tiny_and_empty_sheets__onecell", "t58__tiny_and_empty_sheets__数据"} <= set(ids)


def test_cells_are_escaped_and_nothing_is_executed(projected: Projected) -> None:
    texts = {item.id: item.text for item in projected.documents.documents}
    lines = texts["t58__injection.md"].strip().split("\n")
    assert lines[0].startswith("|")
    assert len(lines) == 5
    assert "\\|pipe\\| *star*" in lines[3]
    assert "a<br>b" in lines[4]


def test_no_document_is_thousands_of_columns_wide(projected: Projected) -> None:
    names = {"wide_17000_columns.csv", "cols_16384.xlsx"}
    assert names.isdisjoint(item.filename for item in projected.documents.documents)
    assert names.isdisjoint(record.filename for record in projected.tables.records)
    reasons = {
        failure.filename for failure in projected.tables.failures if failure.part in ("", "Sheet1")
    }
    assert names <= reasons


def test_a_stored_name_keeps_both_extensions(projected: Projected) -> None:
    name = "shengye_electric_2024_annual_report.pdf.docx"
    ids = [item.id for item in projected.documents.documents if item.filename == name]
    assert ids == ["t58__shengye_electric_2024_annual_report.pdf.md"]


def test_a_repaired_kind_is_told_on_the_surface(projected: Projected) -> None:
    remarks = {item.filename: item.remarks for item in projected.documents.documents}
    assert remarks["report_is_pdf.xlsx"] == ("the name says xlsx, the file holds pdf content",)
