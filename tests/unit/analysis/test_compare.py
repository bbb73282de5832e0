from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import TABLE, read
from worksurface_pipeline.harness.trajectory import Outcome
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.analysis.compare import compare
from worksurface_pipeline.worksurface.analysis.compare_lines import comparison_lines
from worksurface_pipeline.worksurface.analysis.compare_model import Comparison, Side, SideRun
from worksurface_pipeline.worksurface.analysis.compare_text import comparison_files
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Budget
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TaskType
from worksurface_pipeline.worksurface.scoring.score import score_trajectory
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

ROWS = call("table", read(), text="300")
SETTINGS = AnalysisSettings(replicates=200)
MADE = (("condition.k", "3"), ("prompt version", "1"), ("tools", "t1"))
RETURNED = ("vendor-model-1 fp_1",)
TASKS = tuple(
    task(300, id=f"a{n}", source_task=str(n % 3), evidence=(TABLE,), persona=f"p{n % 2}")
    for n in range(9)
)
ABSTAIN = task(
    "INSUFFICIENT_EVIDENCE",
    AnswerType.ABSTAIN,
    id="z",
    surfaces=("table",),
    task_type=TaskType.ABSTAIN,
)


def made(
    item: AtomicTask,
    answer: object = 300,
    *,
    setting: str = "S4",
    outcome: Outcome = Outcome.ANSWERED,
    epoch: int = 0,
) -> SideRun:
    trajectory = run(
        answer, ROWS, task_id=item.id, setting=setting, outcome=outcome, epoch=epoch, tokens=100
    )
    budget = Budget(task_id=item.id, budget_tokens=100, reference="r", is_comparable=True)
    score = score_trajectory(item, trajectory, budget, "paper", "open")
    return SideRun(score=score, made=MADE, gold="g", scope="s", returned=RETURNED)


def side(
    name: str, wrong: Sequence[str] = (), *, without: Sequence[str] = (), setting: str = "S4"
) -> Side:
    items = [item for item in TASKS if item.id not in without]
    runs = [made(item, 1 if item.id in wrong else 300, setting=setting) for item in items]
    return Side(name=name, runs=tuple(runs))


def edited(old: Side, change: Callable[[SideRun], SideRun]) -> Side:
    return replace(old, runs=tuple(map(change, old.runs)))


def answers(found: Comparison) -> dict[str, tuple[int, Any]]:
    return {
        item.metric: (item.pairs, item.scored.value)
        for item in found.differences
        if not item.is_abstain
    }


def text_of(found: Comparison) -> str:
    return "\n".join([*comparison_lines(found), *(text for _, text in comparison_files(found))])


def test_a_side_against_itself_differs_by_exactly_nothing() -> None:
    found = compare(side("one", ["a1"]), side("two", ["a1"]), SETTINGS)

    assert {item.scored.value for item in found.differences} == {0.0}
    assert {item.over_all.value for item in found.differences} == {0.0}
    assert {bound.low for item in found.differences for bound in item.scored.bounds.values()} == {
        0.0
    }
    beside = (found.flips, found.lonely, found.regilded, found.changes)
    assert set(beside) == {()}
    assert {found.headings, found.warnings} == {()}
    assert all(item.holds == "" for item in found.differences)


def test_flips_are_listed_both_ways_with_their_diagnoses() -> None:
    found = compare(side("one", ["a1", "a2"]), side("two", ["a2", "a3", "a4"]), SETTINGS)

    told = [(flip.task, flip.is_gain, flip.right_diagnosis) for flip in found.flips]
    wrong, right = "wrong_with_evidence", "correct_with_evidence"
    assert told == [("a1", True, right), ("a3", False, wrong), ("a4", False, wrong)]
    assert answers(found)["answer"] == (9, pytest.approx(-1 / 9))
    assert "a3: right → wrong (correct with evidence → wrong with evidence)" in text_of(found)


