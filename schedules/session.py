"""One call of the driver as a person sees it, from the first line to the report's path."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import dagster as dg
from rich.console import Console

from resources.instance import open_instance
from resources.spending import require_prices
from resources.workbench import Workbench, require_key
from schedules.console import ConsoleWatcher, summary_table
from schedules.driver import Driver, Options
from schedules.exported import export_files
from schedules.initialising import about_mapping
from schedules.layers import Done
from schedules.partial import PartDone, run_part
from schedules.published import SITE, published_files
from schedules.reviewing import write_page
from schedules.shares import Part
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.report_model import MAIN_PAGE

_WITH_AGENTS = frozenset({"sweep", "budgets", "score", "reporting"})


def drive(bench: Workbench, options: Options, console: Console) -> bool:
    """Run what is stale and show it. False when something failed."""
    for model in _models(bench, options.until):
        require_key(bench, model)  # before anything is spent or written
    if options.until in _WITH_AGENTS:
        require_prices(bench)
    place = bench.workspace or f"hub {bench.settings.source.hub}"
    console.print(f"Workspace {place} ({bench.id})", highlight=False, soft_wrap=True)
    for line in about_mapping(bench):
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    watcher = ConsoleWatcher(console)
    driver = Driver(bench, _definitions, cache(lambda: open_instance(bench)), watcher)
    with watcher.showing():
        done = driver.run(options)
    _conclude(bench, options, done, console)
    return not any(item.failures for item in done)


def drive_part(bench: Workbench, part: Part, console: Console) -> bool:
    """Bring the benchmark up to date, run a part of the sweep, publish the cells it made whole.

    A part `only_errors` runs trajectories that ended in an error, and nothing that never ran.
    """
    cells = part.selection.cells(bench.plan().cells)  # a slip is said before anything is built
    require_prices(bench)
    if not drive(bench, Options(until="assemble"), console):
        return False
    if not (part.is_forced or part.selection.is_part or part.only_errors):
        keys = tuple(cell.key for cell in cells)
        return drive(bench, Options(until="sweep", cells=keys), console)

    def say(line: str) -> None:
        console.print(line, highlight=False, soft_wrap=True, markup=False)

    with ConsoleWatcher(console).showing():
        done = run_part(bench, part, say)
    return all([not done.failures, *(drive(bench, one, console) for one in _publishing(done))])


def _publishing(done: PartDone) -> Iterator[Options]:
    """What publishes the cells of a part that are whole, and those that are but for errors."""
    if done.complete:
        yield Options(until="sweep", cells=done.complete, is_anew=True)
    if done.to_retry:
        yield Options(until="sweep", cells=done.to_retry, retry_errors=True)


def _models(bench: Workbench, until: str) -> Iterator[str]:
    """Ids of the models that a run up to a layer may ask."""
    if until != "freeze":
        yield from bench.settings.helpers
    if until in _WITH_AGENTS:
        yield from (model.id for model in bench.settings.tested)


@cache
def _definitions() -> dg.Definitions:
    from worksurface_pipeline.definitions import defs  # a second to import; not needed if fresh

    return defs


def _conclude(bench: Workbench, options: Options, done: tuple[Done, ...], console: Console) -> None:
    failed = [item for item in done if item.failures]
    if failed:
        runs = "run" if len(failed) == 1 else "runs"
        console.print(
            f"{len(failed)} {runs} of {len(done)} failed; what is finished is kept.",
            highlight=False,
        )
        if not any(item.work.job == "reporting" for item in done):
            return
    if not any(item.computed for item in done):
        console.print(_unchanged(options), highlight=False)
    if options.until == "reporting":
        _show_result(bench, console)


def _unchanged(options: Options) -> str:
    """A build speaks of the benchmark alone: a part of a sweep that follows may well run."""
    where = " in the benchmark" if options.until == "assemble" else ""
    return f"Nothing has changed{where}; nothing was computed again."


def _show_result(bench: Workbench, console: Console) -> None:
    tables = bench.lake.current("result_tables")
    if tables is not None:
        console.print(summary_table(bench.lake.load(tables, ResultTables)))
    console.print(f"Report: {export_report(bench)}", highlight=False, soft_wrap=True)
    console.print(f"To review: {write_page(bench)}", highlight=False, soft_wrap=True)


def export_report(bench: Workbench) -> Path:
    """Copy the valid report, tables and figures to a stable place; the path of the front page."""
    folder = export_files(bench.lake, published_files(bench))
    return folder / SITE / MAIN_PAGE
