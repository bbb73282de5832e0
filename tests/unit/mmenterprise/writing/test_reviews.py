"""The naturalness review: one rewrite where score and problems call for it, checked again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.unit.mmenterprise.writing.scripted import (
    MODEL,
    REVIEWER,
    Call,
    Change,
    Reply,
)
from tests.unit.mmenterprise.writing.test_write import TEAM, in_team, texts_of, written
from worksurface_pipeline.mmenterprise.writing.model import Stage

STIFF = "Everybody narrates."
ANEW = "Here you go: retrieval stage accuracy is 61.2%."


def reviewed(verdict: Reply, anew: str = ANEW) -> Change:
    """A script whose reviewer says this, and whose rewrite says something else in one message."""

    def change(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
        if call.stage == "review":
            return verdict
        if in_team(call) and "a_reviewer_found_in_the_last_draft" in data:
            assert isinstance(reply, dict)
            reply["messages"][0]["text"] = anew
        return reply

    return change


def test_a_bad_review_triggers_one_rewrite() -> None:
    writing, script = written(reviewed({"score": 2, "problems": [STIFF]}))
    calls = [call for call in script.of("chat") if in_team(call)]
    assert [call.data.get("a_reviewer_found_in_the_last_draft") for call in calls] == [
        None,
        [STIFF],
    ]
    assert len(script.of("review")) == 1
    assert texts_of(writing)["e001"] == ANEW
    review = writing.log.of(Stage.REVIEW)[0]
    assert (review.part, review.score, review.problems) == (TEAM, 2, (STIFF,))
    assert len(writing.log.of(Stage.REWRITE)) == 1


def test_the_rewrite_is_checked_again() -> None:
    change = reviewed({"score": 1, "problems": [STIFF]}, "Retrieval stage accuracy is 16.2%.")
    writing, script = written(change, attempts=2)
    rewrites = [call for call in script.of("chat") if in_team(call)][1:]
    assert [bool(call.feedback) for call in rewrites] == [False, True]
    assert "'61.2' is missing" in rewrites[1].feedback
    assert texts_of(writing)["e001"] == "Now retrieval stage accuracy: 61.2%."
    assert writing.log.of(Stage.REWRITE)[0].kept == ("e001",)


@pytest.mark.parametrize(
    "verdict",
    [
        pytest.param({"score": 2, "problems": []}, id="no problems"),
        pytest.param({"score": 3, "problems": [STIFF]}, id="good enough"),
        pytest.param({"score": 0, "problems": [STIFF]}, id="no such score"),
        pytest.param({"score": True, "problems": [STIFF]}, id="no number"),
        pytest.param({"score": 1.5, "problems": [STIFF]}, id="no whole number"),
        pytest.param({"score": 1, "problems": STIFF}, id="no list"),
        pytest.param("bad", id="no object"),
    ],
)
def test_other_reviews_change_nothing(verdict: Reply) -> None:
    writing, script = written(reviewed(verdict), attempts=2)
    assert len([call for call in script.of("chat") if in_team(call)]) == 1
    assert writing.log.of(Stage.REWRITE) == ()
    assert texts_of(writing)["e001"] == "Now retrieval stage accuracy: 61.2%."


def test_short_days_are_not_reviewed() -> None:
    _, script = written(reviewed({"score": 1, "problems": [STIFF]}), reviewed_from=8)
    assert script.of("review") == []


def test_another_model_may_review() -> None:
    writing, script = written(reviewer=REVIEWER)
    assert {(call.stage == "review", call.model) for call in script.calls} == {
        (True, REVIEWER),
        (False, MODEL),
    }
    assert writing.log.of(Stage.REVIEW)[0].model == REVIEWER
