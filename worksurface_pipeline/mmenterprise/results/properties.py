"""The properties of questions by which accuracy is broken down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from worksurface_pipeline.mmenterprise.results.words import (
    ABSENCES,
    CONFLICT,
    MIXED,
    NOTHING,
    ORIGINS,
    REASONING,
    TEXT,
    TYPES,
    VISUAL,
)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Means by the values of `by`, in the order of `labels`; `has_overall` adds the mean of all.

    Rows whose value has no label are left out. `group_of` spans neighbouring columns.
    """

    name: str
    title: str
    by: pl.Expr
    labels: Mapping[str, str]
    has_overall: bool = False
    paper: str = ""
    group_of: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def _counted(column: str, most: int) -> pl.Expr:
    """A count as text, the last bucket open above."""
    value = pl.col(column)
    return pl.when(value >= most).then(pl.lit(f"{most}+")).otherwise(value.cast(pl.String))


_ONE_OR_MORE = pl.concat_str("modality", pl.lit(" "), _counted("records", 2))

BY_TYPE = Breakdown(
    name="cells",
    title="Accuracy by task type (%)",
    by=pl.col("type"),
    labels=TYPES,
    has_overall=True,
    paper="Table 5",
)
BREAKDOWNS = (
    BY_TYPE,
    Breakdown(
        name="cells_by_category",
        title="Accuracy by category (%)",
        by=pl.col("category"),
        labels={name: name for name in (REASONING, CONFLICT, NOTHING)},
        has_overall=True,
    ),
    Breakdown(
        name="cells_by_evidence",
        title="Accuracy by number and modality of evidence records (%)",
        by=_ONE_OR_MORE,
        labels={
            f"{TEXT} 1": "1",
            f"{TEXT} 2+": "2+",
            f"{VISUAL} 1": "1",
            f"{VISUAL} 2+": "2+",
            f"{MIXED} 2+": "2+",
        },
        group_of={
            **dict.fromkeys((f"{TEXT} 1", f"{TEXT} 2+"), TEXT),
            **dict.fromkeys((f"{VISUAL} 1", f"{VISUAL} 2+"), VISUAL),
            f"{MIXED} 2+": MIXED,
        },
        paper="Table 6",
    ),
    Breakdown(
        name="cells_by_records",
        title="Accuracy by number of evidence records (%)",
        by=_counted("records", 3),
        labels={"1": "1 record", "2": "2 records", "3+": "3 or more"},
    ),
    Breakdown(
        name="cells_by_modality",
        title="Accuracy by modality of the evidence (%)",
        by=pl.col("modality"),
        labels={TEXT: TEXT, VISUAL: "Visual only", MIXED: MIXED},
    ),
    Breakdown(
        name="cells_by_images",
        title="Accuracy by number of pictures among the evidence (%)",
        by=_counted("images", 2),
        labels={"0": "None", "1": "One picture", "2+": "Two or more"},
    ),
    Breakdown(
        name="cells_by_need",
        title="Accuracy by what has to be read (%)",
        by=pl.col("need"),
        labels={TEXT: "Text suffices", VISUAL: "Pictures alone", MIXED: "Pictures and text"},
        notes=(
            "Over all sufficient sets: text suffices where some set has no picture; a question of "
            "pictures alone has a text in none of its sets.",
        ),
    ),
    Breakdown(
        name="cells_by_sources",
        title="Accuracy by number of source types of the evidence (%)",
        by=_counted("sources", 3),
        labels={"1": "1 type", "2": "2 types", "3+": "3 or more"},
    ),
    Breakdown(
        name="cells_by_origin",
        title="Accuracy by origin of the values asked for (%)",
        by=pl.when(pl.col("absence").is_null()).then(pl.col("origin")),
        labels=ORIGINS,
        notes=(
            "Answerable questions. Invented values stand in no seed document: a model that knows "
            "the documents by heart cannot know them.",
        ),
    ),
    Breakdown(
        name="cells_by_absence",
        title="Accuracy on questions without an answer, by kind (%)",
        by=pl.col("absence"),
        labels=ABSENCES,
        has_overall=True,
    ),
    Breakdown(
        name="cells_by_found",
        title="Accuracy by how much of the evidence was retrieved (%)",
        by=pl.when(pl.col("has_whole_set"))
        .then(pl.lit("whole"))
        .when(pl.col("recall") > 0)
        .then(pl.lit("part"))
        .when(pl.col("recall") == 0)
        .then(pl.lit("none")),
        labels={"whole": "A whole set", "part": "Part of one", "none": "None of it"},
    ),
)
