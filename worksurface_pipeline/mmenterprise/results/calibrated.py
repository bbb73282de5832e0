"""How far verdicts agree with those of people, and what is said where they do not."""

from __future__ import annotations

from worksurface_pipeline.kernel.intervals import FEW_CLUSTERS
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.judging.calibration import (
    ALL,
    LEAST_KAPPA,
    LEAST_LABELS,
    Calibrated,
    Calibration,
)
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.words import TYPES
from worksurface_pipeline.mmenterprise.schema.evaluation import Judge
from worksurface_pipeline.site.labels import NO_ROUTE, percent
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv

_NAMES = {Judge.EXACT: "Exact matching", Judge.MODEL: "Judging model"}


def calibration_table(given: Evaluation) -> Made | None:
    """Agreement with people by decider and type; None where there are no labels."""
    found = given.calibration
    if found is None or not found.lines:
        return None
    columns = (
        *(Column("Type"), Column("Decided", True), Column("Left open", True)),
        *(Column("Agreement (%)", True), Column("Cohen's κ", True), Column("Standing")),
    )
    groups: dict[str, list[Row]] = {}
    for line in _sorted(found):
        groups.setdefault(_decider(line, found), []).append(_calibrated(line))
    shown = tuple(RowGroup(name, tuple(rows)) for name, rows in groups.items())
    title = "Verdicts against those of people"
    table = Table("judging_calibration", title, columns, shown, _labels(found, len(given.projects)))
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
    return NO_ROUTE if line.kappa.value is None else _signed(line.kappa.value, 2)


def _signed(value: float, digits: int) -> str:
    """A figure without a sign before a zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def _between(low: float | None, high: float | None, scale: int, digits: int) -> str:
    if low is None or high is None:
        return ""
    return f"{_signed(scale * low, digits)} to {_signed(scale * high, digits)}"


def _labels(found: Calibration, projects: int) -> tuple[str, ...]:
    few = f" With {counted(projects, 'project')} they are too narrow." * (projects < FEW_CLUSTERS)
    return (
        f"{counted(found.answers, 'labelled answer')}; besides, without a majority: {found.tied}, "
        f"of questions that this benchmark lacks: {found.unknown}.",
        f"Below κ = {LEAST_KAPPA:g} a decider agrees too little with people; under {LEAST_LABELS} "
        f"answers nothing is said of it. Intervals of κ are bootstrapped over projects.{few}",
        *_among(found),
    )


def _among(found: Calibration) -> tuple[str, ...]:
    """How far people agree with each other, where two labelled the same answers."""
    if not found.people:
        return ()
    equal, both = (sum(one.raw.count for one in found.people), sum(p.raw.n for p in found.people))
    kappas = sorted(one.kappa.value for one in found.people if one.kappa.value is not None)
    ends = dict.fromkeys(_signed(value, 2) for value in (*kappas[:1], *kappas[-1:]))
    kappa = f", κ {' to '.join(ends)}" if ends else ""
    pairs = counted(len(found.people), "pair")
    return (
        f"People among themselves: {percent(equal / both)} % of verdicts on the same answer are "
        f"equal{kappa} ({pairs} of people, {both} comparisons).",
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
