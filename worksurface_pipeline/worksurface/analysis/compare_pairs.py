"""Paired differences of two sides, cell by cell, and the tasks that flipped.

A pair is one task in the same cell of both sides, its epochs averaged first.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.worksurface.analysis.compare_model import (
    COMPARED,
    Difference,
    Flip,
    Lonely,
)
from worksurface_pipeline.worksurface.analysis.contrasts import Contrast, holds, paired
from worksurface_pipeline.worksurface.analysis.frames import abstain_stratum, cells, comparable
from worksurface_pipeline.worksurface.analysis.steps import Kind, Step
from worksurface_pipeline.worksurface.analysis.study import Study, study, task_values
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

KEYS = ("model", "setting", "task_id")
_HALF = 0.5  # a task is right where at least half of its scored epochs are
_RIGHT = "is_right"


def by_task(frame: pl.DataFrame) -> pl.DataFrame:
    """One row per cell and task, sorted: mean Answer of scored epochs, and what is noted of it.

    `is_right` is the share of scored epochs whose Answer is 1, None without any; `diagnosis`,
    `gold` and `scope` are those of the first epoch.
    """
    answer = pl.col("answer").filter(pl.col("status") == SCORED)
    return (
        frame.group_by(*KEYS, maintain_order=True)
        .agg(
            *(pl.col(name).first() for name in ("source_task", "diagnosis", "gold", "scope")),
            answer.mean(),
            (answer == 1.0).mean().alias(_RIGHT),
        )
        .sort(*KEYS)
    )


def on_both(left: pl.DataFrame, right: pl.DataFrame) -> pl.DataFrame:
    """The tasks of both sides in a row each, the right one's columns ending in `_right`."""
    return left.join(right, on=KEYS, how="inner").sort(*KEYS)


def lonely(left: pl.DataFrame, right: pl.DataFrame, names: tuple[str, str]) -> Iterator[Lonely]:
    """Tasks of the shared cells that one side alone has runs of."""
    shared = left.select(KEYS[:2]).unique().join(right.select(KEYS[:2]).unique(), on=KEYS[:2])
    for own, other, name in ((left, right, names[0]), (right, left, names[1])):
        alone = own.join(other, on=KEYS, how="anti").join(shared, on=KEYS[:2]).sort(*KEYS)
        for model, setting, task in alone.select(KEYS).iter_rows():
            yield Lonely(model=model, setting=setting, task=task, only_on=name)


def differences(
    left: pl.DataFrame, right: pl.DataFrame, settings: AnalysisSettings, *, is_confounded: bool
) -> Iterator[Difference]:
    """Every shared cell and metric; a metric that no pair has a value of is left out."""
    made = study(pl.concat([left, right]), settings)
    kind = Kind.CONFOUNDED if is_confounded else Kind.EXPLORATORY
    answerable = comparable(left), comparable(right)
    for found in _contrasts(made, *answerable, COMPARED, kind):
        yield _difference(found, made, is_abstain=False)
    for found in _contrasts(made, abstain_stratum(left), abstain_stratum(right), ("answer",), kind):
        yield _difference(found, made, is_abstain=True)


def _contrasts(
    made: Study, left: pl.DataFrame, right: pl.DataFrame, metrics: tuple[str, ...], kind: Kind
) -> Iterator[Contrast]:
    before, after = _by_cell(left, metrics), _by_cell(right, metrics)
    for model, setting in sorted(before.keys() & after.keys()):
        cell = (model, setting)
        for metric in metrics:
            step = Step(setting, setting, metric, "the other side", kind)
            found = paired(made, before[cell], after[cell], step, model)
            if found is not None and (found.pairs or found.over_all.value is not None):
                yield found


def _by_cell(frame: pl.DataFrame, metrics: tuple[str, ...]) -> dict[tuple[str, str], pl.DataFrame]:
    values = task_values(frame, metrics)
    return {(model, setting): part for model, setting, part in cells(values)}


def _difference(found: Contrast, made: Study, *, is_abstain: bool) -> Difference:
    return Difference(
        model=found.model,
        setting=found.step.before,
        metric=found.step.metric,
        is_abstain=is_abstain,
        pairs=found.pairs,
        lost=found.lost,
        changed=found.changed,
        left=found.first,
        right=found.second,
        scored=found.scored,
        over_all=found.over_all,
        holds=holds(found, made),
    )


def flips(pairs: pl.DataFrame) -> Iterator[Flip]:
    """Tasks that are right on one side alone."""
    both = pairs.drop_nulls([_RIGHT, f"{_RIGHT}_right"])
    before, after = pl.col(_RIGHT) >= _HALF, pl.col(f"{_RIGHT}_right") >= _HALF
    for row in both.filter(before != after).iter_rows(named=True):
        yield Flip(
            model=row["model"],
            setting=row["setting"],
            task=row["task_id"],
            source_task=row["source_task"],
            is_gain=row[_RIGHT] < _HALF,
            left=row["answer"],
            right=row["answer_right"],
            left_diagnosis=row["diagnosis"] or "",
            right_diagnosis=row["diagnosis_right"] or "",
        )
