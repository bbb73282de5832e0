from __future__ import annotations

import json

import pytest

from tests.unit.harness.doubles import Answer, FakeClock, FakeToolbox, ScriptedClient, texts_of
from worksurface_pipeline.harness.agent.dialect import JsonDialect
from worksurface_pipeline.harness.agent.dispatch import ToolAccess
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.agent.loop import run_loop
from worksurface_pipeline.harness.agent.session import Ending, RequestFrame, Session
from worksurface_pipeline.harness.agent.texts import LoopTexts
from worksurface_pipeline.harness.llm.types import Message, ModelReply, Usage
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import (
    LakeError,
    ModelConfigurationError,
    ModelError,
    ModelUnavailableError,
)

TEXTS = LoopTexts(observation="Saw {tool}: {text}", repair="Bad: {problem}", last_request="LAST")
BARE = {
    **{name: "x" for name in ("fingerprint", "task_id", "persona", "model", "setting")},
    **{"epoch": 0, "outcome": "limited", "stop_reason": "token_limit", "answer": None},
    "exposed": (),
}
START = (Message(role="system", content="S"), Message(role="user", content="Q"))
SEARCH = '{"tool": "kb_search", "args": {"query": "x"}}'
ANSWER = '{"final_answer": 12}'


def limits(**fields: object) -> AgentLimits:
    return AgentLimits.model_validate({"turns": 3, **fields})


class Run:
    """One run of the loop, with all that can be looked at afterwards."""

    def __init__(
        self,
        *script: Answer,
        surfaces: tuple[str, ...] = ("rag", "table", "graph"),
        toolbox: FakeToolbox | None = None,
        limits: AgentLimits | None = None,
        clock: FakeClock | None = None,
    ) -> None:
        self.client = ScriptedClient(*script)
        self.toolbox = toolbox or FakeToolbox({"kb_search": '{"results":[]}'})
        bounds = limits or AgentLimits(turns=3)
        session = Session(self.client, RequestFrame(model="m"), bounds, clock or FakeClock())
        self.ending = run_loop(
            session, START, ToolAccess(self.toolbox, surfaces), JsonDialect(TEXTS)
        )
        self.turns = session.turns

    @property
    def kinds(self) -> list[str]:
        return [turn.kind for turn in self.turns]


def reply(text: str, **fields: object) -> ModelReply:
    return ModelReply.model_validate({"text": text, "usage": Usage(), **fields})


def test_a_call_is_observed_and_then_answered() -> None:
    run = Run(SEARCH, ANSWER)
    assert run.ending == Ending(
        outcome=Outcome.ANSWERED, stop_reason=StopReason.ANSWERED, answer="12"
    )
    assert run.kinds == ["tool", "final"]
    call = run.turns[0].call
    assert call is not None
    assert (call.surface, call.args, call.is_error) == ("rag", '{"query":"x"}', False)
    assert [shown.id for shown in call.shown] == ["t1__a.md"]
    assert texts_of(run.client.requests)[1] == ["S", "Q", SEARCH, 'Saw kb_search: {"results":[]}']


def test_every_reply_is_kept_as_it_came() -> None:
    script = ("prose", SEARCH, f"so: {ANSWER}")
    assert tuple(turn.reply for turn in Run(*script).turns) == script


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        pytest.param('{"final_answer": "INSUFFICIENT_EVIDENCE"}', Outcome.ABSTAINED, id="exact"),
        pytest.param('{"final_answer": " insufficient_evidence "}', Outcome.ABSTAINED, id="case"),
        pytest.param('{"final_answer": ["INSUFFICIENT_EVIDENCE"]}', Outcome.ANSWERED, id="list"),
        pytest.param('{"final_answer": "unknown"}', Outcome.ANSWERED, id="another-word"),
    ],
)
def test_an_abstention_is_said_in_one_way(text: str, outcome: Outcome) -> None:
    assert Run(text).ending.outcome is outcome


