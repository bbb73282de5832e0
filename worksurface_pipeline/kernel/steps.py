"""Which step needs what, and which results are stale: digests alone decide.

A step is one asset. Its basis is its version, the settings that matter to it and the digests of
what it reads; a partition is stale when the stored basis differs. A benchmark says which steps it
has, how they are partitioned, and which partitions of an input a partition reads.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from worksurface_pipeline.kernel.hashing import canonical_json, digest_text
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lineage import Basis, InputDigest, explain

SLICE = "slice"
"""How an input is read of which a partition's own part alone counts."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a step, and how it is read: which partitions, in the words of the benchmark.

    `is_covered` inputs are read, but another input's digest covers them.
    """

    step: str
    how: StrEnum
    is_covered: bool = False


Parameters = Callable[..., Mapping[str, Any]]
"""The settings that matter to a step, from what the benchmark's plan hands over."""


def no_parameters(*_given: Any) -> Mapping[str, Any]:
    """No setting matters."""
    return {}


@dataclass(frozen=True, slots=True)
class Step:
    """One asset: its layer, version, inputs and the settings that matter to it."""

    name: str
    layer: StrEnum
    version: int
    inputs: tuple[Input, ...] = ()
    parameters: Parameters = no_parameters


@dataclass(frozen=True, slots=True)
class Stale:
    """A partition that has to be computed, and why."""

    step: str
    partition: str
    reasons: tuple[str, ...]


class StepPlan(ABC):
    """Steps, settings and lake of one benchmark together."""

    __slots__ = ()

    steps: Mapping[str, Step]
    lake: Lake

    @abstractmethod
    def partitions(self, step: Step) -> tuple[str, ...]:
        """All partitions that a step should have."""

    @abstractmethod
    def keys_of(self, item: Input, partition: str) -> tuple[str, ...]:
        """The partitions of an input that a partition reads."""

    @abstractmethod
    def parameters_of(self, step: Step, partition: str) -> Mapping[str, Any]:
        """The settings that matter to a partition of a step."""

    @abstractmethod
    def external(self, name: str) -> str | None:
        """The digest of an input that no step makes, None for one that some step makes."""

    @abstractmethod
    def reads_many(self, item: Input) -> bool:
        """Whether a partition reads several partitions of an input."""

    @abstractmethod
    def lacks_input(self, step: Step, partition: str, made: Collection[str]) -> bool:
        """Whether a partition has nothing to work on: an own input is not there.

        Steps in `made` are made by the same run, so that what they give is no matter here.
        """

    def basis(self, step: Step, partition: str) -> Basis:
        """What a partition would be made from now."""
        parameters = self.parameters_of(step, partition)
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

    def _digests(self, item: Input, partition: str) -> Iterator[InputDigest]:
        digest = self.external(item.step)
        if digest is not None:
            yield InputDigest(name=item.step, digest=digest)
            return
        for key in self.keys_of(item, partition):
            yield self._digest(item, key, partition)

    def _digest(self, item: Input, key: str, partition: str) -> InputDigest:
        manifest = self.lake.current(item.step, key)
        shown = partition if item.how == SLICE else key
        name = f"{item.step}[{shown}]" if shown else item.step
        if manifest is None:
            return InputDigest(name=name, digest=digest_text(""))
        if item.how == SLICE:
            return InputDigest(name=name, digest=manifest.slice_digest(partition))
        return InputDigest(name=name, digest=manifest.digest)
