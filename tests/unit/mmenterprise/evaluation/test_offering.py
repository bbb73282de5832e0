"""Answers to unanswerable questions that abstain and give a value in one."""

from __future__ import annotations

import pytest

from tests.unit.mmenterprise.evaluation.test_scoring import OPEN, RIGHT, WRONG, question
from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.schema.questions import Absence, MmQuestion, QuestionType

WORDS = Vocabulary(
    people=("Ana Brook", "Ben Castle", "Stellan Ekholm"),
    names=("Jarrowby", "Hexdale", "Green pilot", "Gate pilot", "staged rollout"),
)


def absent(
    kind: str, text: str, argument: str, unit: str = "", why: Absence = Absence.NEVER_RECORDED
) -> MmQuestion:
    asked = question(kind, "", text, unit, "absent", QuestionType.UNANSWERABLE)
    query = asked.query.model_copy(update={"argument": argument})
    return asked.model_copy(update={"query": query, "absence": why})


LOAD = absent("number", "What is the peak load of Jarrowby?", "Jarrowby | peak load", "MW")
REVISED = absent(
    "number",
    "What was the budget just before Stellan revised it on 20 February?",
    "reviser p-stellan",
    "EUR",
    Absence.PREMISE_CONTRADICTED,
)
WHO = absent("person", "Who reported the budget of Jarrowby?", "Jarrowby | budget")
WHICH = absent("name", "Which of Green pilot and Gate pilot is faster?", "Green pilot | time")
CHOICE = absent("choice", "Which plan holds for Jarrowby?", "Jarrowby | plan")
WHEN = absent("time", "What is the deadline of Jarrowby?", "Jarrowby | deadline")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        pytest.param(
            LOAD,
            "The tracker does not give a date, the peak load of Jarrowby is 46.5 MW.",
            id="another thing is denied first",
        ),
        pytest.param(LOAD, "46.5 MW (not stated for other sites)", id="in brackets behind"),
        pytest.param(
            LOAD, "Jarrowby: 46.5 MW. The source is not available as a file.", id="in a sentence"
        ),
        pytest.param(LOAD, "I cannot determine it, but it is 46.5 MW.", id="but"),
        pytest.param(LOAD, "The answer is 46.5 MW, though no record gives it", id="though"),
        pytest.param(LOAD, "The records do not say; 46.5", id="bare"),
        pytest.param(REVISED, "50,000 EUR (the reason is not stated)", id="premise: bare"),
        pytest.param(WHO, "It was Stellan. No record gives a date.", id="person"),
        pytest.param(WHO, "Ana Brook; other authors are not stated", id="person: bare"),
        pytest.param(WHICH, "Gate pilot. The tracker is not available.", id="name: bare"),
        pytest.param(WHICH, "Not recorded, yet Gate pilot is the better one", id="name: better"),
        pytest.param(CHOICE, "staged rollout (the date is not stated)", id="choice"),
        pytest.param(WHEN, "3 April. The hour is not stated.", id="time"),
    ],
)
def test_a_value_with_an_abstention_is_never_right(asked: MmQuestion, answer: str) -> None:
    assert judge_exactly(asked, answer, WORDS).verdict in (WRONG, OPEN)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        pytest.param(LOAD, "46.5 MW is not stated anywhere", id="in the denial"),
        pytest.param(LOAD, "Not available: 46.5", id="behind a colon"),
        pytest.param(
            LOAD, "No record gives Jarrowby's; the whole peak load is 46.5 MW", id="of the whole"
        ),
        pytest.param(LOAD, "forty-six MW (not stated for other sites)", id="in words"),
        pytest.param(
            REVISED,
            "The records do not show a revision by Stellan; the budget was 50,000 EUR.",
            id="premise: denied, with the facts",
        ),
        pytest.param(
            WHICH, "Not established; Gate pilot's time alone is recorded", id="name: a fact on one"
        ),
    ],
)
def test_a_value_that_may_be_offered_is_left_to_a_judge(asked: MmQuestion, answer: str) -> None:
    assert judge_exactly(asked, answer, WORDS).verdict == OPEN


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        pytest.param(LOAD, "Not stated. Hexdale's peak load is 46.5 MW.", id="the nearest fact"),
        pytest.param(LOAD, "It is not stated in any of the 30 records.", id="how many records"),
        pytest.param(LOAD, "Jarrowby's is not stated in version 2.", id="a version"),
        pytest.param(LOAD, "As of 3 March, the records do not state it.", id="a date"),
        pytest.param(LOAD, "Ana's messages do not mention it.", id="a person for a number"),
        pytest.param(REVISED, "No record shows a revision by Stellan.", id="premise"),
        pytest.param(WHO, "Stellan's messages do not mention it.", id="person: whose records"),
        pytest.param(
            WHO, "Not recorded; Ana Brook gave the budget of Hexdale.", id="person: nearest fact"
        ),
        pytest.param(WHICH, "Green pilot's time isn't recorded.", id="name: which lacks"),
        pytest.param(WHEN, "The records do not give a deadline.", id="time"),
    ],
)
def test_an_abstention_without_a_value_is_never_wrong(asked: MmQuestion, answer: str) -> None:
    assert judge_exactly(asked, answer, WORDS).verdict in (RIGHT, OPEN)
