"""What else differs between two sides of a comparison, and what a reader has to be told of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import polars as pl

from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.analysis.compare_model import Change, Side, SideRun

NOT_NOTED = "not noted"
_NAMED = 3  # tasks that a sentence names; files hold all
_MODEL = "model."  # circumstances of one model, which are compared model by model


def changes_of(left: Side, right: Side, both: pl.DataFrame) -> Iterator[Change]:
    """Circumstances of the shared cells that differ; `both` are the tasks of both sides."""
    shared = left.cells & right.cells
    first, second = _circumstances(left, shared), _circumstances(right, shared)
    for name in sorted({*first, *second}):
        old, new = _said(first.get(name)), _said(second.get(name))
        if old != new:
            yield Change(what=name, left=old, right=new)
    known = both.filter((pl.col("scope") != "") & (pl.col("scope_right") != ""))
    moved = known.filter(pl.col("scope") != pl.col("scope_right"))["task_id"].n_unique()
    if moved:
        yield Change(what="surfaces", left="", right=f"others for {counted(moved, 'task')}")


def _circumstances(side: Side, cells: frozenset[tuple[str, str]]) -> dict[str, set[str]]:
    """The values of every circumstance in the shared cells, those of a model under its name."""
    found: dict[str, set[str]] = {}
    seen = {
        (run.score.model, run.made)
        for run in side.runs
        if (run.score.model, run.score.setting) in cells
    }
    for model, made in seen:
        for name, value in made:
            shown = f"{name} of {model}" if name.startswith(_MODEL) else name
            found.setdefault(shown, set()).add(value)
    return found


def _said(values: Iterable[str] | None) -> str:
    return " or ".join(sorted(values)) if values else NOT_NOTED


def is_confounded(changes: Sequence[Change]) -> bool:
    """Whether something beside what is noted nowhere is known to differ."""
    return any(_is_known(change) for change in changes)


def _is_known(change: Change) -> bool:
    return NOT_NOTED not in (change.left, change.right)


def headings_of(changes: Sequence[Change], regilded: Sequence[str]) -> Iterator[str]:
    """What stands above the figures: that they are confounded, and what is in no pair."""
    known = [change for change in changes if _is_known(change)]
    if known:
        named = "; ".join(_in_words(change) for change in known)
        yield f"confounded: the sides were not asked under the same circumstances ({named})"
    if regilded:
        tasks = counted(len(regilded), "task has", "tasks have")
        yield f"{tasks} another gold on either side: in no pair, and listed apart"


def _in_words(change: Change) -> str:
    old = f"{change.left} → " if change.left else ""
    return f"{change.what}: {old}{change.right}"


def warnings_of(left: Side, right: Side) -> Iterator[str]:
    """Doubts: another model behind the same name, runs of unknown circumstances, lost tasks."""
    yield from _returned(left, right)
    if any(run.score.status == SCORED and run.score.budget_tokens is None for run in left.runs):
        yield (
            "some tasks have no token budget: their Efficiency is 1 on both sides, and so says"
            " nothing"
        )
    for side in (left, right):
        yield from _of_side(side)


def _of_side(side: Side) -> Iterator[str]:
    bare = sum(1 for run in side.runs if not run.made)
    if bare and side.tasks is None:
        yield (
            f"{side.name}: what {counted(bare, 'run')} of {len(side.runs)} were asked under is not"
            " noted; whether gold, tools or condition changed cannot be said of them"
        )
    if side.unknown:
        yield (
            f"{side.name}: {counted(len(side.unknown), 'task is', 'tasks are')} not in the"
            f" benchmark in force, and not scored ({_first(side.unknown)})"
        )
    if side.regilded:
        yield (
            f"{side.name}: {counted(len(side.regilded), 'task has', 'tasks have')} another gold"
            f" now than when it was run, and the one in force is scored by"
            f" ({_first(side.regilded)})"
        )


def _first(names: Sequence[str]) -> str:
    more = ", …" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def _returned(left: Side, right: Side) -> Iterator[str]:
    """Models whose endpoint called itself otherwise: part of a difference may be that alone."""
    first, second = _names_returned(left.runs), _names_returned(right.runs)
    for model in sorted(first.keys() & second.keys()):
        if first[model] != second[model]:
            old, new = (", ".join(sorted(names)) for names in (first[model], second[model]))
            yield (
                f"{model}: the endpoint returned another model or fingerprint ({old} on the left,"
                f" {new} on the right); part of the differences may be that alone"
            )


def _names_returned(runs: Iterable[SideRun]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for run in runs:
        if run.returned:
            found.setdefault(run.score.model, set()).update(run.returned)
    return found
