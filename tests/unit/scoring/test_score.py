from __future__ import annotations

import pytest

from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import RAG, TABLE, passage, read
from worksurface_pipeline.harness.trajectory import Outcome
from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.tasks import AbsenceEvidence, Derivation, TaskType
from worksurface_pipeline.worksurface.scoring.budgets import efficiency_budgets
from worksurface_pipeline.worksurface.scoring.profiles import ROBUSTNESS_WEIGHTS
from worksurface_pipeline.worksurface.scoring.score import score_cell, score_trajectory
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey

CROSS = task(
    300,
    surfaces=("rag", "table"),
    evidence=(RAG, TABLE),
    task_type=TaskType.CROSS_SURFACE,
    derivation=Derivation.AGGREGATE_AND_DOCUMENT,
)
ABSTAIN = task(
    "INSUFFICIENT_EVIDENCE",
    AnswerType.ABSTAIN,
    surfaces=("rag", "table", "graph"),
    evidence=(AbsenceEvidence(terms=("Mars",), searched=(), scope_digest="d"),),
    task_type=TaskType.ABSTAIN,
)
BUDGET = Budget(task_id="a1", budget_tokens=200, reference="vendor/model S5", is_comparable=True)
CELL = CellKey(model="vendor/model", setting="S4")
SEEN = (call("rag", passage(0, 500)), call("table", read(), text="300"))


def test_all_four_scores_and_their_weighted_sum() -> None:
    score = score_trajectory(CROSS, run(300, SEEN[0]), BUDGET, "paper", "open")
    assert (score.answer, score.evidence) == (1.0, 0.5)
    assert score.route_f1 == pytest.approx(2 / 3)
    assert score.efficiency == 0.75
    assert score.aggregate == pytest.approx(0.35 + 0.30 * 0.5 + 0.25 * 2 / 3 + 0.10 * 0.75)
    assert (score.status, score.unscored, score.tool_calls, score.turns) == ("scored", (), 1, 2)


def test_a_perfect_run_without_tokens_spent_is_exactly_one() -> None:
    score = score_trajectory(CROSS, run(300, *SEEN, tokens=0), BUDGET, "paper", "open")
    assert score.aggregate == 1.0


@pytest.mark.parametrize("name", sorted(ROBUSTNESS_WEIGHTS))
def test_weights_sum_to_one_and_can_be_replaced(name: str) -> None:
    weights = ROBUSTNESS_WEIGHTS[name]
    trajectory = run(300, *SEEN, tokens=0)
    score = score_trajectory(CROSS, trajectory, BUDGET, "paper", "open", weights=weights)
    assert score.aggregate == 1.0


def test_no_tool_route_is_unshown_and_counts_zero() -> None:
    score = score_trajectory(CROSS, run(300, setting="S1"), BUDGET, "paper", "open")
    assert (score.route_precision, score.route_recall, score.route_f1) == (None, None, None)
    assert score.aggregate == pytest.approx(0.35 + 0.10 * 0.75)
    assert score.unscored == ("route: the setting has no tools; counted 0 in the aggregate",)


def test_abstain_has_route_but_neither_evidence_nor_aggregate() -> None:
    trajectory = run(None, *SEEN, outcome=Outcome.ABSTAINED)
    score = score_trajectory(ABSTAIN, trajectory, BUDGET, "paper", "open")
    assert (score.answer, score.evidence, score.aggregate) == (1.0, None, None)
    assert score.route_recall == pytest.approx(2 / 3)


@pytest.mark.parametrize("outcome", [Outcome.MODEL_FAILED, Outcome.LIMITED])
@pytest.mark.parametrize("item", [CROSS, ABSTAIN], ids=["cross", "abstain"])
def test_what_a_model_does_wrong_is_answer_zero(outcome: Outcome, item: object) -> None:
    chosen = CROSS if item is CROSS else ABSTAIN
    score = score_trajectory(chosen, run(None, *SEEN, outcome=outcome), BUDGET, "paper", "open")
    assert (score.status, score.answer) == ("scored", 0.0)
    assert score.route_f1 is not None
    assert score.efficiency == 0.75


def test_an_abstention_on_an_answerable_task_is_wrong() -> None:
    trajectory = run(None, outcome=Outcome.ABSTAINED)
    assert score_trajectory(CROSS, trajectory, BUDGET, "paper", "open").answer == 0.0


def test_an_error_has_no_score_at_all() -> None:
    trajectory = run(None, *SEEN, outcome=Outcome.ERRORED)
    score = score_trajectory(CROSS, trajectory, BUDGET, "paper", "open")
    metrics = (score.route_f1, score.evidence, score.answer, score.efficiency, score.aggregate)
    assert score.status == "error"
    assert metrics == (None,) * 5


