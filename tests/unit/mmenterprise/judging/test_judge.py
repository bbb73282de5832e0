"""Verdicts on hand-made answers, with and without a judging model."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.unit.harness.doubles import ScriptedClient
from tests.unit.mmenterprise.judging.cases import (
    CELL,
    OPEN,
    RIGHT,
    answered,
    answers,
    by_question,
    questions,
    scene,
)
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest, Usage
from worksurface_pipeline.kernel.errors import (
    ModelConfigurationError,
    ModelUnavailableError,
    SettingsError,
    WorksurfaceError,
)
from worksurface_pipeline.mmenterprise.evaluation.wrong import Cause
from worksurface_pipeline.mmenterprise.judging.court import NO_ANSWER, NO_JUDGE
from worksurface_pipeline.mmenterprise.judging.judge import judge_cell
from worksurface_pipeline.mmenterprise.judging.model import JudgingModel
from worksurface_pipeline.mmenterprise.schema.evaluation import (
    MACHINE_FAULT,
    Answers,
    Judge,
    Judged,
    Judgements,
)

SCENES = {"p1": scene()}
YES = '{"correct": true, "reason": "It says so."}'
NO = '{"correct": false, "reason": "It does not."}'


class Scripted:
    """A judge that replies as a function of the request tells."""

    def __init__(self, rule: Callable[[ModelRequest], str]) -> None:
        self.rule = rule
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        return ModelReply(text=self.rule(request), usage=Usage())


def judging(client: ScriptedClient | Scripted, **more: object) -> JudgingModel:
    fields: dict[str, object] = {"twice": 0.0, "workers": 1, **more}
    return JudgingModel(client, "umbra/judge", **fields)  # type: ignore[arg-type]


def judge(texts: dict[str, str | None], by: JudgingModel | None = None) -> dict[str, Judged]:
    return by_question(judge_cell(SCENES, questions(), answers(texts), by).judged)


def test_all_right_without_a_model() -> None:
    found = judge(dict(RIGHT))
    assert {item.is_right for item in found.values()} == {True}
    assert {item.judge for item in found.values()} == {Judge.EXACT}
    assert {item.cause for item in found.values()} == {""}


@pytest.mark.parametrize(
    ("key", "answer", "cause", "slot", "value"),
    [
        pytest.param("count", "48", Cause.UNSYNCHRONISED, "n", "48", id="kept-by-the-wiki"),
        pytest.param("now", "9500", Cause.STALE, "budget", "9500", id="stale"),
        pytest.param("before", "8200 EUR", Cause.LATER, "budget", "8200", id="later"),
        pytest.param("rate", "79.25", Cause.SIBLING, "acc_Birch", "79.25", id="sibling"),
        pytest.param("gap", "15", Cause.OPERAND, "lat_Birch", "15", id="operand"),
        pytest.param("rate", "1234567", Cause.NOT_IN_LEDGER, "", "", id="invented"),
        pytest.param("owner", "The records do not say.", Cause.ABSTAINED, "", "", id="abstained"),
        pytest.param("claim", "contradicted", Cause.NOT_COMPARED, "", "", id="verdict"),
        pytest.param(
            "nothing", "79.25", Cause.OTHER_FACT, "acc_Birch", "79.25", id="no-answer-there"
        ),
    ],
)
def test_causes_of_wrong_answers(
    key: str, answer: str, cause: Cause, slot: str, value: str
) -> None:
    found = judge({key: answer})[key]
    assert found.is_right is False
    assert (found.cause, found.slot, found.value) == (cause.value, slot, value)


@pytest.mark.parametrize("outcome", ["empty", "refused", "limited"])
def test_no_answer_is_wrong(outcome: str) -> None:
    given = Answers(
        cell=CELL, is_text_only=True, answers=(answered("rate", None, outcome=outcome),)
    )
    made = judge_cell(SCENES, questions(), given)
    found = made.judged[0]
    assert (found.is_right, found.judge, found.cause) == (False, Judge.EXACT, NO_ANSWER)
    assert made.is_text_only


def test_a_failed_call_has_no_score() -> None:
    failed = answered("rate", None, outcome=MACHINE_FAULT, error="timed out", units=("u_r0",))
    client = ScriptedClient(YES)
    given = Answers(cell=CELL, is_text_only=False, answers=(failed,))
    found = judge_cell(SCENES, questions(), given, judging(client)).judged[0]
    assert (found.is_right, found.judge, found.is_fault) == (None, Judge.NOBODY, True)
    assert "timed out" in found.rule
    assert found.recall == 1.0
    assert client.requests == []


def test_offline_nothing_is_guessed() -> None:
    found = judge({"claim": OPEN})["claim"]
    assert (found.is_right, found.judge, found.reason) == (None, Judge.NOBODY, NO_JUDGE)
    assert not found.is_fault
    assert found.cause == ""


def test_recall_is_of_what_was_shown() -> None:
    shown = Answers(
        cell=CELL,
        is_text_only=False,
        answers=(
            answered("count", "43", units=("u_n5", "u_x")),
            answered("gap", "3", units=("u_d1",)),
            answered("nothing", "not recorded", units=("u_d1",)),
        ),
    )
    found = by_question(judge_cell(SCENES, questions(), shown).judged)
    assert (found["count"].recall, found["count"].best_recall) == (0.0, 1.0)
    assert found["count"].has_whole_set is True
    assert (found["gap"].recall, found["gap"].has_whole_set) == (0.5, False)
    assert found["nothing"].recall is None


def test_the_model_is_asked_only_what_is_open() -> None:
    client = ScriptedClient(YES)
    found = judge({**RIGHT, "claim": OPEN, "rate": "1"}, judging(client))
    assert len(client.requests) == 1
    assert (found["claim"].is_right, found["claim"].judge) == (True, Judge.MODEL)
    assert found["claim"].reason == "It says so."
    assert (found["rate"].is_right, found["rate"].judge) == (False, Judge.EXACT)


def test_a_wrong_verdict_of_the_model_has_a_cause() -> None:
    both = "Some say 9500 and others say 8200, so it has to be the one or the other."
    found = judge({"now": both}, judging(ScriptedClient(NO)))["now"]
    assert (found.is_right, found.judge) == (False, Judge.MODEL)
    assert found.cause == Cause.HEDGED.value


def test_a_reply_outside_the_contract_goes_back_with_what_was_wrong() -> None:
    client = ScriptedClient("Sure, it is right.", '{"correct": "yes"}', YES)
    found = judge({"claim": OPEN}, judging(client))["claim"]
    assert found.is_right is True
    last = client.requests[-1].messages
    assert [message.role for message in last] == [
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    assert "no JSON object" in last[3].content
    assert "correct" in last[5].content


def test_no_end_of_bad_replies_leaves_it_unscored() -> None:
    client = ScriptedClient("")
    found = judge({"claim": OPEN}, judging(client, attempts=3))["claim"]
    assert len(client.requests) == 3
    assert (found.is_right, found.judge) == (None, Judge.NOBODY)
    assert found.reason == "3 replies outside the contract, the last: The reply is empty."
    assert all(message.content for message in client.requests[-1].messages)


def test_the_second_asking_is_another_call_and_changes_no_verdict() -> None:
    client = Scripted(lambda request: NO if request.epoch else YES)
    found = judge({"claim": OPEN}, judging(client, twice=1.0))["claim"]
    assert [request.epoch for request in client.requests] == [0, 1]
    assert client.requests[0].messages != client.requests[1].messages
    assert (found.is_right, found.again) == (True, False)


def test_an_endpoint_that_fails_is_left_alone() -> None:
    client = ScriptedClient(ModelUnavailableError("down"))
    asked = tuple(
        item.model_copy(update={"id": f"claim{number}"})
        for number in range(15)
        for item in questions()
        if item.id == "claim"
    )
    given = answers({item.id: OPEN for item in asked})
    made = judge_cell(SCENES, asked, given, judging(client))
    assert len(client.requests) == 10
    assert made.unreached == 15
    assert {item.is_right for item in made.judged} == {None}
    assert "not asked" in made.judged[-1].reason


def test_failures_between_replies_do_not_add_up() -> None:
    down = ModelUnavailableError("down")
    client = ScriptedClient(*[down] * 9, YES, *[down] * 9, YES)
    asked = tuple(
        item.model_copy(update={"id": f"claim{number}"})
        for number in range(20)
        for item in questions()
        if item.id == "claim"
    )
    made = judge_cell(SCENES, asked, answers({item.id: OPEN for item in asked}), judging(client))
    assert len(client.requests) == 20
    assert made.unreached == 18


def test_a_wrong_configuration_stops_everything() -> None:
    client = ScriptedClient(ModelConfigurationError("no key"))
    with pytest.raises(ModelConfigurationError):
        judge({"claim": OPEN}, judging(client))


@pytest.mark.parametrize(
    ("model", "families"),
    [
        pytest.param("openai/gpt-5", {}, id="by-name"),
        pytest.param("house/model", {"house/model": "openai"}, id="declared"),
    ],
)
def test_no_judge_of_the_family_under_test(model: str, families: dict[str, str]) -> None:
    cell = CELL.model_copy(update={"model": "azure/gpt-4o"})
    by = JudgingModel(ScriptedClient(YES), model, families)
    with pytest.raises(SettingsError, match="family"):
        judge_cell(SCENES, questions(), answers({"claim": OPEN}, cell), by)


def test_an_answer_to_no_question_is_told() -> None:
    with pytest.raises(WorksurfaceError, match="not of this benchmark"):
        judge({"elsewhere": "x"})


def test_judgements_are_stored_and_read() -> None:
    made = judge_cell(SCENES, questions(), answers({**RIGHT, "claim": OPEN}))
    files = dict(made.to_files())
    assert Judgements.from_files(files.__getitem__) == made
