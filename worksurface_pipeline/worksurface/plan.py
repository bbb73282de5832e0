"""Which step needs what, and which results are stale: digests alone decide.

A step is one asset. Its basis is its version, the settings that matter to it and the digests of
what it reads; a partition is stale when the stored basis differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from worksurface_pipeline.kernel.hashing import canonical_json, digest_text
from worksurface_pipeline.kernel.lake import WHOLE, Lake
from worksurface_pipeline.kernel.lineage import Basis, InputDigest, explain
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


MANY = frozenset({How.ALL, How.SEATS})
"""Inputs of which a partition reads several partitions."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a step. `is_covered` inputs are read, but another input's digest covers them."""

    step: str
    how: How
    is_covered: bool = False


Parameters = Callable[[Settings, "Cell | None"], Mapping[str, Any]]


def _none(_settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Step:
    """One asset: its layer, version, inputs and the settings that matter to it."""

    name: str
    layer: Layer
    version: int
    inputs: tuple[Input, ...] = ()
    parameters: Parameters = _none


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
class Stale:
    """A partition that has to be computed, and why."""

    step: str
    partition: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
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

    def basis(self, step: Step, partition: str) -> Basis:
        """What a partition would be made from now."""
        cell = self._cell(partition) if step.layer is Layer.CELL else None
        parameters = step.parameters(self.settings, cell)
        pairs = tuple(sorted((name, canonical_json(value)) for name, value in parameters.items()))
        inputs = [
            digest
            for item in step.inputs
            if not item.is_covered
            for digest in self._digests(item, partition)
        ]
        return Basis(step=step.name, version=step.version, parameters=pairs, inputs=tuple(inputs))

    def reasons(self, step: Step, partition: str) -> tuple[str, ...]:
        """Why a partition is stale; empty when it is fresh."""
        current = self.lake.current(step.name, partition)
        old = current.basis if current else None
        new = self.basis(step, partition)
        if old is not None and old.fingerprint == new.fingerprint:
            return ()
        return explain(old, new)

    def stale(self, names: tuple[str, ...]) -> Iterator[Stale]:
        """Stale partitions of the named steps, judged by what is stored now."""
        for name in names:
            step = self.steps[name]
            for partition in self.partitions(step):
                reasons = self.reasons(step, partition)
                if reasons:
                    yield Stale(name, partition, reasons)

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

    def _digests(self, item: Input, partition: str) -> Iterator[InputDigest]:
        if item.step in EXTERNAL:
            digest = self.tree_digest if item.step == SOURCE else self.questions_digest
            yield InputDigest(name=item.step, digest=digest)
            return
        for key in self.keys_of(item, partition):
            yield self._digest(item, key, partition)

    def _digest(self, item: Input, key: str, partition: str) -> InputDigest:
        manifest = self.lake.current(item.step, key)
        shown = partition if item.how is How.SLICE else key
        name = f"{item.step}[{shown}]" if shown else item.step
        if manifest is None:
            return InputDigest(name=name, digest=digest_text(""))
        if item.how is How.SLICE:
            return InputDigest(name=name, digest=manifest.slice_digest(partition))
        return InputDigest(name=name, digest=manifest.digest)

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
