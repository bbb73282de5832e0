"""A judge on 127.0.0.1 that answers outside its contract, through gateway and transport."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint, refusal
from tests.unit.harness.doubles import FakeClock
from tests.unit.harness.local_model import gateway
from tests.unit.mmenterprise.judging.cases import OPEN, answers, by_question, questions, scene
from worksurface_pipeline.mmenterprise.judging.judge import judge_cell
from worksurface_pipeline.mmenterprise.judging.model import JudgingModel
from worksurface_pipeline.mmenterprise.schema.evaluation import Judge

_GOOD = '{"correct": true, "reason": "Same claim."}'
_BAD = ("I think it is right.", '{"verdict": "correct"}', '{"correct": true, "reason": "Wrong."}')


def _mends(body: Mapping[str, Any], number: int) -> HttpAnswer:
    """Three kinds of bad reply, one after the other, then a good one."""
    turns = sum(message["role"] == "assistant" for message in body["messages"])
    return chat(_BAD[turns] if turns < len(_BAD) else _GOOD)


@pytest.mark.parametrize(
    ("attempts", "is_right", "calls"),
    [
        pytest.param(4, True, 4, id="mended-at-last"),
        pytest.param(3, None, 3, id="given-up"),
    ],
)
def test_outside_its_contract(attempts: int, is_right: bool | None, calls: int) -> None:
    with fake_endpoint(_mends) as endpoint:
        by = JudgingModel(
            gateway(endpoint.base, FakeClock()), "local", attempts=attempts, twice=0.0, workers=1
        )
        made = judge_cell({"p1": scene()}, questions(), answers({"claim": OPEN}), by)
    found = by_question(made.judged)["claim"]
    assert found.is_right is is_right
    assert found.judge is (Judge.NOBODY if is_right is None else Judge.MODEL)
    assert len(endpoint.requests) == calls
    assert endpoint.requests[0]["temperature"] == 0.0
    assert made.unreached == 0


def test_an_endpoint_that_is_down_leaves_answers_unscored() -> None:
    with fake_endpoint(lambda body, number: refusal(500, "out of order")) as endpoint:
        by = JudgingModel(gateway(endpoint.base, FakeClock()), "local", twice=0.0, workers=1)
        made = judge_cell({"p1": scene()}, questions(), answers({"claim": OPEN}), by)
    assert made.unreached == 1
    assert made.judged[0].is_right is None
    assert not made.judged[0].is_fault
