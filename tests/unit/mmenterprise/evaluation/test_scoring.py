from __future__ import annotations

import pytest

from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.schema.questions import (
    LedgerQuery,
    MmQuestion,
    QuestionType,
)

WORDS = Vocabulary(
    people=("Ana Brook", "Ben Castle", "Ben Dorn"),
    names=("Alder", "Alder Major", "Cedar", "staged rollout", "single cutover"),
)
RIGHT, WRONG, OPEN = "correct", "wrong", "undecided"


def question(
    kind: str,
    gold: str | tuple[str, ...],
    text: str = "What is it?",
    unit: str = "",
    operation: str = "as_of",
    of_type: QuestionType = QuestionType.EXTRACTION,
) -> MmQuestion:
    return MmQuestion(
        id="q1",
        project="p1",
        type=of_type,
        question=text,
        answer_kind=kind,
        gold=gold,
        unit=unit,
        query=LedgerQuery(operation=operation),
    )


NUMBER = question("number", "1,234.50", unit="EUR")
SHARE = question("number", "81.4", unit="%")
MILLIONS = question("number", "23.4", unit="million")
RATIO = question("number", "0.67", operation="ratio")
VERSION = question("number", "43", text="What does version 2 of the report give for the count?")
PERSON = question("person", "Ana Brook")
NAMESAKE = question("person", "Ben Castle")
CHOICE = question("choice", "staged rollout")
ENTITY = question("name", "Alder", operation="ranking", text="Which of Alder and Cedar?")
TIME = question("time", "Thursday 12 March, 17:00")
DAY = question("time", "12 March")
ORDER = question("list", ("Cedar", "Alder"), operation="ranking")
VERDICT = question("verdict", "not_established", operation="holds")
SUPPORT = question("verdict", "supported", operation="holds")


