"""What a sensor of either wing makes of the frontier: one request a layer and partition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import TypeVar

import dagster as dg

from schedules.asking import choose, remembered, unfinished
from worksurface_pipeline.kernel.frontier import Due, Layers
from worksurface_pipeline.kernel.steps import StepPlan

SECONDS = 30
"""Between two ticks; over unchanged files one asks for little more than their times."""
_MOST = 16  # requests of a tick: each run is a process of its own, and all write one SQLite index
_LONGEST_TAG = 250  # characters that Dagster lets a tag's value have

P = TypeVar("P", bound=StepPlan)
KeyOf = Callable[[P, StrEnum, str], str | None]
"""Dagster's key of a partition of a layer."""


def requested(
    context: dg.SensorEvaluationContext,
    plan: P,
    due_after: Callable[[frozenset[tuple[str, str, str]]], Iterable[Due]],
    layers: Layers,
    key_of: KeyOf[P],
) -> dg.SensorResult | dg.SkipReason:
    """Requests for what is due and not at work; a later tick sees what follows from it.

    `due_after` is told what was asked for and came to nothing: jobs, partitions and states.
    """
    keys = dict(_lake_keys(plan, layers, key_of))
    at_work = unfinished(context.instance, keys, layers)
    memory = remembered(context.cursor)
    tried = frozenset(
        (item.job, item.partition, item.state)
        for item in memory.asked
        if (item.job, item.partition) not in at_work
    )
    choice = choose(due_after(tried), memory, at_work, _MOST)
    requests = [
        dg.RunRequest(
            job_name=item.job,
            partition_key=key_of(plan, plan.steps[item.stale[0].step].layer, item.partition),
            tags={"worksurface/because": "; ".join(item.stale[0].reasons)[:_LONGEST_TAG]},
        )
        for item in choice.chosen
    ]
    said = "; ".join(choice.held) or "Nothing is stale that can be made without asking models"
    return dg.SensorResult(
        run_requests=requests,
        skip_reason=None if requests else dg.SkipReason(said),
        cursor=choice.memory.model_dump_json(),
    )


def _lake_keys(plan: P, layers: Layers, key_of: KeyOf[P]) -> Iterator[tuple[str, str]]:
    """The lake's partition key by Dagster's own, where the two may differ."""
    for _, names in layers:
        step = plan.steps[names[0]]
        for key in plan.partitions(step):
            yield str(key_of(plan, step.layer, key) or ""), key
