"""Who judged how much, what it comes to with and without the judge, and how steady that one is."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields

import polars as pl

from worksurface_pipeline.kernel.intervals import LEVEL, exact_interval
from worksurface_pipeline.kernel.stats import ERROR, MISSING, SCORED
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.results.breakdowns import OVERALL
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.frame import CELL, UNSCORED
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import (
    grouped,
    in_order,
    model_name,
)
from worksurface_pipeline.mmenterprise.results.words import TYPES
from worksurface_pipeline.mmenterprise.schema.evaluation import Judge
from worksurface_pipeline.site.labels import NO_ROUTE, percent
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv

_NOBODY = "No judging model: what exact matching leaves open is unscored."
_NOTE = (
    "Shares of all answers stand beside counts. Accuracy is over what each judged; its bounds are "
    "over all answers but errors and missing ones, unscored ones taken as wrong, then as right. "
    "The flip rate is the share of answers that got another verdict when the judge was asked again "
    "with the given answer before the reference; the first verdict counts. Beside it stands its "
    f"exact {100 * LEVEL:g} % interval. The CSV has every task type."
)


@dataclass(frozen=True, slots=True)
class _Counts:
    """Counts over the answers of a cell."""

    answers: int
    judged: int
    by_exact: int
    by_model: int
    unscored: int
    errors: int
    missing: int
    right_by_exact: int
    right_by_model: int
    asked_twice: int
    flipped: int

    @property
    def right(self) -> int:
        """Right answers, whoever judged them."""
        return self.right_by_exact + self.right_by_model

    @property
    def bounds(self) -> str:
        """The accuracy if all unscored answers were wrong, and if all were right."""
        known = self.judged + self.unscored
        if not known:
            return NO_ROUTE
        ends = (self.right / known, (self.right + self.unscored) / known)
        return "–".join(map(percent, ends))


_HEAD = tuple(field.name for field in fields(_Counts))


def judging_table(frame: pl.DataFrame, given: Evaluation) -> Made | None:
    """What was judged in each cell and by whom; None without cells."""
    if frame.is_empty():
        return None
    found = _counted(frame, pl.lit(OVERALL)) | _counted(frame, pl.col("type"))
    cells = in_order((model, retriever, k) for model, retriever, k, _ in found)
    columns = (
        *(Column("Model"), Column("Answers", True), Column("Judged", True)),
        *(Column("Exact", True, "Judged by"), Column("Model", True, "Judged by")),
        *(Column("Unscored", True), Column("Errors", True), Column("Missing", True)),
        *(Column("Exact", True, "Accuracy (%)"), Column("Model", True, "Accuracy (%)")),
        *(Column("Both", True, "Accuracy (%)"), Column("Bounds", True, "Accuracy (%)")),
        *(Column("Asked twice", True, "Judge"), Column("Flip rate (%)", True, "Judge")),
    )
    rows = ((cell, _row(model_name(cell[0], given), found[*cell, OVERALL])) for cell in cells)
    table = Table(
        name="judging",
        title="What was judged, and by whom",
        columns=columns,
        groups=grouped(rows, given),
        notes=(*_who(given), _NOTE),
    )
    lines = (
        (*cell, kind, *astuple(found[*cell, kind]))
        for cell in cells
        for kind in (*TYPES, OVERALL)
        if (*cell, kind) in found
    )
    return table, to_csv((*CELL, "type", *_HEAD), lines)


def _counted(frame: pl.DataFrame, kind: pl.Expr) -> dict[tuple[str, str, int, str], _Counts]:
    """Counts of each cell, apart by `kind`."""
    status, is_right = pl.col("status"), pl.col("value") == 1
    is_exact, is_model = (pl.col("judge") == who.value for who in (Judge.EXACT, Judge.MODEL))
    sums = {
        "answers": pl.len(),
        "judged": (status == SCORED).sum(),
        "by_exact": is_exact.sum(),
        "by_model": is_model.sum(),
        "unscored": (status == UNSCORED).sum(),
        "errors": (status == ERROR).sum(),
        "missing": (status == MISSING).sum(),
        "right_by_exact": (is_exact & is_right).sum(),
        "right_by_model": (is_model & is_right).sum(),
        "asked_twice": pl.col("is_asked_twice").sum(),
        "flipped": pl.col("is_flipped").sum(),
    }
    keyed = frame.with_columns(kind.alias("kind")).group_by(*CELL, "kind")
    return {
        (str(row[0]), str(row[1]), int(row[2]), str(row[3])): _Counts(*map(int, row[4:]))
        for row in keyed.agg(**sums).iter_rows()
    }


def _row(name: str, counts: _Counts) -> Row:
    parts = (counts.judged, counts.by_exact, counts.by_model, counts.unscored)
    shares = (Cell(str(part), _beside(part, counts.answers)) for part in parts)
    accuracy = (
        _share(counts.right_by_exact, counts.by_exact),
        _share(counts.right_by_model, counts.by_model),
        _share(counts.right, counts.judged),
        counts.bounds,
    )
    rest = (str(counts.errors), str(counts.missing), *accuracy, str(counts.asked_twice))
    return Row((Cell(name), Cell(str(counts.answers)), *shares, *map(Cell, rest), _flips(counts)))


def _flips(counts: _Counts) -> Cell:
    twice, interval = counts.asked_twice, exact_interval(counts.flipped, counts.asked_twice)
    ends = f"{percent(interval.low)} to {percent(interval.high)}" if twice else ""
    return Cell(_share(counts.flipped, twice), ends)


def _share(part: int, whole: int) -> str:
    return percent(part / whole if whole else None)


def _beside(part: int, whole: int) -> str:
    return f"{_share(part, whole)} %" if part else ""


def _who(given: Evaluation) -> tuple[str, ...]:
    judges = sorted({item.judge_model for item in given.judgements if item.judge_model})
    unreached = sum(item.unreached for item in given.judgements)
    is_calibrated = given.calibration is not None and given.calibration.lines
    said = [f"Judging model: {', '.join(judges)}." if judges else _NOBODY]
    if judges and not is_calibrated:
        said.append("The judge is not calibrated: there are no labels by people.")
    if unreached:
        said.append(f"{counted(unreached, 'answer')} found no judge because its endpoint failed.")
    return tuple(said)
