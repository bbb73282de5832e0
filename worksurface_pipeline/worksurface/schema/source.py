"""Records of the source: tasks, files, edges, rubrics, and the lock."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class FileStatus(StrEnum):
    """Whether a listed file can be read."""

    PRESENT = "present"
    ABSENT = "absent"
    UNSAFE_PATH = "unsafe_path"


class SourceFile(Frozen):
    """One entry of a source task's manifest.

    `path` is POSIX and relative to the workspace root, "" when the manifest's own path is unsafe.
    `sha256` is the 64-digit digest taken at freeze, None unless `status` is present.
    """

    task_id: str
    persona: str
    filename: str
    stored_relpath: str
    path: str
    status: FileStatus
    sha256: str | None = None
    size: int | None = None

    @property
    def node_id(self) -> str:
        """Graph node of this input file."""
        return f"t{self.task_id}::{self.filename}"


class EndKind(StrEnum):
    """What the end of a dependency edge names."""

    INPUT = "input"
    OUTPUT = "output"
    UNKNOWN = "unknown"


class DependencyEdge(Frozen):
    """One edge of a `file_dep_graph`, as written and as resolved.

    `from_name` and `to_name` are the clean names they resolve to (the written name when unknown).
    `flags` holds any of: reversed, two_way, duplicate, dangling, self_loop.
    """

    written_from: str
    written_to: str
    from_name: str
    to_name: str
    from_kind: EndKind
    to_kind: EndKind
    flags: tuple[str, ...] = ()


class Rubric(Frozen):
    """One rubric of a source task; `index` counts from 0 as in the metadata."""

    index: int
    text: str
    type: str = ""


class SourceTask(Frozen):
    """One task of the source benchmark. `oddities` says what had to be normalised."""

    task_id: str
    persona: str
    persona_label: str
    instruction: str
    difficulty: str = ""
    output_files: tuple[str, ...] = ()
    rubrics: tuple[Rubric, ...] = ()
    edges: tuple[DependencyEdge, ...] = ()
    files: tuple[SourceFile, ...] = ()
    capabilities: tuple[str, ...] = ()
    metadata_sha256: str = ""
    oddities: tuple[str, ...] = ()


class LockedFile(Frozen):
    """One file of a lock: task, clean name, digest (64 hex digits)."""

    task_id: str
    filename: str
    sha256: str


class SourceLock(Frozen):
    """The frozen state of a workspace.

    `repo` is a hub repository or "local:<workspace id>", `commit` a hub commit or the tree digest,
    `downloaded_at` null for a local source, `tree_digest` covers metadata and files of all tasks.
    `metadata` holds the digest of each task's metadata.json; the reference's locks have neither.
    """

    repo: str
    commit: str
    downloaded_at: str | None
    split: str
    files: tuple[LockedFile, ...]
    tree_digest: str
    metadata: tuple[LockedFile, ...] = ()


class Change(Frozen):
    """A difference between two freezes: `kind` is added, changed, removed or metadata."""

    kind: str
    task_id: str
    filename: str


class SharedContent(Frozen):
    """Files with equal content, at least two. Members are graph node ids, sorted."""

    sha256: str
    members: tuple[str, ...]
    personas: tuple[str, ...]
