"""Columns and words that lead from a task to its files and its question."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.site.list_columns import Made, code_column
from worksurface_pipeline.site.listing import Choice, Kind, ListColumn, many_of, searchable
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.runs import item_id
from worksurface_pipeline.worksurface.analysis.report_files import (
    Origins,
    file_parts,
    proof_names,
)
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_START_CHARACTERS = 90  # of a question beside a run


def file_column(tasks: Sequence[AtomicTask], origins: Origins) -> Made:
    """The files and sheets that the proof of each task was read from; shown by its page alone."""
    of = [
        sorted({label for part in file_parts(task, origins) for label in (part.file, part.label)})
        for task in tasks
    ]
    known = sorted({label for labels in of for label in labels})
    places = {label: place for place, label in enumerate(known)}
    column = ListColumn(
        key="file",
        label="Proved by file",
        kind=Kind.MANY,
        choices=tuple(Choice(id=label, label=label) for label in known),
        is_shown=False,
        is_filter=bool(known),
    )
    return column, [many_of(places[label] for label in labels) for labels in of]


def words_of(task: AtomicTask, gold: str, origins: Origins) -> str:
    """What a search of a task looks in: its id, the whole question, its gold, its proof's names."""
    original = task.original_question or ""
    names = proof_names(task, origins)
    return searchable((task.id, task.question, original, gold, task.source.task_id, *names))


def question_starts(tasks: Sequence[AtomicTask]) -> Made:
    """Which task a run is of, seen as the start of its question: a text for each task alone."""
    starts = {task.id: bounded(task.question, _START_CHARACTERS) for task in tasks}
    names = {name: item_id(name) for name in starts}
    choices = tuple(
        Choice(id=names[name], label=text + (" …" if cut else ""))
        for name, (text, cut) in starts.items()
    )
    column, values = code_column("id", "Question", [names[task.id] for task in tasks], choices)
    return column.model_copy(update={"is_filter": False}), values
