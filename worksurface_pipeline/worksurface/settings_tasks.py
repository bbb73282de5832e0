"""The user's choices on the way from surfaces to a released benchmark."""

from __future__ import annotations

from pydantic import Field, field_validator

from worksurface_pipeline.kernel.model import Frozen

PANEL_SIZE = 3
"""Auditors of a panel: release needs two of them, with equal votes (BENCHMARK.md, section 4)."""


class Stratum(Frozen):
    """The most tasks of one combination of surfaces ("rag+graph", "table") or "abstain"."""

    surfaces: str = Field(min_length=1)
    most: int = Field(ge=0)


class PoolChoice(Frozen):
    """How many candidates there are at most, and what keeps one out of the pool.

    `near` is the overlap of two-word pieces above which two questions are near duplicates;
    `language_share` the least share of Latin letters outside of quotations (0: any language);
    `answer_share` the share of its family that one answer must stay below.
    """

    size: int = Field(default=2_000, ge=1)
    near: float = Field(default=0.8, gt=0, le=1)
    language_share: float = Field(default=0.6, ge=0, le=1)
    answer_share: float = Field(default=0.04, gt=0, le=1)
    strata: tuple[Stratum, ...] = ()


class TaskChoice(Frozen):
    """How questions are derived: the seed of every choice, and quotas per source task.

    `placebo_swaps` figures of other source tasks are tried in the place of each rubric figure; a
    family of which more than `placebo_limit` still ground is refused. Further keys make the pool.
    """

    seed: int = 20260709
    table_figures: int = Field(default=12, ge=0)
    document_figures: int = Field(default=8, ge=0)
    document_only: int = Field(default=3, ge=0)
    composites: int = Field(default=2, ge=0)
    absent: int = Field(default=2, ge=0)
    graph: int = Field(default=7, ge=0)
    rankings: int = Field(default=2, ge=0)
    linked: int = Field(default=2, ge=0)
    filters: int = Field(default=2, ge=0)
    linked_pairs: int = Field(default=2, ge=0)
    placebo_swaps: int = Field(default=10, ge=1)
    placebo_limit: float = Field(default=0.01, ge=0, le=1)
    strip_cues: bool = False
    reword: str = ""
    pool: PoolChoice = PoolChoice()


class ProposalChoice(Frozen):
    """Who proposes questions beside the derivations, and the user's own.

    `models` are ids; the embedded `offline/proposer` stands in for none. `per_kind` proposals of
    each kind are asked for a source task, 0 for no proposals. `questions` is a JSONL file.
    """

    models: tuple[str, ...] = ()
    per_kind: int = Field(default=1, ge=0, le=20)
    questions: str = ""


class NecessityChoice(Frozen):
    """A model that judges measured labels beside the embedded solvers, on at most so many tasks."""

    model: str = ""
    model_tasks: int = Field(default=40, ge=1)


class ScreeningChoice(Frozen):
    """Model ids of the three auditors; rules judge in their place while this is empty."""

    auditors: tuple[str, ...] = ()
    batch_size: int = Field(default=5, ge=1, le=50)

    @field_validator("auditors")
    @classmethod
    def _is_a_panel(cls, auditors: tuple[str, ...]) -> tuple[str, ...]:
        if auditors and (len(auditors) != PANEL_SIZE or len(set(auditors)) != PANEL_SIZE):
            raise ValueError(f"name {PANEL_SIZE} different models, or none")
        return auditors


class AuditChoice(Frozen):
    """The human audit: how many tasks, planted faults and refused ones, and who looks at them."""

    items: int = Field(default=200, ge=1)
    planted: int = Field(default=20, ge=0)
    refused: int = Field(default=20, ge=0)
    annotators: tuple[str, ...] = ("annotator-1", "annotator-2", "annotator-3")

    @field_validator("annotators")
    @classmethod
    def _are_file_names(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        bad = [
            name for name in names if not name or set(name) & set('/\\:*?"<>|') or name[0] == "."
        ]
        if bad or not names or len(set(names)) != len(names):
            raise ValueError("each needs a different name that can be a file's")
        return names


class ReleaseChoice(Frozen):
    """What a release is called, and what it says of itself.

    `challenges` is a JSONL file of disputes about its gold, `allow` one of what the scan may let
    pass. Licences are SPDX ids, "" where none is known: of tasks and gold, and of the source's
    files, from which the surfaces are made.
    """

    benchmark: str = Field(default="WorkSurface-Bench", min_length=1)
    challenges: str = ""
    licence: str = Field(default="", pattern=r"^[\w.+-]*$")
    source_licence: str = Field(default="", pattern=r"^[\w.+-]*$")
    authors: tuple[str, ...] = ()
    url: str = Field(default="", pattern=r"^(https?://\S+)?$")
    allow: str = ""