def test_a_missing_run_is_a_row() -> None:
    score = score_trajectory(CROSS, None, BUDGET, "paper", "open", cell=CELL)
    assert (score.status, score.model, score.setting) == ("missing", "vendor/model", "S4")
    assert score.answer is None


def test_unreported_usage_leaves_efficiency_and_aggregate_unscored() -> None:
    score = score_trajectory(CROSS, run(300, *SEEN, tokens=None), BUDGET, "paper", "open")
    assert (score.answer, score.efficiency, score.aggregate) == (1.0, None, None)
    assert [reason.split(":")[0] for reason in score.unscored] == ["efficiency", "aggregate"]


def test_without_budget_efficiency_is_one_and_shown_as_such() -> None:
    score = score_trajectory(CROSS, run(300, *SEEN), None, "paper", "open")
    assert (score.efficiency, score.budget_tokens, score.is_budget_comparable) == (1.0, None, None)


def test_failed_calls_are_attempted_not_used() -> None:
    trajectory = run(300, SEEN[0], call("graph", is_error=True))
    score = score_trajectory(CROSS, trajectory, BUDGET, "paper", "open")
    assert (score.route_precision, score.tool_errors) == (1.0, 1)
    assert score.has_unneeded_call is True


def test_every_task_and_epoch_of_a_cell_has_a_row() -> None:
    tasks = [task(300, id=name) for name in ("a1", "a2", "a3")]
    runs = [run(300, task_id="a1"), run(1, task_id="a1", epoch=1), run(300, task_id="gone")]
    result = score_cell(tasks, runs, BudgetSet(), CELL, epochs=2)
    assert [(score.task_id, score.epoch, score.status) for score in result.scores] == [
        ("a1", 0, "scored"),
        ("a1", 1, "scored"),
        ("a2", 0, "missing"),
        ("a2", 1, "missing"),
        ("a3", 0, "missing"),
        ("a3", 1, "missing"),
    ]
    assert result.foreign == ("gone, epoch 0",)


def test_order_of_trajectories_is_nothing() -> None:
    tasks = [task(300, id=name) for name in ("a1", "a2")]
    runs = [run(300, task_id="a1"), run(7, task_id="a2")]
    forward = score_cell(tasks, runs, BudgetSet(), CELL)
    assert dict(forward.to_files()) == dict(
        score_cell(tasks, reversed(runs), BudgetSet(), CELL).to_files()
    )


def test_two_runs_of_one_task_and_runs_of_another_cell_are_refused() -> None:
    with pytest.raises(DuplicateIdError, match="a1, epoch 0"):
        score_cell([CROSS], [run(), run()], BudgetSet(), CELL)
    with pytest.raises(PackageError, match="S5"):
        score_cell([CROSS], [run(setting="S5")], BudgetSet(), CELL)


def test_budgets_are_twice_the_reference_tokens() -> None:
    runs = [
        run(setting="S5", task_id="b", tokens=50),
        run(setting="S5", task_id="a", tokens=70, epoch=1),
        run(setting="S5", task_id="a", tokens=60),
        run(setting="S5", task_id="c", tokens=None),
        run(None, setting="S5", task_id="d", outcome=Outcome.ERRORED),
        run(None, setting="S5", task_id="e", outcome=Outcome.LIMITED, tokens=10),
    ]
    result = efficiency_budgets(runs, "offline/keyword", is_self_test=True)
    assert {item.task_id: item.budget_tokens for item in result.budgets} == {
        "a": 120,
        "b": 100,
        "e": 20,
    }
    assert result.without == ("c", "d")
    assert not any(item.is_comparable for item in result.budgets)
    assert result.budgets[0].reference == "offline/keyword S5"


@pytest.mark.parametrize("setting", ["S1", "S4"])
def test_a_task_with_several_minimal_sets_has_no_route_under_that_interface(setting: str) -> None:
    several = CROSS.model_copy(update={"not_for_route": ("open",)})
    seen = run(300, *SEEN, tokens=0).model_copy(update={"setting": setting})
    score = score_trajectory(several, seen, BUDGET, "paper", "open")
    assert (score.route_f1, score.aggregate, score.answer) == (None, None, 1.0)
    assert score.unscored[0] == "route: several minimal sets of surfaces reach the task"
    assert score.unscored[-1] == "aggregate: a part of it is unscored"
    sealed = score_trajectory(several, seen, BUDGET, "paper", "sealed")
    assert sealed.aggregate is not None
