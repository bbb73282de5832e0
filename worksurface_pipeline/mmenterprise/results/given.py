"""What tables and figures are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.mmenterprise.judging.calibration import Calibration
from worksurface_pipeline.mmenterprise.questions.balancing import Wording
from worksurface_pipeline.mmenterprise.schema.evaluation import Judgements, Retrieved
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument
from worksurface_pipeline.mmenterprise.schema.units import Unit, UnitSet

REPLICATES = 2000
SEED = 20260709


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """One project: the seed document, the ledger, its units and files, its questions."""

    document: SeedDocument
    ledger: Ledger
    units: UnitSet
    questions: tuple[MmQuestion, ...]

    @property
    def id(self) -> str:
        """The project's id."""
        return self.ledger.world.project


@dataclass(frozen=True)
class Evaluation:
    """All that was made and measured. Without judgements there are the benchmark's tables alone.

    `replicates` and `seed` are of the bootstrap over projects.
    """

    projects: tuple[ProjectFacts, ...]
    retrieved: tuple[Retrieved, ...] = ()
    judgements: tuple[Judgements, ...] = ()
    calibration: Calibration | None = None
    wording: Wording | None = None
    replicates: int = REPLICATES
    seed: int = SEED

    @cached_property
    def questions(self) -> tuple[MmQuestion, ...]:
        """The questions of all projects, by project and id."""
        own = sorted(self.projects, key=lambda item: item.id)
        return tuple(
            question
            for project in own
            for question in sorted(project.questions, key=lambda item: item.id)
        )

    @cached_property
    def units(self) -> dict[str, Unit]:
        """All units by id."""
        return {unit.id: unit for project in self.projects for unit in project.units.units}

    @cached_property
    def text_only_retrievers(self) -> frozenset[str]:
        """Retrievers that see the text of units alone."""
        return frozenset(item.retriever for item in self.retrieved if item.is_text_only)

    @cached_property
    def text_only_models(self) -> frozenset[str]:
        """Models that were shown no pictures."""
        return frozenset(item.cell.model for item in self.judgements if item.is_text_only)
