"""The figures of the paper (3a-c and 4) over our scores, each with the numbers behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.kernel.stats import Mean, spearman
from worksurface_pipeline.site.figures import Figure as Figure
from worksurface_pipeline.site.figures import FigureSet as FigureSet
from worksurface_pipeline.site.figures import figure_of
from worksurface_pipeline.site.labels import SELF_TEST, is_self_test
from worksurface_pipeline.site.plots import (
    Point,
    draw_bars,
    draw_panels,
    draw_scatter,
)
from worksurface_pipeline.site.table import to_csv
from worksurface_pipeline.worksurface.analysis.by_type import (
    BY_TASK_TYPE,
    BucketMean,
    bucket_means,
)
from worksurface_pipeline.worksurface.analysis.cells import CellRow, cell_rows
from worksurface_pipeline.worksurface.analysis.composition import (
    Part,
    composition,
    composition_csv,
)
from worksurface_pipeline.worksurface.analysis.frames import (
    comparable,
    mean_of,
    paper_settings,
    score_frame,
    values_of,
)
from worksurface_pipeline.worksurface.analysis.labels import setting_label, task_type_label
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_PANELS = ("task type", "persona", "answer type", "derivation")


def figure_set(scores: Sequence[Score], tasks: Sequence[AtomicTask]) -> FigureSet:
    """All figures that the scores and tasks allow; nothing scored, no figure of scores."""
    frame = paper_settings(comparable(score_frame(scores)))
    figures = [] if frame.is_empty() else _score_figures(frame)
    parts = composition(tasks)
    return FigureSet(figures=(*figures, *((_composition(parts),) if parts else ())))


def _score_figures(frame: pl.DataFrame) -> list[Figure]:
    means = bucket_means(frame, BY_TASK_TYPE.field)
    return [_route_answer(means), _by_setting(cell_rows(frame)), _by_type_and_setting(frame)]


def _route_answer(means: Sequence[BucketMean]) -> Figure:
    """Buckets of model, setting with a route, and task type."""
    routed = [item for item in means if item.route_f1.value is not None]
    points = [
        Point(
            x=item.route_f1.value or 0.0,
            y=item.answer.value or 0.0,
            series=_model_label(item.model),
            kind=task_type_label(item.bucket),
        )
        for item in routed
    ]
    return figure_of(
        "route_answer",
        "Figure 3a",
        f"Route F1 against Answer by model, setting and task type. {_rho(routed)}",
        draw_scatter("route_answer", points, "Route F1 (%)", "Answer (%)"),
        _means_csv(("model", "setting", "task_type"), routed),
    )


def _rho(routed: Sequence[BucketMean]) -> str:
    """Spearman's rho over the buckets of models under test; it is claimed only over both means."""
    tested = [item for item in routed if not is_self_test(item.model)]
    if not tested:
        return f"No correlation is stated: these are runs of the {SELF_TEST}."
    scored = _correlation([(item.route_f1.value, item.answer.value) for item in tested])
    over_all = _correlation([(item.route_f1.over_all, item.answer.over_all) for item in tested])
    if scored is None or over_all is None:
        return "Too few buckets for a correlation."
    both = f"over all released tasks {over_all:.2f}"
    return f"Spearman's ρ = {scored:.2f} over {len(tested)} buckets ({both})."


def _correlation(pairs: Sequence[tuple[float | None, float | None]]) -> float | None:
    known = [(x, y) for x, y in pairs if x is not None and y is not None]
    return spearman([x for x, _ in known], [y for _, y in known])


def _by_setting(rows: Sequence[CellRow]) -> Figure:
    settings = sorted({row.setting for row in rows})
    models = list(dict.fromkeys(row.model for row in rows))
    answers = {(row.model, row.setting): row.mean("answer") for row in rows}
    series = [
        (_model_label(model), [_value(answers.get((model, item))) for item in settings])
        for model in models
    ]
    lines = (
        (row.model, row.setting, row.mean("answer").value, row.mean("answer").over_all)
        for row in rows
    )
    return figure_of(
        "answer_by_setting",
        "Figure 3b",
        "Mean Answer by setting",
        draw_bars("answer_by_setting", _setting_labels(settings), series, "Answer (%)"),
        to_csv(("model", "setting", "answer", "answer_over_all"), lines),
    )


def _by_type_and_setting(frame: pl.DataFrame) -> Figure:
    """Over all models under test; over the self-test when nothing else was run."""
    tested = frame.filter(~pl.col("model").map_elements(is_self_test, return_dtype=pl.Boolean))
    is_test = tested.is_empty()
    rows = frame if is_test else tested
    settings = values_of(rows, "setting")
    present = values_of(rows, "task_type")
    types = [item for item in BY_TASK_TYPE.order if item in present]
    means = {
        (kind, setting): _per_model(
            rows.filter((pl.col("task_type") == kind) & (pl.col("setting") == setting))
        )
        for kind in types
        for setting in settings
    }
    series = [
        (task_type_label(kind), [means[kind, setting][0] for setting in settings]) for kind in types
    ]
    who = f"the {SELF_TEST}" if is_test else "the models under test"
    lines = ((*bucket, *both) for bucket, both in means.items())
    name = "answer_by_type_and_setting"
    return figure_of(
        name,
        "Figure 3c",
        f"Mean Answer by task type and setting, over {who}",
        draw_bars(name, _setting_labels(settings), series, "Answer (%)"),
        to_csv(("task_type", "setting", "answer", "answer_over_all", "models"), lines),
    )


def _per_model(rows: pl.DataFrame) -> tuple[float | None, float | None, int]:
    """Both means of the models' means, so that more scored runs weigh no more; and their number."""
    means = [mean_of(part, "answer") for part in rows.partition_by("model", maintain_order=True)]
    scored = [mean.value for mean in means if mean.value is not None]
    over_all = [mean.over_all for mean in means if mean.over_all is not None]
    return _average(scored), _average(over_all), len(means)


def _average(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _composition(parts: Sequence[Part]) -> Figure:
    panels = [
        (name, [(part.value, part.count) for part in parts if part.field == name])
        for name in _PANELS
    ]
    return figure_of(
        "composition",
        "Figure 4",
        "Tasks by type, persona, answer type and derivation",
        draw_panels("composition", panels),
        composition_csv(parts),
    )


def _means_csv(keys: Sequence[str], means: Sequence[BucketMean]) -> str:
    head = (*keys, "route_f1", "route_f1_over_all", "answer", "answer_over_all", "n_scored")
    lines = (
        (
            *(item.model, item.setting, item.bucket),
            *(item.route_f1.value, item.route_f1.over_all),
            *(item.answer.value, item.answer.over_all, item.answer.n_scored),
        )
        for item in means
    )
    return to_csv(head, lines)


def _setting_labels(settings: Sequence[str]) -> list[str]:
    return [setting_label(setting).replace(" ", "\n", 1) for setting in settings]


def _model_label(model: str) -> str:
    return f"{model} ({SELF_TEST})" if is_self_test(model) else model


def _value(mean: Mean | None) -> float | None:
    return None if mean is None else mean.value
