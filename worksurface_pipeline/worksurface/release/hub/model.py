"""What a release says of itself beyond its tasks: where it is from, and under which licences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns
from worksurface_pipeline.worksurface.release.model import ChangedTask, FileDigest
from worksurface_pipeline.worksurface.release.scan.model import Allowance, ScanReport
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.source import SourceLock
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

UNKNOWN = "unknown"
"""The licence that nobody has stated."""
LOCK_PATH = "wsb_lock.json"
BUDGETS_PATH = "gold/budgets.jsonl"
TABLE_PATH = "gold/tasks.parquet"
PUBLIC_PATH = "package/tasks.parquet"
SCAN_PATH = "scan.json"
RUNS_FOLDER = "runs"
DATASHEET = "DATASHEET.md"
LICENCES = "LICENCES.md"
CITATION = "CITATION.cff"
CROISSANT = "croissant.json"


@dataclass(frozen=True, slots=True)
class Licences:
    """SPDX ids: of tasks and gold, and of the files that the surfaces were made from."""

    data: str = UNKNOWN
    source: str = UNKNOWN

    @property
    def unknown(self) -> tuple[str, ...]:
        """The settings that state none."""
        named = (("release.licence", self.data), ("release.source_licence", self.source))
        return tuple(key for key, value in named if value == UNKNOWN)


@dataclass(frozen=True, slots=True)
class Publication:
    """All that a release says of itself. `runs` are the cells that leave with it, if any."""

    licences: Licences = Licences()
    authors: tuple[str, ...] = ()
    url: str = ""
    lock: SourceLock | None = None
    budgets: Sequence[Budget] = ()
    allowed: Sequence[Allowance] = ()
    runs: Iterable[CellRuns] = ()
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What card, datasheet and metadata are written from."""

    benchmark: str
    version: str
    tasks: Sequence[AtomicTask]
    personas: Sequence[Surfaces]
    changes: Sequence[ChangedTask]
    publication: Publication
    scan: ScanReport
    files: Sequence[FileDigest] = field(default=())

    @property
    def paths(self) -> frozenset[str]:
        """The paths of all files so far."""
        return frozenset(item.path for item in self.files)


def require_licences(licences: Licences, *, is_unknown_allowed: bool) -> None:
    """Raises PackageError for a licence that nobody stated, unless that is allowed."""
    if licences.unknown and not is_unknown_allowed:
        raise PackageError(
            "The licence of what would be published is unknown",
            where=", ".join(licences.unknown),
            remedy="State an SPDX id such as CC-BY-4.0 in worksurface.toml, or release it as"
            " unknown with --allow-unknown-licence",
        )
