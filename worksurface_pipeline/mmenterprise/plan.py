"""The plan of wing two: projects, retrievers and cells, and which of them a partition reads."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.lake import WHOLE, Lake
from worksurface_pipeline.kernel.steps import SLICE, Input, Step, StepPlan
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell
from worksurface_pipeline.mmenterprise.settings import Settings

SEEDS = "seeds"
"""Name of an external input: the digest of the registry and its files as they are now."""
LABELS = "labels"
"""Name of an external input: the digest of the human labels that the settings name."""
PEOPLE = "people"
"""Name of an external input: the digest of what annotators found, once they did."""
EXTERNAL = frozenset({SEEDS, LABELS, PEOPLE})
"""Inputs that no step makes."""


class Layer(StrEnum):
    """How a step is partitioned."""

    WHOLE = "whole"
    PROJECT = "project"
    RETRIEVER = "retriever"
    CELL = "cell"


class How(StrEnum):
    """Which partitions of an input a partition of a step reads.

    same: the equal key; whole: the one of an unpartitioned step; slice: this key's part of an
    unpartitioned value; all: every sound partition; retriever: that of a cell.
    """

    SAME = "same"
    WHOLE = "whole"
    SLICE = SLICE
    ALL = "all"
    RETRIEVER = "retriever"


@dataclass(frozen=True, slots=True)
class MmPlan(StepPlan):
    """Steps, settings and lake at one moment; a later moment needs a new plan.

    `projects` are the seeds in force, `digests` those of external inputs by name. A
    partition is sound when it is stored, and made from what its own inputs are now: what a failed
    project or cell left of an earlier state is not read by what all of them come together in.
    """

    steps: Mapping[str, Step]
    settings: Settings
    lake: Lake
    projects: tuple[str, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    _sound: dict[tuple[str, str], bool] = field(default_factory=dict, compare=False, repr=False)

    def partitions(self, step: Step) -> tuple[str, ...]:
        """All partitions that a step should have."""
        if step.layer is Layer.WHOLE:
            return (WHOLE,)
        if step.layer is Layer.PROJECT:
            return self.projects
        if step.layer is Layer.RETRIEVER:
            return self.settings.retrieval.retrievers
        return tuple(cell.key for cell in self.settings.cells)

    def keys_of(self, item: Input, partition: str) -> tuple[str, ...]:
        """The partitions of an input that a partition reads."""
        if item.how is How.ALL:
            step = self.steps[item.step]
            return tuple(key for key in self.partitions(step) if self.is_sound(step, key))
        return (self._own_key(item, partition),)

    def parameters_of(self, step: Step, partition: str) -> Mapping[str, Any]:
        """The settings that matter to a partition of a step."""
        return step.parameters(self.settings, partition)

    def external(self, name: str) -> str | None:
        """The digest of an external input; all others are steps."""
        return self.digests.get(name, digest_text("")) if name in EXTERNAL else None

    def reads_many(self, item: Input) -> bool:
        """Whether a partition reads several partitions of an input."""
        return item.how is How.ALL

    def lacks_input(self, step: Step, partition: str, made: Collection[str]) -> bool:
        """Whether a partition has nothing sound to work on, as a project without its seed."""
        return any(
            not self.is_sound(own, key)
            for own, key in self.own_places(step, partition)
            if own.name not in made
        )

    def own_places(self, step: Step, partition: str) -> tuple[tuple[Step, str], ...]:
        """What a partition is made from that is its own: steps, each with the key of it."""
        return tuple(
            (self.steps[item.step], self._own_key(item, partition))
            for item in self._own_inputs(step)
        )

    def is_sound(self, step: Step, partition: str) -> bool:
        """Whether a partition is fresh, and so is all of its own that it is made from."""
        place = (step.name, partition)
        if place not in self._sound:
            self._sound[place] = not self.reasons(step, partition) and not self.lacks_input(
                step, partition, ()
            )
        return self._sound[place]

    def cell(self, key: str) -> Cell:
        """The cell of a partition key. Raises KeyError."""
        return {cell.key: cell for cell in self.settings.cells}[key]

    def _own_inputs(self, step: Step) -> list[Input]:
        """Inputs of which a partition reads its own; where it reads all, its own is among them."""
        return [
            item
            for item in step.inputs
            if item.how in (How.SAME, How.RETRIEVER)
            or (item.how is How.ALL and self.steps[item.step].layer is step.layer)
        ]

    def _own_key(self, item: Input, partition: str) -> str:
        if item.how is How.RETRIEVER:
            return self.cell(partition).retriever
        return WHOLE if item.how in (How.WHOLE, How.SLICE) else partition
