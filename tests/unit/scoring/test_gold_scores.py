from __future__ import annotations

import json

import pytest

from tests.shared_files import shared
from tests.unit.scoring.builders import task
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.answer import score_answer
from worksurface_pipeline.worksurface.scoring.gold_scores import gold_answer_text, score_gold
from worksurface_pipeline.worksurface.scoring.profiles import find_profile

FILES = tuple(f"file {number}.xlsx" for number in range(60))
TASKS = (
    task(300, id="n1", question="How many of the 412 events came in the 3rd quarter?"),
    task(0, id="n2"),
    task(33.5, id="n3", answer_unit="percent"),
    task(57533.10, id="n4", answer_unit="USD"),
    task(FILES[:3], id="l1", question="Which files does task 7 need?"),
    task(FILES[10:12], id="l2"),
    task("North Region", id="s1", question="Which region leads, North Region or South?"),
    task("North; 3", id="s2"),
    task("a; b; 1,234.50", id="s3"),
    task(True, id="b1", question="Is the total true?"),
    task("INSUFFICIENT_EVIDENCE", AnswerType.ABSTAIN, id="x1"),
)
PAPER = find_profile("paper").answer


def test_gold_as_prediction_is_exactly_one() -> None:
    assert score_gold(TASKS) == ()


def test_a_gold_that_does_not_score_one_is_named() -> None:
    bad = task("many", AnswerType.NUMBER, id="bad")
    problems = score_gold(
        (*TASKS, bad), predict=lambda item: "12" if item.id == "n1" else gold_answer_text(item)
    )
    assert [(item.task_id, item.score) for item in problems] == [("n1", 0.0), ("bad", None)]
    assert "no number" in problems[1].problem


@pytest.mark.parametrize("agent", ["empty", "object", "question", "files"])
def test_null_agents_earn_next_to_nothing(agent: str) -> None:
    """Agents that read nothing stay under 5 % over the tasks that they can get credit for."""
    answers = {"empty": "", "object": {}, "files": list(FILES)}

    def answer(item: AtomicTask) -> str:
        return json.dumps(item.question if agent == "question" else answers[agent])

    total = sum(score_answer(item, answer(item), PAPER).score for item in TASKS)
    assert total / len(TASKS) < 0.05


def test_published_gold_scores_one() -> None:
    rows = [json.loads(line) for line in shared("gold_cases/tasks.jsonl").open(encoding="utf-8")]
    tasks = [_published(row) for row in rows]
    assert len(tasks) == 24
    assert score_gold(tasks) == ()


def _published(row: dict[str, object]) -> AtomicTask:
    gold = row["gold_answer"]
    fixed = tuple(str(item) for item in gold) if isinstance(gold, list) else gold
    assert isinstance(fixed, (bool, int, float, str, tuple))
    return task(fixed, AnswerType(str(row["answer_type"])), id=str(row["id"]))
