"""What a report is made from, and what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import ReadFile
from worksurface_pipeline.site.files import SiteFiles
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.figures import FigureSet
from worksurface_pipeline.worksurface.analysis.report_gold import GoldFacts
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.surfaces import CoverageEntry
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Refusal, RubricFigure
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet, SurfaceBundle

MAIN_PAGE = "index.html"
_MARKDOWN = "report.md"


class RunFacts(Frozen):
    """What was run, as names and values: source, digests, condition, profile, reference cell.

    `absent` are the cells of the settings that have no whole set of trajectories yet.
    """

    workspace: str
    facts: tuple[tuple[str, str], ...] = ()
    absent: tuple[str, ...] = ()


class ReportLimits(Frozen):
    """Bounds that keep a page readable, in characters and rows; what is left out is counted.

    `characters` is that of one observation or reply of a run.
    """

    characters: int = 4_000
    proof_characters: int = 4_000
    proof_rows: int = 50
    listed_failures: int = 500


STANDARD_LIMITS = ReportLimits()


@dataclass(frozen=True, slots=True)
class ReportInput:
    """All that a report shows. `ledger`, figures, `refusals`, `graphs` and so on may be empty.

    `trajectories` and `bundles` are gone through once, so that they need not be held together;
    `prices` are those of the models whose price is known.
    """

    run: RunFacts
    tasks: tuple[AtomicTask, ...]
    scores: tuple[Score, ...]
    trajectories: Iterable[Trajectory]
    tables: ResultTables
    figures: FigureSet
    ledger: tuple[CoverageEntry, ...] = ()
    rubric_figures: tuple[RubricFigure, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    graphs: tuple[GraphSet, ...] = ()
    bundles: Iterable[SurfaceBundle] = ()
    gold: GoldFacts | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    limits: ReportLimits = STANDARD_LIMITS


@dataclass(frozen=True, slots=True)
class Report:
    """The site as files, and the report as Markdown."""

    site: SiteFiles
    markdown: str

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """The Markdown, and the site's own files."""
        yield _MARKDOWN, self.markdown.encode()
        yield from self.site.to_files()

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote; the site stays in its files."""
        return cls(SiteFiles.from_files(read), read(_MARKDOWN).decode())

    def settled(self, read: ReadFile) -> Self:
        """The same report, the site left in the files that `to_files` wrote."""
        return replace(self, site=SiteFiles.from_files(read))


RunKey = tuple[str, str, str, int]
"""Model, setting, task id, epoch."""


def run_key(item: Score | Trajectory) -> RunKey:
    """The key by which a score finds its trajectory."""
    return (item.model, item.setting, item.task_id, item.epoch)
