"""Source tasks of a mapped plain tree: the manifest is the listing, made anew at each freeze.

A file's name is its path below the deepest folder that all patterns of its task name, so that
equal names in different subfolders stay apart. What does not belong: hashing (files), ids of
artifacts (surfaces/ids).
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.schema.source import FileStatus, SourceFile, SourceTask
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.paths import unsafe_reason
from worksurface_pipeline.worksurface.source.plain.listing import (
    list_tree,
    named,
    printable,
    shortened,
)
from worksurface_pipeline.worksurface.source.plain.mapping import (
    MAPPING_NAME,
    MappedTask,
    Mapping,
    mapped_root,
    read_mapping,
)
from worksurface_pipeline.worksurface.source.plain.patterns import Owners, base_folder


@dataclass(frozen=True, slots=True)
class MappedTree:
    """The tasks of a mapped tree, files not yet hashed, and what a person should know of it."""

    root: Path
    tasks: tuple[SourceTask, ...]
    remarks: tuple[str, ...]


def read_tree(workspace: Path) -> MappedTree:
    """List the tree that the mapping in `workspace` names, and deal its files out to the tasks.

    Raises MetadataError for a wrong mapping, SourceError for a tree that cannot be listed or that
    holds the workspace itself.
    """
    mapping = read_mapping(workspace)
    root = mapped_root(workspace, mapping)
    require_apart(root, workspace)
    listing = list_tree(root, mapping.skip, mapping.largest)
    dealt = _deal(mapping, listing.files)
    outputs = {task.id: Owners([task.outputs]) for task in mapping.tasks}
    tasks = tuple(_task(task, dealt.get(task.id, []), outputs[task.id]) for task in mapping.tasks)
    about = _about_tasks(mapping, tasks, dealt.get("", []))
    return MappedTree(root, tasks, (*about, *listing.remarks()))


def require_apart(root: Path, place: Path) -> None:
    """Raise SourceError when something that is written to lies in the tree that is only read."""
    if place.resolve().is_relative_to(root.resolve()):
        what = f"'{place}' lies inside the folder of files, which is never written to"
        raise SourceError(what, where=str(root), remedy="Choose a place outside of it")


def unconfirmed(mapping: Mapping) -> str:
    """Which personas are guesses; "" when all are confirmed."""
    names = [f"{task.id} ({task.persona})" for task in mapping.guesses]
    if not names:
        return ""
    noun = "persona is a guess" if len(names) == 1 else "personas are guesses"
    return f"{len(names)} {noun}: {shortened(names)}; set `confirmed = true` in {MAPPING_NAME}"


def _deal(mapping: Mapping, files: Sequence[str]) -> dict[str, list[str]]:
    """Files by task id; those that no pattern fits under ""."""
    owners = Owners([task.files for task in mapping.tasks])
    dealt: dict[str, list[str]] = defaultdict(list)
    for path in files:
        number = owners.of(whole_text(path))
        dealt["" if number is None else mapping.tasks[number].id].append(path)
    return dealt


def _task(task: MappedTask, paths: Sequence[str], outputs: Owners) -> SourceTask:
    base = base_folder(task.files)
    results = [path for path in paths if outputs.of(whole_text(path)) is not None]
    inputs = sorted(set(paths) - set(results))
    names = tuple(_name(path, base) for path in results)
    files = tuple(_file(task, path, base) for path in inputs)
    return SourceTask(
        task_id=task.id,
        persona=slug(task.persona),
        persona_label=task.persona,
        instruction=task.title,
        output_files=names,
        files=files,
        metadata_sha256=digest_json([task.id, task.persona, task.title, list(names)]),
        oddities=tuple(_oddities(files)),
    )


def _file(task: MappedTask, path: str, base: str) -> SourceFile:
    is_safe = not _refusal(path)
    return SourceFile(
        task_id=task.id,
        persona=slug(task.persona),
        filename=_name(path, base),
        stored_relpath=path if is_safe else printable(path),
        path="",
        status=FileStatus.ABSENT if is_safe else FileStatus.UNSAFE_PATH,
    )


def _name(path: str, base: str) -> str:
    """The path below the task's folder; characters that no name may hold are written out."""
    parts = path.split("/")
    depth = len(base.split("/")) if base else 0
    is_below = unicodedata.normalize("NFC", "/".join(parts[:depth])) == base
    below = "/".join(parts[depth:]) if is_below else path
    return printable(below)


def _refusal(path: str) -> str:
    """Why a listed path must not be read, by its spelling; "" when it may."""
    return "it is not UTF-8" if whole_text(path) != path else unsafe_reason(path)


def _oddities(files: Sequence[SourceFile]) -> Iterator[str]:
    for file in files:
        if file.status is FileStatus.UNSAFE_PATH:
            yield f"The name of '{file.filename}' cannot be used: rename the file to read it."


def _about_tasks(
    mapping: Mapping, tasks: Sequence[SourceTask], rest: Sequence[str]
) -> Iterator[str]:
    if mapping.guesses:
        yield unconfirmed(mapping)
    if rest:
        remedy = f"add them to a task in {MAPPING_NAME}, or run `worksurface init` again"
        yield f"{len(rest)} files belong to no source task: {named(rest)}; {remedy}"
    for task in tasks:
        if not task.files:
            yield f"No input file fits the patterns of source task {task.task_id}"
    refused = [
        f"{task.task_id}/{file.filename}"
        for task in tasks
        for file in task.files
        if file.status is FileStatus.UNSAFE_PATH
    ]
    if refused:
        said = f"{len(refused)} files are not read, since their names hold a backslash, a drive"
        yield f"{said} or no UTF-8: {shortened(refused)}"
