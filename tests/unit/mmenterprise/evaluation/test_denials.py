"""Answers that name the gold to say that it is not it are never right."""

from __future__ import annotations

import pytest

from tests.unit.mmenterprise.evaluation.test_scoring import OPEN, RIGHT, question
from worksurface_pipeline.mmenterprise.evaluation.judgement import Vocabulary
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

WORDS = Vocabulary(people=("Farida Fenwyck", "Stellan Ekholm"), names=("Cedar", "Alder"))
PERSON = question("person", "Farida Fenwyck")
NAME = question("name", "Alder", operation="ranking")
ORDER = question("list", ("Cedar", "Alder"), operation="ranking")
NUMBER = question("number", "81.4", unit="%")
DAY = question("time", "26 February")
SUPPORTED = question("verdict", "supported", operation="holds")
CONTRADICTED = question("verdict", "contradicted", operation="holds")
OPEN_CLAIM = question("verdict", "not_established", operation="holds")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        pytest.param(PERSON, "It was not Farida", id="person: a part of the name"),
        pytest.param(PERSON, "It isn\u2019t Fenwyck.", id="person: shortened, curly"),
        pytest.param(PERSON, "It wasnt Farida", id="person: no apostrophe"),
        pytest.param(PERSON, "Anyone but Farida Fenwyck", id="person: anyone but"),
        pytest.param(PERSON, "Everybody except Farida", id="person: except"),
        pytest.param(PERSON, "Someone other than Farida Fenwyck", id="person: other than"),
        pytest.param(PERSON, "A colleague rather than Farida", id="person: rather than"),
        pytest.param(PERSON, "It is no longer Farida Fenwyck", id="person: no longer"),
        pytest.param(PERSON, "Never Farida", id="person: never"),
        pytest.param(PERSON, "Not corrected by Farida Fenwyck", id="person: words between"),
        pytest.param(PERSON, "Farida? No.", id="person: asked and denied"),
        pytest.param(PERSON, "Farida Fenwyck didn't do it", id="person: denied behind"),
        pytest.param(PERSON, "Farida Fenwyck is wrong", id="person: called wrong"),
        pytest.param(NAME, "Anything but Alder", id="name: anything but"),
        pytest.param(NAME, "It can't be Alder", id="name: shortened"),
        pytest.param(ORDER, "It isn't Cedar, Alder", id="list: denied"),
        pytest.param(NUMBER, "It is no longer 81.4 %", id="number: no longer"),
        pytest.param(NUMBER, "Anything other than 81.4", id="number: other than"),
        pytest.param(NUMBER, "81.4? No.", id="number: asked and denied"),
        pytest.param(NUMBER, "81.4 % is incorrect", id="number: called incorrect"),
        pytest.param(DAY, "not 26 February", id="day: denied"),
        pytest.param(DAY, "It isn't 26 Feb", id="day: shortened"),
        pytest.param(DAY, "Not February 26", id="day: month first"),
        pytest.param(SUPPORTED, "It isn't supported.", id="supported: is not"),
        pytest.param(SUPPORTED, "The claim can't be supported", id="supported: cannot"),
        pytest.param(SUPPORTED, "not fully supported", id="supported: not fully"),
        pytest.param(SUPPORTED, "never supported", id="supported: never"),
        pytest.param(SUPPORTED, "Supported? No.", id="supported: asked and denied"),
        pytest.param(SUPPORTED, "Supported: no", id="supported: a form filled in"),
        pytest.param(SUPPORTED, "No, this is hardly supported", id="supported: hardly"),
        pytest.param(SUPPORTED, "Partly supported", id="supported: in part"),
        pytest.param(SUPPORTED, "Supported by nothing", id="supported: by nothing"),
        pytest.param(SUPPORTED, "Neither supported nor refuted", id="supported: neither"),
        pytest.param(SUPPORTED, "unsupported", id="supported: un-"),
        pytest.param(CONTRADICTED, "isn't contradicted", id="contradicted: is not"),
        pytest.param(CONTRADICTED, "never contradicted", id="contradicted: never"),
        pytest.param(CONTRADICTED, "Contradicted? No.", id="contradicted: asked and denied"),
        pytest.param(OPEN_CLAIM, "Not established? It is.", id="not established: asked"),
        pytest.param(
            OPEN_CLAIM, "It isn't true that this is not established", id="not established: untrue"
        ),
    ],
)
def test_a_denied_gold_is_left_to_a_judge(asked: MmQuestion, answer: str) -> None:
    assert judge_exactly(asked, answer, WORDS).verdict == OPEN


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        pytest.param(PERSON, "No, it was Farida Fenwyck.", id="person: a no to the question"),
        pytest.param(PERSON, "Farida Fenwyck, not anyone else", id="person: others denied"),
        pytest.param(PERSON, "It was never revised. Farida.", id="person: another sentence"),
        pytest.param(PERSON, "F. Fenwyck", id="person: initial"),
        pytest.param(NUMBER, "81.4 %, which was not updated", id="number: of something else"),
        pytest.param(SUPPORTED, "Fully supported by the report", id="supported: fully"),
        pytest.param(CONTRADICTED, "False, contradicted by the report", id="contradicted: false"),
        pytest.param(CONTRADICTED, "No: contradicted", id="contradicted: a no beside it"),
        pytest.param(
            CONTRADICTED, "Contradicted: it does not match", id="contradicted: with its reason"
        ),
        pytest.param(
            OPEN_CLAIM, "The records do not say, so it is not established", id="not established"
        ),
        pytest.param(
            OPEN_CLAIM, "Not established: no record says so", id="not established: its reason"
        ),
    ],
)
def test_a_gold_beside_other_denials_is_never_wrong(asked: MmQuestion, answer: str) -> None:
    assert judge_exactly(asked, answer, WORDS).verdict in (RIGHT, OPEN)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("42", id="a number"),
        pytest.param("46.5 MW", id="a number with its unit"),
        pytest.param("banana", id="a word"),
        pytest.param("Stellan Ekholm", id="a name"),
        pytest.param("the report, version 2", id="a source"),
        pytest.param("Yes", id="yes"),
        pytest.param("No.", id="no"),
        pytest.param("true", id="true"),
        pytest.param("That's false", id="false"),
        pytest.param("I agree", id="agrees"),
        pytest.param("The records confirm it", id="confirms"),
        pytest.param("refuted", id="refutes"),
        pytest.param("Unclear", id="unclear"),
        pytest.param("Insufficient evidence", id="insufficient"),
        pytest.param("Alder's is higher", id="compares"),
        pytest.param("n/a", id="n/a"),
    ],
)
def test_without_a_verdict(answer: str) -> None:
    for asked in (SUPPORTED, CONTRADICTED, OPEN_CLAIM):
        assert judge_exactly(asked, answer, WORDS).verdict == OPEN
