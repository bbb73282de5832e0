"""Paired differences between settings: what a step adds, over the tasks that both cells score.

The p of a confirmatory contrast is that of the cluster-t interval (linearized over source tasks,
Student's t): it holds its level where a bootstrap's is too small for want of source tasks, and it
is not bounded below by the number of replicates. Holm's family is all confirmatory contrasts of all
models. What is said to hold does so over what was scored and over all released tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import polars as pl

from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.kernel.stats import holm
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.worksurface.analysis.cells import METRICS
from worksurface_pipeline.worksurface.analysis.steps import Kind, Step, steps
from worksurface_pipeline.worksurface.analysis.study import (
    DIFFERENCE,
    OVER_ALL,
    Study,
    columns_of,
)


@dataclass(frozen=True, slots=True)
class Contrast:
    """One step of one model. `lost` tasks stand in both cells, but one of them has no score.

    `changed` is the share of the `pairs` that differ; `first` and `second` are means over them.
    `scored` and `over_all` estimate their differences. `adjusted` are Holm's p of both, None
    outside the family. `floor` is the noise floor of its cells, None where it was not measured.
    """

    model: str
    step: Step
    pairs: int
    lost: int
    changed: float
    first: float | None
    second: float | None
    scored: Estimate
    over_all: Estimate
    adjusted: tuple[float | None, float | None] = (None, None)
    floor: float | None = None

    def is_within_floor(self, found: Estimate) -> bool:
        """Whether a difference is smaller than what two runs of the same tasks differ by."""
        known = self.floor is not None and found.value is not None
        return known and abs(found.value or 0.0) < (self.floor or 0.0)


@dataclass(frozen=True, slots=True)
class _Pairing:
    model: str
    step: Step
    frame: pl.DataFrame


def contrasts(
    made: Study, values: pl.DataFrame, metrics: Sequence[str] = METRICS
) -> tuple[Contrast, ...]:
    """Every step of which both cells were run, model by model; none of the self-test.

    `values` are task values of the `metrics`; steps on others are left out.
    """
    cells = values.partition_by("model", "setting", as_dict=True)
    models = sorted({str(key[0]) for key in cells})
    found = [
        _Pairing(model, step, _joined(cells[model, step.before], cells[model, step.after], step))
        for model in models
        if not is_self_test(model)
        for step in steps(made.settings)
        if step.metric in metrics
        if (model, step.before) in cells and (model, step.after) in cells
    ]
    return _adjusted(_estimated(made, [one for one in found if one.frame.height]))


def paired(
    made: Study, before: pl.DataFrame, after: pl.DataFrame, step: Step, model: str = ""
) -> Contrast | None:
    """One contrast of two sets of task values, None when they share no task.

    Across conditions the step's kind is `Kind.CONFOUNDED`: no cause can be told from it.
    """
    frame = _joined(before, after, step)
    if frame.is_empty():
        return None
    return _estimated(made, [_Pairing(model, step, frame)])[0]


def holds(one: Contrast, made: Study) -> str:
    """Whether a difference holds, and which way: "rise", "fall", or "" for no claim.

    By Holm's p where there is one, else by the interval; over what was scored and over all tasks.
    """
    means = (one.scored.value or 0.0, one.over_all.value or 0.0)
    if means[0] * means[1] <= 0 or not all(_stands(one, made)):
        return ""
    return "rise" if means[0] > 0 else "fall"


def _stands(one: Contrast, made: Study) -> tuple[bool, bool]:
    if one.step.kind is Kind.CONFIRMATORY:
        limit = 1 - made.settings.level
        first, second = (value is not None and value <= limit for value in one.adjusted)
        return first, second
    method = made.settings.method
    return one.scored.bounds[method].excludes_zero, one.over_all.bounds[method].excludes_zero


def _joined(before: pl.DataFrame, after: pl.DataFrame, step: Step) -> pl.DataFrame:
    """The tasks of both cells with values before and after; null where one has none."""
    names = (step.metric, f"{step.metric}{OVER_ALL}")
    fields = [pl.col(names[0]).alias("first"), pl.col(names[1]).alias("first_all")]
    others = [pl.col(names[0]).alias("second"), pl.col(names[1]).alias("second_all")]
    left = before.select("task_id", "source_task", *fields)
    return left.join(after.select("task_id", *others), on="task_id", how="inner")


def _estimated(made: Study, found: Sequence[_Pairing]) -> list[Contrast]:
    if not found:
        return []
    names = [f"{place:06d}" for place in range(len(found))]  # sorted as they stand
    whole = pl.concat(
        one.frame.with_columns(pl.lit(name).alias("contrast"))
        for name, one in zip(names, found, strict=True)
    ).with_columns(
        (pl.col("second") - pl.col("first")).alias("scored"),
        (pl.col("second_all") - pl.col("first_all")).alias("over_all"),
    )
    columns = columns_of(made, whole, ("contrast",), ("scored", "over_all"))
    known = made.estimates(columns, DIFFERENCE)
    return [
        _contrast(one, known[(name,), "scored"], known[(name,), "over_all"])
        for name, one in zip(names, found, strict=True)
    ]


def _contrast(one: _Pairing, scored: Estimate, over_all: Estimate) -> Contrast:
    complete = one.frame.drop_nulls(["first", "second"]).sort("task_id")
    first, second = complete["first"].mean(), complete["second"].mean()
    moved = complete.filter(pl.col("first") != pl.col("second")).height
    return Contrast(
        model=one.model,
        step=one.step,
        pairs=complete.height,
        lost=one.frame.height - complete.height,
        changed=moved / complete.height if complete.height else 0.0,
        first=first if isinstance(first, float) else None,
        second=second if isinstance(second, float) else None,
        scored=scored,
        over_all=over_all,
    )


def _adjusted(found: Iterable[Contrast]) -> tuple[Contrast, ...]:
    """The contrasts with Holm's p over the confirmatory ones."""
    every = list(found)
    family = [place for place, one in enumerate(every) if one.step.kind is Kind.CONFIRMATORY]
    scored = holm([every[place].scored.p for place in family])
    over_all = holm([every[place].over_all.p for place in family])
    for place, first, second in zip(family, scored, over_all, strict=True):
        every[place] = replace(every[place], adjusted=(first, second))
    return tuple(every)
