"""Tiny workspaces for the tests of loading and freezing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.source.metadata import parse_metadata

HEX = "0123456789abcdef"
OTHER_HEX = "fedcba9876543210"


def metadata(**changes: Any) -> dict[str, Any]:
    """The metadata of a small task; a change of None drops the field."""
    fields: dict[str, Any] = {
        "absolute_id": 7,
        "persona": "Operations Manager",
        "task": "Write the report.",
        "task_diff": "easy",
        "output_files": ["report.md"],
        "rubrics": ["Does the report exist?"],
        "rubric_types": ["Basic Evaluation"],
        "file_dep_graph": [{"from": "a.md", "to": "report.md"}],
        "data_manifest": [entry("a.md", f"data/{HEX}_a.md")],
        "tested_capabilities": ["Workspace Exploration"],
    }
    return {key: value for key, value in {**fields, **changes}.items() if value is not None}


def entry(filename: str, stored_relpath: str) -> dict[str, str]:
    return {"filename": filename, "stored_relpath": stored_relpath}


def edge(source: str, target: str) -> dict[str, str]:
    return {"from": source, "to": target}


def parsed(folder: str = "7", **changes: Any) -> SourceTask:
    return parse_metadata(json.dumps(metadata(**changes)).encode(), folder)


def write_task(
    root: Path, folder: str, files: Mapping[str, bytes] | None = None, **changes: Any
) -> Path:
    """Write one task folder; `files` are paths below it with their content."""
    task = root / folder
    task.mkdir(parents=True)
    changes.setdefault("absolute_id", folder)
    (task / "metadata.json").write_text(json.dumps(metadata(**changes)), encoding="utf-8")
    for name, content in ({f"data/{HEX}_a.md": b"alpha"} if files is None else files).items():
        (task / name).parent.mkdir(parents=True, exist_ok=True)
        (task / name).write_bytes(content)
    return task
