"""How far two runs of the same task in the same cell lie apart: the floor below every difference.

A sample of the tasks is asked once more under the same condition (A/A). These repeats enter no
mean; a pair is such a repeat with the run of the first epoch, over answerable tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from worksurface_pipeline.kernel.intervals import Rate, rate
from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.worksurface.analysis.cells import METRICS
from worksurface_pipeline.worksurface.analysis.contrasts import Contrast
from worksurface_pipeline.worksurface.analysis.frames import comparable, parts, score_frame
from worksurface_pipeline.worksurface.analysis.study import DIFFERENCE, Study, columns_of
from worksurface_pipeline.worksurface.schema.scores import Repeat

_CELL = ("model", "setting")
_TASK = (*_CELL, "task_id", "source_task")
_MOVED = "is_moved"

Floors = Mapping[tuple[str, str, str], float]
"""The mean absolute difference of the pairs, by model, setting and metric."""


@dataclass(frozen=True, slots=True)
class NoiseCell:
    """The pairs of one cell. Of `repeats` asked, `flips.n` stand in a pair that has both Answers.

    `flips` counts the pairs whose Answers differ. `answer` and `aggregate` are mean absolute
    differences, None where a value is unknown; `signed` estimates the mean of repeat less first
    Answer. Of `named` pairs the endpoint said both times what it ran, and of `moved` otherwise.
    """

    model: str
    setting: str
    repeats: int
    flips: Rate
    answer: float | None
    aggregate: float | None
    signed: Estimate
    named: int
    moved: int


def repeat_pairs(answerable: pl.DataFrame, again: Sequence[Repeat]) -> pl.DataFrame:
    """One row per repeat of an answerable task, sorted: of each metric, repeat less first run.

    Null where either has no value; `is_moved` says whether the endpoint called its model or system
    otherwise, null where it did not name it both times.
    """
    frame = comparable(score_frame([one.score for one in again]))
    named = pl.DataFrame(
        [(one.score.model, one.score.setting, one.score.task_id, _is_moved(one)) for one in again],
        schema={**dict.fromkeys((*_CELL, "task_id"), pl.String), _MOVED: pl.Boolean},
        orient="row",
    )
    first = answerable.filter(pl.col("epoch") == 0).select(*_TASK, *METRICS)
    pairs = frame.join(named, on=[*_CELL, "task_id"], how="left").join(
        first, on=list(_TASK), how="left", suffix="_first"
    )
    away = (pl.col(name) - pl.col(f"{name}_first") for name in METRICS)
    return pairs.select(*_TASK, _MOVED, *away).sort(*_TASK)


def _is_moved(one: Repeat) -> bool | None:
    return one.before != one.after if one.before and one.after else None


def noise_cells(made: Study, pairs: pl.DataFrame) -> tuple[NoiseCell, ...]:
    """What the pairs of every cell say, sorted by model and setting."""
    if pairs.is_empty():
        return ()
    signed = made.estimates(columns_of(made, pairs, _CELL, ("answer",)), DIFFERENCE)
    return tuple(
        _noise_cell(key, part, signed[key, "answer"]) for key, part in parts(pairs, *_CELL)
    )


def _noise_cell(key: tuple[str, ...], part: pl.DataFrame, signed: Estimate) -> NoiseCell:
    away = part["answer"].drop_nulls()
    named = part[_MOVED].drop_nulls()
    return NoiseCell(
        model=key[0],
        setting=key[1],
        repeats=part.height,
        flips=rate(int((away != 0).sum()), len(away)),
        answer=_mean_absolute(part["answer"]),
        aggregate=_mean_absolute(part["aggregate"]),
        signed=signed,
        named=len(named),
        moved=int(named.sum()),
    )


def _mean_absolute(away: pl.Series) -> float | None:
    found = away.abs().mean()
    return found if isinstance(found, float) else None


def floors(pairs: pl.DataFrame) -> Floors:
    """The floor of every cell and metric that has pairs."""
    return {
        (key[0], key[1], metric): found
        for key, part in parts(pairs, *_CELL)
        for metric in METRICS
        for found in (_mean_absolute(part[metric]),)
        if found is not None
    }


def over_floor(found: Iterable[Contrast], known: Floors) -> tuple[Contrast, ...]:
    """The contrasts with their floor: the higher one of their two cells, None without pairs."""
    return tuple(replace(one, floor=_floor_of(one, known)) for one in found)


def _floor_of(one: Contrast, known: Floors) -> float | None:
    cells = ((one.model, setting, one.step.metric) for setting in (one.step.before, one.step.after))
    return max((known[cell] for cell in cells if cell in known), default=None)
