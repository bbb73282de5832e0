"""Repeats are scored beside a cell's epochs, never among them."""

from __future__ import annotations

import pytest

from tests.unit.scoring.builders import run, task
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey, ScoreSet

TASKS = (task(300, id="a"), task(7, id="b"))
FIRST = tuple(run(one.gold_answer, task_id=one.id) for one in TASKS)
CELL = CellKey(model=FIRST[0].model, setting=FIRST[0].setting)


def again(answer: object, name: str = "b", **more: object) -> Trajectory:
    return run(answer, task_id=name).model_copy(update={"epoch": 1, **more})


def scored(*repeats: Trajectory, first: tuple[Trajectory, ...] = FIRST) -> ScoreSet:
    return score_cell(TASKS, first, BudgetSet(), CELL, again=repeats)


def test_a_repeat_changes_no_score() -> None:
    value, plain = scored(again(8)), scored()
    assert (value.scores, value.foreign) == (plain.scores, plain.foreign)
    (one,) = value.again
    assert (one.score.task_id, one.score.epoch, one.score.answer) == ("b", 1, 0.0)


def test_an_errored_repeat_has_no_score_and_a_missing_first_run_says_nothing_of_its_model() -> None:
    lost = again(7, outcome=Outcome.ERRORED)
    (one,) = scored(lost, first=FIRST[:1]).again
    assert (one.score.status, one.score.answer, one.before) == ("error", None, ())


@pytest.mark.parametrize(("name", "after"), [("fp_2", "m fp_2"), ("", "m")])
def test_what_the_endpoint_called_itself_stands_beside(name: str, after: str) -> None:
    def told(given: Trajectory, fingerprint: str) -> Trajectory:
        turns = (
            turn.model_copy(update={"model_returned": "m", "system_fingerprint": fingerprint})
            for turn in given.turns
        )
        return given.model_copy(update={"turns": tuple(turns)})

    first = tuple(told(one, "fp_1") for one in FIRST)
    (one,) = scored(told(again(7), name), first=first).again
    assert (one.before, one.after) == (("m fp_1",), (after,))


def test_repeats_of_another_cell_or_twice_are_faults() -> None:
    with pytest.raises(PackageError):
        scored(again(7, setting="S2"))
    with pytest.raises(DuplicateIdError):
        scored(again(7), again(7))
