"""What is fresh, what is stale and why, and what waits for it, by our digests."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from resources.imported import look_at
from resources.rescored import rescorings
from resources.run_lock import sole_holder
from resources.source import Freeze
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.frontier import Outlook, Waiting, outlook
from worksurface_pipeline.worksurface.plan import Plan, Stale
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS, before_agents

_NAMED_INPUTS = 3  # of a waiting partition; the rest are counted


def show_status(bench: Workbench, console: Console, everything: bool = False) -> None:
    """One line a step: partitions stored, stale and waiting, with the first reason.

    Then what the last scoring of a cell changed against the one before.
    With `everything` one line more for each stale or waiting partition, with all its reasons.
    """
    freeze = look_at(bench)
    plan = bench.plan(freeze.source.state_digest)
    made = before_agents() if is_imported(freeze.source) else frozenset()
    found = outlook(plan, made)
    for line in _about_source(bench, freeze):
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    console.print(_table(plan, found, made))
    for one in rescorings(bench):
        line = f"{one.cell} scored again: {one}"
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    for line in _all_lines(found) if everything else ():
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def _about_source(bench: Workbench, freeze: Freeze) -> Iterator[str]:
    yield from (f"{one.kind}: task {one.task_id} {one.filename}" for one in freeze.changes)
    yield from (f"absent: task {file.task_id} {file.filename}" for file in freeze.absent)
    yield from freeze.remarks
    if process := sole_holder(bench):
        yield f"A run is at work (process {process}); what it has not stored yet counts as stale"


def _table(plan: Plan, found: Outlook, made: frozenset[str]) -> Table:
    heads = ("step", "partitions", "stale", "waiting", "first reason")
    table = Table(*heads, box=None, pad_edge=False)
    for job, names in LAYERS:
        for name in names if job not in made else ():
            stale = [item for item in found.stale if item.step == name]
            if job in ON_DEMAND:  # judged by itself: nothing waits for it
                stale = list(plan.stale((name,)))
            waiting = [item for item in found.waiting if item.step == name]
            counts = (len(plan.partitions(STEPS[name])), len(stale), len(waiting))
            table.add_row(name, *map(str, counts), Text(_first(stale, waiting)))
    return table


def _first(stale: list[Stale], waiting: list[Waiting]) -> str:
    if stale:
        return f"{stale[0].partition} {stale[0].reasons[0]}".strip()
    return f"{waiting[0].partition} {_waits(waiting[0])}".strip() if waiting else ""


def _all_lines(found: Outlook) -> Iterator[str]:
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