@pytest.mark.parametrize(
    ("asked", "answer", "verdict"),
    [
        pytest.param(NUMBER, "1234.5 EUR", RIGHT, id="number: grouping and zeros"),
        pytest.param(NUMBER, "The budget is €1.234,50.", OPEN, id="number: decimal comma"),
        pytest.param(SHARE, "It is not 81.4 %.", OPEN, id="number: denied"),
        pytest.param(SHARE, "It can't be the 81.4.", OPEN, id="number: denied, shortened"),
        pytest.param(SHARE, "81.4, it was not updated.", OPEN, id="number: denial elsewhere"),
        pytest.param(NUMBER, "The budget is not €1234.5", OPEN, id="number: denied, rewritten"),
        pytest.param(PERSON, "It was no longer Ana Brook.", OPEN, id="person: denied"),
        pytest.param(NUMBER, "$1,234.50", WRONG, id="number: another currency"),
        pytest.param(NUMBER, "1235", WRONG, id="number: rounded"),
        pytest.param(NUMBER, "1234.5 (set on 4 March)", OPEN, id="number: a date beside it"),
        pytest.param(NUMBER, "1234.5, up from 900", OPEN, id="number: another beside it"),
        pytest.param(NUMBER, "1200, up from 900", OPEN, id="number: two others"),
        pytest.param(NUMBER, "a lot", OPEN, id="number: none"),
        pytest.param(NUMBER, "1234.5%", WRONG, id="number: another unit"),
        pytest.param(MILLIONS, "23.4 million", RIGHT, id="scale word: as asked"),
        pytest.param(MILLIONS, "23.4", OPEN, id="scale word: left out"),
        pytest.param(MILLIONS, "23,400,000", OPEN, id="scale word: written out"),
        pytest.param(MILLIONS, "23.4 thousand", WRONG, id="scale word: another"),
        pytest.param(SHARE, "81.4%", RIGHT, id="share: with its sign"),
        pytest.param(SHARE, "81.4", RIGHT, id="share: without its sign"),
        pytest.param(SHARE, "0.814", OPEN, id="share: scaled"),
        pytest.param(SHARE, "81.40 %", RIGHT, id="share: more zeros"),
        pytest.param(RATIO, "0.667", RIGHT, id="ratio: more decimals"),
        pytest.param(RATIO, "0.6749", RIGHT, id="ratio: at the edge"),
        pytest.param(RATIO, "0.68", WRONG, id="ratio: another"),
        pytest.param(VERSION, "In version 2 it is 43.", RIGHT, id="number: repeats the question"),
        pytest.param(VERSION, "In version 2 it is 48.", WRONG, id="number: stale"),
        pytest.param(PERSON, "Ana", RIGHT, id="person: first name"),
        pytest.param(PERSON, "It was Ms Brook.", RIGHT, id="person: last name"),
        pytest.param(PERSON, "Ben Castle", WRONG, id="person: another"),
        pytest.param(PERSON, "Ana, not Ben Castle", OPEN, id="person: two"),
        pytest.param(PERSON, "somebody", OPEN, id="person: none"),
        pytest.param(NAMESAKE, "Ben", OPEN, id="person: a first name of two"),
        pytest.param(NAMESAKE, "Castle", RIGHT, id="person: the last name that tells"),
        pytest.param(CHOICE, "They went for the staged rollout.", RIGHT, id="choice"),
        pytest.param(CHOICE, "single cutover", WRONG, id="choice: another"),
        pytest.param(ENTITY, "Alder", RIGHT, id="entity"),
        pytest.param(ENTITY, "Alder Major", WRONG, id="entity: a longer name"),
        pytest.param(ENTITY, "Cedar", WRONG, id="entity: the other"),
        pytest.param(TIME, "12 March at 5 pm", RIGHT, id="time: in other words"),
        pytest.param(TIME, "March 12th, 17:00", RIGHT, id="time: month first"),
        pytest.param(TIME, "2026-03-12T17:00", RIGHT, id="time: as machines write"),
        pytest.param(TIME, "12 March", WRONG, id="time: without the hour"),
        pytest.param(TIME, "12 March, 18:00", WRONG, id="time: another hour"),
        pytest.param(DAY, "Thursday, 12 Mar 2026", RIGHT, id="day: with more"),
        pytest.param(DAY, "13 March", WRONG, id="day: another"),
        pytest.param(DAY, "moved from 10 March to 12 March", OPEN, id="day: two"),
        pytest.param(ORDER, "1. Cedar 2. Alder", RIGHT, id="list"),
        pytest.param(ORDER, "Alder, Cedar", WRONG, id="list: another order"),
        pytest.param(ORDER, "Cedar", WRONG, id="list: not all"),
        pytest.param(ORDER, "Cedar, Alder, Alder Major", OPEN, id="list: more"),
        pytest.param(VERDICT, "This is not established by the records.", RIGHT, id="verdict"),
        pytest.param(VERDICT, "Contradicted", WRONG, id="verdict: another"),
        pytest.param(SUPPORT, "Supported.", RIGHT, id="verdict: supported"),
        pytest.param(SUPPORT, "It is not supported.", OPEN, id="verdict: denied"),
        pytest.param(SUPPORT, "Yes", OPEN, id="verdict: in other words"),
        pytest.param(SUPPORT, "{}", WRONG, id="no word at all"),
        pytest.param(NUMBER, "", WRONG, id="nothing"),
        pytest.param(NUMBER, None, WRONG, id="no answer at all"),
        pytest.param(NUMBER, "The records do not say.", WRONG, id="abstained"),
        pytest.param(PERSON, "That isn't recorded.", WRONG, id="abstained from a name"),
        pytest.param(NUMBER, "Not stated, but 1234.5 fits", OPEN, id="answered and abstained"),
    ],
)
def test_answerable(asked: MmQuestion, answer: str | None, verdict: str) -> None:
    assert judge_exactly(asked, answer, WORDS).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        pytest.param("The records do not establish this.", RIGHT, id="does not establish"),
        pytest.param("This isn't stated anywhere.", RIGHT, id="is not stated"),
        pytest.param("No record mentions it.", RIGHT, id="no record"),
        pytest.param("Cannot be determined from the documents.", RIGHT, id="cannot"),
        pytest.param("I can\u2019t tell.", RIGHT, id="curly apostrophe"),
        pytest.param("Unknown", RIGHT, id="unknown"),
        pytest.param("Not stated; Cedar's is 310.", OPEN, id="with the nearest fact"),
        pytest.param("Not stated, but it is probably 310.", OPEN, id="with a guess"),
        pytest.param("Ben never revised it; Ana did.", OPEN, id="rejects the premise"),
        pytest.param("310 EUR", WRONG, id="a value"),
        pytest.param("Ana Brook", WRONG, id="a name"),
        pytest.param("", WRONG, id="nothing"),
    ],
)
def test_unanswerable(answer: str, verdict: str) -> None:
    asked = question("number", "", of_type=QuestionType.UNANSWERABLE, operation="absent")
    assert judge_exactly(asked, answer, WORDS).verdict == verdict


@pytest.mark.parametrize(
    "answer",
    ["", "{}", "What is it?", "Ana Brook Ben Castle Cedar Alder", "0", "1 2 3 4 5 6 7 8 9"],
)
def test_answers_that_know_nothing_are_never_right(answer: str) -> None:
    golds = [NUMBER, SHARE, RATIO, VERSION, PERSON, CHOICE, ENTITY, TIME, DAY, VERDICT, SUPPORT]
    verdicts = {judge_exactly(item, answer, WORDS).verdict for item in golds}
    assert RIGHT not in verdicts
