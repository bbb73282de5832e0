"""The user's choices as frozen values. Reading them from a file is the front door's business."""

from __future__ import annotations

import codecs
from enum import StrEnum
from typing import Annotated, Any

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from worksurface_pipeline.kernel.model import Frozen

RowNumber = Annotated[int, Field(ge=1)]
# What a sheet rule can state of its sheet.
_RULE_KEYS = ("header_rows", "data_start", "data_end", "drop_rows", "encoding", "delimiter")


class Scope(StrEnum):
    """What an agent's surfaces hold: all of the persona, or the source task's own files."""

    PERSONA = "persona"
    TASK = "task"


class Interface(StrEnum):
    """Whether ids and file names are shown (open), or only the graph leads to files (sealed)."""

    OPEN = "open"
    SEALED = "sealed"


class SettingName(StrEnum):
    """The six settings of BENCHMARK.md, section 5."""

    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"


class GateName(StrEnum):
    """The coverage gate: as the paper has it, or the stricter reading."""

    PAPER = "paper"
    STRICT = "strict"


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


class SheetRule(Frozen):
    """How to read one sheet, where the reader decides wrongly; rows are numbered as in the sheet.

    `task` and `file` (the clean name) say which files it is for, `sheet` and `block` which of
    their tables; empty means any, and block 0 takes the sheet as one table. The other keys are
    those of `readers.model.SheetOverride`; at least one of them must be given.
    """

    task: str = ""
    file: str = ""
    sheet: str = ""
    block: int = Field(default=0, ge=0)
    header_rows: tuple[RowNumber, ...] | None = None
    data_start: int = Field(default=0, ge=0)
    data_end: int = Field(default=0, ge=0)
    drop_rows: tuple[RowNumber, ...] = ()
    encoding: str = ""
    delimiter: str = Field(default="", max_length=1)

    @model_validator(mode="after")
    def _is_consistent(self) -> SheetRule:
        if not self.model_fields_set - {"task", "file", "sheet", "block"}:
            raise ValueError(f"it changes nothing; give one of {', '.join(_RULE_KEYS)}")
        last = max(self.header_rows or (0,))
        if self.data_start and last >= self.data_start:
            raise ValueError(f"header row {last} is not above data_start {self.data_start}")
        first = self.data_start or last + 1
        if self.data_end and self.data_end < first:
            raise ValueError(f"data_end {self.data_end} is above the first data row {first}")
        return self

    @field_validator("encoding")
    @classmethod
    def _encoding_exists(cls, name: str) -> str:
        try:
            return codecs.lookup(name).name if name else ""
        except LookupError as error:
            raise ValueError("no such encoding; utf-8, gb18030 and cp1252 are some") from error


class SurfaceChoice(Frozen):
    """How files become surfaces. `seconds` and `memory_mib` bound the reading of one file.

    `sheets` are corrections of what the reader decides of single sheets.
    """

    gate: GateName = GateName.PAPER
    seconds: float = Field(default=120.0, gt=0)
    memory_mib: int = Field(default=4096, ge=256)
    workers: int = Field(default=2, ge=1, le=64)
    sheets: tuple[SheetRule, ...] = ()


class TaskChoice(Frozen):
    """How questions are derived: the seed of every choice, and quotas per source task."""

    seed: int = 20260709
    table_figures: int = Field(default=12, ge=0)
    document_figures: int = Field(default=8, ge=0)
    document_only: int = Field(default=3, ge=0)
    composites: int = Field(default=2, ge=0)
    absent: int = Field(default=2, ge=0)


class ScreeningChoice(Frozen):
    """Model ids of the auditors. Screening is not part of a run while this is empty."""

    auditors: tuple[str, ...] = ()


class Condition(Frozen):
    """Everything but model and setting that may differ between two sweeps; it has a digest.

    `embedding` names the word vectors that `kb_search` fuses with its word search, by reciprocal
    rank with the constant `rank_constant`; "" is the word search alone, whose digest neither key
    enters.
    """

    scope: Scope = Scope.PERSONA
    interface: Interface = Interface.OPEN
    protocol: str = Field(default="json", pattern="^json$")
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


class ModelChoice(Frozen):
    """One model under test, by litellm id. `key` names the environment variable of its key."""

    id: str = Field(min_length=1)
    api_base: str = ""
    key: str = ""
    seconds: float = Field(default=120.0, gt=0)
    attempts: int = Field(default=4, ge=1, le=20)
    concurrency: int = Field(default=2, ge=1, le=64)
    max_tokens: int = Field(default=1024, ge=1)
    temperature: float = Field(default=0.0, ge=0, le=2)
    seed: int | None = None
    price_in: float | None = Field(default=None, ge=0)
    price_out: float | None = Field(default=None, ge=0)


class SweepChoice(Frozen):
    """Which settings run, an optional name, and the model whose S5 run sets the budgets."""

    settings: tuple[SettingName, ...] = tuple(SettingName)
    name: str = ""
    reference: str = "offline/keyword"


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
    """The scoring profile and the aggregate's weights."""

    profile: str = Field(default="paper", pattern="^paper$")
    weights: Weights = Weights()


class LakeChoice(Frozen):
    """Where results are stored: a folder or an fsspec URL; each workspace has its own below."""

    root: str = "data_lake"


class Settings(Frozen):
    """All choices of worksurface.toml."""

    source: SourceChoice = SourceChoice()
    surfaces: SurfaceChoice = SurfaceChoice()
    tasks: TaskChoice = TaskChoice()
    screening: ScreeningChoice = ScreeningChoice()
    condition: Condition = Condition()
    models: tuple[ModelChoice, ...] = (ModelChoice(id="offline/keyword"),)
    sweep: SweepChoice = SweepChoice()
    scoring: ScoringChoice = ScoringChoice()
    lake: LakeChoice = LakeChoice()

    @model_validator(mode="after")
    def _models_are_distinct(self) -> Settings:
        ids = [model.id for model in self.models]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"models listed twice: {', '.join(twice)}")
        if self.sweep.reference not in ids:
            raise ValueError(
                f"sweep.reference is {self.sweep.reference!r}, which is no model of this file;"
                f" allowed: {', '.join(ids)}"
            )
        return self

    def model(self, model_id: str) -> ModelChoice:
        """The choice for one model id. Raises KeyError for an unknown one."""
        return {model.id: model for model in self.models}[model_id]
