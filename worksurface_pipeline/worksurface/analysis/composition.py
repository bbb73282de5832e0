"""What the benchmark is made of: counts by task type, persona, answer type and derivation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.labels import percent, plain_label
from worksurface_pipeline.site.table import Column, Table, simple_table, to_csv
from worksurface_pipeline.worksurface.analysis.labels import task_type_label
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_FIELDS: dict[str, Callable[[AtomicTask], str]] = {
    "task type": lambda task: task_type_label(task.task_type.value),
    "required surfaces": lambda task: " + ".join(sorted(task.required_surfaces)) or "none",
    "persona": lambda task: plain_label(task.source.persona),
    "answer type": lambda task: plain_label(task.answer_type.value),
    "derivation": lambda task: plain_label(task.derivation.value),
}


class Part(Frozen):
    """How many tasks have one value of a field."""

    field: str
    value: str
    count: int
    share: float


def composition(tasks: Sequence[AtomicTask]) -> tuple[Part, ...]:
    """Counts of every field, the largest first. Frequencies are an outcome, never a target."""
    parts = []
    for field, value_of in _FIELDS.items():
        counts = Counter(value_of(task) for task in tasks)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        parts += [
            Part(field=field, value=value, count=count, share=count / len(tasks))
            for value, count in ordered
        ]
    return tuple(parts)


def composition_table(parts: Iterable[Part]) -> Table:
    """The counts as a table."""
    columns = (Column("Field"), Column("Value"), Column("Tasks", True), Column("%", True))
    rows = ((part.field, part.value, str(part.count), percent(part.share)) for part in parts)
    return simple_table("composition", "What the tasks are", columns, rows)


def composition_csv(parts: Iterable[Part]) -> str:
    """The counts as CSV."""
    rows = ((part.field, part.value, part.count, part.share) for part in parts)
    return to_csv(("field", "value", "tasks", "share"), rows)
