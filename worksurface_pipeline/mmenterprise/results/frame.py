"""One row for each question of each cell: its verdict, and all that is known of the question.

A row is scored, an error (the call failed), missing (no record at all), or unscored: an answer on
which nobody decided. A verdict is 1 or 0, null where there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.kernel.errors import DuplicateIdError, WorksurfaceError
from worksurface_pipeline.kernel.stats import ERROR, MISSING, SCORED
from worksurface_pipeline.mmenterprise.schema.evaluation import Judgements

UNSCORED = "unscored"
CELL = ("model", "retriever", "k")
_VERDICTS = {
    "question": pl.String,
    "value": pl.Float64,
    "status": pl.String,
    "judge": pl.String,
    "cause": pl.String,
    "has_whole_set": pl.Boolean,
    "recall": pl.Float64,
    "is_asked_twice": pl.Boolean,
    "is_flipped": pl.Boolean,
}


def verdict_frame(judgements: Sequence[Judgements], facts: pl.DataFrame) -> pl.DataFrame:
    """All cells times all questions.

    Raises DuplicateIdError for a cell that is given twice, WorksurfaceError for a verdict on a
    question that is not of this benchmark.
    """
    _require_distinct(judgements)
    _require_known(judgements, facts)
    parts = [_of_cell(item, facts) for item in judgements]
    head = {"model": pl.String, "retriever": pl.String, "k": pl.Int64}
    empty = pl.DataFrame(schema={**facts.schema, **_VERDICTS, **head})
    return pl.concat(parts, how="vertical") if parts else empty


def _of_cell(given: Judgements, facts: pl.DataFrame) -> pl.DataFrame:
    rows = given.judged
    values = [None if item.is_right is None else float(item.is_right) for item in rows]
    verdicts = pl.DataFrame(
        {
            "question": [item.question for item in rows],
            "value": values,
            "status": [_status(item.is_right, item.is_fault) for item in rows],
            "judge": [item.judge.value for item in rows],
            "cause": [item.cause or None for item in rows],
            "has_whole_set": [item.has_whole_set for item in rows],
            "recall": [item.recall for item in rows],
            "is_asked_twice": [_is_twice(item.is_right, item.again) for item in rows],
            "is_flipped": [
                _is_twice(item.is_right, item.again) and item.again != item.is_right
                for item in rows
            ],
        },
        schema=_VERDICTS,
    )
    cell = given.cell
    return facts.join(verdicts, on="question", how="left", maintain_order="left").with_columns(
        pl.col("status").fill_null(MISSING),
        pl.col("is_asked_twice", "is_flipped").fill_null(False),
        pl.lit(cell.model).alias("model"),
        pl.lit(cell.retriever).alias("retriever"),
        pl.lit(cell.k, dtype=pl.Int64).alias("k"),
    )


def _status(is_right: bool | None, is_fault: bool) -> str:
    if is_fault:
        return ERROR
    return UNSCORED if is_right is None else SCORED


def _is_twice(first: bool | None, again: bool | None) -> bool:
    return first is not None and again is not None


def _require_distinct(judgements: Sequence[Judgements]) -> None:
    seen: set[str] = set()
    for item in judgements:
        if item.cell.key in seen:
            raise DuplicateIdError(
                "Two sets of judgements are of one cell",
                where=item.cell.key,
                remedy="Give the judgements of each cell once",
            )
        seen.add(item.cell.key)


def _require_known(judgements: Sequence[Judgements], facts: pl.DataFrame) -> None:
    known = set(facts["question"].to_list())
    for item in judgements:
        strange = sorted({judged.question for judged in item.judged} - known)
        if strange:
            raise WorksurfaceError(
                f"Verdicts on questions that are not of this benchmark: {len(strange)}",
                where=f"{item.cell.key}: {', '.join(strange[:3])}",
                remedy="Judge the cell again with the questions of this benchmark",
            )
