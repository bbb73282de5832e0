"""How much of the evidence each retriever finds at each depth, a row a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import polars as pl

from worksurface_pipeline.kernel.stats import MISSING, SCORED
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.schema.evaluation import Retrieved
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

MEASURES = ("representative", "best", "whole", "textual", "visual")
"""Shares of the representative set, of the set found most of, whether one was found as a whole;
and of the textual and the visual records of the representative set."""
_NOT_FOUND = 1 << 40  # a rank beyond any depth


def recall_frame(given: Evaluation, facts: pl.DataFrame) -> pl.DataFrame:
    """Retriever and depth times the questions that have evidence; a null measure has no records.

    A question for which a retriever was not asked is missing.
    """
    depths = sorted({item.cell.k for item in given.judgements})
    sets = _sets(given)
    parts = [
        _measured(retrieved, k, sets, facts)
        for retrieved in sorted(given.retrieved, key=lambda item: item.retriever)
        for k in depths or [retrieved.depth]
        if k <= retrieved.depth
    ]
    return pl.concat(parts) if parts else pl.DataFrame()


def _sets(given: Evaluation) -> pl.DataFrame:
    """A row for each unit of each sufficient set; set 0 is the representative one."""
    units = given.units
    rows = [
        (item.id, number, unit, units[unit].is_visual)
        for item in given.questions
        for number, cited in enumerate(_distinct(item))
        for unit in cited
    ]
    schema = {"question": pl.String, "set": pl.Int64, "unit": pl.String, "is_visual": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _distinct(item: MmQuestion) -> Iterable[Sequence[str]]:
    return (item.evidence, *item.alternatives) if item.evidence else ()


def _ranks(retrieved: Retrieved) -> pl.DataFrame:
    rows = (
        (found.question, unit, rank)
        for found in retrieved.found
        for rank, unit in enumerate(found.units)
    )
    schema = {"question": pl.String, "unit": pl.String, "rank": pl.Int64}
    return pl.DataFrame(list(rows), schema=schema, orient="row")


def _measured(
    retrieved: Retrieved, k: int, sets: pl.DataFrame, facts: pl.DataFrame
) -> pl.DataFrame:
    asked = [item.question for item in retrieved.found]
    ranks = _ranks(retrieved)
    hits = sets.join(ranks, on=("question", "unit"), how="left").with_columns(
        (pl.col("rank").fill_null(_NOT_FOUND) < k).cast(pl.Float64).alias("hit")
    )
    by_set = hits.group_by("question", "set").agg(pl.col("hit").mean())
    over_sets = by_set.group_by("question").agg(
        pl.col("hit").filter(pl.col("set") == 0).first().alias("representative"),
        pl.col("hit").max().alias("best"),
        (pl.col("hit").max() == 1).cast(pl.Float64).alias("whole"),
    )
    first = hits.filter(pl.col("set") == 0)
    of_form = first.group_by("question").agg(
        pl.col("hit").filter(~pl.col("is_visual")).mean().alias("textual"),
        pl.col("hit").filter(pl.col("is_visual")).mean().alias("visual"),
    )
    measured = over_sets.join(of_form, on="question")
    rows = facts.filter(pl.col("records").is_not_null()).select("question", "project", "type")
    return rows.join(measured, on="question", how="left", maintain_order="left").with_columns(
        pl.lit(retrieved.retriever).alias("retriever"),
        pl.lit(k, dtype=pl.Int64).alias("k"),
        pl.when(pl.col("question").is_in(asked))
        .then(pl.lit(SCORED))
        .otherwise(pl.lit(MISSING))
        .alias("status"),
    )


def long_form(frame: pl.DataFrame) -> pl.DataFrame:
    """A row for each measure that a question has."""
    keys = ("retriever", "k", "type", "project", "status")
    return frame.unpivot(
        on=MEASURES, index=keys, variable_name="measure", value_name="value"
    ).filter(pl.col("value").is_not_null())


def conditions(frame: pl.DataFrame) -> Iterator[tuple[str, int]]:
    """Retrievers and depths, depth by depth."""
    yield from frame.select("retriever", "k").unique().sort("k", "retriever").iter_rows()
