"""What a new scoring of the same runs changed, and what it says of it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import TABLE, read
from worksurface_pipeline.harness.trajectory import Outcome
from worksurface_pipeline.worksurface.schema.scores import Budget, Score
from worksurface_pipeline.worksurface.scoring.flips import Rescoring, rescoring
from worksurface_pipeline.worksurface.scoring.score import score_trajectory

ITEM = task(300, evidence=(TABLE,))
NEAR = run(310, call("table", read(), text="300"))
BUDGET = Budget(task_id="a1", budget_tokens=100, reference="m S5", is_comparable=True)


def compared(before: Sequence[Score], after: Sequence[Score], *reasons: str) -> Rescoring:
    return rescoring("m|S4", ("f1", before), ("f2", after), reasons)


def test_equal_scores_change_nothing() -> None:
    score = score_trajectory(ITEM, NEAR, None, "paper", "open")
    found = compared([score], [score])
    assert (found.flips, found.compared) == ((), 1)
    assert str(found) == "no score of 1 run changed"


def test_another_primary_profile_names_both_values() -> None:
    before = score_trajectory(ITEM, NEAR, None, "paper", "open")
    after = score_trajectory(ITEM, NEAR, None, "strict", "open")
    found = compared([before], [after], 'setting scoring.profile changed: "paper" → "strict"')
    told = [(flip.profile, flip.metric, flip.before, flip.after) for flip in found.flips]
    assert told == [("strict", "answer", 1.0, 0.0), ("strict", "aggregate", 1.0, 0.65)]
    assert str(found) == (
        "1 task of 1 run changed: aggregate under strict 1, answer under strict 1"
        ' (because setting scoring.profile changed: "paper" → "strict"); a1'
    )


def test_a_budget_changes_efficiency_and_every_aggregate() -> None:
    before = score_trajectory(ITEM, NEAR, None, "paper", "open")
    after = score_trajectory(ITEM, NEAR, BUDGET, "paper", "open")
    found = compared([before], [after], "input efficiency_budgets changed")
    assert {(flip.profile, flip.metric) for flip in found.flips} == {
        ("paper", "efficiency"),
        ("paper", "aggregate"),
        ("strict", "aggregate"),
        ("release-1.0", "aggregate"),
    }


def test_a_score_that_became_an_error_is_told_as_none() -> None:
    before = score_trajectory(ITEM, NEAR, None, "paper", "open")
    after = score_trajectory(ITEM, run(None, outcome=Outcome.ERRORED), None, "paper", "open")
    flips = compared([before], [after]).flips
    assert {(flip.metric, flip.after) for flip in flips} >= {("answer", None)}


def test_records_of_before_profiles_stood_side_by_side_are_compared_as_far_as_they_go() -> None:
    before = score_trajectory(ITEM, NEAR, None, "paper", "open").model_copy(update={"also": ()})
    after = score_trajectory(ITEM, NEAR, None, "paper", "open")
    assert compared([before], [after]).flips == ()


def test_runs_of_one_side_alone_are_not_compared() -> None:
    before = score_trajectory(ITEM, NEAR, None, "paper", "open")
    other = task(300, id="a2")
    after = score_trajectory(other, run(300, task_id="a2"), None, "paper", "open")
    assert compared([before], [after]).compared == 0


def test_many_tasks_are_counted_and_three_named() -> None:
    before = [score_trajectory(ITEM, NEAR, None, "paper", "open")] * 5
    named = [score.model_copy(update={"task_id": f"a{n}"}) for n, score in enumerate(before)]
    after = [score.model_copy(update={"answer": 0.0}) for score in named]
    text = str(compared(named, after))
    assert text == "5 tasks of 5 runs changed: answer under paper 5; a0, a1, a2, …"


def test_an_earlier_record_that_cannot_be_read_is_said() -> None:
    found = compared([], []).model_copy(update={"problem": "a stored file differs"})
    assert str(found) == "the earlier scores could not be compared: a stored file differs"
