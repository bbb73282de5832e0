"""What evidence is like: source combinations, modality by task, span of time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from worksurface_pipeline.kernel.stats import median
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.words import (
    CATEGORIES,
    CONFLICT,
    MODALITIES,
    PLACES,
    REASONING,
    TYPES,
)
from worksurface_pipeline.site.labels import percent
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, simple_table, to_csv

_MOST_COMBINATIONS = 8  # as many as the paper lists
_SPANS = (
    (0, 1, "under 1 hour"),
    (1, 24, "1 to 24 hours"),
    (24, 48, "24 to 48 hours"),
    (48, 72, "48 to 72 hours"),
    (72, float("inf"), "72 hours or more"),
)


def evidence_tables(known: pl.DataFrame) -> Iterator[Made]:
    """The tables over questions that have evidence."""
    yield _combinations(known)
    yield _modality(known)
    yield _spans(known)


def _combinations(known: pl.DataFrame) -> Made:
    several = known.filter(pl.col("sources") > 1)
    counts = sorted(
        several["combination"].value_counts().iter_rows(), key=lambda item: (-item[1], item[0])
    )
    total = several.height
    shown = [(_places(name), count) for name, count in counts[:_MOST_COMBINATIONS]]
    rest = sum(count for _, count in counts[_MOST_COMBINATIONS:])
    shown += [(f"{len(counts) - _MOST_COMBINATIONS} others", rest)] if rest else []
    rows = [(name, str(count), percent(count / total)) for name, count in shown]
    rows.append(("All", str(total), percent(total / total if total else None)))
    columns = (Column("Source types"), Column("Questions", True), Column("%", True))
    title = "Most frequent combinations of source types in the evidence"
    notes = ("Of the answerable questions whose evidence has several source types.",)
    paper = "Appendix A, Table 3"
    table = simple_table("questions_combinations", title, columns, rows, notes, paper)
    return table, to_csv(("combination", "questions"), counts)


def _places(combination: str) -> str:
    return " + ".join(PLACES[place] for place in combination.split(" + "))


def _modality(known: pl.DataFrame) -> Made:
    counts = known.pivot("modality", index="type", values="question", aggregate_function="len")
    by_type = {row["type"]: row for row in counts.iter_rows(named=True)}
    columns = (
        *(Column("Task"), Column("Questions", True)),
        *(Column(f"{name} (%)", True) for name in MODALITIES),
    )
    groups = []
    for category in (REASONING, CONFLICT):
        kinds = [kind for kind in TYPES if CATEGORIES[kind] == category and kind in by_type]
        rows = [_modality_row(TYPES[kind], _of(by_type[kind])) for kind in kinds]
        groups.append(RowGroup(category, tuple(rows)))
    total = [sum(_of(row)[place] for row in by_type.values()) for place in range(len(MODALITIES))]
    groups.append(RowGroup("", (_modality_row("All answerable questions", total),)))
    title, paper = "Modality of the evidence by task", "Appendix A, Table 4"
    table = Table("questions_modality", title, columns, tuple(groups), paper=paper)
    lines = ((kind, *_of(by_type[kind])) for kind in TYPES if kind in by_type)
    return table, to_csv(("type", "text", "visual", "mixed"), lines)


def _of(row: Mapping[str, object]) -> list[int]:
    return [int(str(row.get(name) or 0)) for name in MODALITIES]


def _modality_row(label: str, counts: Sequence[int]) -> Row:
    total = sum(counts)
    shares = (percent(count / total if total else None) for count in counts)
    return Row((Cell(label), Cell(str(total)), *map(Cell, shares)))


def _spans(known: pl.DataFrame) -> Made:
    hours = known.filter(pl.col("records") > 1)["span_hours"].to_list()
    counts = [(label, sum(low <= value < high for value in hours)) for low, high, label in _SPANS]
    rows = [
        (label, str(count), percent(count / len(hours) if hours else None))
        for label, count in counts
    ]
    middle = median(hours)
    said = f"; the median is {middle:.1f} hours" if middle is not None else ""
    notes = (
        "From the earliest to the latest record of the evidence, over the "
        f"{len(hours)} questions that need at least two{said}.",
    )
    columns = (Column("Span"), Column("Questions", True), Column("%", True))
    title, paper = "Temporal span of the evidence", "Appendix A, Table 5"
    table = simple_table("questions_spans", title, columns, rows, notes, paper)
    return table, to_csv(("span", "questions"), counts)
