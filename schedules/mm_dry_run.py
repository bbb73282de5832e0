"""What a person sees of a sweep of wing two before it is paid for: calls, tokens, cost, files."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console

from resources.mm_forecast import MmForecast, mm_forecast
from resources.mm_spending import mm_purse
from resources.mm_workbench import MmWorkbench
from schedules.aligned import aligned
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.forecast.leaving import Leaving
from worksurface_pipeline.mmenterprise.forecast.needs import Need

UNKNOWN = "unknown"
_MORE = "+?"  # behind a figure that lacks what pictures take
_NAMED = 40  # files named per endpoint unless all are asked for; the rest are counted
_HEAD = ("model", "for", "to do", "done", "kept", "calls", "pictures", "in", "out", "cost")


def show_mm_forecast(
    bench: MmWorkbench,
    console: Console,
    *,
    is_forced: bool = False,
    retry_errors: bool = False,
    all_files: bool = False,
) -> None:
    """Print the forecast of answers and verdicts. Makes no call, writes nothing."""
    found = mm_forecast(bench, is_forced=is_forced, retry_errors=retry_errors)
    lines = (
        *found.remarks,
        *aligned(_HEAD, map(_row, found.needs)),
        *_bases(found.needs),
        *_notes(bench, found.needs),
        *_total(bench, found),
        *_leaving(found, all_files),
        "A dry run: no call was made, nothing was written.",
    )
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def _row(item: Need) -> tuple[str, ...]:
    counts = (item.wanted, item.done, item.kept, item.calls, item.pictures)
    return (item.model, item.what, *(f"{count:,}" for count in counts), *_figures(item))


def _figures(item: Need) -> tuple[str, str, str]:
    """Tokens in and out, and cost; "+?" stands for what pictures take besides."""
    if not item.calls:
        return "0", "0", "0"
    sign, more = "≤" if item.is_bound else "~", _MORE if item.is_part else ""
    tokens = (f"{sign}{item.prompt_tokens:,.0f}{more}", f"{sign}{item.completion_tokens:,.0f}")
    if item.cost is None:
        return (*tokens, UNKNOWN)
    return (*tokens, f"{sign}{item.cost:,.4f}{more}" if item.cost else "0")


def _bases(needs: Iterable[Need]) -> Iterator[str]:
    """On what the figures rest, each basis once with the rows that do."""
    rows: dict[str, list[str]] = {}
    for item in needs:
        if item.calls:
            rows.setdefault(item.basis, []).append(f"{item.model} {item.what}")
    if rows:
        yield "Requests are counted as they will be sent; tokens and replies are estimates:"
    for basis, names in rows.items():
        yield f"  {', '.join(names)}: {basis}"


def _notes(bench: MmWorkbench, needs: Sequence[Need]) -> Iterator[str]:
    pictures = sum(item.pictures for item in needs)
    if pictures:
        sent = counted(pictures, "picture is", "pictures are")
        yield f"{sent} sent: what they take only providers know, and it is not in these figures."
    if bench.settings.judge.model:
        attempts = bench.settings.judge.attempts
        yield (
            "A verdict outside its contract is asked for again, up to"
            f" {counted(attempts, 'reply', 'replies')} in all: that is not in these figures."
        )


def _total(bench: MmWorkbench, found: MmForecast) -> Iterator[str]:
    pending = [item for item in found.needs if item.calls]
    yield _sum(pending) if pending else "Nothing is to be asked: what was asked for is there."
    try:
        purse = mm_purse(bench)
    except SettingsError as error:
        yield f"The sweep would be refused: {error}"
        return
    yield from purse.standing() if purse else ()


def _sum(pending: Sequence[Need]) -> str:
    known = math.fsum(item.cost for item in pending if item.cost is not None)
    without = sorted({item.model for item in pending if item.cost is None})
    rest = f", and {UNKNOWN} for {', '.join(without)} (no price)" if without else ""
    sign = "≤" if all(item.is_bound for item in pending) else "~"
    more = _MORE if any(item.is_part and item.cost for item in pending) else ""
    return f"Together {sign}{known:,.4f}{more} in the currency of the prices{rest}."


def _leaving(found: MmForecast, all_files: bool) -> Iterator[str]:
    if not found.leaving:
        yield "Nothing leaves: what is to run is embedded, or there is nothing to run."
    for place in found.leaving:
        yield from _one_place(place, all_files)


def _one_place(place: Leaving, all_files: bool) -> Iterator[str]:
    golds = f", {counted(len(place.golds), 'gold')} with the answers given" if place.golds else ""
    yield (
        f"To {place.endpoint} may leave: {counted(len(place.questions), 'question')}{golds},"
        f" text of {counted(len(place.texts), 'source')},"
        f" {counted(len(place.pictures), 'picture')}"
    )
    shown = [f"{project}: {name}" for project, name in sorted(place.texts)]
    shown += [f"{project}: {name} (the picture)" for project, name in sorted(place.pictures)]
    most = len(shown) if all_files else _NAMED
    yield from (f"  {line}" for line in shown[:most])
    if len(shown) > most:
        yield f"  and {len(shown) - most} more; --all-files names them"
