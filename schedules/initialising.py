"""`worksurface init` as a person sees it, and what a run says of a mapped workspace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from resources.workbench import Workbench, open_workbench
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.source.plain.initialise import (
    Initialised,
    Wish,
    default_workspace,
    initialise,
)
from worksurface_pipeline.worksurface.source.plain.mapping import (
    is_mapped,
    mapped_root,
    read_mapping,
)
from worksurface_pipeline.worksurface.source.plain.proposal import Proposed
from worksurface_pipeline.worksurface.source.plain.tasks import unconfirmed

_SHOWN = 12  # tasks named one by one; all of them stand in the file


def make_workspace(
    folder: Path, out: Path | None, wish: Wish, settings: Path | None, console: Console
) -> Initialised:
    """Make or extend the workspace of a plain folder and say what was done and what comes next."""
    if wish.persona and not slug(wish.persona):
        what = f"The persona {wish.persona!r} holds no letter or digit"
        raise SettingsError(what, where="--persona", remedy="Name a role, such as 'Researcher'")
    place = out or default_workspace(folder)
    bench = open_workbench(settings, place)
    result = initialise(folder, place, wish, (*_lake(bench), bench.state))
    for line in _lines(result):
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    return result


def about_mapping(bench: Workbench) -> Iterator[str]:
    """Which tree a mapped workspace stands for, and which personas are still guesses."""
    if bench.workspace is None or not is_mapped(bench.workspace):
        return
    mapping = read_mapping(bench.workspace)
    root = mapped_root(bench.workspace, mapping)
    yield f"Files are read in place from {root} ({counted(len(mapping.tasks), 'source task')})"
    if mapping.guesses:
        yield unconfirmed(mapping)


def _lake(bench: Workbench) -> tuple[Path, ...]:
    """Where results go, unless that is no local folder."""
    is_remote = "://" in bench.settings.lake.root
    return () if is_remote else (Path(bench.lake.path(".")),)


def _lines(result: Initialised) -> Iterator[str]:
    done = "Wrote" if result.is_new else "Extended" if result.added else "Nothing to add to"
    tasks = counted(len(result.added), "task")
    yield f"{done} {result.file}: {tasks}; {result.files} files in the folder, none of them touched"
    yield from (_about(item) for item in result.added[:_SHOWN])
    if len(result.added) > _SHOWN:
        yield f"  and {len(result.added) - _SHOWN} more"
    yield from result.remarks
    if any(not item.task.confirmed for item in result.added):
        yield "Next: look at the file and confirm the personas, then run"
    yield f'  make run WORKSPACE="{result.file.parent}"'


def _about(item: Proposed) -> str:
    task = item.task
    outputs = f", without {', '.join(task.outputs)} (outputs, to confirm)" if task.outputs else ""
    return f"  {task.id}: {item.files} files{outputs}; {task.persona} ({item.reason})"
