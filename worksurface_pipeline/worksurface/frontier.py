"""The frontier: what is stale while all that it reads is fresh, so that it can be made now.

What lies behind it waits: whether it is stale too shows only once the frontier is made anew, for
equal digests end the change there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.hashing import digest_all
from worksurface_pipeline.worksurface.plan import EXTERNAL, Plan, Stale
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS

Place = tuple[str, str]
"""A step and a partition of it."""


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


def outlook(plan: Plan, done: frozenset[str] = frozenset()) -> Outlook:
    """Judge every step of the layers but those in `done`, whose values are taken as they are."""
    stale: list[Stale] = []
    waiting: list[Waiting] = []
    due: list[Due] = []
    unsettled: set[Place] = set()
    for job, names in LAYERS:
        if job in ON_DEMAND or job in done:
            continue
        mine = tuple(plan.stale(names))
        stale += mine
        behind = tuple(_waiting(plan, names, unsettled))
        waiting += behind
        due += _due(plan, job, mine, {item.partition for item in behind})
        unsettled |= {(item.step, item.partition) for item in mine}
        unsettled |= {(item.step, item.partition) for item in behind}
    return Outlook(tuple(stale), tuple(waiting), tuple(due))


def _waiting(plan: Plan, names: tuple[str, ...], before: set[Place]) -> Iterator[Waiting]:
    """Partitions of a layer's steps that read what an earlier layer has still to settle."""
    for name in names:
        step = STEPS[name]
        for partition in plan.partitions(step):
            inputs = tuple(
                f"{item.step}[{key}]" if key else item.step
                for item in step.inputs
                if item.step not in EXTERNAL
                for key in plan.keys_of(item, partition)
                if (item.step, key) in before
            )
            if inputs:
                yield Waiting(name, partition, inputs)


def _due(plan: Plan, job: str, stale: tuple[Stale, ...], blocked: set[str]) -> Iterator[Due]:
    for partition in dict.fromkeys(item.partition for item in stale):
        if partition not in blocked:
            mine = tuple(item for item in stale if item.partition == partition)
            bases = [plan.basis(STEPS[item.step], partition).fingerprint for item in mine]
            yield Due(job, partition, mine, digest_all(bases))
