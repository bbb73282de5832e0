"""Records of a release: its manifest, change list, challenges and the report of verification."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.readers.packing import Ranges
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord

FORMAT = 2
"""Version of the folder layout."""
FORMER = 1
"""The layout whose digest covers neither version nor card; it is still read."""
MANIFEST = "release.json"
CARD = "README.md"
"""The dataset card."""
FORMER_CARD = "CARD.md"
"""What it is called in releases that were written before there was a dataset card."""
SERVED = "package"
"""What agents may be given; it holds no gold."""
GOLD = "gold"


class ChangedTask(Frozen):
    """One difference between two versions: `kind` is added, removed or changed."""

    task: str
    kind: str
    fields: tuple[str, ...] = ()
    reason: str = ""


class FileDigest(Frozen):
    """One file of a release, its path relative to the release, and its digest."""

    path: str
    sha256: str


class Manifest(Frozen):
    """What a release is: written last, so that a folder without it is no release.

    `files` are all but this one; `content` is the digest of everything else that stands here.
    """

    format: int = FORMAT
    benchmark: str
    version: str = Field(pattern=r"^\d{1,9}\.\d{1,9}\.\d{1,9}$")
    content: str
    previous_version: str = ""
    previous_content: str = ""
    personas: tuple[str, ...] = ()
    tasks: int = 0
    changes: tuple[ChangedTask, ...] = ()
    files: tuple[FileDigest, ...] = ()


class RegistryEntry(Frozen):
    """One typed table of a persona; `file` and `texts` are paths beside the registry."""

    id: str
    file: str
    texts: str
    source_file: str
    source_sheet: str
    is_view: bool
    row_count: int
    rows: Ranges
    record: TableRecord


class ChallengeStatus(StrEnum):
    """What became of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Challenge(Frozen):
    """A dispute about one task's gold of one version.

    An accepted one withdraws the task from the next version. A gold is never edited: what is wrong
    is derived again, and comes back with another proof and another id.
    """

    version: str
    task: str
    claim: str
    status: ChallengeStatus = ChallengeStatus.OPEN
    decision: str = ""


class TaskProblem(Frozen):
    """Why a task of a release does not stand."""

    task: str
    problems: tuple[str, ...]


class ReleaseReport(Frozen):
    """What verification found. `score` is the mean of gold-as-prediction over all tasks.

    `remarks` are what a reader must know of a release that stands.
    """

    version: str
    tasks: int
    score: float
    file_problems: tuple[str, ...] = ()
    task_problems: tuple[TaskProblem, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether every file is as it was released and every gold follows from its proof."""
        return self.score == 1.0 and not self.file_problems and not self.task_problems
