"""What an arm says against the setting that it departs from: paired differences of Answer.

A pair is one task in both cells of a model, its epochs averaged; tasks that either cell does not
score are left out and counted by n. Intervals are drawn over source tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl

from worksurface_pipeline.kernel.intervals import Interval, Vector, bootstrap_interval
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.agents.settings import ARMS
from worksurface_pipeline.worksurface.analysis.labels import (
    NO_ROUTE,
    is_self_test,
    percent,
    setting_label,
)
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped

_SEED = 20260709  # any will do: it fixes the resamples, and so the page's bytes
_STEPS: tuple[tuple[str, str, str], ...] = (
    ("S4", "S6p", "effect of being told anything"),
    ("S6p", "S6", "information in the right hint"),
    ("S6p", "S6w", "obedience to a wrong hint"),
    ("S5", "S7", "acquisition; what S7 still misses is synthesis"),
    *(("S5", arm.key, f"need of {arm.without}") for arm in ARMS if arm.without),
)
ARM_NOTES = (
    "Arms stand outside the paper's tables, figures and correlations. S7 is shown the gold "
    "evidence and has no tools: Answer and Efficiency are scored, the rest is \u2013. S5 without "
    "a surface runs on the tasks that require it, and is scored against all required surfaces; "
    "S6w runs on those that have a surface which is not required.",
)


class ArmPair(Frozen):
    """Mean Answer of one model before and after a step, over the same `n` tasks."""

    model: str
    before: str
    after: str
    what: str
    n: int
    first: float
    second: float
    interval: Interval

    @property
    def difference(self) -> float:
        """What the step adds."""
        return self.second - self.first


def arm_pairs(frame: pl.DataFrame) -> tuple[ArmPair, ...]:
    """Every step of which both cells were run, model by model, the self-test last."""
    scored = frame.filter((pl.col("status") == "scored") & pl.col("answer").is_not_null())
    means = scored.group_by("model", "setting", "task_id", "source_task").agg(
        pl.col("answer").mean()
    )
    models = sorted(set(means["model"].to_list()), key=lambda name: (is_self_test(name), name))
    return tuple(pair for model in models for pair in _pairs_of(model, means))


def arm_pairs_table(pairs: Sequence[ArmPair]) -> Table:
    """Means and differences in per cent."""
    numbers = ("Before", "After", "Difference", "95 % interval", "Tasks")
    return Table(
        name="arm_pairs",
        title="What the arms tell apart: paired differences of Answer (%)",
        columns=(Column("Step"), Column("Measures"), *(Column(name, True) for name in numbers)),
        groups=grouped((pair.model, _row(pair)) for pair in pairs),
        notes=(
            "Over the tasks that both cells score. Intervals: bootstrap over source tasks; "
            "a difference is worth a claim when its interval excludes 0.",
        ),
    )


def arm_pairs_csv(pairs: Sequence[ArmPair]) -> str:
    """The same with shares in [0, 1]."""
    head = ("model", "before", "after", "measures", "n", "answer_before", "answer_after")
    lines = (
        (
            *(pair.model, pair.before, pair.after, pair.what, pair.n, pair.first, pair.second),
            *(pair.difference, pair.interval.low, pair.interval.high),
        )
        for pair in pairs
    )
    return to_csv((*head, "difference", "low", "high"), lines)


def _pairs_of(model: str, means: pl.DataFrame) -> Iterator[ArmPair]:
    own = means.filter(pl.col("model") == model)
    for before, after, what in _STEPS:
        both = (
            own.filter(pl.col("setting") == before)
            .join(own.filter(pl.col("setting") == after), on="task_id")
            .sort("task_id")
        )
        if not both.is_empty():
            yield _pair(model, (before, after, what), both)


def _pair(model: str, step: tuple[str, str, str], both: pl.DataFrame) -> ArmPair:
    first, second = both["answer"].to_numpy(), both["answer_right"].to_numpy()
    rows = np.column_stack([second - first, np.ones(len(first))])
    clusters = both["source_task"].to_list()
    return ArmPair(
        model=model,
        before=step[0],
        after=step[1],
        what=step[2],
        n=len(first),
        first=float(first.mean()),
        second=float(second.mean()),
        interval=bootstrap_interval(rows, clusters, _mean_difference, _SEED),
    )


def _mean_difference(total: Vector) -> float | None:
    return float(total[0] / total[1]) if total[1] else None


def _row(pair: ArmPair) -> Row:
    low, high = pair.interval.low, pair.interval.high
    bounds = NO_ROUTE if low is None or high is None else f"{percent(low)} to {percent(high)}"
    step = f"{setting_label(pair.before)} → {setting_label(pair.after)}"
    figures = (percent(pair.first), percent(pair.second), percent(pair.difference), bounds)
    return Row((Cell(step), Cell(pair.what), *(Cell(text) for text in figures), Cell(str(pair.n))))
