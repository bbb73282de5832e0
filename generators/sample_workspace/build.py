"""Source tasks: their parts, their metadata, and how they are written to disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

Edge: TypeAlias = tuple[str, str]
Disguise: TypeAlias = Literal["json", "python"]

EXPLORATION = "Workspace Exploration"
INPUTS = "Task-Providing File Utilization"
RESULTS = "Result-Providing Files Utilization"
LINEAGE = "Lineage Tracing"
RELATIONS = "Semantic Content Relations Understanding"
FORMATS = "Heterogeneous File Understanding"


@dataclass(frozen=True)
class Rubric:
    """One yes-or-no criterion and the kind of check it is."""

    text: str
    kind: str = "Outcome Evaluation"


@dataclass(frozen=True)
class Quirks:
    """Irregularities of real metadata: ids and lists written as text, edges by stored name."""

    id_as_text: bool = False
    lists_as_text: Mapping[str, Disguise] = field(default_factory=dict)
    stored_name_edge: Edge | None = None


@dataclass(frozen=True)
class Task:
    """One source task; `links` are edges beside those from every used input to the output."""

    number: int
    persona: str
    text: str
    difficulty: str
    outputs: tuple[str, ...]
    files: Mapping[str, bytes]
    rubrics: tuple[Rubric, ...]
    links: tuple[Edge, ...] = ()
    unused: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    quirks: Quirks = field(default_factory=Quirks)


def basic(text: str) -> Rubric:
    """Make a criterion on whether the deliverable is there at all."""
    return Rubric(text, "Basic Evaluation")


def outcome(text: str) -> Rubric:
    """Make a criterion on what the deliverable says."""
    return Rubric(text)


def process(text: str) -> Rubric:
    """Make a criterion on how the files were used."""
    return Rubric(text, "Process Evaluation")


def stored_name(name: str, content: bytes) -> str:
    """Name a file as the layout wants it: 16 digits of its digest, then its clean name."""
    return f"{hashlib.sha256(content).hexdigest()[:16]}_{name}"


def edges(task: Task) -> list[Edge]:
    """List the dependencies as the metadata writes them."""
    first = task.outputs[0]
    supports = [(name, first) for name in task.files if name not in task.unused]
    return [_written_edge(task, edge) for edge in (*task.links, *supports)]


def _written_edge(task: Task, edge: Edge) -> Edge:
    if edge != task.quirks.stored_name_edge:
        return edge
    return stored_name(edge[0], task.files[edge[0]]), edge[1]


def metadata(task: Task) -> dict[str, object]:
    """Write a task's metadata in the source benchmark's shape."""
    manifest = [
        {"filename": name, "stored_relpath": f"data/{stored_name(name, content)}"}
        for name, content in task.files.items()
    ]
    fields: dict[str, object] = {
        "absolute_id": str(task.number) if task.quirks.id_as_text else task.number,
        "persona": task.persona,
        "task": task.text,
        "task_diff": task.difficulty,
        "output_files": list(task.outputs),
        "rubrics": [rubric.text for rubric in task.rubrics],
        "rubric_types": [rubric.kind for rubric in task.rubrics],
        "file_dep_graph": [{"from": start, "to": end} for start, end in edges(task)],
        "data_manifest": manifest,
        "tested_capabilities": list(task.capabilities),
    }
    for name, disguise in task.quirks.lists_as_text.items():
        fields[name] = _disguised(fields[name], disguise)
    return fields


def _disguised(value: object, disguise: Disguise) -> str:
    return json.dumps(value, ensure_ascii=False) if disguise == "json" else repr(value)


def write(task: Task, root: Path) -> None:
    """Write one task's folder below the workspace's root."""
    folder = root / str(task.number)
    (folder / "data").mkdir(parents=True)
    for name, content in task.files.items():
        (folder / "data" / stored_name(name, content)).write_bytes(content)
    text = json.dumps(metadata(task), ensure_ascii=False, indent=2, sort_keys=True)
    (folder / "metadata.json").write_bytes(f"{text}\n".encode())
