"""What a report is made from, and what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.worksurface.analysis.figures import FigureSet
from worksurface_pipeline.worksurface.analysis.report_gold import GoldFacts
from worksurface_pipeline.worksurface.analysis.tables import ResultTables, TableText
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.surfaces import CoverageEntry
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Refusal, RubricFigure
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet

MAIN_PAGE = "report.html"


class RunFacts(Frozen):
    """What was run, as names and values: source, digests, condition, profile, reference cell."""

    workspace: str
    facts: tuple[tuple[str, str], ...] = ()


class ReportLimits(Frozen):
    """Bounds that keep a page readable and below about 10 MB.

    Observations are cut at `observation_characters`, or shorter where many stand on a page, but
    never below `least_characters`: then every cell's runs get a page of their own.
    """

    page_bytes: int = 8_000_000
    observation_characters: int = 2_000
    least_characters: int = 240
    listed_failures: int = 500


STANDARD_LIMITS = ReportLimits()


@dataclass(frozen=True, slots=True)
class ReportInput:
    """All that a report shows. `ledger`, figures, `refusals` and `graphs` may be empty.

    `prices` are those of the models whose price is known.
    """

    run: RunFacts
    tasks: tuple[AtomicTask, ...]
    scores: tuple[Score, ...]
    trajectories: tuple[Trajectory, ...]
    tables: ResultTables
    figures: FigureSet
    ledger: tuple[CoverageEntry, ...] = ()
    rubric_figures: tuple[RubricFigure, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    graphs: tuple[GraphSet, ...] = ()
    gold: GoldFacts | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    limits: ReportLimits = STANDARD_LIMITS


class Page(Frozen):
    """One HTML page; `name` is its file name, links between pages are relative."""

    name: str
    html: str


class Report(RecordSet):
    """The main page first, then the pages of runs where they did not fit on it."""

    pages: tuple[Page, ...]
    markdown: str
    tables: tuple[TableText, ...] = ()

    @property
    def html(self) -> str:
        """The main page."""
        return self.pages[0].html


RunKey = tuple[str, str, str, int]
"""Model, setting, task id, epoch."""


def run_key(item: Score | Trajectory) -> RunKey:
    """The key by which a score finds its trajectory."""
    return (item.model, item.setting, item.task_id, item.epoch)


def task_anchor(task_id: str) -> str:
    """The anchor of a task, safe as an HTML id whatever the task's id."""
    return f"task-{short(digest_text(task_id), 12)}"


def run_anchor(key: RunKey) -> str:
    """The anchor of a run."""
    return f"run-{short(digest_text('|'.join(map(str, key))), 12)}"


def cell_page(model: str, setting: str) -> str:
    """File name of the page of one cell's runs; distinct cells have distinct names."""
    digest = short(digest_text(f"{model}|{setting}"))
    return f"runs_{identifier(model)[:60]}_{identifier(setting)[:20]}_{digest}.html"
