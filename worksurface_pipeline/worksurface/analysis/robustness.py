"""The aggregate under other weights: whether a ranking hangs on the paper's choice of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.stats import Mean, mean
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.labels import is_self_test, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import BOTH_MEANS, grouped, mean_cell
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.scoring.aggregate import combine
from worksurface_pipeline.worksurface.scoring.profiles import ROBUSTNESS_WEIGHTS, Weights
from worksurface_pipeline.worksurface.scoring.score import NO_TOOL_SETTING


class WeightedCell(Frozen):
    """Mean aggregates of one cell, one for each set of weights in ROBUSTNESS_WEIGHTS."""

    model: str
    setting: str
    means: tuple[Mean, ...]


def weighted_cells(scores: Sequence[Score]) -> tuple[WeightedCell, ...]:
    """Every cell under every set of weights; abstain tasks are left out."""
    groups: dict[tuple[bool, str, str], list[Score]] = {}
    for score in scores:
        if score.answer_type is not AnswerType.ABSTAIN:
            key = (is_self_test(score.model), score.model, score.setting)
            groups.setdefault(key, []).append(score)
    return tuple(
        WeightedCell(model=key[1], setting=key[2], means=tuple(_means(groups[key])))
        for key in sorted(groups)
    )


def weights_table(rows: Sequence[WeightedCell]) -> Table:
    """Aggregates in per cent."""
    columns = (Column("Setting"), *(Column(_title(name), True) for name in ROBUSTNESS_WEIGHTS))
    body = (
        (
            row.model,
            Row((Cell(setting_label(row.setting)), *(mean_cell(item) for item in row.means))),
        )
        for row in rows
    )
    return Table(
        "weights", "Aggregate under other weights (%)", columns, grouped(body), (BOTH_MEANS,)
    )


def weights_csv(rows: Iterable[WeightedCell]) -> str:
    """One line per cell and set of weights."""
    head = ("model", "setting", "weights", "aggregate", "aggregate_over_all", "n_scored", "n_total")
    lines = (
        (row.model, row.setting, name, item.value, item.over_all, item.n_scored, item.n_total)
        for row in rows
        for name, item in zip(ROBUSTNESS_WEIGHTS, row.means, strict=True)
    )
    return to_csv(head, lines)


def _means(scores: Sequence[Score]) -> list[Mean]:
    statuses = [score.status for score in scores]
    units = [score.task_id for score in scores]
    return [
        mean([_aggregate(score, weights) for score in scores], statuses, units)
        for weights in ROBUSTNESS_WEIGHTS.values()
    ]


def _aggregate(score: Score, weights: Weights) -> float | None:
    return combine(
        weights,
        answer=score.answer,
        evidence=score.evidence,
        route_f1=0.0 if score.setting == NO_TOOL_SETTING else score.route_f1,
        efficiency=score.efficiency,
    )


def _title(name: str) -> str:
    weights = ROBUSTNESS_WEIGHTS[name]
    parts = (weights.answer, weights.evidence, weights.route, weights.efficiency)
    return f"{name} " + "/".join(f"{part:.2f}".lstrip("0") for part in parts)
