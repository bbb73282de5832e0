"""The tasks of a foreign file as records of ours; whatever was changed or left out is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.release.foreign_form import task_from
from worksurface_pipeline.worksurface.release.gold_form import first_fault, parse_line
from worksurface_pipeline.worksurface.release.read import lines_of, read_bytes
from worksurface_pipeline.worksurface.release.untrusted import require_plain
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


class ImportRemark(Frozen):
    """What the import changed or could not take over; `task` is an id or a line of the file.

    `is_left_out` says that the line as a whole was.
    """

    task: str
    remark: str
    is_left_out: bool = False


@dataclass(frozen=True, slots=True)
class ForeignTasks:
    """Imported tasks, in the order of the file, and what was told of them."""

    tasks: tuple[AtomicTask, ...]
    remarks: tuple[ImportRemark, ...] = ()

    def by_task(self) -> Mapping[str, Sequence[str]]:
        """What the import says of each task of which it says anything."""
        found: dict[str, list[str]] = {}
        for item in self.remarks:
            found.setdefault(item.task, []).append(item.remark)
        return found


def read_foreign_tasks(path: Path) -> ForeignTasks:
    """The tasks of a tasks.jsonl; a line that is no task is told and left out.

    A record of ours comes back as it was. Raises PackageError for a file without a task or an id
    that is no plain name, DuplicateIdError: two tasks of one id cannot both be judged.
    """
    tasks: dict[str, AtomicTask] = {}
    remarks: list[ImportRemark] = []
    for number, line in lines_of(read_bytes(path)):
        where = f"{path.name}, line {number}"
        try:
            task, said = task_from(parse_line(line))
        except ValueError as error:  # pydantic's own is one
            remark = f"left out, it is no task: {first_fault(error)}"
            remarks.append(ImportRemark(task=f"line {number}", remark=remark, is_left_out=True))
            continue
        _check(task, tasks, where)
        tasks[task.id] = task
        remarks += [ImportRemark(task=task.id, remark=one) for one in said]
    if not tasks:
        raise _without_tasks(path, remarks)
    return ForeignTasks(tuple(tasks.values()), tuple(remarks))


def _check(task: AtomicTask, known: Mapping[str, AtomicTask], where: str) -> None:
    require_plain("task id", task.id, where)
    if task.source.task_id:
        require_plain("source task", task.source.task_id, where)
    if task.id in known:
        raise DuplicateIdError(
            f"Two tasks share the id {task.id}", where=where, remedy="Remove one of the two lines"
        )


def _without_tasks(path: Path, remarks: Sequence[ImportRemark]) -> PackageError:
    first = f": {remarks[0].task} is {remarks[0].remark}" if remarks else ""
    return PackageError(
        f"The file holds no task{first}",
        where=path.name,
        remedy="Name a release, or a file with one JSON object a line",
    )