def test_epochs_are_averaged_before_pairs_are_made() -> None:
    def doubled(old: Side) -> Side:
        again = tuple(
            replace(one, score=one.score.model_copy(update={"epoch": 1})) for one in old.runs
        )
        return replace(old, runs=(*old.runs, *again))

    once = compare(side("one"), side("two", ["a3"]), SETTINGS)
    twice = compare(doubled(side("one")), doubled(side("two", ["a3"])), SETTINGS)

    assert twice.differences == once.differences
    assert twice.flips == once.flips


def test_a_changed_gold_is_in_no_pair_and_listed() -> None:
    def regild(one: SideRun) -> SideRun:
        return replace(one, gold="other") if one.score.task_id == "a1" else one

    found = compare(side("one"), edited(side("two", ["a1"]), regild), SETTINGS)

    assert found.regilded == ("a1",)
    assert answers(found)["answer"] == (8, 0.0)
    assert not found.flips
    assert "1 task has another gold" in found.headings[0]
    assert "its gold differs" in text_of(found)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("prompt version", "2", "prompt version: 1 → 2"),
        ("condition.k", "5", "condition.k: 3 → 5"),
        ("tools", "t2", "tools: t1 → t2"),
    ],
    ids=["prompt", "condition", "tools"],
)
def test_sides_of_other_circumstances_are_headed_confounded(
    name: str, value: str, told: str
) -> None:
    other = tuple((key, value if key == name else old) for key, old in MADE)
    found = compare(
        side("one"), edited(side("two", ["a1"]), lambda one: replace(one, made=other)), SETTINGS
    )

    assert found.headings[0].startswith("confounded")
    assert told in found.headings[0]
    assert "Paired differences (%), confounded" in text_of(found)
    assert answers(found)["answer"][0] == 9


def test_settings_of_a_model_are_compared_under_its_name() -> None:
    left = edited(side("one"), lambda one: replace(one, made=(("model.route", "a"),)))
    right = edited(side("two"), lambda one: replace(one, made=(("model.route", "b"),)))
    found = compare(left, right, SETTINGS)

    assert [change.what for change in found.changes] == ["model.route of vendor/model"]


def test_other_surfaces_are_told() -> None:
    moved = edited(side("two"), lambda one: replace(one, scope="other"))
    found = compare(side("one"), moved, SETTINGS)

    assert "surfaces: others for 9 tasks" in found.headings[0]


def test_another_returned_fingerprint_is_a_warning() -> None:
    other = edited(side("two"), lambda one: replace(one, returned=("vendor-model-1 fp_2",)))
    found = compare(side("one"), other, SETTINGS)

    assert len(found.warnings) == 1
    assert "vendor-model-1 fp_1 on the left, vendor-model-1 fp_2 on the right" in found.warnings[0]
    assert "! vendor/model: the endpoint returned another" in text_of(found)


def test_what_is_noted_nowhere_is_a_warning_and_not_a_change() -> None:
    bare = edited(side("two"), lambda one: replace(one, made=(), gold="", scope=""))
    found = compare(side("one"), bare, SETTINGS)

    assert "two: what 9 runs of 9 were asked under is not noted" in found.warnings[0]
    assert not found.headings
    assert {change.right for change in found.changes} == {"not noted"}


def test_tasks_and_cells_of_one_side_alone_are_listed() -> None:
    extra = replace(side("two", without=["a1"]))
    extra = replace(extra, runs=(*extra.runs, made(TASKS[0], setting="S5")))
    found = compare(side("one", without=["a2"]), extra, SETTINGS)

    assert [(item.task, item.only_on) for item in found.lonely] == [("a1", "one"), ("a2", "two")]
    assert [(item.setting, item.only_on) for item in found.lonely_cells] == [("S5", "two")]
    assert answers(found)["answer"][0] == 7
    assert "vendor/model S5 as a whole: only in two" in text_of(found)


def test_errors_lose_a_pair_and_count_over_all() -> None:
    lost = side("two")
    lost = replace(lost, runs=(*lost.runs[1:], made(TASKS[0], outcome=Outcome.ERRORED)))
    found = compare(side("one"), lost, SETTINGS)

    answer = next(item for item in found.differences if item.metric == "answer")
    assert (answer.pairs, answer.lost, answer.scored.value) == (8, 1, 0.0)
    assert answer.over_all.value == pytest.approx(-1 / 9)


