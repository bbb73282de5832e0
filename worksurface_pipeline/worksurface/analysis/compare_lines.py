"""A comparison as the lines that a terminal shows; long lists are cut there, and counted."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.resampling_records import Method
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.site.interval_cells import heading, is_thin
from worksurface_pipeline.site.labels import NO_ROUTE, plain_label
from worksurface_pipeline.worksurface.analysis.compare_model import (
    Comparison,
    Difference,
    Flip,
    Lonely,
)

FLIPS = {True: "wrong → right", False: "right → wrong"}
"""How a flip is told, by whether it is a gain."""
_MOST_LINES = 20  # of one kind in the terminal; files hold all


def comparison_lines(found: Comparison) -> Iterator[str]:
    """What is to be said first, then differences, flips, and what is in no pair."""
    yield f"{found.left} against {found.right}"
    yield from (f"! {text}" for text in (*found.headings, *found.warnings))
    yield from (_of_difference(item, found.method) for item in found.differences)
    if found.is_of_releases:
        changed = [f"{task.task}: {task.kind}" for task in found.tasks]
        yield from _listed(counted(len(changed), "task differs", "tasks differ"), changed)
    if not found.differences:
        return
    flips = [f"{flip.model} {flip.setting} {flip.task}: {_of_flip(flip)}" for flip in found.flips]
    yield from _listed(counted(len(flips), "task flipped", "tasks flipped"), flips)
    lonely = [_of_lonely(item) for item in (*found.lonely_cells, *found.lonely)]
    if lonely:
        yield from _listed("On one side alone:", lonely)
    if found.regilded:
        yield from _listed("Of another gold, in no pair:", list(found.regilded))


def metric_label(item: Difference) -> str:
    """The metric, and whether it is of the abstain tasks."""
    return f"{plain_label(item.metric)}{' (abstain tasks)' if item.is_abstain else ''}"


def points(value: float | None) -> str:
    """A difference in points: +4.2, 0.0; a dash for None."""
    if value is None:
        return NO_ROUTE
    return f"{100 * value:+.1f}" if round(100 * value, 1) else "0.0"


def bounds_text(item: Difference, method: Method) -> str:
    """The interval of the scored difference in points, a dash where there is none."""
    bounds = item.scored.bounds[method]
    if bounds.low is None or bounds.high is None:
        return NO_ROUTE
    return f"{points(bounds.low)} to {points(bounds.high)}"


def _of_difference(item: Difference, method: Method) -> str:
    lost = f", {item.lost} lost" if item.lost else ""
    sources = counted(item.scored.clusters, "source task")
    said = heading(item.scored, method, is_thin(item.scored, item.changed))
    where = f"{item.model} {item.setting} {metric_label(item)}"
    told = f"{counted(item.pairs, 'pair')}{lost} of {sources}{f'; {said}' if said else ''}"
    return f"{where}: {points(item.scored.value)} ({bounds_text(item, method)}; {told})"


def _of_flip(flip: Flip) -> str:
    before, after = map(plain_label, (flip.left_diagnosis, flip.right_diagnosis))
    return f"{FLIPS[flip.is_gain]} ({before} → {after})"


def _of_lonely(item: Lonely) -> str:
    return f"{item.model} {item.setting} {item.task or 'as a whole'}: only in {item.only_on}"


def _listed(what: str, lines: list[str]) -> Iterator[str]:
    yield what
    yield from (f"    {line}" for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield f"    and {len(lines) - _MOST_LINES} more, in the files"
