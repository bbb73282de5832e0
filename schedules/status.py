"""What is fresh, what is stale and why, and what waits for it, by our digests."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from resources.imported import look_at
from resources.rescored import rescorings
from resources.run_lock import sole_holder
from resources.source import Freeze
from resources.workbench import Workbench
from schedules.outlook_lines import outlook_lines, outlook_table
from worksurface_pipeline.worksurface.frontier import outlook
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, before_agents


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
    layers = [layer for layer in LAYERS if layer[0] not in made]
    console.print(outlook_table(plan, layers, found, ON_DEMAND))
    for one in rescorings(bench):
        line = f"{one.cell} scored again: {one}"
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    for line in outlook_lines(found) if everything else ():
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def _about_source(bench: Workbench, freeze: Freeze) -> Iterator[str]:
    yield from (f"{one.kind}: task {one.task_id} {one.filename}" for one in freeze.changes)
    yield from (f"absent: task {file.task_id} {file.filename}" for file in freeze.absent)
    yield from freeze.remarks
    if process := sole_holder(bench):
        yield f"A run is at work (process {process}); what it has not stored yet counts as stale"
