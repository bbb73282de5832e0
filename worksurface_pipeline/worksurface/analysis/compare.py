"""Two sweeps or two releases against each other: differences, flips, and what else changed.

A task whose gold differs between the sides is in no pair: it is listed. Differences between sides
that were asked under other circumstances are headed as confounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.analysis.compare_changes import (
    changes_of,
    headings_of,
    is_confounded,
    warnings_of,
)
from worksurface_pipeline.worksurface.analysis.compare_model import (
    Comparison,
    Lonely,
    Side,
    TaskChange,
    frame_of,
)
from worksurface_pipeline.worksurface.analysis.compare_pairs import (
    by_task,
    differences,
    flips,
    lonely,
    on_both,
)
from worksurface_pipeline.worksurface.asked import GOLD_FIELDS
from worksurface_pipeline.worksurface.release.changes import compare as compare_tasks
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings


def compare(left: Side, right: Side, settings: AnalysisSettings) -> Comparison:
    """What two sides say of each other; the settings say how intervals are made.

    Raises SettingsError for a release against a sweep, and for two sweeps without a common cell or
    task.
    """
    if (left.tasks is None) != (right.tasks is None):
        raise SettingsError(
            "One side is a release and the other a sweep",
            where=f"{left.name}, {right.name}",
            remedy="Compare two sweeps, or two releases",
        )
    changed = tuple(_task_changes(left, right))
    if left.tasks is not None and not (left.runs and right.runs):
        return Comparison(left=left.name, right=right.name, tasks=changed, is_of_releases=True)
    return _compared(left, right, changed, settings)


def _compared(
    left: Side, right: Side, tasks: tuple[TaskChange, ...], settings: AnalysisSettings
) -> Comparison:
    frames = frame_of(left), frame_of(right)
    sides = by_task(frames[0]), by_task(frames[1])
    both = on_both(*sides)
    if both.is_empty():
        raise _nothing_shared(left, right)
    regilded = _regilded(both, tasks)
    is_paired = ~pl.col("task_id").is_in(regilded)
    changes = tuple(changes_of(left, right, both))
    return Comparison(
        left=left.name,
        right=right.name,
        headings=tuple(headings_of(changes, regilded)),
        warnings=tuple(warnings_of(left, right)),
        changes=changes,
        differences=tuple(
            differences(
                frames[0].filter(is_paired),
                frames[1].filter(is_paired),
                settings,
                is_confounded=is_confounded(changes),
            )
        ),
        flips=tuple(flips(both.filter(is_paired))),
        lonely=tuple(lonely(*sides, (left.name, right.name))),
        lonely_cells=tuple(_lonely_cells(left, right)),
        regilded=regilded,
        tasks=tasks,
        is_of_releases=left.tasks is not None,
        method=settings.method,
        level=settings.level,
    )


def _nothing_shared(left: Side, right: Side) -> SettingsError:
    said = " and ".join(
        f"{side.name} has {', '.join(' '.join(cell) for cell in sorted(side.cells)) or 'no run'}"
        for side in (left, right)
    )
    return SettingsError(
        "Nothing is common to both sides: no task has a run in the same cell of each",
        where=said,
        remedy="Compare sweeps that ran the same models, settings and tasks",
    )


def _task_changes(left: Side, right: Side) -> Iterator[TaskChange]:
    for change in compare_tasks(left.tasks or (), right.tasks or ()):
        fields = set(change.fields)
        kind = change.kind
        if kind == "changed" and "question" in fields:
            kind = "changed question"
        elif kind == "changed" and fields & set(GOLD_FIELDS):
            kind = "changed gold"
        yield TaskChange(task=change.task, kind=kind, fields=change.fields)


def _regilded(both: pl.DataFrame, tasks: Sequence[TaskChange]) -> tuple[str, ...]:
    known = both.filter((pl.col("gold") != "") & (pl.col("gold_right") != ""))
    noted = known.filter(pl.col("gold") != pl.col("gold_right"))["task_id"].to_list()
    released = (item.task for item in tasks if item.kind.startswith("changed "))
    return tuple(sorted({*noted, *released}))


def _lonely_cells(left: Side, right: Side) -> Iterator[Lonely]:
    for own, other in ((left, right), (right, left)):
        for model, setting in sorted(own.cells - other.cells):
            yield Lonely(model=model, setting=setting, task="", only_on=own.name)
