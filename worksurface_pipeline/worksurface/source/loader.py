"""A workspace folder as frozen records: metadata or mapping read, files hashed in place.

The result depends on content alone, not on the order in which the file system lists it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.memo import Memo
from worksurface_pipeline.kernel.source_ids import workspace_id
from worksurface_pipeline.kernel.text import slug
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.source.files import OnBytes, hash_tasks, unlisted_files
from worksurface_pipeline.worksurface.source.known import KnownFiles
from worksurface_pipeline.worksurface.source.layout import Read, Tree, ordered, read_layout
from worksurface_pipeline.worksurface.source.model import LOCAL_PREFIX, Origin, Workspace
from worksurface_pipeline.worksurface.source.plain.mapping import is_mapped
from worksurface_pipeline.worksurface.source.plain.tasks import read_tree


def load_workspace(
    root: Path,
    personas: tuple[str, ...] | None,
    benchmark: str,
    *,
    origin: Origin | None = None,
    workers: int = 4,
    on_bytes: OnBytes | None = None,
    known: KnownFiles | None = None,
    memo: Memo | None = None,
) -> Workspace:
    """All source tasks under `root`, of `personas` (keys or labels) or of all when none is named.

    `origin` is the local folder itself unless given; `workers` threads hash the files, and
    `on_bytes` is called from this thread with the size of each file done, and files that `known`
    vouches for are not hashed; `memo` keeps what metadata was read as. Raises SourceError for
    a missing, empty or unreadable folder or an unknown persona, MetadataError for all malformed
    metadata and shared ids together. Nothing is written. A folder with a mapping file stands for
    the plain tree that the mapping names.
    """
    tree = _mapped(root) if is_mapped(root) else read_layout(root, memo)
    found = tree.found
    wanted = _wanted(personas, found)
    kept = [read for read in found if _is_wanted(read.task, wanted)]
    names = [read.folder for read in kept]
    tasks = hash_tasks(tree.root, names, [read.task for read in kept], workers, on_bytes, known)
    kept_ids = {task.task_id for task in tasks}
    return Workspace(
        root=tree.root,
        benchmark=benchmark,
        origin=origin or Origin(repo=LOCAL_PREFIX + workspace_id(root)),
        tasks=tuple(tasks),
        skipped_tasks=tuple(
            read.task.task_id for read in found if read.task.task_id not in kept_ids
        ),
        unlisted=tuple(unlisted_files(tree.root, names, tasks)),
        remarks=tree.remarks,
    )


def _mapped(workspace: Path) -> Tree:
    """The plain tree that a mapping names; its files have no folder of a task around them."""
    tree = read_tree(workspace)
    return Tree(tree.root, ordered(Read("", task) for task in tree.tasks), tree.remarks)


def _wanted(personas: tuple[str, ...] | None, found: Sequence[Read]) -> frozenset[str] | None:
    if not personas:
        return None
    known = sorted({read.task.persona for read in found})
    wanted = {slug(name): name for name in personas}
    unknown = [name for key, name in sorted(wanted.items()) if key not in known]
    if unknown:
        what = f"No source task belongs to persona {', '.join(unknown)}"
        remedy = f"Name one or more of: {', '.join(known)}"
        raise SourceError(what, where="source.personas", remedy=remedy)
    return frozenset(wanted)


def _is_wanted(task: SourceTask, wanted: frozenset[str] | None) -> bool:
    return wanted is None or task.persona in wanted
