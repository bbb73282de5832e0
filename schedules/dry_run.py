"""What a person sees of a sweep before it is paid for: runs, calls, tokens, cost, what leaves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console

from resources.detectable import detectable
from resources.forecast import Forecast, forecast
from resources.spending import purse_of
from resources.workbench import Workbench
from schedules.aligned import aligned
from schedules.shares import Part
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.analysis.power import basis_text, points
from worksurface_pipeline.worksurface.estimate import Estimate
from worksurface_pipeline.worksurface.leaving import Leaving
from worksurface_pipeline.worksurface.selection import Selection

UNKNOWN = "unknown"
_ALL = Part(Selection())
_NAMED_FILES = 40  # named per endpoint unless all are asked for; the rest are counted


def show_forecast(
    bench: Workbench, console: Console, part: Part = _ALL, all_files: bool = False
) -> None:
    """Print the forecast of a part of the sweep. Makes no call, writes nothing."""
    found = forecast(bench, part.selection, is_forced=part.is_forced, retry_errors=part.only_errors)
    for line in (*found.remarks, *_table(found.estimates)):
        _say(console, line)
    for line in (
        *_bases(found.estimates),
        *_total(bench, found, part),
        *_leaving(found, all_files),
    ):
        _say(console, line)
    for line in _detectable(bench, found):
        _say(console, line)
    _say(console, "A dry run: no call was made, nothing was written.")


def _say(console: Console, line: str) -> None:
    console.print(line, highlight=False, soft_wrap=True, markup=False)


def _table(estimates: Iterable[Estimate]) -> Iterator[str]:
    head = ("model", "", "to run", "done", "calls", "tokens", "cost")
    rows = (
        (item.model, item.setting, f"{item.trajectories:,}", f"{item.finished:,}", *_figures(item))
        for item in estimates
    )
    yield from aligned(head, rows)


def _figures(item: Estimate) -> tuple[str, str, str]:
    if not item.trajectories:
        return "0", "0", "0"
    sign = "≤" if item.is_bound else "~"
    figures = (f"{sign}{item.calls:,.0f}", f"{sign}{item.tokens:,.0f}")
    if item.cost is None:
        return (*figures, UNKNOWN)
    return (*figures, f"{sign}{item.cost:,.4f}" if item.cost else "0")


def _bases(estimates: Iterable[Estimate]) -> Iterator[str]:
    """On what the estimates rest, each basis once with its cells."""
    cells: dict[str, list[str]] = {}
    for item in estimates:
        if item.trajectories:
            cells.setdefault(item.basis, []).append(f"{item.model} {item.setting}")
    if cells:
        yield "Calls, tokens and cost are estimates, replies in the cache not taken off:"
    for basis, names in cells.items():
        yield f"  {', '.join(names)}: {basis}"


def _total(bench: Workbench, found: Forecast, part: Part) -> Iterator[str]:
    pending = [item for item in found.estimates if item.trajectories]
    why = "no trajectory ended in an error" if part.only_errors else "what was asked for is there"
    yield _sum(pending) if pending else f"Nothing is to run: {why}."
    try:
        purse = purse_of(bench)
    except SettingsError as error:
        yield f"The sweep would be refused: {error}"
        return
    yield from purse.standing() if purse else ()


def _sum(pending: Sequence[Estimate]) -> str:
    known = math.fsum(item.cost for item in pending if item.cost is not None)
    without = sorted({item.model for item in pending if item.cost is None})
    rest = f", and {UNKNOWN} for {', '.join(without)} (no price)" if without else ""
    sign = "≤" if all(item.is_bound for item in pending) else "~"
    return f"Together {sign}{known:,.4f} in the currency of the prices{rest}."


def _detectable(bench: Workbench, found: Forecast) -> Iterator[str]:
    """What the confirmatory contrasts of these cells can find, over the whole benchmark."""
    known = detectable(bench, [(item.model, item.setting) for item in found.estimates])
    if not known:
        return
    chosen = bench.settings.analysis
    yield (
        f"Least differences of Answer, in points, that are found with a power of"
        f" {100 * chosen.power:g} % at a level of {known[0].alpha:.4g}, Holm's first:"
    )
    head = ("model", "contrast", "tasks", "source tasks", "difference", "basis")
    rows = (
        (
            *(one.model, f"{one.before} to {one.after}", f"{one.tasks:,}", str(one.source_tasks)),
            UNKNOWN if one.value is None else points(one.value),
            basis_text(one, chosen),
        )
        for one in known
    )
    yield from aligned(head, rows)


def _leaving(found: Forecast, all_files: bool) -> Iterator[str]:
    if not found.leaving:
        yield "Nothing leaves: what is to run is embedded, or there is nothing to run."
    for place in found.leaving:
        yield from _one_place(place, all_files)


def _one_place(place: Leaving, all_files: bool) -> Iterator[str]:
    names = place.names - place.contents
    yield (
        f"To {place.endpoint} may leave: {len(place.questions)} questions, contents of"
        f" {len(place.contents)} files, and the names alone of {len(names)} more"
    )
    shown = [f"task {task}: {name}" for task, name in sorted(place.contents)]
    shown += [f"task {task}: {name} (its name)" for task, name in sorted(names)]
    most = len(shown) if all_files else _NAMED_FILES
    yield from (f"  {line}" for line in shown[:most])
    if len(shown) > most:
        yield f"  and {len(shown) - most} more; --all-files names them"
