"""The plan of wing one: personas, seats and cells, and which of them a partition reads."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from worksurface_pipeline.kernel.lake import WHOLE, Lake
from worksurface_pipeline.kernel.steps import Input, Step, StepPlan
from worksurface_pipeline.worksurface.settings import Settings

SOURCE = "source"
"""Name of an external input: the tree digest of the workspace as it is now."""
QUESTIONS = "questions"
"""Name of an external input: the digest of the user's own questions."""
OWN_SETTING = "S4"
"""The setting whose rules hold for agents of one's own: all tools, no hint."""
EXTERNAL = frozenset({SOURCE, QUESTIONS})
"""Inputs that no step makes."""


class Layer(StrEnum):
    """How a step is partitioned."""

    WHOLE = "whole"
    PERSONA = "persona"
    SEAT = "seat"
    CELL = "cell"


class How(StrEnum):
    """Which partitions of an input a partition of a step reads.

    same: the equal key; whole: the one of an unpartitioned step; slice: this key's part of an
    unpartitioned value; all: every partition; reference: the cell that sets the budgets; persona:
    that of a seat; seats: all seats of a persona.
    """

    SAME = "same"
    WHOLE = "whole"
    SLICE = "slice"
    ALL = "all"
    REFERENCE = "reference"
    PERSONA = "persona"
    SEATS = "seats"


_MANY = frozenset({How.ALL, How.SEATS})
# Inputs without which a partition has nothing to work on.
_OWN = frozenset({How.SAME, How.REFERENCE, How.PERSONA, How.SEATS})


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One model under one setting; `key` is its partition in the lake."""

    model: str
    setting: str

    @property
    def key(self) -> str:
        """The partition key, `<model>|<setting>`."""
        return f"{self.model}|{self.setting}"


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    """One auditor over one persona's tasks; `key` is its partition in the lake."""

    auditor: str
    persona: str

    @property
    def key(self) -> str:
        """The partition key, `<auditor>|<persona>`."""
        return f"{self.auditor}|{self.persona}"


@dataclass(frozen=True, slots=True)
class Plan(StepPlan):
    """Steps, settings and lake together.

    `tree_digest` is the workspace's digest now, `questions_digest` that of the user's own
    questions, `auditors` are the panel.
    """

    steps: Mapping[str, Step]
    settings: Settings
    lake: Lake
    personas: tuple[str, ...] = ()
    tree_digest: str = ""
    cells: tuple[Cell, ...] = field(default=())
    auditors: tuple[str, ...] = ()
    questions_digest: str = ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every auditor over every persona."""
        return tuple(Seat(name, persona) for persona in self.personas for name in self.auditors)

    def seat(self, key: str) -> Seat:
        """The seat of a partition key. Raises KeyError."""
        return {seat.key: seat for seat in self.seats}[key]

    def partitions(self, step: Step) -> tuple[str, ...]:
        """All partitions that a step should have."""
        if step.layer is Layer.WHOLE:
            return (WHOLE,)
        if step.layer is Layer.PERSONA:
            return self.personas
        if step.layer is Layer.SEAT:
            return tuple(seat.key for seat in self.seats)
        return tuple(cell.key for cell in self.cells)

    def persona_of(self, step: Step, partition: str) -> str:
        """The persona that a partition is about, "" where it is about all."""
        if step.layer is Layer.SEAT:
            return self.seat(partition).persona
        return partition if step.layer is Layer.PERSONA else ""

    def parameters_of(self, step: Step, partition: str) -> Mapping[str, Any]:
        """The settings that matter to a partition of a step."""
        cell = self._cell(partition) if step.layer is Layer.CELL else None
        return step.parameters(self.settings, cell)

    def external(self, name: str) -> str | None:
        """The digest of the source or of the user's own questions; other inputs are steps."""
        return {SOURCE: self.tree_digest, QUESTIONS: self.questions_digest}.get(name)

    def reads_many(self, item: Input) -> bool:
        """Whether a partition reads several partitions of an input."""
        return item.how in _MANY

    def lacks_input(self, step: Step, partition: str, made: Collection[str]) -> bool:
        """Whether a partition's own input was never made, as the trajectories of a failed cell."""
        return any(
            self.lake.current(item.step, key) is None
            for item in step.inputs
            if item.step not in {*EXTERNAL, *made} and item.how in _OWN
            for key in self.keys_of(item, partition)
        )

    def reference_cell(self) -> Cell:
        """The cell whose trajectories set the token budgets."""
        return Cell(self.settings.sweep.reference, "S5")

    def keys_of(self, item: Input, partition: str) -> tuple[str, ...]:
        """The partitions of an input that a partition reads."""
        if item.how is How.SAME:
            return (partition,)
        if item.how is How.REFERENCE:
            return (self.reference_cell().key,)
        if item.how is How.ALL:
            return self.partitions(self.steps[item.step])
        if item.how is How.PERSONA:
            return (self.seat(partition).persona,)
        if item.how is How.SEATS:
            return tuple(seat.key for seat in self.seats if seat.persona == partition)
        return (WHOLE,)

    def _cell(self, partition: str) -> Cell:
        return {cell.key: cell for cell in self.cells}[partition]


def cells_of(settings: Settings) -> tuple[Cell, ...]:
    """All cells of a sweep, in the settings' order; the reference cell is always among them.

    Agents of one's own run under S4 alone.
    """
    cells = [Cell(model.id, name.value) for model in settings.tested for name in _names(settings)]
    reference = Cell(settings.sweep.reference, "S5")
    own = [Cell(agent.model_id, OWN_SETTING) for agent in settings.agents]
    return tuple(dict.fromkeys([*cells, reference, *own]))


def _names(settings: Settings) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(settings.sweep.settings))
