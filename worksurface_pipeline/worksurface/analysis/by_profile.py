"""The scoring profiles side by side: what a cell's numbers hang on, and which tasks tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.stats import Mean
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.frames import (
    cells,
    comparable,
    field_columns,
    mean_of,
    without_partial_usage,
)
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import (
    BOTH_MEANS,
    USAGE_NOTE,
    grouped,
    known_cell,
)
from worksurface_pipeline.worksurface.schema.scores import ProfileScore, Score
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES

_SHARED: dict[str, type[pl.DataType]] = {
    "task_id": pl.String,
    "source_task": pl.String,
    "persona": pl.String,
    "model": pl.String,
    "setting": pl.String,
    "epoch": pl.Int64,
    "task_type": pl.String,
    "answer_type": pl.String,
    "derivation": pl.String,
    "status": pl.String,
    "tokens": pl.Int64,
    "efficiency": pl.Float64,
}
_PER_PROFILE: dict[str, type[pl.DataType]] = {
    "profile": pl.String,
    "route_f1": pl.Float64,
    "is_exact_route": pl.Boolean,
    "evidence": pl.Float64,
    "answer": pl.Float64,
    "answer_matched_share": pl.Float64,
    "aggregate": pl.Float64,
}
_CSV = (
    *("model", "setting", "profile"),
    *("answer", "answer_over_all"),
    *("aggregate", "aggregate_over_all"),
    *("n_scored", "n_errors", "n_missing", "n_total"),
    *("n_differing", "differing"),
)
_RUN = ["model", "setting", "task_id", "epoch"]
_NOTE = (
    "Under each scoring profile, whichever is the primary one. Differing counts the tasks whose "
    "Answer is not the same under all profiles; the CSV file names them."
)


class ProfileCell(Frozen):
    """Means of one cell under one profile, and the tasks that the profiles do not agree on."""

    model: str
    setting: str
    profile: str
    answer: Mean
    aggregate: Mean
    differing: tuple[str, ...]


def profile_frame(scores: Sequence[Score]) -> pl.DataFrame:
    """One row per score and profile, sorted by model, setting, task, epoch and profile.

    Errors and missing runs have a row under every profile that any score stands under.
    """
    names = _profiles(scores)
    data = field_columns((score for score in scores for _ in names), list(_SHARED))
    beside = (one for score in scores for one in _side_by_side(score, names))
    data |= field_columns(beside, list(_PER_PROFILE))
    frame = pl.DataFrame(data, schema={**_SHARED, **_PER_PROFILE})
    order = pl.Enum(names)
    sortable = frame.with_columns(pl.col("profile").cast(order).alias("_order"))
    return without_partial_usage(sortable.sort(*_RUN, "_order").drop("_order"))


def differing(frame: pl.DataFrame) -> pl.DataFrame:
    """Model, setting and task of each Answer that is not the same under all profiles."""
    spread = frame.group_by(_RUN).agg(pl.col("answer").drop_nulls().n_unique().alias("_values"))
    return spread.filter(pl.col("_values") > 1).select("model", "setting", "task_id").unique()


def profile_tables(scores: Sequence[Score]) -> Iterator[tuple[Table, str]]:
    """The table of profiles with its CSV; none where no answerable task was scored."""
    frame = comparable(profile_frame(scores))
    rows = profile_cells(frame)
    if rows:
        yield profile_table(rows), profile_csv(rows)


def profile_cells(frame: pl.DataFrame) -> tuple[ProfileCell, ...]:
    """Every cell under every profile, the self-test last."""
    told = differing(frame).sort("task_id")
    found = []
    for model, setting, part in cells(frame):
        own = told.filter((pl.col("model") == model) & (pl.col("setting") == setting))
        for name in part["profile"].unique(maintain_order=True):
            under = part.filter(pl.col("profile") == name)
            found.append(
                ProfileCell(
                    model=model,
                    setting=setting,
                    profile=name,
                    answer=mean_of(under, "answer"),
                    aggregate=mean_of(under, "aggregate"),
                    differing=tuple(own["task_id"]),
                )
            )
    return tuple(sorted(found, key=lambda row: (is_self_test(row.model), row.model, row.setting)))


def profile_table(rows: Sequence[ProfileCell]) -> Table:
    """Answer and Aggregate in per cent, a group of columns a profile."""
    names = tuple(dict.fromkeys(row.profile for row in rows))
    columns = (
        Column("Setting"),
        *(Column(label, True, name) for name in names for label in ("Answer", "Aggregate")),
        Column("Differing", True),
    )
    by_cell: dict[tuple[str, str], list[ProfileCell]] = {}
    for row in rows:
        by_cell.setdefault((row.model, row.setting), []).append(row)
    body = ((model, _row(setting, under)) for (model, setting), under in by_cell.items())
    has_gaps = any(not row.aggregate.n_scored for row in rows)
    notes = (_NOTE, BOTH_MEANS, USAGE_NOTE) if has_gaps else (_NOTE, BOTH_MEANS)
    title = "Answer and Aggregate by scoring profile (%)"
    return Table("profiles", title, columns, grouped(body), notes)


def profile_csv(rows: Sequence[ProfileCell]) -> str:
    """One line per cell and profile; the tasks that differ stand in the last field."""
    lines = (
        (
            *(row.model, row.setting, row.profile),
            *(row.answer.value, row.answer.over_all),
            *(row.aggregate.value, row.aggregate.over_all),
            *(row.answer.n_scored, row.answer.n_errors),
            *(row.answer.n_missing, row.answer.n_total),
            *(len(row.differing), " ".join(row.differing)),
        )
        for row in rows
    )
    return to_csv(_CSV, lines)


def _row(setting: str, under: Sequence[ProfileCell]) -> Row:
    figures = (known_cell(mean) for one in under for mean in (one.answer, one.aggregate))
    count = str(len(under[0].differing))
    return Row((Cell(setting_label(setting)), *figures, Cell(count)))


def _profiles(scores: Sequence[Score]) -> list[str]:
    """The profiles that any score stands under, in their order."""
    found = {score.profile for score in scores}
    found |= {other.profile for score in scores for other in score.also}
    known = [name for name in PROFILES if name in found]
    return known + sorted(found - set(known))


def _side_by_side(score: Score, names: Sequence[str]) -> Sequence[Score | ProfileScore]:
    found: Sequence[Score | ProfileScore] = (score, *score.also)
    if [one.profile for one in found] == names:
        return found
    under = {one.profile: one for one in found}
    return [under.get(name) or ProfileScore(profile=name) for name in names]
