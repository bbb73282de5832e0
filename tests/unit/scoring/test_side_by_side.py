"""The profiles side by side in one record: route, evidence and what cannot be scored."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import DivisionByZero

import pytest

from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import PATH, RAG, SET, TABLE, node, passage, read
from tests.unit.scoring.test_score import BUDGET, CROSS
from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.trajectory import Outcome, ToolCall
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import ProfileScore, Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Evidence
from worksurface_pipeline.worksurface.scoring.answer import AnswerScore, answer_scores
from worksurface_pipeline.worksurface.scoring.evidence import score_artifacts
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES, ROBUSTNESS_WEIGHTS, Profile
from worksurface_pipeline.worksurface.scoring.score import score_cell, score_trajectory
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey, ScoreSet
from worksurface_pipeline.worksurface.scoring.trace import read_trace

NAMELESS = RAG.model_copy(update={"file": ""})
DESCRIBED = Shown(kind="view_described", id="t7__log")
LISTED = Shown(kind="view_listed", id="t7__log")

# Only what `release-1.0` counts beyond the other two; (name, item, calls, paper, release).
SHOWN: list[tuple[str, Evidence, tuple[ToolCall, ...], float, float]] = [
    ("a view read", TABLE, (call("table", read()),), 1, 1),
    ("a view described", TABLE, (call("table", DESCRIBED),), 0, 1),
    ("a view listed", TABLE, (call("table", LISTED),), 0, 0),
    ("another view described", TABLE, (call("table", Shown(kind="view_described", id="x")),), 0, 0),
    ("described by a failed call", TABLE, (call("table", DESCRIBED, is_error=True),), 0, 0),
    ("the document", RAG, (call("rag", passage(0, 9)),), 1, 1),
    ("a shorter name", RAG, (call("rag", passage(0, 9, "log.md")),), 0, 1),
    ("a longer name", RAG, (call("rag", passage(0, 9, "x/T7__log.md")),), 0, 1),
    ("another name", RAG, (call("rag", passage(0, 9, "t7__plan.md")),), 0, 0),
    ("a span alone, any document", NAMELESS, (call("rag", passage(0, 9, "t7__plan.md")),), 0, 1),
    ("a span alone, none", NAMELESS, (call("table", read()),), 0, 0),
    ("a span alone, a failed search", NAMELESS, (call("rag", is_error=True),), 0, 0),
    ("a path's end", PATH, (call("graph", node("t7::log.csv")),), 1, 1),
    ("half a set", SET, (call("graph", node("t7::a.csv")),), 0, 0),
]


@pytest.mark.parametrize(
    ("name", "item", "calls", "paper", "release"), SHOWN, ids=[case[0] for case in SHOWN]
)
def test_what_counts_as_shown(
    name: str, item: Evidence, calls: tuple[ToolCall, ...], paper: float, release: float
) -> None:
    trace = read_trace(calls)
    found = {
        profile.name: score_artifacts((item,), trace, profile.evidence)
        for profile in PROFILES.values()
    }
    assert found == {"paper": paper, "strict": paper, "release-1.0": release}


def under(score: Score, name: str) -> ProfileScore:
    return next(other for other in score.also if other.profile == name)


def test_attempted_calls_count_under_the_release_alone() -> None:
    trajectory = run(300, call("rag", passage(0, 500)), call("table", is_error=True))
    score = score_trajectory(CROSS, trajectory, BUDGET, "paper", "open")
    assert score.route_f1 == pytest.approx(2 / 3)
    assert under(score, "strict").route_f1 == score.route_f1
    assert under(score, "release-1.0").route_f1 == 1.0
    assert under(score, "release-1.0").is_exact_route is True


def test_all_profiles_stand_in_one_record_whichever_is_primary() -> None:
    trajectory = run(310, call("rag", passage(0, 500)), call("table", DESCRIBED))
    found = {}
    for primary in PROFILES:
        score = score_trajectory(CROSS, trajectory, BUDGET, primary, "open")
        others = [name for name in PROFILES if name != primary]
        assert [score.profile, *(other.profile for other in score.also)] == [primary, *others]
        found[primary] = dict(sorted([metrics(score), *map(metrics, score.also)]))
    assert found["paper"] == found["strict"] == found["release-1.0"]
    assert found["paper"] == {
        "paper": pytest.approx([1.0, 0.5, 1.0, 0.825]),
        "release-1.0": pytest.approx([1.0, 1.0, 1.0, 0.975]),
        "strict": pytest.approx([1.0, 0.5, 0.0, 0.475]),
    }


def metrics(item: Score | ProfileScore) -> tuple[str, list[float | None]]:
    return item.profile, [item.route_f1, item.evidence, item.answer, item.aggregate]


def test_weights_hold_for_every_profile() -> None:
    trajectory = run(300, call("rag", passage(0, 500)), call("table", read()), tokens=0)
    weights = ROBUSTNESS_WEIGHTS["answer-heavy"]
    wrong = run(1, *trajectory.calls, tokens=0)
    score = score_trajectory(CROSS, wrong, BUDGET, "paper", "open", weights=weights)
    assert {score.aggregate, *(other.aggregate for other in score.also)} == {0.5}


def test_without_a_score_nothing_stands_beside() -> None:
    failed = run(None, outcome=Outcome.ERRORED)
    assert score_trajectory(CROSS, failed, BUDGET, "paper", "open").also == ()
    assert score_trajectory(CROSS, None, BUDGET, "paper", "open").also == ()


def test_what_is_unscored_is_so_under_every_profile() -> None:
    first = score_trajectory(CROSS, run(300, setting="S1"), BUDGET, "paper", "open")
    assert {other.route_f1 for other in first.also} == {None}
    assert all(other.aggregate is not None for other in first.also)
    unknown = score_trajectory(CROSS, run(300, tokens=None), BUDGET, "paper", "open")
    assert {other.aggregate for other in unknown.also} == {None}
    abstain = task("INSUFFICIENT_EVIDENCE", AnswerType.ABSTAIN, evidence=(TABLE,))
    found = score_trajectory(abstain, run(None, outcome=Outcome.ABSTAINED), None, "paper", "open")
    assert [(other.answer, other.evidence) for other in found.also] == [(1.0, None)] * 2


@pytest.mark.parametrize("fault", [DivisionByZero, ValueError, RecursionError])
def test_an_answer_that_no_scorer_copes_with_loses_no_other(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:

    def faulty(
        item: AtomicTask, answer: str | None, profiles: Sequence[Profile]
    ) -> tuple[AnswerScore, ...]:
        if answer == '"poison"':
            raise fault("no number")
        return answer_scores(item, answer, profiles)

    scoring = "worksurface_pipeline.worksurface.scoring"
    monkeypatch.setattr(f"{scoring}.measured.answer_scores", faulty)
    tasks = [task(300, id=name) for name in ("a1", "a2")]
    runs = [run("poison", task_id="a1"), run(300, task_id="a2")]
    first, second = score_cell(
        tasks, runs, BudgetSet(), CellKey(model="vendor/model", setting="S4")
    ).scores
    assert (first.status, first.answer, first.aggregate) == ("scored", None, None)
    assert f"answer: it could not be scored, {fault.__name__}" in first.unscored
    assert {other.answer for other in first.also} == {None}
    assert second.answer == 1.0


def test_a_bad_gold_is_no_fault_of_an_answer() -> None:
    with pytest.raises(PackageError, match="a1"):
        score_trajectory(task(3, AnswerType.LIST), run(3), None, "paper", "open")


def test_records_are_read_again_as_they_were_written() -> None:
    cell = CellKey(model="vendor/model", setting="S4")
    scores = score_cell([CROSS], [run(300)], BudgetSet(), cell)
    files = dict(scores.to_files())
    assert ScoreSet.from_files(files.__getitem__) == scores
