"""Two retrievers, and two depths, side by side on the same questions of the same model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import polars as pl

from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.frame import CELL
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import (
    SHARE_HEAD,
    model_name,
    notes_of,
    share_cell,
    share_values,
    titled,
)
from worksurface_pipeline.mmenterprise.results.shares import (
    DIFFERENCE,
    Key,
    Share,
    Study,
    shares,
)
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv

_NOTE = (
    "Over the questions that were judged under both; the difference is the second less the first."
)


def contrast_tables(frame: pl.DataFrame, study: Study, given: Evaluation) -> Iterator[Made]:
    """The second retriever less the first at equal depth, the greater depth less the smaller."""
    for field, name, title in (
        ("retriever", "contrasts_retrievers", "Retrievers side by side (%)"),
        ("k", "contrasts_depths", "Depths side by side (%)"),
    ):
        pairs = _pairs(frame, field)
        if not pairs.is_empty():
            yield _made(name, title, field, pairs, study, given)


def _pairs(frame: pl.DataFrame, field: str) -> pl.DataFrame:
    """A row a question and pair of values of `field`, all else equal."""
    known = frame.filter(pl.col("value").is_not_null()).select(
        *CELL, "project", "question", "value"
    )
    same = [name for name in (*CELL, "project", "question") if name != field]
    values = known[field].unique().sort().to_list()
    parts = [
        known.filter(pl.col(field) == first)
        .join(known.filter(pl.col(field) == second), on=same, suffix="_second")
        .with_columns(
            (pl.col("value_second") - pl.col("value")).alias("difference"),
            pl.lit(SCORED).alias("status"),
        )
        for first, second in combinations(values, 2)
    ]
    return pl.concat(parts) if parts else pl.DataFrame()


def _made(
    name: str, title: str, field: str, pairs: pl.DataFrame, study: Study, given: Evaluation
) -> Made:
    keys = (*CELL, f"{field}_second")
    measures = {
        "value": shares(study, pairs, keys),
        "value_second": shares(study, pairs, keys, "value_second"),
        "difference": shares(study, pairs, keys, "difference", DIFFERENCE),
    }
    other = "k" if field == "retriever" else "retriever"
    order = sorted(
        measures["value"], key=lambda key: (_pair(key, field), is_self_test(str(key[0])), key)
    )
    groups: dict[str, list[Row]] = {}
    for key in order:
        model, held = str(key[0]), str(key[2] if field == "retriever" else key[1])
        heading = " and ".join(map(str, _pair(key, field)))
        cells = (share_cell(found[key], study) for found in measures.values())
        row = Row((Cell(model_name(model, given)), Cell(held), *cells))
        groups.setdefault(heading, []).append(row)
    columns = (
        *(Column("Model"), Column(other, other == "k")),
        *(Column("First", True), Column("Second", True), Column("Difference", True)),
    )
    shown = tuple(RowGroup(heading, tuple(rows)) for heading, rows in groups.items())
    notes = (*notes_of(study), _NOTE)
    table = Table(name, titled(title, study), columns, shown, notes)
    return table, _csv(keys, order, measures)


def _pair(key: Key, field: str) -> tuple[object, object]:
    return (key[1] if field == "retriever" else key[2], key[3])


def _csv(
    keys: tuple[str, ...], order: list[Key], measures: Mapping[str, Mapping[Key, Share]]
) -> str:
    lines = (
        (*key, measure, *share_values(found[key]))
        for key in order
        for measure, found in measures.items()
    )
    return to_csv((*keys, "measure", *SHARE_HEAD), lines)