def test_abstain_tasks_are_a_stratum_of_their_own() -> None:
    left, right = side("one"), side("two")
    gave_up = made(ABSTAIN, None, outcome=Outcome.ABSTAINED)
    left = replace(left, runs=(*left.runs, gave_up))
    right = replace(right, runs=(*right.runs, made(ABSTAIN, 7)))
    found = compare(left, right, SETTINGS)

    assert answers(found)["answer"] == (9, 0.0)
    (own,) = [item for item in found.differences if item.is_abstain]
    assert (own.metric, own.pairs, own.scored.value) == ("answer", 1, -1.0)
    assert "answer (abstain tasks)" in text_of(found)


def test_unknown_tasks_are_named() -> None:
    found = compare(replace(side("one"), unknown=("gone",)), side("two"), SETTINGS)

    assert "1 task is not in the benchmark in force" in found.warnings[0]
    assert "gone" in found.warnings[0]


def test_sides_without_anything_in_common_are_a_sentence() -> None:
    with pytest.raises(SettingsError, match=r"Nothing is common.*one has vendor/model S4 and two"):
        compare(side("one"), side("two", setting="S5"), SETTINGS)


def test_a_release_and_a_sweep_are_not_compared() -> None:
    with pytest.raises(SettingsError, match="One side is a release"):
        compare(side("one"), Side("two", tasks=TASKS), SETTINGS)


def test_releases_tell_added_removed_and_changed_tasks() -> None:
    first = TASKS[:4]
    changed = (
        TASKS[0],
        TASKS[1].model_copy(update={"gold_answer": 7}),
        TASKS[2].model_copy(update={"question": "Otherwise?"}),
        TASKS[4],
        TASKS[3].model_copy(update={"notes": "x"}),
    )
    found = compare(Side("v1", tasks=first), Side("v2", tasks=changed), SETTINGS)

    assert {item.task: item.kind for item in found.tasks} == {
        "a1": "changed gold",
        "a2": "changed question",
        "a3": "changed",
        "a4": "added",
    }
    assert "a1: changed gold" in text_of(found)
    assert "tasks flipped" not in text_of(found)


def test_runs_of_releases_are_paired_but_for_changed_gold() -> None:
    other = (TASKS[0].model_copy(update={"gold_answer": 7}), *TASKS[1:])
    left = replace(side("v1"), tasks=TASKS)
    right = replace(side("v2", ["a5"]), tasks=other)
    found = compare(left, right, SETTINGS)

    assert found.regilded == ("a0",)
    assert answers(found)["answer"] == (8, pytest.approx(-1 / 8))
    assert [flip.task for flip in found.flips] == ["a5"]


def test_equal_releases_have_no_difference() -> None:
    found = compare(Side("v1", tasks=TASKS), Side("v2", tasks=TASKS), SETTINGS)

    assert "0 tasks differ" in text_of(found)
    assert "No task differs." in text_of(found)


def test_files_say_the_same_and_do_not_depend_on_the_order_of_runs() -> None:
    left, right = side("one"), side("two", ["a1"])
    files = dict(comparison_files(compare(left, right, SETTINGS)))
    turned = replace(right, runs=right.runs[::-1])

    assert files == dict(comparison_files(compare(left, turned, SETTINGS)))
    rows = list(csv.DictReader(io.StringIO(files["differences.csv"])))
    whole = json.loads(files["comparison.json"])
    told = whole["differences"][0]["scored"]["value"]
    assert float(rows[0]["difference"]) == pytest.approx(told, rel=1e-11)
    assert next(csv.DictReader(io.StringIO(files["flips.csv"])))["flip"] == "right → wrong"
    assert "| S4 ReAct-all | answer | 100.0 | 88.9 | -11.1 |" in files["comparison.md"]
