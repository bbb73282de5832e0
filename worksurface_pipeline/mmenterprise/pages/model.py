"""What the site of wing two is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements, Retrieved
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument
from worksurface_pipeline.mmenterprise.schema.units import UnitSet
from worksurface_pipeline.site.figures import FigureSet
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.site.table import Table


class SiteLimits(Frozen):
    """Bounds that keep a page readable, in characters and rows; what is cut says so.

    `answer` is that of an answer, `evidence` of a record beside a question, `found` of one among
    what was found, `title` of a question where another page names it.
    """

    answer: int = 4_000
    evidence: int = 6_000
    found: int = 140
    title: int = 140


STANDARD_LIMITS = SiteLimits()
_NO_TABLES = ResultTables()
_NO_FIGURES = FigureSet()


class Checked(Frozen):
    """What a step of validation found of a question; a dropped one is shown among the dropped."""

    question: str
    project: str
    text: str
    step: str
    outcome: str
    reason: str = ""
    is_kept: bool = True


class ShownTables(Frozen):
    """Tables beside the results, on a page of their own: validation, agreement, writer's log."""

    file: str
    title: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class ProjectGiven:
    """One project. `contents` has the pictures of its units by `Unit.image`."""

    document: SeedDocument
    ledger: Ledger
    units: UnitSet
    contents: Mapping[str, bytes]
    questions: Sequence[MmQuestion] = ()

    @property
    def id(self) -> str:
        """The key of the project."""
        return self.ledger.world.project


@dataclass(frozen=True, slots=True)
class SiteInput:
    """All that the site shows; whatever was not run is left empty.

    `name` tells this corpus from others; `facts` are names and values of what was run: no path, no
    time of the clock.
    """

    name: str
    projects: Sequence[ProjectGiven]
    facts: tuple[tuple[str, str], ...] = ()
    retrieved: Sequence[Retrieved] = ()
    answers: Sequence[Answers] = ()
    judgements: Sequence[Judgements] = ()
    tables: ResultTables = _NO_TABLES
    figures: FigureSet = _NO_FIGURES
    checks: Sequence[Checked] = ()
    more: Sequence[ShownTables] = ()
    limits: SiteLimits = STANDARD_LIMITS
