"""The handed gold cases of the public release, and what its agents are recorded to have said."""

from __future__ import annotations

import json

import pytest

from tests.shared_files import shared
from worksurface_pipeline.worksurface.release.foreign_form import task_from
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.gold_scores import score_gold
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES

# What the transcriber's notes quote of the release's trajectories, by task. All of them are right
# answers to the question and wrong under the published gold, whatever the profile.
SAID = [
    ("ws_lite_386_aq001", "3,200,000"),
    ("ws_lite_360_aq001", 30.65),
    ("ws_lite_386_aq002", 68),
]
# Of a count of 6 that its own list refutes: what the list says.
RECOUNTED = [("ws_lite_175_exg_count", 5), ("ws_lite_388_exg_count", 3)]
# A count of rows is exact; the release's own rule lets half a row pass.
SLACK = ("ws_lite_15_exg_count", 3.4)


def _tasks() -> dict[str, AtomicTask]:
    lines = (shared("gold_cases") / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    found = (task_from(json.loads(line))[0] for line in lines)
    return {task.id: task for task in found}


def test_every_published_gold_is_its_own_answer_under_every_profile() -> None:
    tasks = _tasks()
    assert len(tasks) == 24
    assert score_gold(tasks.values()) == ()


@pytest.mark.parametrize(("name", "answer"), [*SAID, *RECOUNTED], ids=str)
def test_recorded_answers_score_as_published(name: str, answer: object) -> None:
    task = _tasks()[name]
    scores = {
        score_answer(task, json.dumps(answer), profile.answer).score
        for profile in PROFILES.values()
    }
    assert scores == {0.0}


def test_the_release_lets_half_a_file_pass() -> None:
    name, answer = SLACK
    task = _tasks()[name]
    found = {
        profile.name: score_answer(task, json.dumps(answer), profile.answer).score
        for profile in PROFILES.values()
    }
    assert found == {"paper": 0.0, "strict": 0.0, "release-1.0": 1.0}


def test_file_names_of_the_release_are_read_from_text() -> None:
    tasks = _tasks()
    for name in ("ws_lite_15_q001", "ws_lite_115_q001"):
        gold = tasks[name].gold_answer
        assert isinstance(gold, tuple)
        for answer in (", ".join(gold), "\n".join(f"- {item}" for item in reversed(gold))):
            for profile in PROFILES.values():
                assert score_answer(tasks[name], json.dumps(answer), profile.answer).score == 1.0


def test_one_of_four_names_of_a_paper_is_no_typo_of_another() -> None:
    task = _tasks()["ws_lite_115_q001"]
    gold = task.gold_answer
    assert isinstance(gold, tuple)
    answer = [item for item in gold if item != "2601.09974v1 (2).pdf"] + ["2601.09974v1 (3).pdf"]
    rules = PROFILES["release-1.0"].answer
    expected = (len(gold) - 1) / len(gold)
    assert score_answer(task, json.dumps(answer), rules).score == pytest.approx(expected)
