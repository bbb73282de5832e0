"""Answer by task type (the paper's Table 5), and by persona, answer type and derivation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.stats import Mean
from worksurface_pipeline.site.labels import SELF_TEST, is_self_test, plain_label
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.frames import mean_of, parts
from worksurface_pipeline.worksurface.analysis.labels import (
    GOLD_SURFACE_SETTINGS,
    setting_label,
    task_type_label,
)
from worksurface_pipeline.worksurface.analysis.mean_cells import (
    BOTH_MEANS,
    best_keys,
    grouped,
    incomplete,
    mean_cell,
)

_Key = tuple[str, str, str]
"""Model, setting, bucket."""


_MOST_ACROSS = 12  # columns that a printed page still shows


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A field to break Answer down by, how its values are called, and the paper's table of it."""

    field: str
    title: str
    label: Callable[[str], str] = plain_label
    order: tuple[str, ...] = ()
    paper: str = ""


class BucketMean(Frozen):
    """Mean Answer and Route-F1 of one cell on the tasks with one value of a field."""

    model: str
    setting: str
    bucket: str
    answer: Mean
    route_f1: Mean


BY_TASK_TYPE = Breakdown(
    "task_type",
    "Answer by task type",
    task_type_label,
    ("rag_only", "table_only", "graph_only", "cross_surface"),
    "Table 5",
)
BREAKDOWNS = (
    BY_TASK_TYPE,
    Breakdown("persona", "Answer by persona"),
    Breakdown("answer_type", "Answer by answer type"),
    Breakdown("derivation", "Answer by derivation"),
)


def bucket_means(frame: pl.DataFrame, field: str) -> tuple[BucketMean, ...]:
    """Means of every cell and value of `field`, sorted by model, setting and value."""
    means = [
        BucketMean(
            model=model,
            setting=setting,
            bucket=bucket,
            answer=mean_of(rows, "answer"),
            route_f1=mean_of(rows, "route_f1"),
        )
        for (model, setting, bucket), rows in parts(frame, "model", "setting", field)
    ]
    return tuple(sorted(means, key=lambda item: (is_self_test(item.model), item.model)))


def breakdown_table(means: Sequence[BucketMean], breakdown: Breakdown) -> Table:
    """Cells down, the values of the field across; the best setting of a model is marked.

    A field of many values has them down instead, and the settings across: no page is so wide.
    """
    buckets = _buckets(means, breakdown)
    by_key = {(item.model, item.setting, item.bucket): item.answer for item in means}
    best = _best(by_key)
    cells_ = list(dict.fromkeys((item.model, item.setting) for item in means))
    is_turned = len(buckets) > _MOST_ACROSS
    settings = sorted({setting for _, setting in cells_})
    labels = [setting_label(name) for name in settings] if is_turned else []
    across = labels or [breakdown.label(bucket) for bucket in buckets]
    rows = (
        _turned(cells_, settings, buckets, by_key, best, breakdown)
        if is_turned
        else ((cell[0], _row(cell, buckets, by_key, best)) for cell in cells_)
    )
    return Table(
        name=f"answer_by_{breakdown.field}",
        title=f"{breakdown.title} (%)",
        columns=(
            Column(plain_label(breakdown.field) if is_turned else "Setting"),
            *(Column(label, is_number=True) for label in across),
        ),
        groups=grouped(rows),
        notes=(BOTH_MEANS, _sizes(means, buckets, breakdown)),
        paper=breakdown.paper,
    )


def breakdown_csv(means: Iterable[BucketMean], field: str) -> str:
    """One line per cell and value, with both means and all counts."""
    head = ("model", "setting", "headings", field, "answer", "answer_over_all", "n_scored")
    more = ("n_errors", "n_missing", "n_total")
    return to_csv((*head, *more), (_csv_row(item) for item in means))


def _buckets(means: Sequence[BucketMean], breakdown: Breakdown) -> tuple[str, ...]:
    present = {item.bucket for item in means}
    known = tuple(bucket for bucket in breakdown.order if bucket in present)
    return (*known, *sorted(present - set(known)))


def _best(by_key: Mapping[_Key, Mean]) -> frozenset[_Key]:
    """Model, setting and bucket of the best means within a model and bucket; no self-test's."""
    columns: dict[tuple[str, str], dict[_Key, Mean]] = {}
    for key, mean in by_key.items():
        model, _, bucket = key
        if not is_self_test(model):
            columns.setdefault((model, bucket), {})[key] = mean
    return frozenset(key for means in columns.values() for key in best_keys(means))


def _turned(
    cells_: Sequence[tuple[str, str]],
    settings: Sequence[str],
    buckets: Sequence[str],
    by_key: Mapping[_Key, Mean],
    best: frozenset[_Key],
    breakdown: Breakdown,
) -> Iterator[tuple[str, Row]]:
    """The values of the field down, one group a model."""
    for model in dict.fromkeys(model for model, _ in cells_):
        for bucket in buckets:
            keys = [(model, setting, bucket) for setting in settings]
            yield model, Row((Cell(breakdown.label(bucket)), *_figures(keys, by_key, best)))


def _row(
    cell: tuple[str, str],
    buckets: Sequence[str],
    by_key: Mapping[_Key, Mean],
    best: frozenset[_Key],
) -> Row:
    keys = [(*cell, bucket) for bucket in buckets]
    figures = _figures(keys, by_key, best)
    return Row((Cell(setting_label(cell[1])), *figures), cell[1] in GOLD_SURFACE_SETTINGS)


def _figures(
    keys: Sequence[_Key], by_key: Mapping[_Key, Mean], best: frozenset[_Key]
) -> tuple[Cell, ...]:
    return tuple(mean_cell(by_key[key], key in best) if key in by_key else Cell("") for key in keys)


def _sizes(means: Sequence[BucketMean], buckets: Sequence[str], breakdown: Breakdown) -> str:
    sizes = {bucket: 0 for bucket in buckets}
    for item in means:
        sizes[item.bucket] = max(sizes[item.bucket], item.answer.n_total)
    listed = ", ".join(f"{breakdown.label(bucket)} {sizes[bucket]}" for bucket in buckets)
    return f"Runs of a cell: {listed}."


def _csv_row(item: BucketMean) -> tuple[object, ...]:
    mean = item.answer
    counts = (mean.n_scored, mean.n_errors, mean.n_missing, mean.n_total)
    headings = [SELF_TEST] if is_self_test(item.model) else []
    headings += incomplete(mean)
    key = (item.model, item.setting, "; ".join(headings), item.bucket)
    return (*key, mean.value, mean.over_all, *counts)
