"""Who judged how much, how steady the judge is, and how far it agrees with people."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.kernel.intervals import LEVEL, exact_interval
from worksurface_pipeline.kernel.stats import ERROR, MISSING, SCORED
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.judging.calibration import (
    ALL,
    LEAST_KAPPA,
    LEAST_LABELS,
    Calibrated,
    Calibration,
)
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.frame import CELL, UNSCORED
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import grouped, in_order, model_name
from worksurface_pipeline.mmenterprise.results.words import TYPES
from worksurface_pipeline.mmenterprise.schema.evaluation import Judge
from worksurface_pipeline.site.labels import NO_ROUTE, percent
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv

_HEAD = (
    *("answers", "judged", "by_exact", "by_model", "unscored", "errors", "missing"),
    *("asked_twice", "flipped"),
)
_NOBODY = "No judging model: what exact matching leaves open is unscored."
_NAMES = {Judge.EXACT: "Exact matching", Judge.MODEL: "Judging model"}


def judging_table(frame: pl.DataFrame, given: Evaluation) -> Made | None:
    """What was judged in each cell and by whom; None without cells."""
    if frame.is_empty():
        return None
    rows_of = frame.group_by(CELL).agg(
        pl.len().alias("answers"),
        (pl.col("status") == SCORED).sum().alias("judged"),
        (pl.col("judge") == Judge.EXACT.value).sum().alias("exact"),
        (pl.col("judge") == Judge.MODEL.value).sum().alias("model_judged"),
        (pl.col("status") == UNSCORED).sum().alias("unscored"),
        (pl.col("status") == ERROR).sum().alias("errors"),
        (pl.col("status") == MISSING).sum().alias("missing"),
        pl.col("is_asked_twice").sum().alias("twice"),
        pl.col("is_flipped").sum().alias("flipped"),
    )
    counts = {tuple(row[:3]): [int(value) for value in row[3:]] for row in rows_of.iter_rows()}
    cells = in_order((str(key[0]), str(key[1]), int(key[2])) for key in counts)
    columns = (
        *(Column("Model"), Column("Answers", True), Column("Judged", True)),
        *(Column("Exact", True, "Judged by"), Column("Model", True, "Judged by")),
        *(Column("Unscored", True), Column("Errors", True), Column("Missing", True)),
        *(Column("Asked twice", True, "Judge"), Column("Flip rate (%)", True, "Judge")),
    )
    rows = ((cell, _row(model_name(cell[0], given), counts[cell])) for cell in cells)
    table = Table(
        name="judging",
        title="What was judged, and by whom",
        columns=columns,
        groups=grouped(rows, given),
        notes=(*_who(given), _FLIPS),
    )
    lines = ((*cell, *counts[cell]) for cell in cells)
    return table, to_csv((*CELL, *_HEAD), lines)


_FLIPS = (
    "Shares of all answers stand beside. The flip rate is the share of answers that got another "
    "verdict when the judge was asked again with the given answer before the reference; the first "
    f"verdict counts. Beside it stands its exact {100 * LEVEL:g} % interval."
)


def _row(name: str, counts: Sequence[int]) -> Row:
    answers, judged, exact, model, unscored, errors, missing, twice, flipped = counts
    shares = (Cell(str(part), _of(part, answers)) for part in (judged, exact, model, unscored))
    rest = (Cell(str(number)) for number in (errors, missing, twice))
    interval = exact_interval(flipped, twice)
    ends = f"{percent(interval.low)} to {percent(interval.high)}" if twice else ""
    flips = Cell(percent(flipped / twice if twice else None), ends)
    return Row((Cell(name), Cell(str(answers)), *shares, *rest, flips))


def _of(part: int, whole: int) -> str:
    return f"{percent(part / whole if whole else None)} %" if part else ""


def _who(given: Evaluation) -> tuple[str, ...]:
    judges = sorted({item.judge_model for item in given.judgements if item.judge_model})
    unreached = sum(item.unreached for item in given.judgements)
    who = f"Judging model: {', '.join(judges)}." if judges else _NOBODY
    lost = f"{counted(unreached, 'answer')} found no judge because its endpoint failed."
    return (who, lost) if unreached else (who,)


def calibration_table(given: Evaluation) -> Made | None:
    """Agreement with people by decider and type; None where there are no labels."""
    found = given.calibration
    if found is None or not found.lines:
        return None
    columns = (
        *(Column("Type"), Column("Decided", True), Column("Left open", True)),
        *(Column("Agreement (%)", True), Column("Cohen's κ", True), Column("So it")),
    )
    groups: dict[str, list[Row]] = {}
    for line in _sorted(found):
        groups.setdefault(_decider(line, found), []).append(_calibrated(line))
    shown = tuple(RowGroup(name, tuple(rows)) for name, rows in groups.items())
    title = "Verdicts against those of people"
    table = Table("judging_calibration", title, columns, shown, _labels(found))
    return table, _csv(found)


def _sorted(found: Calibration) -> list[Calibrated]:
    order = [ALL, *TYPES]
    return sorted(found.lines, key=lambda line: (line.decider.value, order.index(line.type)))


def _decider(line: Calibrated, found: Calibration) -> str:
    name = _NAMES[line.decider]
    return f"{name} ({found.judge_model})" if line.decider is Judge.MODEL else name


def _calibrated(line: Calibrated) -> Row:
    raw, kappa = line.raw.interval, line.kappa.interval
    return Row(
        (
            Cell(TYPES.get(line.type, "All types")),
            *(Cell(str(line.decided)), Cell(str(line.undecided))),
            Cell(percent(line.raw.value), _between(raw.low, raw.high, 100, 1)),
            Cell(_kappa(line), _between(kappa.low, kappa.high, 1, 2)),
            Cell(line.standing.value),
        )
    )


def _kappa(line: Calibrated) -> str:
    return NO_ROUTE if line.kappa.value is None else f"{line.kappa.value:.2f}"


def _between(low: float | None, high: float | None, scale: int, digits: int) -> str:
    if low is None or high is None:
        return ""
    return f"{scale * low:.{digits}f} to {scale * high:.{digits}f}"


def _labels(found: Calibration) -> tuple[str, ...]:
    return (
        f"{found.answers} labelled answers; {found.tied} more have no majority, {found.unknown} are"
        " of questions that this benchmark lacks.",
        f"Below κ = {LEAST_KAPPA:g} a decider agrees too little with people; under {LEAST_LABELS} "
        "answers nothing is said of it.",
    )


def warnings(given: Evaluation) -> tuple[str, ...]:
    """What has to be said below every table of accuracy."""
    found = given.calibration
    low = found.too_low() if found else ()
    said = (
        f"{TYPES.get(line.type, 'all types')} ({_NAMES[line.decider].lower()}, κ {_kappa(line)}, "
        f"n {line.decided})"
        for line in low
    )
    return (f"Verdicts agree too little with people on: {'; '.join(said)}.",) if low else ()


def _csv(found: Calibration) -> str:
    head = ("decider", "type", "decided", "undecided", "agreement", "agreement_low")
    more = ("agreement_high", "kappa", "kappa_low", "kappa_high", "standing")
    lines = (
        (
            *(line.decider.value, line.type, line.decided, line.undecided, line.raw.value),
            *(line.raw.interval.low, line.raw.interval.high, line.kappa.value),
            *(line.kappa.interval.low, line.kappa.interval.high, line.standing.value),
        )
        for line in _sorted(found)
    )
    return to_csv((*head, *more), lines)
