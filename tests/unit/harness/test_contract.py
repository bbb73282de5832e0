"""Replies under a JSON contract: kept to, sent back, given up."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.unit.harness.doubles import ScriptedClient
from tests.unit.harness.local_model import request
from worksurface_pipeline.harness.llm.contract import ask, read
from worksurface_pipeline.kernel.model import Frozen


class Said(Frozen):
    """A small contract."""

    verdict: Literal["yes", "no"]
    records: tuple[int, ...]
    reason: str | None


GOOD = '{"verdict": "yes", "records": [1, 2], "reason": null}'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "The reply is empty."),
        ("yes", "The reply holds no JSON object."),
        (GOOD + GOOD, "2 JSON objects"),
        ('{"verdict": "yes", "records": [1]}', "reason: field required."),
        ('{"verdict": "maybe", "records": [1], "reason": ""}', "verdict: input should be"),
        ('{"verdict": "yes", "records": ["1"], "reason": ""}', "records.0: input should be"),
        ('{"verdict": "yes", "records": [true], "reason": ""}', "records.0: input should be"),
        ('{"verdict": "yes", "records": [1], "reason": "", "x": 1}', "x: extra inputs"),
    ],
    ids=["empty", "prose", "two", "missing", "other word", "text", "boolean", "more"],
)
def test_what_is_outside(text: str, problem: str) -> None:
    found = read(text, Said)
    assert isinstance(found, str)
    assert problem in found


@pytest.mark.parametrize(
    "text", [GOOD, f"Here it is:\n```json\n{GOOD}\n```", f"<think>{{}}</think>{GOOD}"]
)
def test_what_is_inside(text: str) -> None:
    assert read(text, Said) == Said(verdict="yes", records=(1, 2), reason=None)


def test_a_reply_outside_goes_back_with_the_problem() -> None:
    client = ScriptedClient("no idea", GOOD)
    kept = ask(client, request(), Said, 3)
    assert kept.value is not None
    assert kept.problems == ("The reply holds no JSON object.",)
    roles = [message.role for message in client.requests[1].messages]
    assert roles == ["user", "assistant", "user"]
    assert client.requests[1].messages[1].content == "no idea"
    assert "holds no JSON object" in client.requests[1].messages[2].content


def test_the_number_of_replies_is_bounded_and_all_problems_are_kept() -> None:
    client = ScriptedClient("no idea", "", "[]")
    kept = ask(client, request(), Said, 3)
    assert kept.value is None
    assert len(kept.problems) == len(client.requests) == 3


def test_a_check_of_ones_own_is_part_of_the_contract() -> None:
    client = ScriptedClient(GOOD, GOOD.replace("yes", "no"))
    kept = ask(client, request(), Said, 2, lambda said: "" if said.verdict == "no" else "not so.")
    assert kept.value is not None
    assert kept.problems == ("not so.",)
