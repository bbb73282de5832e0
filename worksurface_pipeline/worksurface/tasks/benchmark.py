"""The benchmark: verified tasks of all personas in one order, every id once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


class Benchmark(RecordSet):
    """All released tasks, sorted by persona, source task and id."""

    tasks: tuple[AtomicTask, ...] = ()


def assemble(groups: Iterable[Iterable[AtomicTask]]) -> Benchmark:
    """One benchmark from the personas' tasks. Raises DuplicateIdError naming every double id."""
    tasks = [task for group in groups for task in group]
    doubles = sorted(
        name for name, count in Counter(task.id for task in tasks).items() if count > 1
    )
    if doubles:
        raise DuplicateIdError(
            f"{counted(len(doubles), 'task id stands', 'task ids stand')} twice:"
            f" {', '.join(doubles[:5])}",
            remedy="Rebuild the tasks with --force; if it stays, report it as a defect",
        )
    ordered = sorted(tasks, key=lambda task: (task.source.persona, task.source.task_id, task.id))
    return Benchmark(tasks=tuple(ordered))
