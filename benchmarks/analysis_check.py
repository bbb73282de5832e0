"""The analysis suite's check of figures: scores and tables against the truth that was written.

Runs are compared one by one, and the cells' means with those of the runs as written: both must be
equal. The means of all that could have been drawn, and their differences between settings, must lie
within the intervals that the tables state as often as those claim, but for chance.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.analysis_plain import Columns
from benchmarks.analysis_truth import METRICS, CellTruth, Design, known_means, values_of
from worksurface_pipeline.kernel.resampling import design, places, totals
from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.scoring.score import NO_TOOL_SETTING

_ANSWERED = ("evidence", "answer")
_EQUAL = 1e-12  # a share of small whole numbers, computed in another order
_ROUNDING = 1e-9  # of a mean of a thousand of them


@dataclass(frozen=True, slots=True)
class Recovered:
    """Runs and means that differ from the truth, and known figures within their intervals."""

    differing_runs: int
    differing_means: int
    intervals: int
    holding: int


@dataclass(frozen=True, slots=True)
class Truth:
    """What was written: the cells, and the tasks that they run."""

    cells: tuple[CellTruth, ...]
    plan: Design


def recovered(
    truth: Truth, scores: Mapping[str, Sequence[Score]], tables: ResultTables
) -> Recovered:
    """Scores by cell, and the tables over all of them, against the truth."""
    rows = {f"{row['model']}|{row['setting']}": row for row in _rows(tables, "cells")}
    held = [*_means_held(truth, rows), *_steps_held(truth, _rows(tables, "contrasts"))]
    return Recovered(
        differing_runs=sum(_differing(scores[cell.key], cell, truth.plan) for cell in truth.cells),
        differing_means=sum(
            abs(float(rows[cell.key][metric]) - mean) > _ROUNDING
            for cell in truth.cells
            for metric, mean in _written_means(cell, truth.plan).items()
        ),
        intervals=len(held),
        holding=sum(held),
    )


def columns_of(scores: Sequence[Score], replicates: int, seed: int) -> Columns:
    """Every known metric of every cell as a column over source tasks."""
    plan = design({score.source_task: score.persona for score in scores})
    rows = [
        (score.source_task, f"{score.model}|{score.setting} {metric}", value)
        for score in scores
        for metric in METRICS
        if (value := getattr(score, metric)) is not None
    ]
    names = sorted({name for _, name, _ in rows})
    data = totals(
        places([task for task, _, _ in rows], plan.clusters),
        places([name for _, name, _ in rows], names),
        np.array([value for _, _, value in rows]),
        (len(plan.clusters), len(names)),
    )
    return Columns(plan, data, replicates, seed)


def _differing(scores: Sequence[Score], cell: CellTruth, plan: Design) -> int:
    """How many runs of a cell have another status or metric than was written."""
    values = {name: values_of(cell, plan)[name] for name in _metrics(cell.setting)}
    return sum(
        score.status == SCORED
        if cell.is_error[place]
        else not _is_as_written(score, {name: column[place] for name, column in values.items()})
        for place, score in enumerate(scores)
    )


def _is_as_written(score: Score, written: Mapping[str, float]) -> bool:
    return score.status == SCORED and all(
        abs(getattr(score, name) - value) < _EQUAL for name, value in written.items()
    )


def _written_means(cell: CellTruth, plan: Design) -> dict[str, float]:
    values = values_of(cell, plan)
    return {name: float(values[name][~cell.is_error].mean()) for name in _metrics(cell.setting)}


def _means_held(truth: Truth, rows: Mapping[str, Mapping[str, str]]) -> Iterator[bool]:
    """Whether the interval of each mean holds the known one, where it has a width."""
    for cell in truth.cells:
        row = rows[cell.key]
        known = known_means(cell, truth.plan)
        for metric in _metrics(cell.setting):
            low, high = (row[f"{metric}_{row['shown_method']}_{end}"] for end in ("low", "high"))
            if low != high:
                yield float(low) <= known[metric] <= float(high)


def _steps_held(truth: Truth, rows: Sequence[Mapping[str, str]]) -> Iterator[bool]:
    """The same of the confirmatory differences of Answer."""
    known = {(cell.model, cell.setting): known_means(cell, truth.plan) for cell in truth.cells}
    for row in rows:
        if row["mean_over"] == "scored" and row["metric"] == "answer":
            before, after = (known[row["model"], row[end]]["answer"] for end in ("before", "after"))
            low, high = (float(row[f"{row['shown_method']}_{end}"]) for end in ("low", "high"))
            yield low <= after - before <= high


def _metrics(setting: str) -> Sequence[str]:
    """Route has no value where there is no tool."""
    return _ANSWERED if setting == NO_TOOL_SETTING else METRICS


def _rows(tables: ResultTables, name: str) -> list[dict[str, str]]:
    found = tables.named(name)
    return list(csv.DictReader(io.StringIO(found.csv))) if found else []
