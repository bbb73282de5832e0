"""How runs ended, cell by cell, each number a link to the trajectories it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from worksurface_pipeline.site.listing import Choice
from worksurface_pipeline.site.table import Cell, Column, Row, Table
from worksurface_pipeline.worksurface.analysis.labels import (
    GOLD_SURFACE_SETTINGS,
    is_self_test,
    setting_label,
)
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.report_model import RUNS_PAGE, cell_id
from worksurface_pipeline.worksurface.analysis.report_states import (
    DIAGNOSIS_CHOICES,
    STATE_CHOICES,
    diagnosis_place,
    state_of,
)
from worksurface_pipeline.worksurface.schema.scores import Score

Narrowed = Sequence[tuple[str, str]]
"""Names and values by which the list of trajectories is narrowed beside."""


def ends_table(scores: Iterable[Score], narrowed: Narrowed = ()) -> Table:
    """Runs of each cell by their class, or by their Answer where none of them was diagnosed."""
    found = list(scores)
    is_diagnosed = any(score.diagnosis is not None for score in found)
    key = "diagnosis" if is_diagnosed else "state"
    cells: dict[tuple[bool, str, str], Counter[str]] = {}
    for score in found:
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
        name="ends",
        title="Where runs ended: every number opens its trajectories",
        columns=(
            Column("Setting"),
            *(Column(one.label, True) for one in choices),
            Column("All", True),
        ),
        groups=grouped(rows),
        notes=("Runs, all tasks together. What the classes mean stands under Diagnosis.",),
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
        Cell(f"{counts[one.id]:,}", href=_href([*cell, (key, one.id)]) if counts[one.id] else "")
        for one in choices
    )
    return Row(
        (Cell(setting_label(setting)), *figures, Cell(f"{counts.total():,}", href=_href(cell))),
        setting in GOLD_SURFACE_SETTINGS,
    )


def _href(values: Sequence[tuple[str, str]]) -> str:
    return f"{RUNS_PAGE}#{urlencode(values)}"
