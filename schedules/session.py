"""One call of the driver as a person sees it, from the first line to the report's path."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import dagster as dg
from rich.console import Console

from resources.instance import open_instance
from resources.workbench import Workbench
from schedules.console import ConsoleWatcher, cell_table
from schedules.driver import Done, Driver, Options
from worksurface_pipeline.kernel.lake import lake_error
from worksurface_pipeline.worksurface.analysis.report import Report
from worksurface_pipeline.worksurface.analysis.tables import ResultTables, summary_rows


def drive(bench: Workbench, options: Options, console: Console) -> bool:
    """Run what is stale and show it. False when something failed."""
    place = bench.workspace or f"hub {bench.settings.source.hub}"
    console.print(f"Workspace {place} ({bench.id})", highlight=False, soft_wrap=True)
    watcher = ConsoleWatcher(console)
    driver = Driver(bench, _definitions, cache(lambda: open_instance(bench)), watcher)
    with watcher.showing():
        done = driver.run(options)
    _conclude(bench, options, done, console)
    return not any(item.failures for item in done)


@cache
def _definitions() -> dg.Definitions:
    from worksurface_pipeline.definitions import defs  # a second to import; not needed if fresh

    return defs


def _conclude(bench: Workbench, options: Options, done: tuple[Done, ...], console: Console) -> None:
    failed = [item for item in done if item.failures]
    if failed:
        console.print(
            f"{len(failed)} of {len(done)} runs failed; what is finished is kept.", highlight=False
        )
        return
    if not any(item.computed for item in done):
        console.print("Nothing has changed; nothing was computed again.", highlight=False)
    if options.until == "report":
        _show_result(bench, console)


def _show_result(bench: Workbench, console: Console) -> None:
    tables = bench.lake.current("result_tables")
    if tables is not None:
        columns, rows = summary_rows(bench.lake.load(tables, ResultTables))
        console.print(cell_table(columns, rows))
    console.print(f"Report: {export_report(bench)}", highlight=False, soft_wrap=True)


def export_report(bench: Workbench) -> Path:
    """Copy the valid report to a stable place beside the lake's assets; its first page."""
    manifest = bench.lake.current("report")
    folder = Path(bench.lake.path("latest/report"))
    fresh = folder.with_name("report.new")
    if manifest is not None:
        try:
            shutil.rmtree(fresh, ignore_errors=True)
            for name, data in bench.lake.load(manifest, Report).to_files():
                path = fresh / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            shutil.rmtree(folder, ignore_errors=True)
            fresh.rename(folder)
        except OSError as error:
            raise lake_error(error, str(folder), "write") from error
    return folder / "index.html"
