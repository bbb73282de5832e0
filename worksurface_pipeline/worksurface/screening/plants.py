"""Faults planted in sound tasks, to know how many of them annotators and rules see.

Each breaks a criterion for certain, and is no wording that a careless reader could let pass.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_UP, _DOWN = Decimal("1.3"), Decimal("0.7")  # far beyond any rounding
_ORDER = (Surface.RAG, Surface.TABLE, Surface.GRAPH)


class Plant(Frozen):
    """A task with one fault; `breaks` are the criteria to which it makes the answer no."""

    task: AtomicTask
    fault: str
    breaks: tuple[str, ...]


def plants(task: AtomicTask, seed: int) -> tuple[Plant, ...]:
    """Every fault that this task can carry. Abstain tasks carry none."""
    if task.answer_type is AnswerType.ABSTAIN:
        return ()
    made = (make(task, seed) for make in _MAKERS)
    return tuple(plant for plant in made if plant is not None)


def _wrong_number(task: AtomicTask, seed: int) -> Plant | None:
    gold = task.gold_answer
    if isinstance(gold, bool) or not isinstance(gold, (int, float)) or gold == 0:
        return None
    factor = _UP if hash_unit(seed, task.id) < 0.5 else _DOWN
    changed = Decimal(str(gold)) * factor
    if isinstance(gold, int):
        # At least one off: a third of one or two rounds to nothing.
        wrong: int | float = int(changed) if int(changed) != gold else gold + 1
    else:
        wrong = float(round(changed, task.answer_digits or 0))
    if wrong == gold:
        return None
    return _plant(task, "wrong_number", ("gold_correct",), gold_answer=wrong)


def _missing_item(task: AtomicTask, _: int) -> Plant | None:
    gold = task.gold_answer
    if not isinstance(gold, tuple) or len(gold) < 2:
        return None
    return _plant(task, "missing_item", ("gold_correct",), gold_answer=gold[1:])


def _given_away(task: AtomicTask, _: int) -> Plant | None:
    gold = task.gold_answer
    text = ", ".join(gold) if isinstance(gold, tuple) else str(gold)
    question = f"{task.question.rstrip()} (I expect {text}.)"
    return _plant(task, "answer_in_question", ("no_leak",), question=question)


def _surface_named(task: AtomicTask, _: int) -> Plant | None:
    question = f"{task.question.rstrip()} Use the {_TOOLS[task.required_surfaces[0]]}."
    return _plant(task, "surface_named", ("no_leak", "natural"), question=question)


def _idle_surface(task: AtomicTask, _: int) -> Plant | None:
    idle = [surface for surface in _ORDER if surface not in task.required_surfaces]
    if not idle:
        return None
    surfaces = tuple(one for one in _ORDER if one in {*task.required_surfaces, idle[0]})
    return _plant(task, "idle_surface", ("surfaces_necessary",), required_surfaces=surfaces)


def _second_question(task: AtomicTask, _: int) -> Plant | None:
    question = f"{task.question.rstrip()} And also, how many were there in the year before?"
    return _plant(
        task, "second_question", ("atomic", "answerable", "gold_correct"), question=question
    )


_TOOLS = {
    Surface.RAG: "kb_search tool",
    Surface.TABLE: "SQL table view",
    Surface.GRAPH: "knowledge graph",
}
_MAKERS: tuple[Callable[[AtomicTask, int], Plant | None], ...] = (
    _wrong_number,
    _missing_item,
    _given_away,
    _surface_named,
    _idle_surface,
    _second_question,
)


def _plant(task: AtomicTask, fault: str, breaks: tuple[str, ...], **changes: object) -> Plant:
    return Plant(task=task.model_copy(update=changes), fault=fault, breaks=breaks)
