"""What is fresh, what is stale and why, and what waits for it, as lines for people; of any wing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from worksurface_pipeline.kernel.frontier import Layers, Outlook, Waiting
from worksurface_pipeline.kernel.steps import Stale, StepPlan

_NAMED_INPUTS = 3  # of a waiting partition; the rest are counted


def outlook_table(
    plan: StepPlan, layers: Layers, found: Outlook, on_demand: frozenset[str] = frozenset()
) -> Table:
    """One line a step: partitions, stale and waiting ones, with the first reason."""
    heads = ("step", "partitions", "stale", "waiting", "first reason")
    table = Table(*heads, box=None, pad_edge=False)
    for job, names in layers:
        for name in names:
            stale = [item for item in found.stale if item.step == name]
            if job in on_demand:  # judged by itself: nothing waits for it
                stale = list(plan.stale((name,)))
            waiting = [item for item in found.waiting if item.step == name]
            counts = (len(plan.partitions(plan.steps[name])), len(stale), len(waiting))
            table.add_row(name, *map(str, counts), Text(_first(stale, waiting)))
    return table


def _first(stale: Sequence[Stale], waiting: Sequence[Waiting]) -> str:
    if stale:
        return f"{stale[0].partition} {stale[0].reasons[0]}".strip()
    return f"{waiting[0].partition} {_waits(waiting[0])}".strip() if waiting else ""


def outlook_lines(found: Outlook) -> Iterator[str]:
    """A line for each stale or waiting partition, with all its reasons."""
    for item in found.stale:
        yield f"{_place(item.step, item.partition)}: {'; '.join(item.reasons)}"
    known = {(item.step, item.partition) for item in found.stale}
    for one in found.waiting:
        if (one.step, one.partition) not in known:
            yield f"{_place(one.step, one.partition)}: {_waits(one)}"


def _place(step: str, partition: str) -> str:
    return f"{step}[{partition}]" if partition else step


def _waits(item: Waiting) -> str:
    more = len(item.inputs) - _NAMED_INPUTS
    named = ", ".join(item.inputs[:_NAMED_INPUTS])
    return f"waits for {named}{f' and {more} more' if more > 0 else ''}"
