from __future__ import annotations

from datetime import datetime

import pytest

from worksurface_pipeline.mmenterprise.evaluation.matched_sets import (
    AS_OF,
    BEFORE,
    CURRENT,
    triples,
    twins,
)
from worksurface_pipeline.mmenterprise.evaluation.recall import recall_of
from worksurface_pipeline.mmenterprise.schema.questions import (
    LedgerQuery,
    MmQuestion,
    QuestionType,
)


def question(key: str, operation: str = "as_of", **more: object) -> MmQuestion:
    at = more.pop("at", None)
    fields = {
        "id": key,
        "project": "p1",
        "type": QuestionType.TEMPORAL,
        "question": "What?",
        "answer_kind": "number",
        "gold": "1",
        "query": LedgerQuery.model_validate({"operation": operation, "at": at}),
    }
    return MmQuestion.model_validate({**fields, **more})


@pytest.mark.parametrize(
    ("retrieved", "representative", "best", "is_whole"),
    [
        pytest.param({"a", "b", "z"}, 1.0, 1.0, True, id="the representative"),
        pytest.param({"c", "d", "e"}, 0.0, 1.0, True, id="another set"),
        pytest.param({"a", "c", "d"}, 0.5, 2 / 3, False, id="parts of both"),
        pytest.param(set(), 0.0, 0.0, False, id="nothing"),
    ],
)
def test_recall(retrieved: set[str], representative: float, best: float, is_whole: bool) -> None:
    sets = (("a", "b"), ("c", "d", "e"))
    found = recall_of(question("q", evidence=sets[0], alternatives=sets), retrieved)
    assert found is not None
    assert (found.representative, found.has_whole_set) == (representative, is_whole)
    assert found.best == pytest.approx(best)


def test_what_has_no_evidence_has_no_recall() -> None:
    assert recall_of(question("q"), {"a"}) is None


def test_twins_count_where_both_were_judged() -> None:
    questions = [question(key) for key in "abcd"]
    questions += [question(f"{key}{key}", "absent", twin=key) for key in "abcd"]
    right = {"a": True, "aa": True, "b": True, "bb": False, "c": False, "cc": True, "d": True}
    found = twins(questions, right)
    assert (found.both.count, found.both.n) == (1, 3)
    assert (found.answerable_only, found.unanswerable_only, found.neither) == (1, 1, 0)


def test_triples_count_whole_ones() -> None:
    questions = []
    for fact in ("x", "y", "z"):
        questions += [
            question(f"{fact}1", triple=fact),
            question(f"{fact}2", triple=fact, at=datetime(2026, 3, 2)),
            question(f"{fact}3", "before_revision", triple=fact),
        ]
    right = {item.id: item.id != "y3" for item in questions if item.id != "z1"}
    found = triples(questions, right)
    assert (found.whole.count, found.whole.n) == (1, 2)
    assert {key: item.count for key, item in found.states.items()} == {
        CURRENT: 2,
        AS_OF: 2,
        BEFORE: 1,
    }
