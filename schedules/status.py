"""What is fresh and what is stale, by our digests."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from resources.imported import look_at
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.steps import LAYERS, STEPS, before_agents


def show_status(bench: Workbench, console: Console) -> None:
    """One line a step: how many partitions are stored and stale, and the first reason."""
    freeze = look_at(bench)
    plan = bench.plan(freeze.source.state_digest)
    for change in freeze.changes:
        console.print(f"{change.kind}: task {change.task_id} {change.filename}", highlight=False)
    for file in freeze.absent:
        console.print(f"absent: task {file.task_id} {file.filename}", highlight=False)
    for remark in freeze.remarks:
        console.print(remark, highlight=False, soft_wrap=True, markup=False)
    table = Table("step", "partitions", "stale", "first reason", box=None, pad_edge=False)
    made = before_agents() if is_imported(freeze.source) else frozenset()
    known = {name for job, names in LAYERS if job in made for name in names}
    for name, step in STEPS.items():
        if name in known:
            continue
        partitions = plan.partitions(step)
        stale = list(plan.stale((name,)))
        reason = f"{stale[0].partition} {stale[0].reasons[0]}".strip() if stale else ""
        table.add_row(name, str(len(partitions)), str(len(stale)), reason)
    console.print(table)
