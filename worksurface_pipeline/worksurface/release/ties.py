"""What ties a release's questions to its proofs: its two lists of tasks, and the tasks' ids.

Agents read the served list, proofs stand in the gold list. An id is made from question and proofs,
so that neither can be changed, nor given to another task, without the id being another one. This
tells damage and mistakes; who writes a whole release anew is told by its content digest alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.proposals.wording import reworded_problem
from worksurface_pipeline.worksurface.release.gold_form import first_fault, parse_line
from worksurface_pipeline.worksurface.release.model import (
    FORMER,
    GOLD,
    SERVED,
    Manifest,
    TaskProblem,
)
from worksurface_pipeline.worksurface.release.read import TASKS, lines_of, read_bytes
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation
from worksurface_pipeline.worksurface.tasks.build import content_id

_SERVED_FILE = f"{SERVED}/{TASKS}"
_GOLD_FILE = f"{GOLD}/{TASKS}"
_SHOWN = 160  # characters of a value that is told
_ABSENT = "nothing"


def tie_problems(
    release: Path, manifest: Manifest, tasks: Sequence[AtomicTask]
) -> tuple[tuple[str, ...], tuple[TaskProblem, ...]]:
    """Sentences on the lists of tasks as such, then what is wrong with single tasks."""
    served, problems = _served(release)
    gold = {task.id: task for task in tasks}
    if len(tasks) != manifest.tasks:
        there = counted(len(tasks), "task is", "tasks are")
        problems.append(f"{there} there, {manifest.tasks} were released")
    problems += [
        f"{_SERVED_FILE}: the task {name[:_SHOWN]!r} is not in {_GOLD_FILE}"
        for name in served
        if name not in gold
    ]
    found = {
        name: (*_differences(task, served.get(name)), *_id_problem(task, manifest))
        for name, task in gold.items()
    }
    of_tasks = [TaskProblem(task=name, problems=said) for name, said in found.items() if said]
    return tuple(problems), tuple(of_tasks)


def tie_lines(release: Path, manifest: Manifest, tasks: Sequence[AtomicTask]) -> Iterator[str]:
    """The same, each a sentence by itself."""
    problems, of_tasks = tie_problems(release, manifest, tasks)
    yield from problems
    for item in of_tasks:
        yield from (f"{item.task}: {one}" for one in item.problems)


def _served(release: Path) -> tuple[dict[str, Mapping[str, object]], list[str]]:
    """The served records by id, and what cannot be read of them."""
    found: dict[str, Mapping[str, object]] = {}
    problems: list[str] = []
    try:
        data = read_bytes(release / SERVED / TASKS)
    except PackageError:
        return {}, [f"{_SERVED_FILE} is missing"]
    for number, line in lines_of(data):
        try:
            record = parse_line(line)
        except ValueError as error:
            problems.append(f"{_SERVED_FILE}, line {number}: {first_fault(error)}")
            continue
        name = record.get("id") if isinstance(record, dict) else None
        if not isinstance(record, dict) or not isinstance(name, str):
            problems.append(f"{_SERVED_FILE}, line {number}: it is no task")
        elif name in found:
            problems.append(f"{_SERVED_FILE}, line {number}: a second task {name[:_SHOWN]!r}")
        else:
            found[name] = record
    return found, problems


def _differences(task: AtomicTask, served: Mapping[str, object] | None) -> Iterator[str]:
    """Fields in which what agents are served is not what the gold record gives."""
    if served is None:
        yield f"it is not in {_SERVED_FILE}: agents never see it"
        return
    given: Mapping[str, object] = task.public().model_dump(mode="json")
    for name in sorted({*given, *served}):
        if name not in given or name not in served or given[name] != served[name]:
            yield (
                f"{_SERVED_FILE} has {_told(served, name)} as its {name[:_SHOWN]},"
                f" {_GOLD_FILE} gives {_told(given, name)}"
            )


def _told(record: Mapping[str, object], name: str) -> str:
    if name not in record:
        return _ABSENT
    text = repr(record[name])
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _id_problem(task: AtomicTask, manifest: Manifest) -> Iterator[str]:
    """Ids of foreign tasks are whatever their makers chose; so may be those of the former form."""
    if manifest.format == FORMER or task.derivation is Derivation.FOREIGN:
        return
    if task.id != content_id(task):
        yield "its id is not that of its question and proofs: one of them was changed"
    problem = reworded_problem(task.original_question, task.question)
    if problem:
        yield f"the wording is not that of its original question: {problem}"
