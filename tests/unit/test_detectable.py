"""The shape of a design, as the least detectable difference needs it."""

from __future__ import annotations

from resources.detectable import shape_of
from tests.unit.analysis.worlds import TASKS
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


def moved(task: AtomicTask, name: str, source: str, persona: str) -> AtomicTask:
    place = task.source.model_copy(update={"task_id": source, "persona": persona})
    return task.model_copy(update={"id": name, "source": place})


def test_abstain_tasks_stand_outside_and_strata_are_those_of_the_draws() -> None:
    answerable, abstain = TASKS[0], TASKS[4]
    places = (("1", "a"), ("1", "a"), ("2", "a"), ("3", "b"))
    tasks = [moved(answerable, f"x{n}", *place) for n, place in enumerate(places)]
    shape = shape_of([*tasks, moved(abstain, "y", "4", "c")])
    assert (shape.sizes, shape.strata, shape.tasks) == ((2, 1, 1), 1, 4)
    assert shape.degrees == 2
    assert shape_of([]).sizes == ()
