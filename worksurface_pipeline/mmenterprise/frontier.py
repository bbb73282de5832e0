"""The frontier of wing two: what can be made now, once all that it reads is settled.

What reads all projects or cells waits for each that is still to be made, so that it is not made of
a part first and of the whole after. What was tried and did not succeed is waited for no longer, nor
is what would have to be made from it: the others go on without, as they do in a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.frontier import Due, Layers, outlook
from worksurface_pipeline.kernel.steps import Step
from worksurface_pipeline.mmenterprise.plan import MmPlan

Tried = frozenset[tuple[str, str, str]]
"""Jobs, partitions and states of what was asked for and came to nothing."""


def frontier(plan: MmPlan, layers: Layers, tried: Tried = frozenset()) -> Iterator[Due]:
    """What can be made now, in running order; what was `tried` among it, for another try."""
    due = outlook(plan, layers).due
    failed = {
        (item.job, item.partition)
        for item in due
        if (item.job, item.partition, item.state) in tried
    }
    jobs = {name: job for job, names in layers for name in names}
    hope = _Hope(plan, jobs, frozenset(failed))
    for item in due:
        names = dict(layers)[item.job]
        if not any(hope.waits(plan.steps[name], item.partition, item.job) for name in names):
            yield item


@dataclass(frozen=True, slots=True)
class _Hope:
    """Tells what is still to come; `failed` are jobs and partitions that are not."""

    plan: MmPlan
    jobs: dict[str, str]
    failed: frozenset[tuple[str, str]]
    _known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def waits(self, step: Step, partition: str, job: str) -> bool:
        """Whether a partition lacks what is its own, or reads many of which some are to come."""
        made = {name for name, other in self.jobs.items() if other == job}
        if self.plan.lacks_input(step, partition, made):
            return True
        return any(
            self._comes(self.plan.steps[item.step], key)
            for item in step.inputs
            if self.plan.reads_many(item) and item.step not in made
            for key in self.plan.partitions(self.plan.steps[item.step])
        )

    def _comes(self, step: Step, partition: str) -> bool:
        """Whether a partition is not sound yet and may still be made."""
        place = (step.name, partition)
        if place not in self._known:
            is_over = self.plan.is_sound(step, partition) or self._is_given_up(step, partition)
            self._known[place] = not is_over
        return self._known[place]

    def _is_given_up(self, step: Step, partition: str) -> bool:
        if (self.jobs.get(step.name, ""), partition) in self.failed:
            return True
        own = self.plan.own_places(step, partition)
        return any(
            self._is_given_up(one, key) for one, key in own if not self.plan.is_sound(one, key)
        )
