"""One row a question: what it asks for and what its evidence is like.

Evidence is the representative set: the smallest one that suffices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from worksurface_pipeline.mmenterprise.evaluation.matched_sets import state_of
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.words import CATEGORIES, MIXED, TEXT, VISUAL
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit

_SECONDS = 3600
SCHEMA: Mapping[str, type[pl.DataType]] = {
    "question": pl.String,
    "project": pl.String,
    "type": pl.String,
    "category": pl.String,
    "answer_kind": pl.String,
    "absence": pl.String,
    "origin": pl.String,
    "twin": pl.String,
    "triple": pl.String,
    "state": pl.String,
    "question_words": pl.Int64,
    "answer_words": pl.Int64,
    "records": pl.Int64,
    "images": pl.Int64,
    "modality": pl.String,
    "need": pl.String,
    "sources": pl.Int64,
    "combination": pl.String,
    "span_hours": pl.Float64,
}
"""Columns; those of evidence are null where a question cannot be answered."""


def question_facts(given: Evaluation) -> pl.DataFrame:
    """The frame of all questions, in the order of the evaluation."""
    rows = [(*_asked(item), *_evidence(item, given.units)) for item in given.questions]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _asked(item: MmQuestion) -> Sequence[object]:
    gold = item.gold if isinstance(item.gold, str) else " ".join(item.gold)
    return (
        item.id,
        item.project,
        item.type.value,
        CATEGORIES[item.type.value],
        item.answer_kind,
        item.absence.value if item.absence else None,
        item.origin or None,
        item.twin or None,
        f"{item.project} {item.triple}" if item.triple else None,
        state_of(item),
        len(item.question.split()),
        len(gold.split()) if gold else None,
    )


def _evidence(item: MmQuestion, units: Mapping[str, Unit]) -> Sequence[object]:
    cited = [units[key] for key in item.evidence]
    if not cited:
        return (None,) * 7
    images = sum(unit.is_visual for unit in cited)
    places = sorted({unit.place.value for unit in cited})
    times = [unit.at for unit in cited]
    return (
        len(cited),
        images,
        _modality(images, len(cited)),
        _need(item, units),
        len(places),
        " + ".join(places),
        (max(times) - min(times)).total_seconds() / _SECONDS,
    )


def _modality(images: int, records: int) -> str:
    if images == 0:
        return TEXT
    return VISUAL if images == records else MIXED


def _need(item: MmQuestion, units: Mapping[str, Unit]) -> str:
    """What the least demanding sufficient set asks of a reader: text alone, or pictures too."""
    sets = [
        [units[key].is_visual for key in cited] for cited in (item.evidence, *item.alternatives)
    ]
    if not all(any(cited) for cited in sets):
        return TEXT
    return VISUAL if all(all(cited) for cited in sets) else MIXED
