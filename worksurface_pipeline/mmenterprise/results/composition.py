"""What the questions and their evidence are like: the published statistics over ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.evidence import evidence_tables
from worksurface_pipeline.mmenterprise.results.words import (
    ABSENCES,
    CONFLICT,
    MODALITIES,
    NOTHING,
    ORIGINS,
    REASONING,
    TYPES,
)
from worksurface_pipeline.site.labels import NO_ROUTE, percent
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, simple_table, to_csv

_ALL = "All questions"
_COLUMNS = (Column("Property"), Column("Value"), Column("Questions", True), Column("%", True))


def composition_tables(facts: pl.DataFrame) -> Iterator[Made]:
    """The tables of questions and evidence; nothing of no questions."""
    if facts.is_empty():
        return
    known = facts.filter(pl.col("records").is_not_null())
    yield _questions(facts)
    yield _evidence(known)
    yield _characteristics(facts)
    yield from evidence_tables(known)


def _questions(facts: pl.DataFrame) -> Made:
    parts = [
        *_parts(facts, "Category", "category", (REASONING, CONFLICT, NOTHING)),
        *_parts(facts, "Type", "type", TYPES),
        *_parts(facts, "Kind of answer", "answer_kind", _seen(facts, "answer_kind")),
        *_parts(facts, "Kind of absence", "absence", ABSENCES),
        *_parts(facts, "Origin of values", "origin", ORIGINS),
    ]
    return _composed("questions", "What the questions are", parts, "Table 3c")


def _evidence(known: pl.DataFrame) -> Made:
    sizes = {"1": "1 record", "2": "2 records", "3": "3 or more"}
    images = {"0": "none", "1": "1 picture", "2": "2 or more"}
    types = {"1": "1 type", "2": "2 types", "3": "3 or more"}
    rows = known.with_columns(
        pl.col("records").clip(upper_bound=3).cast(pl.String),
        pl.col("sources").clip(upper_bound=3).cast(pl.String),
        pl.col("images").clip(upper_bound=2).cast(pl.String),
    )
    parts = [
        *_parts(rows, "Size", "records", sizes),
        *_parts(rows, "Source types", "sources", types),
        *_parts(rows, "Modality", "modality", MODALITIES),
        *_parts(rows, "Pictures", "images", images),
    ]
    return _composed("questions_evidence", "Evidence of answerable questions", parts, "Table 3d")


_Part = tuple[str, str, int, float]


def _parts(
    rows: pl.DataFrame, name: str, column: str, labels: Mapping[str, str] | Sequence[str]
) -> Iterator[_Part]:
    """How many questions have each value, and the share among those that have any."""
    counts = dict(rows[column].drop_nulls().value_counts().iter_rows())
    total = sum(counts.values())
    for value in labels:
        label = labels[value] if isinstance(labels, Mapping) else value
        count = counts.get(value, 0)
        yield name, label, count, count / total if total else 0.0


def _seen(rows: pl.DataFrame, column: str) -> Sequence[str]:
    return sorted(rows[column].unique().to_list())


def _composed(name: str, title: str, parts: Sequence[_Part], paper: str) -> Made:
    groups: dict[str, list[Row]] = {}
    for field, value, count, share in parts:
        cells = (Cell(field), Cell(value), Cell(str(count)), Cell(percent(share)))
        groups.setdefault(field, []).append(Row(cells))
    shown = tuple(RowGroup("", tuple(rows)) for rows in groups.values())
    table = Table(name, title, _COLUMNS, shown, paper=paper)
    return table, to_csv(("property", "value", "questions", "share"), parts)


def _characteristics(facts: pl.DataFrame) -> Made:
    head = ("type", "questions", "question_words", "answer_words", "records")
    shares = ("two_or_more", "visual", "two_sources")
    figures = [
        pl.len().alias("questions"),
        pl.col("question_words").mean(),
        pl.col("answer_words").mean(),
        pl.col("records").mean(),
        (pl.col("records") > 1).mean().alias("two_or_more"),
        (pl.col("images") > 0).mean().alias("visual"),
        (pl.col("sources") > 1).mean().alias("two_sources"),
    ]
    by_type = {row[0]: row for row in facts.group_by("type").agg(figures).iter_rows()}
    lines = [by_type[kind] for kind in TYPES if kind in by_type]
    lines.append((_ALL, *facts.select(figures).row(0)))
    columns = (
        *(Column("Task"), Column("N", True)),
        Column("Question", True, "Mean words"),
        Column("Answer", True, "Mean words"),
        Column("Mean records", True, "Evidence"),
        Column("2+ records (%)", True, "Evidence"),
        Column("Visual (%)", True, "Evidence"),
        Column("2+ sources (%)", True, "Evidence"),
    )
    rows = [
        (
            *(TYPES.get(line[0], line[0]), str(line[1])),
            *(_mean(value, 2 if place == 2 else 1) for place, value in enumerate(line[2:5])),
            *(percent(value) for value in line[5:]),
        )
        for line in lines
    ]
    title = "Questions, answers and evidence by task"
    paper = "Appendix A, Table 2"
    table = simple_table("questions_by_type", title, columns, rows, paper=paper)
    return table, to_csv((*head, *shares), lines)


def _mean(value: float | None, digits: int) -> str:
    return NO_ROUTE if value is None else f"{value:.{digits}f}"
