"""The user's choices as frozen values. Reading them from a file is the front door's business."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.settings_agents import PAPER_SETTINGS as PAPER_SETTINGS
from worksurface_pipeline.worksurface.settings_agents import AgentChoice as AgentChoice
from worksurface_pipeline.worksurface.settings_agents import Protocol as Protocol
from worksurface_pipeline.worksurface.settings_agents import SettingName as SettingName
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings
from worksurface_pipeline.worksurface.settings_surfaces import SheetRule as SheetRule
from worksurface_pipeline.worksurface.settings_surfaces import SurfaceChoice
from worksurface_pipeline.worksurface.settings_tasks import (
    AuditChoice,
    NecessityChoice,
    ProposalChoice,
    ReleaseChoice,
    ScreeningChoice,
    TaskChoice,
)

_EMBEDDED = "offline/"


class Scope(StrEnum):
    """What an agent's surfaces hold: all of the persona, or the source task's own files."""

    PERSONA = "persona"
    TASK = "task"


class Interface(StrEnum):
    """Whether ids and file names are shown (open), or only the graph leads to files (sealed)."""

    OPEN = "open"
    SEALED = "sealed"


class SourceChoice(Frozen):
    """Where the workspace comes from: a folder, or a dataset on the Hugging Face Hub.

    `lock` names a lock file that pins the source. A hub revision of 40 hex digits pins it too.
    """

    path: str = "data_lake/sample"
    hub: str = Field(default="", pattern=r"^([\w.-]+/[\w.-]+)?$")
    revision: str = "main"
    split: str = ""
    lock: str = ""
    allow_absent: bool = False
    personas: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_place(self) -> SourceChoice:
        if self.hub and "path" in self.model_fields_set:
            raise ValueError("path and hub are both given; keep one of them")
        return self


class Condition(Frozen):
    """Everything but model and setting that may differ between two sweeps; it has a digest.

    `embedding` names the word vectors that `kb_search` fuses with its word search, by reciprocal
    rank with the constant `rank_constant`; "" is the word search alone, whose digest neither key
    enters.
    """

    scope: Scope = Scope.PERSONA
    interface: Interface = Interface.OPEN
    protocol: Protocol = Protocol.JSON
    k: int = Field(default=3, ge=1, le=50)
    embedding: str = Field(default="", pattern="^(wordllama-256)?$")
    rank_constant: int = Field(default=60, ge=1, le=1000)
    turns: int = Field(default=8, ge=1, le=100)
    last_request: bool = True
    observation_characters: int = Field(default=6000, ge=500)
    query_rows: int = Field(default=50, ge=1, le=10_000)
    trajectory_seconds: float = Field(default=600.0, gt=0)
    trajectory_tokens: int = Field(default=200_000, ge=1)
    epochs: int = Field(default=1, ge=1, le=100)

    @model_serializer(mode="wrap")
    def _without_unused(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        if not self.embedding:
            fields.pop("embedding", None)
            fields.pop("rank_constant", None)
        return fields


class SweepChoice(Frozen):
    """Which settings run, an optional name, and the model whose S5 run sets the budgets.

    `cache` keeps every reply of a real model and pays for an equal request once. `ceiling` is the
    most that the sweep may cost in all its runs, in the currency of the prices; `ceiling_tokens`
    the most tokens that it may be billed for, prices or none. The share `again` of the tasks runs
    once more in every cell of a model or agent, for the noise floor alone. The nightly schedule
    begins at most `nightly_cells` stale cells a night (0: all), and they may cost `nightly_budget`
    together.
    """

    settings: tuple[SettingName, ...] = PAPER_SETTINGS
    name: str = ""
    reference: str = "offline/keyword"
    cache: bool = True
    again: float = Field(default=0.0, ge=0, le=1)
    ceiling: float | None = Field(default=None, ge=0)
    ceiling_tokens: int | None = Field(default=None, ge=0)
    nightly_cells: int = Field(default=0, ge=0)
    nightly_budget: float | None = Field(default=None, ge=0)


class Weights(Frozen):
    """Weights of the aggregate; they must sum to 1."""

    answer: float = Field(default=0.35, ge=0, le=1)
    evidence: float = Field(default=0.30, ge=0, le=1)
    route: float = Field(default=0.25, ge=0, le=1)
    efficiency: float = Field(default=0.10, ge=0, le=1)

    @model_validator(mode="after")
    def _sum_to_one(self) -> Weights:
        total = self.answer + self.evidence + self.route + self.efficiency
        if abs(total - 1) > 1e-9:  # decimal weights are not exact in binary
            raise ValueError(f"the four weights sum to {total:g}; they must sum to 1")
        return self


class ScoringChoice(Frozen):
    """The primary scoring profile and the aggregate's weights; the others stand beside it."""

    profile: str = Field(default="paper", pattern=r"^(paper|strict|release-1\.0)$")
    weights: Weights = Weights()


