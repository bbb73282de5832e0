"""What a person sees of a run: a bar a layer, what was computed and why, a table at the end."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

from resources.progress import listening
from schedules.layers import Done, Watcher, Work
from worksurface_pipeline.kernel.lineage import NEVER_BUILT
from worksurface_pipeline.site.result_tables import ResultTables

_NAMED = 6  # reasons named per run; the rest are counted


class ConsoleWatcher(Watcher):
    """Shows progress on a console; plain lines where the output is no terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._progress = Progress(
            TextColumn("{task.description:<28}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TextColumn("{task.fields[note]}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._layer: TaskID | None = None
        self._inner: TaskID | None = None
        self._last = ("", 0, 0)

    @contextmanager
    def showing(self) -> Iterator[None]:
        """Show the bars while the body runs, and what long steps report."""
        with self._progress, listening(self._report):
            yield

    def planned(self, job: str, works: tuple[Work, ...]) -> None:
        """A layer is about to run these."""
        self._drop()
        if works:
            self._layer = self._progress.add_task(job, total=len(works), note="")

    def finished(self, done: Done) -> None:
        """One run of the layer ended."""
        if self._layer is not None:
            self._progress.advance(self._layer)
        for line in _lines(done):
            self._console.print(line, highlight=False, soft_wrap=True, markup=False)

    def interrupted(self) -> None:
        """Say that the run ends, and how far the long step was, if there was one."""
        self._console.print("Interrupted. What is finished is kept; run again to go on.")
        label, done, total = self._last
        if total:
            self._console.print(f"{label}: {done} done, {total - done} left", markup=False)

    def _report(self, label: str, done: int, total: int) -> None:
        self._last = (label, done, total)
        if self._inner is None:
            self._inner = self._progress.add_task(label, total=total or None, note="")
        self._progress.update(
            self._inner, description=f"  {label}", completed=done, total=total or None
        )

    def _drop(self) -> None:
        for task in (self._layer, self._inner):
            if task is not None:
                self._progress.remove_task(task)
        self._layer = self._inner = None
        self._last = ("", 0, 0)


def _lines(done: Done) -> Iterator[str]:
    place = f"[{done.work.partition}]" if done.work.partition else ""
    if done.computed:
        yield f"{done.work.job}{place}: computed {', '.join(done.computed)}"
        yield from (f"    because {reason}" for reason in _reasons(done.work))
    if done.work.stale and not (done.computed or done.failures):
        yield f"{done.work.job}{place}: looked at, nothing differs"
    for step in done.computed:
        if note := done.notes.get(step):
            yield f"    {step}: {note}"
    for failure in done.failures:
        yield f"{done.work.job}{place}: FAILED {failure}"


def _reasons(work: Work) -> list[str]:
    found = dict.fromkeys(reason for item in work.stale for reason in item.reasons)
    reasons = [reason for reason in found if reason != NEVER_BUILT]
    if len(reasons) > _NAMED:
        return [*reasons[:_NAMED], f"and {len(reasons) - _NAMED} more"]
    return reasons


_SHOWN = ("route_f1", "evidence", "answer", "efficiency", "aggregate")


def summary_table(tables: ResultTables) -> Table:
    """The short table at the end of a run: one line a cell, from the numbers of the cell table."""
    shown = Table(box=None, pad_edge=False, header_style="bold")
    heads = ("model", "", "route", "evid.", "answer", "effic.", "aggr.", "n", "err.", "miss.")
    for number, name in enumerate(heads):
        shown.add_column(name, justify="left" if number < 2 else "right", no_wrap=True)
    cells = tables.named("cells")
    for row in csv.DictReader(StringIO(cells.csv)) if cells else ():
        figures = (_figure(row[name]) for name in _SHOWN)
        counts = (row[f"answer_n_{kind}"] for kind in ("scored", "errors", "missing"))
        shown.add_row(row["model"], row["setting"], *figures, *counts)
    return shown


def _figure(text: str) -> str:
    return f"{float(text):.3f}" if text else "\u2013"
