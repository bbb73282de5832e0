"""Names, links and types that `make_unsafe.py` of the handed folder creates, through a workspace.

Every name is one table of two rows whose sum the script states; what its comments say of links,
pipes and folders is what the surfaces must show.
"""

from __future__ import annotations

import importlib.util
import json
import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from tests.fixtures.project import Projected, project_workspace
from tests.shared_files import shared
from tests.unit.source.workspaces import entry, metadata
from worksurface_pipeline.readers.model import FailureReason
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.surfaces.coverage import missing_entries
from worksurface_pipeline.worksurface.surfaces.ids import fold
from worksurface_pipeline.worksurface.surfaces.sets import TableSet

TASK = "9"
LINKS = ("target.csv", "inside.csv", "dangling.csv", "outside.csv", "loop", "pipe.csv")


@dataclass(frozen=True)
class Unsafe:
    """The workspace, what the script states of it, and what became of it."""

    root: Path
    totals: Mapping[str, int]
    part: Projected
    before: Mapping[str, bytes | str]


def script() -> ModuleType:
    path = shared("hard/make_unsafe.py")
    spec = importlib.util.spec_from_file_location("make_unsafe", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def listing(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: contents of files, targets of links, kinds of the rest."""
    found: dict[str, bytes | str] = {}
    for place, folders, names in os.walk(folder):
        for name in [*folders, *names]:
            path = Path(place, name)
            key = str(path.relative_to(folder))
            if path.is_symlink():
                found[key] = f"link to {os.readlink(path)}"
            else:
                found[key] = path.read_bytes() if path.is_file() else "no file"
    return found


@pytest.fixture(scope="module")
def unsafe(tmp_path_factory: pytest.TempPathFactory) -> Unsafe:
    made = script()
    base = tmp_path_factory.mktemp("unsafe")
    data = base / "workspace" / TASK / "data"
    made.main(base / "made")
    data.parent.mkdir(parents=True)
    # Links inside are relative; the one that leads out is absolute, and now leaves the workspace.
    (base / "made").rename(data)
    names = [*made.EXPECT_UNSAFE, *(f"links/{name}" for name in LINKS), "dir.csv"]
    names.append("links/loop/loop/target.csv")
    manifest = [entry(name.rpartition("/")[2], f"data/{name}") for name in names]
    manifest[-1] = entry("through_loop.csv", "data/links/loop/loop/target.csv")
    fields = metadata(absolute_id=TASK, data_manifest=manifest, file_dep_graph=[])
    (data.parent / "metadata.json").write_text(json.dumps(fields), encoding="utf-8")
    before = listing(base)
    part = project_workspace(base / "workspace")["operations_manager"]
    return Unsafe(base, made.EXPECT_UNSAFE, part, before)


def tables(part: Projected) -> dict[str, str]:
    """Stored path -> id of the one table of each file."""
    stored = {file.filename: file.stored_relpath for file in part.tasks[0].files}
    found: dict[str, str] = {}
    for record in part.tables.records:
        path = stored[record.filename]
        assert path not in found, record.filename
        found[path] = record.id
    return found


def names() -> list[str]:
    try:
        return list(script().EXPECT_UNSAFE)
    except pytest.skip.Exception:
        return []


@pytest.mark.parametrize("name", names(), ids=ascii)
def test_every_name_is_one_table_of_two_rows(unsafe: Unsafe, name: str) -> None:
    table = unsafe.part.tables.data[tables(unsafe.part)[f"data/{name}"]]
    assert table.frame.columns == ["k", "v"]
    assert table.frame.height == 2
    assert table.frame["v"].sum() == unsafe.totals[name]


def test_ids_are_unique_and_safe_on_any_system(unsafe: Unsafe) -> None:
    part = unsafe.part
    documents = [document.id for document in part.documents.documents]
    ids = [record.id for record in part.tables.records]
    for group in (documents, ids):
        assert len({fold(name) for name in group}) == len(group) >= len(unsafe.totals)
    assert all(name.replace("_", "").isalnum() for name in ids)
    for name in [*ids, *documents]:
        assert not set(name) & set("/\\\0\t\n"), name
        assert not any(unicodedata.category(char).startswith("C") for char in name), name
        assert name.startswith(f"t{TASK}__")


def test_nothing_is_executed_and_no_input_is_touched(unsafe: Unsafe) -> None:
    assert listing(unsafe.root) == unsafe.before
    assert not Path("pwned").exists()


def test_every_listed_file_is_in_the_ledger(unsafe: Unsafe) -> None:
    entries = [item for item in unsafe.part.ledger.entries if not item.part]
    assert len(entries) == len(unsafe.part.tasks[0].files) == len(unsafe.totals) + len(LINKS) + 2
    assert missing_entries(unsafe.part.ledger) == ()
    assert all(item.artifacts or item.failure for item in entries)


LINKED = [
    ("outside.csv", FileStatus.UNSAFE_PATH, FailureReason.UNSAFE_PATH),
    ("dangling.csv", FileStatus.ABSENT, FailureReason.ABSENT),
    ("loop", FileStatus.ABSENT, FailureReason.ABSENT),
    ("pipe.csv", FileStatus.ABSENT, FailureReason.ABSENT),
    ("dir.csv", FileStatus.ABSENT, FailureReason.ABSENT),
]


@pytest.mark.parametrize(("name", "status", "reason"), LINKED, ids=[name for name, *_ in LINKED])
def test_what_is_no_file_of_the_workspace_has_its_reason(
    unsafe: Unsafe, name: str, status: FileStatus, reason: FailureReason
) -> None:
    statuses = {file.filename: file.status for file in unsafe.part.tasks[0].files}
    assert statuses[name] is status
    failures = {item.filename: item.failure for item in unsafe.part.ledger.entries if item.failure}
    found = failures[name]
    assert found is not None
    assert found.reason is reason
    assert found.remedy


def test_a_link_inside_is_listed_as_a_duplicate(unsafe: Unsafe) -> None:
    oddities = unsafe.part.tasks[0].oddities
    assert (
        "'target.csv', 'inside.csv', 'through_loop.csv' are links to one file: duplicates of"
        in (" ".join(oddities))
    )
    own = {record.filename: record.digest for record in unsafe.part.tables.records}
    assert own["inside.csv"] == own["target.csv"] == own["through_loop.csv"]


def test_a_pipe_and_a_folder_are_named_and_not_opened(unsafe: Unsafe) -> None:
    oddities = " ".join(unsafe.part.tasks[0].oddities)
    assert "'pipe.csv' is a pipe, socket or device, not a file" in oddities
    assert "'dir.csv' is a folder, not a file" in oddities
    assert "'loop' is a folder, not a file" in oddities


def test_what_lies_outside_is_never_read(unsafe: Unsafe) -> None:
    files = {file.filename: file for file in unsafe.part.tasks[0].files}
    assert files["outside.csv"].sha256 is None
    assert "secret" not in " ".join(document.text for document in unsafe.part.documents.documents)
    assert [data for _, data in cells(unsafe.part.tables) if "secret" in data] == []


def cells(found: TableSet) -> list[tuple[str, str]]:
    return [(name, data.texts.write_csv()) for name, data in found.data.items()]
