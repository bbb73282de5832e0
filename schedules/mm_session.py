"""One call of wing two's driver as a person sees it, from the first line to the report's path."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import dagster as dg
from rich.console import Console

from resources.instance import open_instance
from resources.mm_spending import require_mm_prices
from resources.mm_workbench import MmWorkbench, require_mm_key
from schedules.console import ConsoleWatcher
from schedules.layers import Done
from schedules.mm_driver import LAST, MmDriver, MmOptions
from schedules.mm_output import export_mm_report, mm_summary
from schedules.mm_reviewing import write_mm_page
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark, wording_lines
from worksurface_pipeline.mmenterprise.steps import LAYERS
from worksurface_pipeline.site.result_tables import ResultTables

_MAKING = tuple(job for job, _ in LAYERS[: [job for job, _ in LAYERS].index("mm_retrieve")])


def drive_mm(bench: MmWorkbench, options: MmOptions, console: Console) -> bool:
    """Run what is stale and show it. False when something failed."""
    for model in asked_models(bench, options.until):
        require_mm_key(bench, model)  # before anything is spent or written
    if options.until not in _MAKING:
        require_mm_prices(bench)
    _say(console, f"Seed documents {bench.registry} ({bench.id})")
    watcher = ConsoleWatcher(console)
    driver = MmDriver(bench, _definitions, cache(lambda: open_instance(bench)), watcher)
    with watcher.showing():
        done = driver.run(options)
    _conclude(bench, options, done, console)
    return not any(item.failures for item in done)


def asked_models(bench: MmWorkbench, until: str) -> Iterable[str]:
    """Ids of the models that a run up to a layer may ask."""
    settings = bench.settings
    chosen = [
        settings.writer.model,
        settings.writer.reviewer,
        settings.questions.model,
        settings.validation.solver,
        settings.validation.comparer,
        settings.validation.auditor,
    ]
    if until not in _MAKING:
        chosen += [*settings.sweep.models, settings.judge.model]
    return dict.fromkeys(filter(None, chosen))


@cache
def _definitions() -> dg.Definitions:
    from worksurface_pipeline.definitions_mm import defs  # not needed where all is fresh

    return defs


def _conclude(
    bench: MmWorkbench, options: MmOptions, done: tuple[Done, ...], console: Console
) -> None:
    failed = [item for item in done if item.failures]
    if failed:
        runs = "run" if len(failed) == 1 else "runs"
        _say(console, f"{len(failed)} {runs} of {len(done)} failed; what is finished is kept.")
    elif not any(item.computed for item in done):
        _say(console, "Nothing has changed; nothing was computed again.")
    _show_wording(bench, console)
    if options.until == LAST and bench.lake.current("mm_tables") is not None:
        _show_result(bench, console)


def _show_wording(bench: MmWorkbench, console: Console) -> None:
    """One line on what the wording of questions tells, and the problem where it tells too much."""
    manifest = bench.lake.current("mm_benchmark")
    for line in wording_lines(bench.lake.load(manifest, MmBenchmark)) if manifest else ():
        _say(console, line)


def _show_result(bench: MmWorkbench, console: Console) -> None:
    manifest = bench.lake.current("mm_tables")
    if manifest is not None:
        for line in mm_summary(bench.lake.load(manifest, ResultTables)):
            _say(console, line)
    _say(console, f"Report: {export_mm_report(bench)}")
    if bench.lake.current("mm_human_audit") is not None:
        _say(console, f"To review: {write_mm_page(bench)}")


def _say(console: Console, line: str) -> None:
    console.print(line, highlight=False, soft_wrap=True, markup=False)
