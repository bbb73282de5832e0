"""Columns of the lists of a report: what tasks and runs can be seen, searched and chosen by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from worksurface_pipeline.site.list_columns import (
    Made,
    code_column,
    labelled,
    number_column,
    places_column,
    text_column,
)
from worksurface_pipeline.site.listing import ALPHABET, NONE, Choice, Kind, ListColumn
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.worksurface.analysis.addresses import ABSTAIN, ANSWERABLE, ASKS, cell_id
from worksurface_pipeline.worksurface.analysis.labels import setting_label, task_type_label
from worksurface_pipeline.worksurface.analysis.report_ends import asked_of
from worksurface_pipeline.worksurface.analysis.report_states import (
    DIAGNOSIS_CHOICES,
    FLIPS,
    STATE_CHOICES,
    diagnosis_place,
    flips_of,
    state_in_cell,
)
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_QUESTION_CHARACTERS = 240  # of a question in a list
_ASKS = (
    Choice(id=ANSWERABLE, label="answerable"),
    Choice(id=ABSTAIN, label="to abstain from"),
)

Cells = Sequence[tuple[str, str]]
"""Models and settings, in the order of the tables."""


def about_columns(tasks: Sequence[AtomicTask], is_shown: bool = True) -> Iterator[Made]:
    """What a task can be chosen by."""
    personas = [task.source.persona for task in tasks]
    types = [task.task_type.value for task in tasks]
    families = [task.derivation.value for task in tasks]
    yield code_column("persona", "Persona", personas, labelled(personas), is_shown=is_shown)
    kinds = tuple(Choice(id=name, label=task_type_label(name)) for name in sorted(set(types)))
    yield code_column("type", "Type", types, kinds, is_shown=is_shown)
    yield code_column("family", "Family", families, labelled(families), is_shown=is_shown)
    asks = [asked_of(task) for task in tasks]
    yield code_column(ASKS, "The task is", asks, _ASKS, is_shown=False)


def source_column(tasks: Iterable[AtomicTask]) -> Made:
    """The source task that each was made from."""
    return code_column("source", "Source task", [task.source.task_id for task in tasks])


def cell_choices(cells: Cells) -> tuple[Choice, ...]:
    """The cells as choices, in their order."""
    return tuple(
        Choice(id=cell_id(model, setting), label=f"{model}, {setting_label(setting)}")
        for model, setting in cells
    )


def question_column(tasks: Iterable[AtomicTask]) -> Made:
    """The questions, cut where they are long."""
    texts = (bounded(task.question, _QUESTION_CHARACTERS) for task in tasks)
    shown = (text + (" …" if cut else "") for text, cut in texts)
    return text_column("question", "Question", shown)


def states_column(of: Sequence[Sequence[Score]], cells: Cells) -> Made:
    """What became of each task in each cell."""
    states = [_in_cells(scores, cells) for scores in of]
    return places_column("cells", "In cell", states, STATE_CHOICES, cell_choices(cells))


def _in_cells(scores: Sequence[Score], cells: Cells) -> list[int]:
    parts: dict[tuple[str, str], list[Score]] = {}
    for score in scores:
        parts.setdefault((score.model, score.setting), []).append(score)
    return [state_in_cell(parts.get(cell, ())) for cell in cells]


def diagnoses_column(of: Sequence[Sequence[Score]]) -> Made:
    """The classes that the runs of a task have."""
    values = ["".join(sorted({_sign(score) for score in scores} - {NONE})) for scores in of]
    column = ListColumn(
        key="diagnosis",
        label="Some run is",
        kind=Kind.CODES,
        choices=DIAGNOSIS_CHOICES,
        is_shown=False,
        is_filter=any(values),
    )
    return column, list(values)


def epoch_column(rows: Sequence[Score]) -> Made:
    """Shown where some run is not the first."""
    column, values = number_column("epoch", "Epoch", (score.epoch for score in rows))
    return column.model_copy(update={"is_shown": any(values)}), values


def diagnosis_column(rows: Sequence[Score]) -> Made:
    """The class of each run."""
    values = [_sign(score) for score in rows]
    column = ListColumn(
        key="diagnosis",
        label="Diagnosis",
        kind=Kind.CODES,
        choices=DIAGNOSIS_CHOICES,
        is_shown=True,
        is_filter=True,
    )
    return column, ["" if value == NONE else value for value in values]


def _sign(score: Score) -> str:
    place = diagnosis_place(score)
    return NONE if place < 0 else ALPHABET[place]


def flips_column(of: Sequence[Sequence[Score]]) -> Made:
    """Between what the Answer of a task flips."""
    column = ListColumn(
        key="flipped",
        label="Flipped",
        kind=Kind.CODES,
        choices=FLIPS,
        is_shown=False,
        is_filter=True,
    )
    return column, ["".join(ALPHABET[place] for place in flips_of(scores)) for scores in of]
