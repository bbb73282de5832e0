"""Source tasks proposed for a plain tree: one a top folder, one a file, or one for everything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.ids import natural_key, safe_id
from worksurface_pipeline.worksurface.source.plain.mapping import MappedTask
from worksurface_pipeline.worksurface.source.plain.personas import Guess, guess_persona

_LONGEST_ID = 60  # ids stand in questions and in names of artifacts
_OUTPUT_FOLDERS = frozenset({"output", "outputs"})


class TaskPer(StrEnum):
    """What becomes one source task; files beside the top folders are always one task."""

    TOP_FOLDER = "top-folder"
    FILE = "file"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposed task, why its persona was chosen, and how many files it has."""

    task: MappedTask
    reason: str
    files: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Files of a task in the making: its name, the patterns that mean them, and their paths."""

    name: str
    patterns: tuple[str, ...]
    paths: tuple[str, ...]


def propose(
    name: str,
    files: Sequence[str],
    per: TaskPer,
    persona: str = "",
    taken: Iterable[str] = (),
) -> tuple[Proposed, ...]:
    """Tasks for `files` of the folder called `name`, in natural order of their names.

    `persona` stands for every guess when it is given; ids in `taken` are not used again. Paths
    that are not UTF-8 cannot be written into a mapping and are left out.
    """
    whole = [path for path in files if whole_text(path) == path]
    groups = sorted(_groups(name, whole, per), key=lambda group: natural_key(group.name))
    used = {identifier(task_id) for task_id in taken}
    proposed = []
    for group in groups:
        task_id = _free_id(group.name, used)
        used.add(identifier(task_id))
        proposed.append(_proposed(group, task_id, persona))
    return tuple(proposed)


def _groups(name: str, files: Sequence[str], per: TaskPer) -> Iterator[_Group]:
    if per is TaskPer.NONE:
        yield _Group(name, ("**",), tuple(files))
    elif per is TaskPer.FILE:
        yield from (_Group(path, (path,), (path,)) for path in files)
    else:
        yield from _by_top_folder(name, files)


def _by_top_folder(name: str, files: Sequence[str]) -> Iterator[_Group]:
    tops: dict[str, list[str]] = defaultdict(list)
    for path in files:
        top, slash, _ = path.partition("/")
        tops[top if slash else ""].append(path)
    for top, paths in tops.items():
        yield _Group(top or name, (f"{top}/**" if top else "*",), tuple(paths))


def _proposed(group: _Group, task_id: str, persona: str) -> Proposed:
    names = [path.partition("/")[2] or path for path in group.paths]
    guess = Guess(persona, "as asked") if persona else guess_persona(group.name, names)
    task = MappedTask(
        id=task_id,
        persona=guess.label,
        confirmed=bool(persona),
        files=group.patterns,
        outputs=_outputs(group.paths),
    )
    return Proposed(task, guess.reason, len(group.paths))


def _outputs(paths: Sequence[str]) -> tuple[str, ...]:
    """Folders called output, unless they hold all there is: then somebody has to read them."""
    found = {folder: path for path in paths if (folder := _output_folder(path))}
    if not found or all(_output_folder(path) for path in paths):
        return ()
    return tuple(f"{folder}/**" for folder in sorted(found))


def _output_folder(path: str) -> str:
    """The topmost folder called output that a path lies in, "" for none."""
    parts = PurePosixPath(path).parent.parts
    for depth, part in enumerate(parts, start=1):
        if part.casefold() in _OUTPUT_FOLDERS:
            return "/".join(parts[:depth])
    return ""


def _free_id(name: str, used: set[str]) -> str:
    """A safe id that differs from the used ones in more than case and punctuation."""
    base = safe_id(name)[:_LONGEST_ID].strip("_.") or "task"
    number, task_id = 1, base
    while not identifier(task_id) or identifier(task_id) in used:
        number += 1
        task_id = f"{base}_{number}"
    return task_id
