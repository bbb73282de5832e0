"""The real metadata records, the real lock, and nine real workspaces, where they are at hand."""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.shared_files import shared
from worksurface_pipeline.kernel.errors import PinnedSourceChangedError
from worksurface_pipeline.worksurface.schema.source import EndKind, FileStatus
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.lock import lock_to_json, read_lock, verify_lock
from worksurface_pipeline.worksurface.source.model import Pin, PinKind, Workspace


@cache
def loaded(folder: Path) -> Workspace:
    return load_workspace(folder, None, "Workspace-Bench-Lite")


def lite() -> Workspace:
    return loaded(shared("lite_metadata"))


def test_all_hundred_records_load_with_their_files_absent() -> None:
    workspace = lite()
    assert Counter(task.persona for task in workspace.tasks) == {
        "operations_manager": 31,
        "logistics_manager": 30,
        "researcher": 17,
        "backend_developer": 11,
        "product_manager": 11,
    }
    files = [file for task in workspace.tasks for file in task.files]
    assert Counter(file.status for file in files) == {FileStatus.ABSENT: 755, FileStatus.PRESENT: 5}
    assert sum(len(task.rubrics) for task in workspace.tasks) == 1856


def test_edges_of_the_records_resolve() -> None:
    """Of the 14 ends in no manifest, 13 drop a leading underscore and are found."""
    edges = [edge for task in lite().tasks for edge in task.edges]
    kinds = Counter((edge.from_kind, edge.to_kind) for edge in edges)
    assert kinds == {
        (EndKind.INPUT, EndKind.OUTPUT): 497,
        (EndKind.INPUT, EndKind.INPUT): 259,
        (EndKind.OUTPUT, EndKind.INPUT): 20,
        (EndKind.OUTPUT, EndKind.OUTPUT): 5,
        (EndKind.INPUT, EndKind.UNKNOWN): 1,
    }
    respelt = [
        edge
        for edge in edges
        if f"_{edge.written_from}" == edge.from_name or f"_{edge.written_to}" == edge.to_name
    ]
    assert len(respelt) == 13
    flags = Counter(flag for edge in edges for flag in edge.flags)
    assert flags == {"reversed": 20, "duplicate": 9, "two_way": 8, "dangling": 1}


def test_clean_names_are_those_of_the_lock() -> None:
    lock = read_lock(shared("lite_metadata/wsb_lock.json"))
    names = {(file.task_id, file.filename) for task in lite().tasks for file in task.files}
    assert names == {(file.task_id, file.filename) for file in lock.files}
    assert len(names) == 760


def test_the_real_lock_survives_byte_by_byte() -> None:
    path = shared("lite_metadata/wsb_lock.json")
    assert lock_to_json(read_lock(path)).encode() == path.read_bytes()


def test_the_real_lock_verifies_one_task_and_names_every_absent_file() -> None:
    lock = read_lock(shared("lite_metadata/wsb_lock.json"))
    check = verify_lock(lite(), lock)
    assert [file.task_id for file in check.matched] == ["175"] * 5
    assert (check.changed, check.extra) == ((), ())
    assert {*check.matched, *check.absent} == set(lock.files)
    assert len(check.absent) == 755


def test_the_real_lock_as_a_pin() -> None:
    lock = read_lock(shared("lite_metadata/wsb_lock.json"))
    pin = Pin(kind=PinKind.LOCK, name="wsb_lock.json", lock=lock)
    with pytest.raises(PinnedSourceChangedError, match=r"absent: 3/dependency_item_1\.md"):
        freeze(lite(), None, pin)
    result = freeze(lite(), None, pin.model_copy(update={"allow_absent": True}))
    assert result.lock.commit == lock.commit
    assert len(result.absent) == 755


def test_required_inputs_agree_with_the_published_gold() -> None:
    rows = shared("gold_cases/tasks.jsonl").read_text(encoding="utf-8").splitlines()
    with shared("gold_cases/EXPECT.csv").open(encoding="utf-8") as stream:
        sound = {row["id"] for row in csv.DictReader(stream) if row["verdict"] == "sound"}
    names = {task.task_id: sorted(file.filename for file in task.files) for task in lite().tasks}
    compared = 0
    for record in map(json.loads, rows):
        for item in record["gold_evidence"]:
            query = item.get("graph_query", {})
            if record["id"] in sound and query.get("relation") == "task_requires_file":
                compared += 1
                assert sorted(item["verified_complete_set"]) == names[record["source_task_id"]]
    assert compared >= 4


def test_nine_workspaces_load_with_their_files() -> None:
    workspace = loaded(shared("workspaces"))
    files = [file for task in workspace.tasks for file in task.files]
    assert (len(workspace.tasks), len(files)) == (9, 74)
    with shared("workspaces/PROVENANCE.csv").open(encoding="utf-8") as stream:
        expected = {
            (row["task_id"], row["filename"], row["sha256"]) for row in csv.DictReader(stream)
        }
    assert {(file.task_id, file.filename, file.sha256) for file in files} == expected
    assert freeze(workspace).absent == ()
