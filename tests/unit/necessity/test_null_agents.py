"""Null agents: what they say, and the rules by which a family is judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.necessity.cases import CASES
from tests.unit.necessity.worlds import RAG, TABLE, surfaces, task
from worksurface_pipeline.worksurface.necessity.null_agents import (
    ABSTAIN,
    FILE_NAMES,
    MOST_FREQUENT,
    NullAnswer,
)
from worksurface_pipeline.worksurface.necessity.null_scores import (
    NullScore,
    answers_of,
    null_scores,
    worst_lines,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation

COUNT = 40


def family(golds: list[int], kind: AnswerType = AnswerType.NUMBER) -> list[AtomicTask]:
    return [
        task(f"Question {number}", gold, declared=(TABLE,), family=Derivation.ROW_COUNT, kind=kind)
        for number, gold in enumerate(golds)
    ]


def by_agent(scores: tuple[NullScore, ...]) -> dict[str, NullScore]:
    return {item.agent: item for item in scores}


def test_every_agent_answers_every_task(tmp_path: Path) -> None:
    tasks = [case.task for case in CASES]
    answers = answers_of(tasks, surfaces(), tmp_path)
    agents = [answer.agent for answer in answers[tasks[0].id]]
    assert len(agents) == len(set(agents)) == 6 + 2 * 7
    assert all([item.agent for item in said] == agents for said in answers.values())
    said = {item.agent: json.loads(item.answer) for item in answers[tasks[0].id]}
    assert said["empty"] == ""
    assert said["{}"] == {}
    assert said[ABSTAIN] == "INSUFFICIENT_EVIDENCE"
    assert "stock.csv" in said[FILE_NAMES]
    assert said["first column"][:2] == ["00001", "00002"]
    assert said["table_list: first item"] == "t7__shipments"
    assert said["graph_neighbors: first item"] == "report.md"
    assert said["kb_search: text"].startswith('{"results":[')


def test_the_most_frequent_gold_is_that_of_the_others() -> None:
    tasks = family([5, 5, 7])
    scores = null_scores(tasks, {item.id: () for item in tasks})
    assert by_agent(scores)[MOST_FREQUENT].answered == 2  # each 5 is told by the other 5


@pytest.mark.parametrize(
    ("right", "size", "is_judged", "is_kept"),
    [
        pytest.param(1, COUNT, True, True, id="one in forty"),
        pytest.param(2, COUNT, True, False, id="two in forty"),
        pytest.param(39, COUNT - 1, False, True, id="a small family is counted alone"),
    ],
)
def test_a_family_is_judged_from_forty_tasks_on(
    right: int, size: int, is_judged: bool, is_kept: bool
) -> None:
    tasks = family(list(range(1000, 1000 + 200 * size, 200)))
    answers = {
        item.id: (NullAnswer("x", json.dumps(item.gold_answer if place < right else "no")),)
        for place, item in enumerate(tasks)
    }
    found = by_agent(null_scores(tasks, answers))["x"]
    assert (found.is_judged, found.is_kept, found.answered) == (is_judged, is_kept, right)


def test_abstaining_is_right_on_abstain_tasks_and_not_judged_there() -> None:
    tasks = [
        task(
            f"Absent {number}",
            "INSUFFICIENT_EVIDENCE",
            declared=(RAG,),
            kind=AnswerType.ABSTAIN,
            family=Derivation.ABSENT_TARGET,
        )
        for number in range(COUNT)
    ]
    said = (NullAnswer(ABSTAIN, '"INSUFFICIENT_EVIDENCE"'), NullAnswer("empty", '""'))
    found = by_agent(null_scores(tasks, {item.id: said for item in tasks}))
    assert (found[ABSTAIN].mean, found[ABSTAIN].is_judged) == (1.0, False)
    assert found[MOST_FREQUENT].is_judged is False
    assert (found["empty"].mean, found["empty"].is_judged) == (0.0, True)


def test_all_file_names_are_judged_by_exact_lists_with_the_mean_beside() -> None:
    tasks = [
        task(
            f"Files {number}",
            ("a.csv", f"b{number}.csv"),
            declared=(RAG,),
            kind=AnswerType.LIST,
            family=Derivation.OUTPUT_FILES,
        )
        for number in range(COUNT)
    ]
    said = (NullAnswer(FILE_NAMES, json.dumps(["a.csv", "b0.csv"])),)
    found = by_agent(null_scores(tasks, {item.id: said for item in tasks}))[FILE_NAMES]
    assert found.mean > 0.5
    assert (found.answered, found.judged_by, found.is_kept) == (1, 1 / COUNT, True)


def test_the_report_names_what_has_anything_and_counts_the_rest() -> None:
    tasks = family([5, 5, 7])
    lines = list(worst_lines(null_scores(tasks, {item.id: () for item in tasks})))
    assert len(lines) == 2
    assert "2 of 3 answered" in lines[0]
    assert lines[1].startswith("1 families, 0 of at least 40 tasks")
