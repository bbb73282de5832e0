"""The committed sample is what its generator writes, and holds what the pipeline needs."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from generators.sample_workspace.__main__ import main

SAMPLE = Path(__file__).parents[2] / "data_lake" / "sample"
LAYOUT = re.compile(r"[0-9]+/(metadata\.json|data/[0-9a-f]{16}_[^/]+)")
OFFICE_FORMATS = {"xlsx", "xls", "docx", "pptx", "pdf", "png"}
TEXT_FORMATS = {"md", "txt", "json", "csv", "py", "java", "xml", "html"}
LISTS = ("output_files", "rubrics", "rubric_types", "file_dep_graph", "data_manifest")


def tree(root: Path) -> dict[str, bytes]:
    """Read every file below a folder, hidden ones too."""
    files = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def as_list(value: Any) -> list[Any]:
    """Read a list that may be written as JSON or as a Python repr."""
    if isinstance(value, list):
        return value
    read = ast.literal_eval if value.startswith("['") else json.loads
    found: list[Any] = read(value)
    return found


@pytest.fixture(scope="module")
def sample() -> dict[str, bytes]:
    """Read the committed sample."""
    return tree(SAMPLE)


@pytest.fixture(scope="module")
def tasks(sample: dict[str, bytes]) -> list[dict[str, Any]]:
    """Read all metadata, each list made a list; `folder` is where it stood."""
    found = []
    for name, content in sorted(sample.items()):
        if name.endswith("/metadata.json"):
            task = json.loads(content)
            lists = {field: as_list(task[field]) for field in LISTS}
            found.append({**task, **lists, "folder": name.split("/")[0]})
    return found


def test_regenerating_gives_the_committed_bytes(tmp_path: Path, sample: dict[str, bytes]) -> None:
    main([str(tmp_path / "again")])
    again = tree(tmp_path / "again")
    assert sorted(again) == sorted(sample)
    assert [name for name in sample if again[name] != sample[name]] == []


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_layout_and_size(sample: dict[str, bytes]) -> None:
    assert [name for name in sample if not LAYOUT.fullmatch(name)] == []
    assert sum(map(len, sample.values())) < 3_000_000


def test_five_personas_with_two_tasks_each(tasks: list[dict[str, Any]]) -> None:
    counts = Counter(task["persona"] for task in tasks)
    assert len(counts) == 5
    assert min(counts.values()) >= 2


def test_every_format_is_there(sample: dict[str, bytes]) -> None:
    endings = {name.rpartition(".")[2] for name in sample if "/data/" in name}
    assert endings == OFFICE_FORMATS | TEXT_FORMATS


def test_manifests_match_the_files(sample: dict[str, bytes], tasks: list[dict[str, Any]]) -> None:
    listed = set()
    for task in tasks:
        for entry in task["data_manifest"]:
            name = f"{task['folder']}/{entry['stored_relpath']}"
            digest = hashlib.sha256(sample[name]).hexdigest()
            assert name == f"{task['folder']}/data/{digest[:16]}_{entry['filename']}"
            listed.add(name)
    assert listed == {name for name in sample if "/data/" in name}


def test_metadata_is_consistent(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        assert str(task["absolute_id"]) == task["folder"]
        assert 8 <= len(task["rubrics"]) <= 14
        assert len(task["rubric_types"]) == len(task["rubrics"])
        stored = {entry["stored_relpath"].removeprefix("data/") for entry in task["data_manifest"]}
        clean = {entry["filename"] for entry in task["data_manifest"]}
        ends = {edge[side] for edge in task["file_dep_graph"] for side in ("from", "to")}
        assert ends <= stored | clean | set(task["output_files"])


def test_equal_files_within_and_across_personas(
    sample: dict[str, bytes], tasks: list[dict[str, Any]]
) -> None:
    persona = {task["folder"]: task["persona"] for task in tasks}
    holders: defaultdict[bytes, list[str]] = defaultdict(list)
    for name, content in sample.items():
        if "/data/" in name:
            holders[content].append(persona[name.split("/")[0]])
    shared = [people for people in holders.values() if len(people) > 1]
    assert sorted(len(set(people)) for people in shared) == [1, 2]