def test_a_malformed_reply_is_repaired_and_uses_up_a_turn() -> None:
    run = Run("prose", "more prose", SEARCH, ANSWER)
    assert run.kinds == ["repair", "repair", "tool", "final"]
    assert run.turns[0].problem == "The reply holds no JSON object."
    assert run.ending.is_forced_answer
    sent = texts_of(run.client.requests)
    assert sent[1][2:] == ["prose", "Bad: The reply holds no JSON object."]
    assert sent[3][-1] == 'Saw kb_search: {"results":[]}\n\nLAST'


def test_an_answer_at_the_last_request_is_flagged() -> None:
    run = Run(SEARCH, SEARCH, SEARCH, ANSWER)
    assert (run.ending.answer, run.ending.is_forced_answer) == ("12", True)
    assert len(run.client.requests) == 4


def test_an_answer_within_the_turns_is_not_flagged() -> None:
    assert not Run(SEARCH, SEARCH, ANSWER).ending.is_forced_answer


@pytest.mark.parametrize(
    ("script", "fields", "outcome", "reason"),
    [
        pytest.param([SEARCH], {}, Outcome.LIMITED, StopReason.TURN_LIMIT, id="calls-for-ever"),
        pytest.param(
            [SEARCH],
            {"has_last_request": False},
            Outcome.LIMITED,
            StopReason.TURN_LIMIT,
            id="no-last-request",
        ),
        pytest.param(
            ["I think it is 12."],
            {},
            Outcome.MODEL_FAILED,
            StopReason.UNPARSABLE,
            id="prose-for-ever",
        ),
        pytest.param(
            [SEARCH, SEARCH, "I think it is 12."],
            {"has_last_request": False},
            Outcome.MODEL_FAILED,
            StopReason.UNPARSABLE,
            id="prose-in-the-last-turn",
        ),
        pytest.param([""], {}, Outcome.MODEL_FAILED, StopReason.EMPTY, id="empty-for-ever"),
        pytest.param(
            ['{"final_answer": ""}'], {}, Outcome.MODEL_FAILED, StopReason.EMPTY, id="empty-answer"
        ),
        pytest.param(
            [reply("", finish_reason="content_filter")],
            {},
            Outcome.MODEL_FAILED,
            StopReason.REFUSED,
            id="refusal",
        ),
        pytest.param(
            [reply("", finish_reason="context_window")],
            {},
            Outcome.LIMITED,
            StopReason.TOKEN_LIMIT,
            id="context-window",
        ),
        pytest.param(
            [reply('{"final_answer": "aaaa', finish_reason="length")],
            {},
            Outcome.LIMITED,
            StopReason.TOKEN_LIMIT,
            id="cut-off-reply",
        ),
        pytest.param(
            [SEARCH], {"tokens": 24}, Outcome.LIMITED, StopReason.TOKEN_LIMIT, id="token-limit"
        ),
        pytest.param(
            [SEARCH, ModelUnavailableError("Gone")],
            {},
            Outcome.ERRORED,
            StopReason.MODEL_UNAVAILABLE,
            id="endpoint-gone",
        ),
        pytest.param(
            [ModelConfigurationError("No key")],
            {},
            Outcome.ERRORED,
            StopReason.MODEL_CONFIGURATION,
            id="no-key",
        ),
        pytest.param(
            [ModelError("Refused")],
            {},
            Outcome.ERRORED,
            StopReason.MODEL_UNAVAILABLE,
            id="request-refused",
        ),
    ],
)
def test_without_a_submitted_answer_there_is_none(
    script: list[Answer], fields: dict[str, object], outcome: Outcome, reason: StopReason
) -> None:
    ending = Run(*script, limits=limits(**fields)).ending
    assert (ending.outcome, ending.stop_reason, ending.answer) == (outcome, reason, None)
    assert bool(ending.error) is (outcome is Outcome.ERRORED)


