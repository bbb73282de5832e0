"""One source file edited at a time: which tasks had read it, and what became of all the others.

Every csv, Markdown and plain text file of the sample is edited in turn (a row repeated, a sentence
added) and everything is derived and verified again. Tasks that had read the file must follow it;
no other may change.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.development import load_surfaces
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import ArtifactDigest
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.rederived import (
    Rederived,
    changed_artifacts,
    rederived,
)
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

_EDITABLE = (".csv", ".md", ".txt")
_SHOWN = ("invalidated", "equal", "changed", "gone", "new", "touched")
_SENTENCE = "\n\nThe text was looked through once more.\n"


@dataclass(frozen=True, slots=True)
class State:
    """What was made of one persona."""

    surfaces: Surfaces
    artifacts: tuple[ArtifactDigest, ...]
    tasks: tuple[AtomicTask, ...]


@dataclass(frozen=True, slots=True)
class Edited:
    """One edit, and what became of each persona's tasks."""

    path: str
    personas: dict[str, Rederived]


def states(root: Path) -> dict[str, State]:
    """The verified tasks of every persona, with what they were made from."""
    return {surfaces.persona: _state(tasks, surfaces) for tasks, surfaces in load_surfaces(root)}


def _state(tasks: tuple[SourceTask, ...], surfaces: Surfaces) -> State:
    found = derive_candidates(tasks, surfaces, DerivationPolicy())
    bundle = build_bundle(surfaces.persona, surfaces.documents, surfaces.tables, surfaces.graph)
    return State(surfaces, bundle.artifacts, verify_tasks(found, surfaces).tasks)


def edit(path: Path) -> None:
    """Repeat the last row of a table, or add a sentence to a text."""
    data = path.read_bytes()
    if path.suffix == ".csv":
        lines = data.splitlines(keepends=True)
        path.write_bytes(data + (b"" if data.endswith(b"\n") else b"\n") + lines[-1])
    else:
        path.write_bytes(data + _SENTENCE.encode())


def measure(root: Path, paths: tuple[str, ...] = ()) -> Iterator[Edited]:
    """Each edit on its own copy of the workspace; all editable files unless some are named."""
    before = states(root)
    for path in paths or tuple(_editable(root)):
        with TemporaryDirectory() as scratch:
            copy = Path(scratch) / "workspace"
            shutil.copytree(root, copy)
            edit(copy / path)
            after = states(copy)
        yield Edited(path, {key: _became(before[key], after[key]) for key in before})


def lines(root: Path) -> Iterator[str]:
    """A row an edit; a task that changed without having read the file is named."""
    yield "".join([f"{'edited':<46}", *(f"{name:>12}" for name in _SHOWN)])
    for item in measure(root):
        found = list(item.personas.values())
        counts = (sum(len(getattr(one, name)) for one in found) for name in _SHOWN)
        yield "".join([f"{item.path:<46}", *(f"{count:>12}" for count in counts)])
        yield from (f"    touched: {name}" for one in found for name in one.touched)


def _editable(root: Path) -> Iterator[str]:
    for path in sorted(root.glob("*/data/*")):
        if path.suffix in _EDITABLE:
            yield path.relative_to(root).as_posix()


def _became(before: State, after: State) -> Rederived:
    changed = changed_artifacts(before.artifacts, after.artifacts)
    return rederived(before.tasks, after.tasks, changed, before.surfaces.graph.nodes)
