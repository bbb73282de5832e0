from __future__ import annotations

from datetime import datetime

import pytest

from tests.unit.mmenterprise.evaluation.test_scoring import OPEN, RIGHT, WRONG, question
from tests.unit.mmenterprise.ledger.hand import hand_ledger
from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary, vocabulary_of
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.evaluation.times import When, read_times

DAY = (3, 12)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        pytest.param("12 March", [When(DAY, None, None)], id="day and month"),
        pytest.param("March 12th, 2026", [When(DAY, 2026, None)], id="month first"),
        pytest.param("the 12th of March", [When(DAY, None, None)], id="ordinal"),
        pytest.param("12 Mar. 2026", [When(DAY, 2026, None)], id="short month"),
        pytest.param("2026-03-12", [When(DAY, 2026, None)], id="ISO day"),
        pytest.param("2026-03-12T17:05:00", [When(DAY, 2026, (17, 5))], id="ISO time"),
        pytest.param("Thursday 12 March, 17:05", [When(DAY, None, (17, 5))], id="with a clock"),
        pytest.param("at 5 pm on 12 March", [When(DAY, None, (17, 0))], id="clock first"),
        pytest.param("26.02.2030", [When((2, 26), 2030, None)], id="dotted"),
        pytest.param("26.02.", [When((2, 26), None, None)], id="dotted, no year"),
        pytest.param("02/26", [When((2, 26), None, None)], id="slashed, month first"),
        pytest.param("26/02/2030", [When((2, 26), 2030, None)], id="slashed, day first"),
        pytest.param("2030/02/26", [When((2, 26), 2030, None)], id="slashed, year first"),
        pytest.param("03/04", [When((4, 3), None, None, (3, 4))], id="slashed, either way"),
        pytest.param("31/31", [], id="slashed, no day"),
        pytest.param("5.05 p.m.", [When(None, None, (17, 5))], id="clock alone"),
        pytest.param("12 am", [When(None, None, (0, 0))], id="midnight"),
        pytest.param("12 pm", [When(None, None, (12, 0))], id="noon"),
        pytest.param(
            "from 12 March to 13 March 09:00",
            [When(DAY, None, None), When((3, 13), None, (9, 0))],
            id="two days",
        ),
        pytest.param("81.40 %", [], id="a share"),
        pytest.param("1234.50 EUR", [], id="a sum"),
        pytest.param("it may be 12", [], id="no month"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_reading(text: str, times: list[When]) -> None:
    assert list(read_times(text)) == times


@pytest.mark.parametrize(
    ("gold", "answer", "verdict"),
    [
        pytest.param("26 February", "02/26", RIGHT, id="month first"),
        pytest.param("26 February", "26.02.2030", RIGHT, id="dotted"),
        pytest.param("26 February", "26 February 2029", RIGHT, id="the other year of the project"),
        pytest.param("26 February", "26 February 2031", WRONG, id="another year"),
        pytest.param("26 February", "26.02.2031", WRONG, id="another year, dotted"),
        pytest.param("26 February", "27.02.2030", WRONG, id="another day"),
        pytest.param("26 February", "the 26th", OPEN, id="no month"),
        pytest.param("3 April", "04/03", OPEN, id="either way"),
        pytest.param("3 April", "03/04/2031", WRONG, id="either way, another year"),
        pytest.param("3 April", "05/06", WRONG, id="neither way"),
    ],
)
def test_days_in_figures(gold: str, answer: str, verdict: str) -> None:
    words = Vocabulary(years=(2029, 2030))
    assert judge_exactly(question("time", gold), answer, words).verdict == verdict


def test_the_years_of_a_project_reach_to_its_next_deadlines() -> None:
    ledger = hand_ledger()
    assert vocabulary_of(ledger).years == (2030,)
    last = ledger.events[-1].model_copy(update={"at": datetime(2030, 11, 30)})
    late = ledger.model_copy(update={"events": (*ledger.events[:-1], last)})
    assert vocabulary_of(late).years == (2030, 2031)
