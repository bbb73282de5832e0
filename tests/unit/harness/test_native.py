"""Function calling: what is offered, what of a reply is run, what is told, what is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import SecretStr

from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint
from tests.unit.harness.doubles import (
    Answer,
    FakeClock,
    FakeToolbox,
    ScriptedClient,
)
from worksurface_pipeline.harness.agent.dispatch import ToolAccess
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.agent.loop import run_loop
from worksurface_pipeline.harness.agent.native import NativeDialect
from worksurface_pipeline.harness.agent.session import Ending, RequestFrame, Session
from worksurface_pipeline.harness.agent.texts import NativeTexts
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.llm.types import (
    Message,
    ModelClient,
    ModelReply,
    ModelRequest,
    NativeCall,
    Usage,
)
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Turn
from worksurface_pipeline.kernel.hashing import digest_json

TEXTS = NativeTexts(
    answer_tool="Answer.", repair="Bad: {problem}", last_request="LAST", unused_call="Unused."
)
START = (Message(role="system", content="S"), Message(role="user", content="Q"))
FOUND = '{"results":[]}'
Call = tuple[str, str]
SEARCH: Call = ("kb_search", '{"query":"x"}')
ANSWER: Call = ("final_answer", '{"answer":12}')


def calls(*made: Call, text: str = "", **fields: object) -> ModelReply:
    """A reply with these calls, their ids c0, c1, ..."""
    natives = [
        NativeCall(id=f"c{number}", name=name, arguments=arguments)
        for number, (name, arguments) in enumerate(made)
    ]
    return ModelReply.model_validate(
        {"text": text, "usage": Usage(), "tool_calls": tuple(natives), **fields}
    )


def run(
    client: ModelClient, surfaces: tuple[str, ...] = ("rag", "table"), turns: int = 3
) -> tuple[Ending, tuple[Turn, ...]]:
    limits = AgentLimits(turns=turns)
    session = Session(client, RequestFrame(model="local"), limits, FakeClock())
    tools = ToolAccess(FakeToolbox({"kb_search": FOUND}), surfaces)
    return run_loop(session, START, tools, NativeDialect(TEXTS)), session.turns


def script(*answers: Answer) -> tuple[ScriptedClient, Ending, tuple[Turn, ...]]:
    client = ScriptedClient(*answers)
    return client, *run(client)


def test_a_call_is_run_and_answered_under_its_id() -> None:
    client, ending, turns = script(calls(SEARCH, text="Let me see"), calls(ANSWER))
    assert (ending.answer, ending.outcome) == ("12", Outcome.ANSWERED)
    assert [turn.kind for turn in turns] == ["tool", "final"]
    assert client.requests[1].messages[2:] == (
        Message(
            role="assistant",
            content="Let me see",
            tool_calls=(NativeCall(id="c0", name="kb_search", arguments='{"query":"x"}'),),
        ),
        Message(role="tool", content=FOUND, tool_call_id="c0"),
    )
    assert json.loads(turns[0].reply)["content"] == "Let me see"
    assert json.loads(turns[0].reply)["tool_calls"][0]["name"] == "kb_search"


def test_of_several_calls_the_first_is_run_and_the_others_are_told() -> None:
    client, ending, turns = script(calls(SEARCH, ("table_list", ""), ANSWER), calls(ANSWER))
    told = [(m.tool_call_id, m.content) for m in client.requests[1].messages if m.role == "tool"]
    assert told == [("c0", FOUND), ("c1", "Unused."), ("c2", "Unused.")]
    assert [turn.call.tool for turn in turns if turn.call] == ["kb_search"]
    assert ending.answer == "12"
    assert len(json.loads(turns[0].reply)["tool_calls"]) == 3


def test_the_tools_are_offered_with_their_schemas() -> None:
    client, _, _ = script(calls(ANSWER))
    offered = {tool.name: tool.parameters for tool in client.requests[0].tools}
    assert list(offered) == [
        *("kb_search", "table_list", "table_describe", "table_query"),
        "final_answer",
    ]
    assert offered["table_query"] == {
        "type": "object",
        "properties": {"sql": {"type": "string"}},
        "required": ["sql"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("reply", "kind", "told", "is_error"),
    [
        pytest.param(calls(("nope", "{}")), "tool", "No tool 'nope'", True, id="unknown"),
        pytest.param(calls(("", "{}")), "tool", "No tool ''", True, id="no-name"),
        pytest.param(
            calls(("graph_neighbors", '{"node":"n"}')), "tool", "No tool", True, id="not-exposed"
        ),
        pytest.param(calls(("kb_search", "{}")), "tool", "needs 'query'", True, id="missing"),
        pytest.param(calls(("table_list", "")), "tool", "{}", False, id="no-arguments-at-all"),
        pytest.param(
            calls(("kb_search", "{'q'")), "repair", "Bad: The call of", None, id="no-json"
        ),
        pytest.param(calls(("kb_search", "[1]")), "repair", "not one valid", None, id="a-list"),
        pytest.param(
            calls(("kb_search", '{"query":"x"} {}')), "repair", "not one valid", None, id="two"
        ),
        pytest.param(
            calls(("final_answer", '{"value":1}')), "repair", 'argument "answer"', None, id="wrong"
        ),
        pytest.param(
            calls(("final_answer", '{"answer":null}')), "repair", "is empty", None, id="null"
        ),
        pytest.param(
            calls(("final_answer", '{"answer":{"a":1}}')), "repair", "must be", None, id="object"
        ),
        pytest.param(calls(text="It is 12."), "repair", "calls no tool", None, id="prose"),
        pytest.param(calls(text=""), "repair", "reply is empty", None, id="empty"),
        pytest.param(
            calls(text='{"tool":"kb_search","args":{"query":"x"}}'),
            "repair",
            "calls no tool",
            None,
            id="a-call-as-text",
        ),
    ],
)
def test_what_is_wrong_is_told_and_uses_up_a_turn(
    reply: ModelReply, kind: str, told: str, is_error: bool | None
) -> None:
    client, ending, turns = script(reply, calls(ANSWER))
    assert turns[0].kind == kind
    assert (turns[0].call.is_error if turns[0].call else None) is is_error
    last = client.requests[1].messages[-1]
    assert told in last.content
    assert (last.role, last.tool_call_id) == (("tool", "c0") if reply.tool_calls else ("user", ""))
    assert all(
        json.loads(call.arguments or "{}") is not None
        for message in client.requests[1].messages
        for call in message.tool_calls
    ), "endpoints refuse a history whose arguments are no JSON"
    assert ending.answer == "12"


def test_an_answer_as_json_text_counts() -> None:
    assert script('{"final_answer": 12}')[1].answer == "12"


def test_after_the_last_turn_the_answer_alone_is_offered() -> None:
    client, ending, _ = script(calls(SEARCH), calls(SEARCH), calls(SEARCH), calls(ANSWER))
    assert (ending.answer, ending.is_forced_answer) == ("12", True)
    assert [tool.name for tool in client.requests[3].tools] == ["final_answer"]
    assert client.requests[3].messages[-1] == Message(role="user", content="LAST")


@pytest.mark.parametrize(
    ("last", "outcome", "reason"),
    [
        pytest.param(calls(SEARCH), Outcome.LIMITED, StopReason.TURN_LIMIT, id="still-calls"),
        pytest.param("prose", Outcome.MODEL_FAILED, StopReason.UNPARSABLE, id="prose"),
        pytest.param("", Outcome.MODEL_FAILED, StopReason.EMPTY, id="empty"),
        pytest.param(
            calls(("final_answer", '{"answer'), finish_reason="length"),
            Outcome.LIMITED,
            StopReason.TOKEN_LIMIT,
            id="cut-off",
        ),
    ],
)
def test_without_an_answer_there_is_none(
    last: Answer, outcome: Outcome, reason: StopReason
) -> None:
    _, ending, _ = script(last)
    assert (ending.outcome, ending.stop_reason, ending.answer) == (outcome, reason, None)


def test_requests_without_tools_keep_their_digest_and_form() -> None:
    """What was kept or journaled before function calling was there is still found."""
    bare = ModelRequest(model="m", messages=(Message(role="user", content="hi"),))
    dumped = bare.model_dump(mode="json")
    assert dumped["messages"] == [{"role": "user", "content": "hi"}]
    assert "tools" not in dumped
    assert "tool_calls" not in ModelReply(text="x", usage=Usage()).model_dump(mode="json")
    with_tools = bare.model_copy(update={"tools": NativeDialect(TEXTS).offered(())})
    assert digest_json(with_tools) != digest_json(bare)


def _native(*made: Call) -> HttpAnswer:
    """An endpoint's reply with calls."""
    answer = chat(None, {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10})
    message = answer.body["choices"][0]["message"]
    message["tool_calls"] = [
        {"id": f"id{n}", "type": "function", "function": {"name": call[0], "arguments": call[1]}}
        for n, call in enumerate(made)
    ]
    answer.body["choices"][0]["finish_reason"] = "tool_calls"
    return answer


