"""Scores as a polars frame, and the means taken from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import polars as pl

from worksurface_pipeline.harness.llm.types import is_plausible
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import uncollected
from worksurface_pipeline.kernel.stats import SCORED, Mean, mean
from worksurface_pipeline.worksurface.agents.settings import ARMS
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import TaskType

ABSTAIN = TaskType.ABSTAIN.value
_ARMS = [arm.key for arm in ARMS]

_COLUMNS: dict[str, type[pl.DataType] | pl.DataType] = {
    "task_id": pl.String,
    "source_task": pl.String,
    "persona": pl.String,
    "model": pl.String,
    "setting": pl.String,
    "epoch": pl.Int64,
    "task_type": pl.String,
    "answer_type": pl.String,
    "derivation": pl.String,
    "status": pl.String,
    "outcome": pl.String,
    "route_precision": pl.Float64,
    "route_recall": pl.Float64,
    "route_f1": pl.Float64,
    "is_exact_route": pl.Boolean,
    "evidence": pl.Float64,
    "span_evidence": pl.Float64,
    "answer": pl.Float64,
    "efficiency": pl.Float64,
    "aggregate": pl.Float64,
    "tokens": pl.Int64,
    "budget_tokens": pl.Int64,
    "is_budget_comparable": pl.Boolean,
    "turns": pl.Int64,
    "tool_calls": pl.Int64,
    "tool_errors": pl.Int64,
    "has_unneeded_call": pl.Boolean,
    "is_forced_answer": pl.Boolean,
    "diagnosis": pl.String,
    "departure_kind": pl.String,
    "is_over_routed": pl.Boolean,
}
_COUNTS_OF_TOKENS = frozenset({"tokens", "budget_tokens"})
_OF_USAGE = ("efficiency", "aggregate")
"""What stands on the usage of a run."""


class KnownUsage(Frozen):
    """Of how many scored runs of a cell the usage is known."""

    known: int
    counted: int

    @property
    def gap(self) -> tuple[str, ...]:
        """The heading of a cell with runs of unknown usage; nothing otherwise."""
        if self.known == self.counted:
            return ()
        return (f"usage known for {self.known} of {self.counted}",)


def score_frame(scores: Sequence[Score]) -> pl.DataFrame:
    """One row per score, sorted by model, setting, task and epoch.

    Where the usage of a run of a cell is unknown, no row of the cell has Efficiency or Aggregate:
    a mean over the runs that happened to report it, or chose to, is none of the cell.
    """
    data = field_columns(scores, list(_COLUMNS))
    frame = without_partial_usage(pl.DataFrame(data, schema=_COLUMNS))
    return frame.sort("model", "setting", "task_id", "epoch")


def field_columns(records: Iterable[object], names: Sequence[str]) -> dict[str, Sequence[Any]]:
    """Two or more fields of records as columns, counts of tokens that cannot be one left out.

    Each record is gone through once for all of its fields.
    """
    rows = map(attrgetter(*names), records)
    with uncollected():
        columns: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * len(names)
    found = dict(zip(names, columns, strict=True))
    return found | {name: _plausible(found[name]) for name in _COUNTS_OF_TOKENS & found.keys()}


def known_usage(frame: pl.DataFrame) -> KnownUsage:
    """What is known of the usage of one cell's rows."""
    scored = frame.filter(pl.col("status") == SCORED)
    known = scored.height - scored["tokens"].null_count()
    return KnownUsage(known=known, counted=scored.height)


def comparable(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of paper-comparable means: abstain tasks are a stratum of their own."""
    return frame.filter(pl.col("task_type") != ABSTAIN)


def paper_settings(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of S1 to S6: arms beyond the paper enter none of its tables and figures."""
    return frame.filter(~pl.col("setting").is_in(_ARMS))


def arms(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of the arms beyond the paper."""
    return frame.filter(pl.col("setting").is_in(_ARMS))


def abstain_stratum(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of abstain tasks."""
    return frame.filter(pl.col("task_type") == ABSTAIN)


def cells(frame: pl.DataFrame) -> Iterator[tuple[str, str, pl.DataFrame]]:
    """Model, setting and rows of every cell, sorted."""
    for (model, setting), part in parts(frame, "model", "setting"):
        yield model, setting, part


def parts(frame: pl.DataFrame, *fields: str) -> Iterator[tuple[tuple[str, ...], pl.DataFrame]]:
    """The values of text columns that stand together, sorted, and their rows."""
    found = frame.partition_by(fields, as_dict=True, maintain_order=True)
    for key in sorted(found):
        yield tuple(map(str, key)), found[key]


def values_of(frame: pl.DataFrame, field: str) -> tuple[str, ...]:
    """The distinct values of a text column, sorted."""
    return tuple(sorted(frame[field].unique().to_list()))


def mean_of(frame: pl.DataFrame, column: str) -> Mean:
    """Mean of a number or yes/no column, with its counts."""
    values = frame[column].cast(pl.Float64).to_list()
    return mean(values, frame["status"].to_list(), frame["task_id"].to_list())


def share_of(frame: pl.DataFrame, outcome: str) -> Mean:
    """Share of the runs that ended with `outcome`."""
    return mean_of(frame.with_columns((pl.col("outcome") == outcome).alias("_ended")), "_ended")


def without_partial_usage(frame: pl.DataFrame) -> pl.DataFrame:
    """Efficiency and Aggregate only for cells in which the usage of every scored run is known."""
    counts = (pl.col("status") == SCORED) & (pl.col("task_type") != ABSTAIN)
    is_whole = (pl.col("tokens").is_not_null() | ~counts).all().over("model", "setting")
    return frame.with_columns(pl.when(is_whole).then(pl.col(name)) for name in _OF_USAGE)


def _plausible(counts: Iterable[int | None]) -> list[int | None]:
    """Counts of tokens, none for what cannot be one."""
    return [count if count and is_plausible(count) else None for count in counts]
