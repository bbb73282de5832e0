"""What of wing two is fresh, what is stale and why, and what waits for it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from resources.mm_workbench import MmWorkbench, require_seeds
from resources.run_lock import sole_holder
from schedules.outlook_lines import outlook_lines, outlook_table
from worksurface_pipeline.kernel.frontier import outlook
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds, freeze_seeds
from worksurface_pipeline.mmenterprise.steps import WITHOUT_DEMAND


def show_mm_status(bench: MmWorkbench, console: Console, everything: bool = False) -> None:
    """One line a step; with `everything` one more for each stale or waiting partition."""
    seeds = freeze_seeds(bench.registry)
    require_seeds(seeds.ids, bench.settings.source.seeds)
    plan = bench.plan(seeds.state_digest)
    found = outlook(plan, WITHOUT_DEMAND)
    for line in _about_seeds(bench, seeds):
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    console.print(outlook_table(plan, WITHOUT_DEMAND, found))
    for line in outlook_lines(found) if everything else ():
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def _about_seeds(bench: MmWorkbench, seeds: FrozenSeeds) -> Iterator[str]:
    """What changed in the registry since it was frozen, and what is absent."""
    frozen = bench.frozen()
    before = {seed.id: seed for seed in frozen.seeds} if frozen else {}
    now = {seed.id: seed for seed in seeds.seeds}
    for key in sorted(before.keys() | now.keys()) if before else ():
        if key not in now:
            yield f"removed: seed {key}"
        elif key not in before:
            yield f"added: seed {key}"
        elif before[key] != now[key]:
            yield f"changed: seed {key}"
    yield from (f"absent: {seed.file}" for seed in seeds.absent)
    if process := sole_holder(bench):
        yield f"A run is at work (process {process}); what it has not stored yet counts as stale"