def test_the_limit_of_seconds_is_an_error_and_keeps_the_turns() -> None:
    run = Run(SEARCH, limits=limits(seconds=2.5), clock=FakeClock(step=1.0))
    assert (run.ending.outcome, run.ending.stop_reason) == (Outcome.ERRORED, StopReason.TIME_LIMIT)
    assert "2.5 s" in run.ending.error
    assert run.kinds == ["tool", "tool"]


def test_a_request_that_was_refused_unread_took_no_tokens() -> None:
    """It has no usage to report, which must not make the run's whole usage unknown."""
    refused = ModelReply(text="", usage=Usage(), finish_reason="context_window")
    run = Run(SEARCH, refused)
    assert (run.ending.outcome, run.kinds) == (Outcome.LIMITED, ["tool", "rejected"])
    whole = Trajectory.model_validate({**BARE, "turns": run.turns})
    assert whole.tokens == run.turns[0].usage.total


def test_an_answer_in_the_reasoning_alone_is_none() -> None:
    thought = '<think>It is {"final_answer": 12}</think> I am not sure.'
    assert Run(thought).ending.answer is None


@pytest.mark.parametrize(
    ("action", "surface", "word"),
    [
        pytest.param({"tool": "nope", "args": {}}, "", "No tool 'nope'", id="unknown-tool"),
        pytest.param(
            {"tool": "table_query", "args": {"sql": "x"}}, "table", "No tool", id="not-exposed"
        ),
        pytest.param({"tool": "kb_search", "args": {}}, "rag", "needs 'query'", id="missing"),
        pytest.param(
            {"tool": "kb_search", "args": {"query": "x", "limit": 3}},
            "rag",
            "no argument 'limit'",
            id="extra",
        ),
        pytest.param(
            {"tool": "n" * 9000, "args": {}}, "", "No tool 'nnn", id="endless-name-is-bounded"
        ),
    ],
)
def test_a_wrong_call_is_told_and_counts_as_attempted(
    action: dict[str, object], surface: str, word: str
) -> None:
    run = Run(json.dumps(action), ANSWER, surfaces=("rag",))
    call = run.turns[0].call
    assert call is not None
    assert (call.is_error, call.surface, run.toolbox.calls) == (True, surface, [])
    seen = json.loads(call.observation)
    assert word in seen["error"]
    assert seen["allowed"] == (["query", "k"] if "kb" in str(action["tool"]) else ["kb_search"])
    assert len(call.observation) < 300
    assert run.ending.outcome is Outcome.ANSWERED


def test_a_tools_own_error_is_told_to_the_model() -> None:
    toolbox = FakeToolbox({"kb_search": '{"error":"k must be 1..20"}'})
    run = Run(SEARCH, ANSWER, toolbox=toolbox)
    call = run.turns[0].call
    assert call is not None
    assert call.is_error
    assert "k must be 1..20" in texts_of(run.client.requests)[1][-1]


def test_a_fault_of_a_tools_machinery_is_raised() -> None:
    with pytest.raises(LakeError):
        Run(SEARCH, toolbox=FakeToolbox({"kb_search": LakeError("Gone")}))


def test_without_tools_there_is_an_answer_and_one_repair() -> None:
    run = Run("prose", "prose", ANSWER, surfaces=())
    assert run.kinds == ["repair", "repair"]
    assert run.ending.stop_reason is StopReason.UNPARSABLE
    assert Run("prose", ANSWER, surfaces=()).ending.answer == "12"


def test_an_empty_reply_leaves_a_history_that_endpoints_take() -> None:
    run = Run("", ANSWER)
    assert all(text for texts in texts_of(run.client.requests) for text in texts)
    assert run.turns[0].reply == ""


def test_what_the_endpoint_says_of_itself_is_kept_of_every_turn() -> None:
    said = {"model_returned": "m-7", "system_fingerprint": "fp_9"}
    run = Run(reply(SEARCH, **said), reply(ANSWER, **said))
    assert {(turn.model_returned, turn.system_fingerprint) for turn in run.turns} == {
        ("m-7", "fp_9")
    }
