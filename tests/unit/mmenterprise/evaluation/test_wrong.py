from __future__ import annotations

from datetime import datetime

import pytest

from tests.unit.mmenterprise.questions.small_project import small_project
from worksurface_pipeline.mmenterprise.evaluation.judgement import vocabulary_of
from worksurface_pipeline.mmenterprise.evaluation.wrong import Cause, origin_of
from worksurface_pipeline.mmenterprise.ledger.queries import answer as ledger_answer
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.questions import (
    LedgerQuery,
    MmQuestion,
    QuestionType,
)

MONDAY_NIGHT = datetime(2026, 3, 2, 23, 59, 59)


@pytest.fixture(scope="module")
def scene() -> Scene:
    project = small_project()
    return Scene(project.ledger(), project.unit_set(), 1)


def asked(scene: Scene, kind: str, query: LedgerQuery, unit: str = "") -> MmQuestion:
    gold = ledger_answer(scene.ledger, query)
    is_absent = query.operation == "absent"
    return MmQuestion(
        id="q1",
        project="p1",
        type=QuestionType.UNANSWERABLE if is_absent else QuestionType.TEMPORAL,
        question="What is it?",
        answer_kind=kind,
        gold="" if gold is None else gold,
        unit=unit,
        query=query,
    )


def query(operation: str, *slots: str, **more: object) -> LedgerQuery:
    return LedgerQuery.model_validate({"operation": operation, "slots": slots, **more})


@pytest.mark.parametrize(
    ("kind", "wanted", "given", "cause", "slot"),
    [
        pytest.param(
            "number", query("which_applies", "n"), "48", Cause.UNSYNCHRONISED, "n",
            id="the wiki that kept the old value",
        ),
        pytest.param(
            "number", query("as_of", "budget"), "9500 EUR", Cause.STALE, "budget",
            id="replaced by a later change",
        ),
        pytest.param(
            "number", query("as_of", "budget"), "It is 9,000.", Cause.STALE, "budget",
            id="the first value",
        ),
        pytest.param(
            "number", query("as_of", "budget", at=MONDAY_NIGHT), "8200", Cause.LATER, "budget",
            id="the value of now for an earlier day",
        ),
        pytest.param(
            "number", query("before_revision", "budget", event="b3"), "8200", Cause.LATER, "budget",
            id="the revised value for the one before",
        ),
        pytest.param(
            "number", query("before_revision", "budget", event="b3"), "9000", Cause.STALE, "budget",
            id="one step too far back",
        ),
        pytest.param(
            "person", query("as_of", "owner", at=MONDAY_NIGHT), "Dev", Cause.LATER, "owner",
            id="the next owner",
        ),
        pytest.param(
            "number", query("as_of", "acc_Alder"), "79.25", Cause.SIBLING, "acc_Birch",
            id="the same measure of another thing",
        ),
        pytest.param(
            "number", query("as_of", "acc_Alder"), "310", Cause.OTHER_FACT, "cost",
            id="another fact",
        ),
        pytest.param(
            "number", query("as_of", "acc_Alder"), "99", Cause.NOT_IN_LEDGER, "",
            id="nowhere",
        ),
        pytest.param(
            "number", query("stated_in", "n", argument="report@1"), "43", Cause.LATER, "n",
            id="the later version",
        ),
        pytest.param(
            "number", query("difference", "n", "budget"), "8152", Cause.UNSYNCHRONISED, "n",
            id="reckoned with a value that was not brought up to date",
        ),
        pytest.param(
            "number", query("difference", "n", "budget"), "9457", Cause.STALE, "budget",
            id="reckoned with a replaced value",
        ),
        pytest.param(
            "person", query("who_corrected", "n", event="n4"), "Cleo", Cause.OTHER_ACT, "n",
            id="who noticed it, not who put it right",
        ),
        pytest.param(
            "person", query("who_stated", "cost"), "Ana Brook", Cause.NOT_IN_LEDGER, "",
            id="somebody who had no part in it",
        ),
        pytest.param(
            "number", query("difference", "n", "budget"), "43", Cause.OPERAND, "n",
            id="an operand where a difference was asked for",
        ),
        pytest.param(
            "number", query("as_of", "budget"), "The records do not say.", Cause.ABSTAINED, "",
            id="abstained",
        ),
        pytest.param("number", query("as_of", "budget"), " ", Cause.ABSTAINED, "", id="nothing"),
        pytest.param(
            "verdict",
            query("holds", "acc_Alder", argument="at_least:90"),
            "supported",
            Cause.NOT_COMPARED,
            "",
            id="a verdict may be a guess",
        ),
        pytest.param(
            "number", query("absent", argument="Alder | energy cost"), "310", Cause.OTHER_FACT,
            "cost", id="unanswerable: the value of another thing",
        ),
        pytest.param(
            "number", query("absent", "budget", argument="reviser ben"), "9000", Cause.OTHER_STATE,
            "budget", id="unanswerable: a state that the premise does not name",
        ),
    ],
)  # fmt: skip
def test_causes(
    scene: Scene, kind: str, wanted: LedgerQuery, given: str, cause: Cause, slot: str
) -> None:
    found = origin_of(scene, asked(scene, kind, wanted), given, vocabulary_of(scene.ledger))
    assert (found.cause, found.slot) == (cause, slot)