class ReportChoice(Frozen):
    """How much of a reply or an observation the report keeps: all is in the trajectories."""

    characters: int = Field(default=4_000, ge=200)


class LakeChoice(Frozen):
    """Where results are stored: a folder or an fsspec URL; each workspace has its own below."""

    root: str = "data_lake"


class Settings(Frozen):
    """All choices of worksurface.toml."""

    source: SourceChoice = SourceChoice()
    surfaces: SurfaceChoice = SurfaceChoice()
    tasks: TaskChoice = TaskChoice()
    proposals: ProposalChoice = ProposalChoice()
    necessity: NecessityChoice = NecessityChoice()
    screening: ScreeningChoice = ScreeningChoice()
    audit: AuditChoice = AuditChoice()
    release: ReleaseChoice = ReleaseChoice()
    condition: Condition = Condition()
    models: tuple[ModelChoice, ...] = (ModelChoice(id="offline/keyword"),)
    agents: tuple[AgentChoice, ...] = ()
    sweep: SweepChoice = SweepChoice()
    scoring: ScoringChoice = ScoringChoice()
    analysis: AnalysisSettings = AnalysisSettings()
    report: ReportChoice = ReportChoice()
    lake: LakeChoice = LakeChoice()

    @model_validator(mode="after")
    def _models_are_distinct(self) -> Settings:
        ids = [*(model.id for model in self.models), *(agent.model_id for agent in self.agents)]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"models or agents listed twice: {', '.join(twice)}")
        tested = [model.id for model in self.tested]
        if self.sweep.reference not in tested:
            raise ValueError(
                f"sweep.reference is {self.sweep.reference!r}, which is no model under test of this"
                f" file; allowed: {', '.join(tested)}"
            )
        for key, name in self._helpers():
            if name not in ids and not name.startswith(_EMBEDDED):
                raise ValueError(f"{key} names {name!r}, which is no model of this file")
        return self

    def _helpers(self) -> Iterator[tuple[str, str]]:
        """Keys that name models, with each model that they name."""
        yield from (("proposals.models", name) for name in self.proposals.models)
        yield from (("screening.auditors", name) for name in self.screening.auditors)
        single = (("tasks.reword", self.tasks.reword), ("necessity.model", self.necessity.model))
        yield from (item for item in single if item[1])

    @property
    def tested(self) -> tuple[ModelChoice, ...]:
        """The models that a sweep runs."""
        return tuple(model for model in self.models if model.under_test)

    @property
    def helpers(self) -> tuple[str, ...]:
        """Ids of the models that propose, reword, audit or judge, each once."""
        return tuple(dict.fromkeys(name for _, name in self._helpers()))

    def asked_again(self, model_id: str) -> float:
        """The share of the tasks that this model is asked once more.

        None of an embedded one: it is deterministic, and nothing can be learned of it so.
        """
        return 0.0 if model_id.startswith(_EMBEDDED) else self.sweep.again

    def agent(self, model_id: str) -> AgentChoice | None:
        """The agent of one's own that runs as this model, None for a model."""
        return next((agent for agent in self.agents if agent.model_id == model_id), None)

    def model(self, model_id: str) -> ModelChoice:
        """The choice for one model or agent; an embedded one needs none. Raises KeyError."""
        agent = self.agent(model_id)
        if agent is not None:
            return ModelChoice(id=model_id, concurrency=agent.concurrency)
        known = {model.id: model for model in self.models}
        if model_id not in known and model_id.startswith(_EMBEDDED):
            return ModelChoice(id=model_id)
        return known[model_id]
