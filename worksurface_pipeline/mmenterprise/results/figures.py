"""Figures of an evaluation: accuracy over depth, and evidence recall against accuracy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from worksurface_pipeline.mmenterprise.results.facts import question_facts
from worksurface_pipeline.mmenterprise.results.frame import CELL, verdict_frame
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import (
    SHARE_HEAD,
    cells_in,
    condition,
    model_name,
    retriever_name,
    share_values,
    titled,
)
from worksurface_pipeline.mmenterprise.results.recalls import recall_frame
from worksurface_pipeline.mmenterprise.results.shares import Key, Share, Study, shares, study_of
from worksurface_pipeline.site.figures import Figure, FigureSet, figure_of
from worksurface_pipeline.site.plots import Line, Point, draw_lines, draw_scatter
from worksurface_pipeline.site.table import to_csv

_RECALL = ("retriever", "k")


def figures(given: Evaluation) -> FigureSet:
    """The figures that there is something to show in."""
    facts = question_facts(given)
    frame = verdict_frame(given.judgements, facts)
    if frame.is_empty():
        return FigureSet()
    study = study_of(given)
    accuracy = shares(study, frame, CELL)
    recalls = recall_frame(given, facts)
    return FigureSet(figures=tuple(_figures(accuracy, recalls, study, given)))


def _figures(
    accuracy: Mapping[Key, Share], recalls: pl.DataFrame, study: Study, given: Evaluation
) -> Iterator[Figure]:
    yield _over_depth(accuracy, study, given)
    if not recalls.is_empty():
        found = shares(study, recalls, _RECALL, "representative")
        yield _against_recall(accuracy, found, study, given)


def _over_depth(accuracy: Mapping[Key, Share], study: Study, given: Evaluation) -> Figure:
    cells = cells_in(accuracy)
    depths = sorted({cell[2] for cell in cells})
    lines = [
        Line(
            series=model_name(model, given),
            kind=retriever_name(retriever, given),
            values=tuple(_value(accuracy.get((model, retriever, k))) for k in depths),
        )
        for model, retriever in dict.fromkeys(cell[:2] for cell in cells)
    ]
    drawing = draw_lines(
        "accuracy_over_depth", list(map(str, depths)), lines, "Records retrieved", "Accuracy (%)"
    )
    csv = to_csv((*CELL, *SHARE_HEAD), ((*cell, *share_values(accuracy[cell])) for cell in cells))
    title = titled("Accuracy over the number of records retrieved", study)
    return figure_of("accuracy_over_depth", "", title, drawing, csv)


def _against_recall(
    accuracy: Mapping[Key, Share], found: Mapping[Key, Share], study: Study, given: Evaluation
) -> Figure:
    pairs = [
        (cell, found[cell[1:]].value, accuracy[cell].value)
        for cell in cells_in(accuracy)
        if cell[1:] in found
    ]
    points = [
        Point(
            x=recall,
            y=value,
            series=model_name(cell[0], given),
            kind=condition(cell[2], cell[1], given),
        )
        for cell, recall, value in pairs
        if recall is not None and value is not None
    ]
    name = "recall_against_accuracy"
    drawing = draw_scatter(name, points, "Evidence recall (%)", "Accuracy (%)")
    csv = to_csv((*CELL, "recall", "accuracy"), ((*cell, x, y) for cell, x, y in pairs))
    title = titled("Evidence recall of the representative set against accuracy", study)
    return figure_of(name, "", title, drawing, csv)


def _value(found: Share | None) -> float | None:
    return None if found is None else found.value
