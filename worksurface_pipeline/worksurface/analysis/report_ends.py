"""How runs ended, cell by cell, each number a link to the trajectories it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.site.listing import Choice
from worksurface_pipeline.site.table import Cell, Column, Row, Table
from worksurface_pipeline.worksurface.analysis.addresses import (
    ABSTAIN,
    ANSWERABLE,
    ASKS,
    Narrowed,
    cell_id,
    runs_href,
)
from worksurface_pipeline.worksurface.analysis.labels import GOLD_SURFACE_SETTINGS, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.report_states import (
    DIAGNOSIS_CHOICES,
    STATE_CHOICES,
    diagnosis_place,
    state_of,
)
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TaskType

_TITLES = {
    ANSWERABLE: "Where runs of answerable tasks ended: every number opens its trajectories",
    ABSTAIN: "Where runs of tasks to abstain from ended",
}
_NOTES = {
    ANSWERABLE: "Runs of tasks that have an answer, the same as in the tables under Diagnosis.",
    ABSTAIN: "Runs of tasks without an answer: right is to abstain. They enter no other mean.",
}


def asked_of(one: Score | AtomicTask) -> str:
    """Whether a task, or that of a run, is answerable or to abstain from."""
    return ABSTAIN if one.task_type is TaskType.ABSTAIN else ANSWERABLE


def ends_tables(scores: Iterable[Score], narrowed: Narrowed = ()) -> Iterator[Table]:
    """Runs of each cell by their class; those of abstain tasks in a table of their own."""
    found = list(scores)
    for asks in (ANSWERABLE, ABSTAIN):
        part = [score for score in found if asked_of(score) == asks]
        if part:
            yield _ends(part, asks, (*narrowed, (ASKS, asks)))


def _ends(scores: Sequence[Score], asks: str, narrowed: Narrowed) -> Table:
    """By diagnosis, or by Answer where no run was diagnosed."""
    is_diagnosed = any(score.diagnosis is not None for score in scores)
    key = "diagnosis" if is_diagnosed else "state"
    cells: dict[tuple[bool, str, str], Counter[str]] = {}
    for score in scores:
        cell = (is_self_test(score.model), score.model, score.setting)
        value = _diagnosis(score) if is_diagnosed else state_of(score)
        cells.setdefault(cell, Counter())[value] += 1
    counted = Counter(name for counts in cells.values() for name in counts)
    choices = [
        one for one in (DIAGNOSIS_CHOICES if is_diagnosed else STATE_CHOICES) if one.id in counted
    ]
    rows = [
        (model, _row(model, setting, counts, choices, (key, narrowed)))
        for (_, model, setting), counts in sorted(cells.items())
    ]
    return Table(
        name=f"ends_{asks}",
        title=_TITLES[asks],
        columns=(
            Column("Setting"),
            *(Column(one.label, True) for one in choices),
            Column("All", True),
        ),
        groups=grouped(rows),
        notes=(_NOTES[asks],),
    )


def _diagnosis(score: Score) -> str:
    place = diagnosis_place(score)
    return "" if place < 0 else DIAGNOSIS_CHOICES[place].id


def _row(
    model: str,
    setting: str,
    counts: Counter[str],
    choices: Sequence[Choice],
    how: tuple[str, Narrowed],
) -> Row:
    key, narrowed = how
    cell = [("cell", cell_id(model, setting)), *narrowed]
    figures = (
        Cell(
            f"{counts[one.id]:,}",
            href=runs_href([*cell, (key, one.id)]) if counts[one.id] else "",
        )
        for one in choices
    )
    return Row(
        (Cell(setting_label(setting)), *figures, Cell(f"{counts.total():,}", href=runs_href(cell))),
        setting in GOLD_SURFACE_SETTINGS,
    )
