"""The frontier: what is stale while all that it reads is fresh, so that it can be made now.

What lies behind it waits: whether it is stale too shows only once the frontier is made anew, for
equal digests end the change there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.hashing import digest_all
from worksurface_pipeline.kernel.steps import Stale, Step, StepPlan

Place = tuple[str, str]
"""A step and a partition of it."""
Layers = Sequence[tuple[str, tuple[str, ...]]]
"""Jobs in running order, each with its steps; those of one job are partitioned alike."""


@dataclass(frozen=True, slots=True)
class Due:
    """A partition of a layer that can be made now: what of it is stale, and why.

    `state` is a digest of all that the stale steps would be made from.
    """

    job: str
    partition: str
    stale: tuple[Stale, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A partition that cannot be judged yet, and the stale or waiting inputs that it waits for."""

    step: str
    partition: str
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """A whole plan at one moment: what is stale, what waits for it, and what can be made now."""

    stale: tuple[Stale, ...]
    waiting: tuple[Waiting, ...]
    due: tuple[Due, ...]

    def of(self, job: str) -> tuple[Due, ...]:
        """What can be made now of one layer."""
        return tuple(item for item in self.due if item.job == job)


def outlook(plan: StepPlan, layers: Layers) -> Outlook:
    """Judge every step of these layers; the values of all other steps are taken as they are."""
    stale: list[Stale] = []
    waiting: list[Waiting] = []
    due: list[Due] = []
    unsettled: set[Place] = set()
    for job, names in layers:
        mine = tuple(plan.stale(names))
        stale += mine
        behind = tuple(_waiting(plan, names, unsettled))
        waiting += behind
        due += _due(plan, job, mine, {item.partition for item in behind})
        unsettled |= {(item.step, item.partition) for item in mine}
        unsettled |= {(item.step, item.partition) for item in behind}
    return Outlook(tuple(stale), tuple(waiting), tuple(due))


def _waiting(plan: StepPlan, names: tuple[str, ...], before: set[Place]) -> Iterator[Waiting]:
    """Partitions of a layer's steps that read what is still to be settled before the layer is made.

    What reads such a partition in the layer itself waits with it.
    """
    unsettled = set(before)
    for name in names:
        step = plan.steps[name]
        for partition in plan.partitions(step):
            inputs = tuple(_unsettled(plan, step, partition, unsettled))
            if inputs:
                unsettled.add((name, partition))
                yield Waiting(name, partition, inputs)


def _unsettled(plan: StepPlan, step: Step, partition: str, places: set[Place]) -> Iterator[str]:
    """The inputs of a partition that are among these places."""
    for item in step.inputs:
        if plan.external(item.step) is None:
            for key in plan.keys_of(item, partition):
                if (item.step, key) in places:
                    yield f"{item.step}[{key}]" if key else item.step


def _due(plan: StepPlan, job: str, stale: tuple[Stale, ...], blocked: set[str]) -> Iterator[Due]:
    for partition in dict.fromkeys(item.partition for item in stale):
        if partition not in blocked:
            mine = tuple(item for item in stale if item.partition == partition)
            bases = [plan.basis(plan.steps[item.step], partition).fingerprint for item in mine]
            yield Due(job, partition, mine, digest_all(bases))
