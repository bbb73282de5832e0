"""Questions that belong together: twins right on both, and triples on one fact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.mmenterprise.evaluation.matched_sets import AS_OF, BEFORE, CURRENT
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.frame import CELL
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import (
    SHARE_HEAD,
    cells_in,
    grouped,
    model_name,
    notes_of,
    share_cell,
    share_values,
    titled,
)
from worksurface_pipeline.mmenterprise.results.shares import Key, Share, Study, shares
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv

_TWINS = {
    "both": "Right on both",
    "answerable": "The answerable one alone",
    "unanswerable": "The unanswerable one alone",
    "neither": "Neither",
}
_STATES = (CURRENT, AS_OF, BEFORE)
_TRIPLES = {
    "all": "Right on all three",
    CURRENT: "Current state",
    AS_OF: "As of a time",
    BEFORE: "Before a revision",
}
_TWIN_NOTE = (
    "An unanswerable question and the answerable one that it was changed from in one entity or "
    "condition. A pair counts where both were judged."
)
_TRIPLE_NOTE = (
    "Three questions on one fact: what holds now, what was on record at a time, what was on record "
    "before a revision. A triple counts where all three were judged."
)


def matched_tables(frame: pl.DataFrame, study: Study, given: Evaluation) -> Iterator[Made]:
    """Twins and triples, as far as there are any that were judged."""
    pairs = _pairs(frame)
    if not pairs.is_empty():
        title = "Twins: an answerable question and its unanswerable change (%)"
        yield _made("twins", title, "Pairs", _TWINS, pairs, _TWIN_NOTE, study, given)
    threes = _threes(frame)
    if not threes.is_empty():
        title = "Matched triples on one fact (%)"
        yield _made("triples", title, "Triples", _TRIPLES, threes, _TRIPLE_NOTE, study, given)


def _pairs(frame: pl.DataFrame) -> pl.DataFrame:
    known = frame.filter(pl.col("value").is_not_null())
    twins = known.filter(pl.col("twin").is_not_null()).select(
        *CELL, "project", pl.col("twin").alias("question"), pl.col("value").alias("second")
    )
    first, second = pl.col("value") == 1, pl.col("second") == 1
    return twins.join(known.select(*CELL, "question", "value"), on=(*CELL, "question")).select(
        *CELL,
        "project",
        pl.lit(SCORED).alias("status"),
        (first & second).cast(pl.Float64).alias("both"),
        (first & ~second).cast(pl.Float64).alias("answerable"),
        (~first & second).cast(pl.Float64).alias("unanswerable"),
        (~first & ~second).cast(pl.Float64).alias("neither"),
    )


def _threes(frame: pl.DataFrame) -> pl.DataFrame:
    known = frame.filter(pl.col("value").is_not_null() & pl.col("triple").is_not_null())
    grouped_ = known.group_by(*CELL, "project", "triple").agg(
        *(
            pl.col("value").filter(pl.col("state") == state).first().alias(state)
            for state in _STATES
        )
    )
    return grouped_.drop_nulls(_STATES).with_columns(
        pl.lit(SCORED).alias("status"), pl.min_horizontal(_STATES).alias("all")
    )


def _made(
    name: str,
    title: str,
    unit: str,
    labels: Mapping[str, str],
    rows: pl.DataFrame,
    note: str,
    study: Study,
    given: Evaluation,
) -> Made:
    found: dict[Key, Share] = {}
    for measure in labels:
        own = shares(study, rows, CELL, measure)
        found |= {(*key, measure): one for key, one in own.items()}
    cells = cells_in(found)
    lines = []
    for cell in cells:
        shown = (share_cell(found[(*cell, measure)], study) for measure in labels)
        size = Cell(str(found[(*cell, next(iter(labels)))].mean.n_total))
        lines.append((cell, Row((Cell(model_name(cell[0], given)), size, *shown))))
    columns = (
        *(Column("Model"), Column(unit, True)),
        *(Column(label, True) for label in labels.values()),
    )
    notes = (*notes_of(study), note)
    table = Table(name, titled(title, study), columns, grouped(lines, given), notes)
    csv_lines = (
        (*cell, measure, *share_values(found[(*cell, measure)]))
        for cell in cells
        for measure in labels
    )
    return table, to_csv((*CELL, "measure", *SHARE_HEAD), csv_lines)
