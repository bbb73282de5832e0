"""Users' own questions: the same path, and errors that name line and field."""

from __future__ import annotations

import json

import pytest

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.worksurface.proposals.own import (
    own_candidates,
    questions_of,
    read_questions,
    unknown_tasks,
)
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

PROOF = {"surface": "table", "sql": 'SELECT SUM("weight_kg") FROM "t7__shipments"'}
LINE = {"task": "7", "question": "What is the total weight in shipments.csv?", "proof": PROOF}


def test_an_own_question_becomes_a_verified_task() -> None:
    task, surfaces = world([], [shipments()], [document("depot.md", "Nothing.")])
    line = "\ufeff\n" + json.dumps({**LINE, "unit": "kg"}) + "\n"
    questions = read_questions(line, "own.jsonl")
    made = own_candidates(questions, [task], surfaces, "b")
    found = verify_tasks(made, surfaces)
    assert [(one.gold_answer, one.answer_unit) for one in found.tasks] == [(820.0, "kg")]
    assert found.refusals == ()


def test_a_refused_question_names_its_line() -> None:
    task, surfaces = world([], [shipments()], [])
    wrong = {**LINE, "proof": {**PROOF, "sql": "SELECT 1 FROM nowhere"}}
    found = own_candidates(read_questions(json.dumps(wrong), "own.jsonl"), [task], surfaces, "b")
    assert [one.reason.split(":")[0] for one in found.refusals] == ["line 1, proof"]


def test_an_unknown_source_task_is_named() -> None:
    task, _ = world([], [shipments()], [])
    questions = read_questions(json.dumps({**LINE, "task": "99"}), "own.jsonl")
    said = list(unknown_tasks(questions, [task]))
    assert said == ["line 1, task: there is no source task 99"]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        pytest.param("{", "line 2, the line as a whole", id="no-json"),
        pytest.param("[1]", "line 2, the line as a whole", id="no-object"),
        pytest.param(json.dumps({**LINE, "gold": 5}), "line 2, gold", id="own-gold"),
        pytest.param(json.dumps({**LINE, "task": None}), "line 2, task", id="no-task"),
        pytest.param(json.dumps({**LINE, "question": ""}), "line 2, question", id="no-question"),
        pytest.param(json.dumps({**LINE, "proof": []}), "line 2, proof", id="no-proof"),
        pytest.param(
            json.dumps({**LINE, "proof": {"surface": "table"}}), "line 2, proof.0", id="no-sql"
        ),
        pytest.param(
            json.dumps({**LINE, "proof": {"surface": "web"}}), "line 2, proof.0", id="surface"
        ),
        pytest.param(json.dumps({**LINE, "unit": 3}), "line 2, unit", id="unit"),
    ],
)
def test_errors_name_line_and_field(line: str, place: str) -> None:
    with pytest.raises(SourceError, match=r"own\.jsonl") as caught:
        read_questions(json.dumps(LINE) + "\n" + line, "own.jsonl")
    assert place in str(caught.value)


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        pytest.param("{", "first", id="no-task"),
        pytest.param(json.dumps({**LINE, "task": "99", "gold": 5}), "first", id="unknown-task"),
        pytest.param(json.dumps({**LINE, "gold": 5}), "logistics_manager", id="own-task"),
    ],
)
def test_a_line_at_fault_is_reported_by_one_persona(line: str, owner: str) -> None:
    task, _ = world([], [shipments()], [])
    others = [
        task.model_copy(update={"task_id": name, "persona": name}) for name in ("first", "zoo")
    ]
    reporting = []
    for persona in ("first", "logistics_manager", "zoo"):
        try:
            questions_of(persona, line, "own.jsonl", [task, *others])
        except SourceError:
            reporting.append(persona)
    assert reporting == [owner]
