"""What mmenterprise.toml may choose; every key has a default that works offline."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, model_validator

from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.harness.panel.families import family_warnings
from worksurface_pipeline.kernel.addresses import Address
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell

READER = "offline/reader"
"""The embedded model that answers from the text of what was found; it is no baseline."""
EMBEDDED = "offline/"
"""How ids of embedded models begin."""
_EMBEDDED_RETRIEVERS = ("lexical", "vectors")


class SourceChoice(Frozen):
    """The registry of seed documents; `seeds` picks some of them by id, all where it is empty.

    Of a document of more than `pages` the first ones are read. `model` proposes `claims` of every
    few pages beside those that rules read; refused ones go back to it up to `attempts` times.
    """

    registry: str = "data_lake/sample_mm/seeds.toml"
    seeds: tuple[str, ...] = ()
    seconds: float = Field(default=120.0, gt=0)
    memory_mib: int = Field(default=4096, ge=256)
    pages: int = Field(default=80, ge=1)
    model: str = ""
    claims: int = Field(default=12, ge=1, le=100)
    attempts: int = Field(default=3, ge=1, le=10)


class WorkspaceChoice(Frozen):
    """The seed of the simulation: another one gives other companies, people and events."""

    seed: int = Field(default=20261130, ge=0)


class WriterChoice(Frozen):
    """The model that words the records, none where it is empty: templates do then.

    Failed checks go back to it up to `attempts` times; a channel-day of at least `reviewed_from`
    messages that `reviewer` scores `worst` or less, with problems named, is rewritten once.
    """

    model: str = ""
    reviewer: str = ""
    attempts: int = Field(default=3, ge=1, le=10)
    reviewed_from: int = Field(default=6, ge=1)
    worst: int = Field(default=2, ge=1, le=5)


class QuestionChoice(Frozen):
    """About how many questions a project has, and the model that proposes more of them."""

    total: int = Field(default=68, ge=16, le=1000)
    model: str = ""
    proposals: int = Field(default=8, ge=0)


class ValidationChoice(Frozen):
    """Models that solve, compare and audit; where one is empty the ledger alone decides.

    Each may reply up to `attempts` times before a question is left to the ledger.
    """

    solver: str = ""
    comparer: str = ""
    auditor: str = ""
    attempts: int = Field(default=3, ge=1, le=10)


class AuditChoice(Frozen):
    """Validation by people: items of either kind, and who looks at them."""

    accepted: int = Field(default=50, ge=1)
    rejected: int = Field(default=50, ge=0)
    annotators: tuple[str, ...] = ("annotator-1", "annotator-2", "annotator-3")


class EmbeddingChoice(Frozen):
    """An endpoint for embeddings of text, and of pictures where it `is_multimodal`."""

    id: str = Field(min_length=1, pattern="^[A-Za-z0-9._-]+$")
    model: str = Field(min_length=1)
    api_base: Address = ""
    key: str = ""
    is_multimodal: bool = False
    batch: int = Field(default=32, ge=1)


class RetrievalChoice(Frozen):
    """Depths and retrievers; `text_layer` adds what stands in pages and pictures to their text."""

    k: tuple[int, ...] = (10, 50, 100)
    retrievers: tuple[str, ...] = _EMBEDDED_RETRIEVERS
    text_layer: bool = False
    endpoints: tuple[EmbeddingChoice, ...] = ()

    @model_validator(mode="after")
    def _are_known(self) -> RetrievalChoice:
        known = (*_EMBEDDED_RETRIEVERS, *(item.id for item in self.endpoints))
        for name in self.retrievers:
            if name not in known:
                raise ValueError(f"there is no retriever {name!r}; allowed: {', '.join(known)}")
        if not self.k or any(k < 1 for k in self.k) or len(set(self.k)) != len(self.k):
            raise ValueError("k must be distinct whole numbers of at least 1, one or more")
        return self


class SweepChoice(Frozen):
    """The models under test, and those of them that cannot see pictures.

    `cache` keeps every reply of a real model and pays for an equal request once. `ceiling` is the
    most that answers and verdicts may cost in all runs, in the currency of the prices;
    `ceiling_tokens` the most tokens that may be billed for them, prices or none. What the nightly
    schedule begins in one night may cost `nightly_budget` together.
    """

    models: tuple[str, ...] = (READER,)
    text_only: tuple[str, ...] = (READER,)
    cache: bool = True
    ceiling: float | None = Field(default=None, ge=0)
    ceiling_tokens: int | None = Field(default=None, ge=0)
    nightly_budget: float | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _are_tested(self) -> SweepChoice:
        for name in self.text_only:
            if name not in (READER, *self.models):
                raise ValueError(f"text_only names {name!r}, which is none of models")
        return self


class JudgeChoice(Frozen):
    """The model that judges what exact matching leaves open; nobody where it is empty.

    It is asked again up to `attempts` times after a reply outside its contract, and about a share
    `twice` of the answers a second time. `labels` is a file of human labels to calibrate it on;
    where it is empty, those that `worksurface mm labels import` took are read.
    """

    model: str = ""
    labels: str = ""
    attempts: int = Field(default=3, ge=1, le=10)
    twice: float = Field(default=1.0, ge=0, le=1)


class AnalysisChoice(Frozen):
    """Resampling of projects: replicates and seed of the bootstrap."""

    replicates: int = Field(default=2000, ge=100)
    seed: int = 20260709


class LakeChoice(Frozen):
    """Where results are stored: a folder beside the settings file, or a URL."""

    root: str = "data_lake/lake"


class Settings(Frozen):
    """All choices of mmenterprise.toml."""

    source: SourceChoice = SourceChoice()
    workspace: WorkspaceChoice = WorkspaceChoice()
    writer: WriterChoice = WriterChoice()
    questions: QuestionChoice = QuestionChoice()
    validation: ValidationChoice = ValidationChoice()
    audit: AuditChoice = AuditChoice()
    retrieval: RetrievalChoice = RetrievalChoice()
    sweep: SweepChoice = SweepChoice()
    judge: JudgeChoice = JudgeChoice()
    analysis: AnalysisChoice = AnalysisChoice()
    models: tuple[ModelChoice, ...] = ()
    lake: LakeChoice = LakeChoice()

    @model_validator(mode="after")
    def _models_are_known(self) -> Settings:
        known = {model.id for model in self.models}
        for key, name in self._named():
            if name not in known and not name.startswith(EMBEDDED):
                raise ValueError(f"{key} names {name!r}, which is no [[models]] of this file")
        return self

    @model_validator(mode="after")
    def _judge_is_no_kin(self) -> Settings:
        judges = (self.judge.model,) if self.judge.model else ()
        for kin in family_warnings(judges, self.sweep.models, self.families):
            raise ValueError(f"judge.model is of one family with {kin.other}, which is under test")
        return self

    @property
    def families(self) -> dict[str, str]:
        """The families that models declare, by id."""
        return {model.id: model.family for model in self.models if model.family}

    def _named(self) -> Iterator[tuple[str, str]]:
        yield from (("sweep.models", name) for name in self.sweep.models)
        single = {
            "source.model": self.source.model,
            "writer.model": self.writer.model,
            "writer.reviewer": self.writer.reviewer,
            "questions.model": self.questions.model,
            "validation.solver": self.validation.solver,
            "validation.comparer": self.validation.comparer,
            "validation.auditor": self.validation.auditor,
            "judge.model": self.judge.model,
        }
        yield from ((key, name) for key, name in single.items() if name)

    def model(self, model_id: str) -> ModelChoice:
        """The choice for one model; an embedded one needs none. Raises KeyError."""
        known = {model.id: model for model in self.models}
        if model_id not in known and model_id.startswith(EMBEDDED):
            return ModelChoice(id=model_id)
        return known[model_id]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of a sweep, in the order of the settings."""
        return tuple(
            Cell(model=model, k=k, retriever=name)
            for model in self.sweep.models
            for name in self.retrieval.retrievers
            for k in self.retrieval.k
        )