def test_a_whole_run_through_litellm_and_a_server() -> None:
    replies = [_native(("kb_search", "{oops")), _native(SEARCH, SEARCH), _native(ANSWER)]

    def plan(_body: Mapping[str, Any], number: int) -> HttpAnswer:
        return replies[number - 1]

    with fake_endpoint(plan) as endpoint:
        model = ModelSettings(
            id="local", route="openai/tiny", api_base=endpoint.base, api_key=SecretStr("sk-x")
        )
        clock = FakeClock()
        gateway = Gateway([model], transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
        ending, turns = run(gateway)
    assert (ending.answer, ending.outcome) == ("12", Outcome.ANSWERED)
    assert [turn.kind for turn in turns] == ["repair", "tool", "final"]
    assert sum(turn.usage.total or 0 for turn in turns) == 30
    first, _, third = endpoint.requests
    assert [tool["function"]["name"] for tool in first["tools"]][-1] == "final_answer"
    assert first["tools"][0]["type"] == "function"
    roles = [message["role"] for message in third["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "tool", "tool"]
    answered = [m["tool_call_id"] for m in third["messages"] if m["role"] == "tool"]
    made = [c["id"] for m in third["messages"] for c in m.get("tool_calls", ())]
    assert answered == made == ["id0", "id0", "id1"]
