from __future__ import annotations

import json

import pytest
from pydantic import SecretStr

from tests.unit.harness.doubles import Answer, FakeClock, FakeToolbox, ScriptedClient, texts_of
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.llm.choices import ModelChoice, model_settings
from worksurface_pipeline.harness.llm.ledger import BookkeepingError
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import LakeError, ModelUnavailableError
from worksurface_pipeline.worksurface.agents.condition import (
    AgentCondition,
    agent_condition,
)
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.settings import Condition

TASK = PublicTask(
    id="q_1",
    question="How many tools?",
    answer_type=AnswerType.NUMBER,
    source_task="15",
    persona="operations_manager",
)
ANSWER = '{"final_answer": 12}'
SEARCH = '{"tool": "kb_search", "args": {"query": "x"}}'
FOUND = '{"results":[{"document":"t1__a.md","text":"12 tools"}]}'


def run(
    key: str, *script: Answer, hint: tuple[str, ...] = ("rag",), toolbox: FakeToolbox | None = None
) -> tuple[Trajectory, ScriptedClient]:
    client = ScriptedClient(*script)
    record = run_trajectory(
        TASK,
        setting(key),
        hint,
        toolbox or FakeToolbox({"kb_search": FOUND}),
        client,
        ModelSettings(id="m", seed=5, max_tokens=99),
        AgentCondition(limits=AgentLimits(turns=3)),
        "finger",
        2,
        clock=FakeClock(),
    )
    return record, client


def tools_in(client: ScriptedClient, request: int = 0) -> list[str]:
    text = client.requests[request].messages[0].content
    return [line[2:].split("(")[0] for line in text.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize(
    ("key", "hint", "exposed", "hinted", "surfaces"),
    [
        ("S1", ("rag",), (), (), set()),
        ("S4", ("rag",), ("rag", "table", "graph"), (), {"kb", "table", "graph"}),
        ("S5", ("rag",), ("rag",), ("rag",), {"kb"}),
        ("S5", ("graph", "table"), ("table", "graph"), ("table", "graph"), {"table", "graph"}),
        ("S6", ("graph",), ("rag", "table", "graph"), ("graph",), {"kb", "table", "graph"}),
    ],
)
def test_what_a_setting_exposes_and_hints(
    key: str,
    hint: tuple[str, ...],
    exposed: tuple[str, ...],
    hinted: tuple[str, ...],
    surfaces: set[str],
) -> None:
    record, client = run(key, ANSWER, hint=hint)
    assert (record.exposed, record.hinted) == (exposed, hinted)
    assert {name.split("_")[0] for name in tools_in(client)} == surfaces
    assert (record.outcome, record.answer) == (Outcome.ANSWERED, "12")


def test_the_record_and_the_request_carry_what_identifies_them() -> None:
    record, client = run("S4", ANSWER)
    assert (record.fingerprint, record.task_id, record.persona) == (
        "finger",
        "q_1",
        "operations_manager",
    )
    assert (record.model, record.setting, record.epoch) == ("m", "S4", 2)
    request = client.requests[0]
    assert (request.model, request.epoch, request.prompt_version) == ("m", 2, "1")
    assert (request.sampling.seed, request.sampling.max_tokens) == (7, 99)
    assert request.sampling.temperature == 0.0


def test_s2_searches_with_the_question_and_answers_once() -> None:
    toolbox = FakeToolbox({"kb_search": FOUND})
    record, client = run("S2", ANSWER, toolbox=toolbox)
    assert toolbox.calls == [("kb_search", {"query": "How many tools?"})]
    assert [turn.kind for turn in record.turns] == ["forced", "final"]
    assert record.used_surfaces == {"rag"}
    assert record.exposed == ("rag",)
    assert (record.tokens, tools_in(client)) == (12, [])
    (texts,) = texts_of(client.requests)
    assert texts[1].endswith(f"Question: How many tools?\n\nObservation of kb_search:\n{FOUND}")


def test_s2_has_one_answer_and_no_tool_to_call() -> None:
    record, client = run("S2", SEARCH)
    assert (record.outcome, record.stop_reason) == (Outcome.LIMITED, StopReason.TURN_LIMIT)
    assert len(client.requests) == 2
    assert [call.is_error for call in record.calls] == [False, True, True]


def test_s3_reacts_inside_the_surface_it_picked() -> None:
    record, client = run("S3", '{"route": "table"}', '{"tool": "table_list", "args": {}}', ANSWER)
    assert [turn.kind for turn in record.turns] == ["route", "tool", "final"]
    assert record.exposed == ("table",)
    assert tools_in(client, 1) == ["table_list", "table_describe", "table_query"]
    assert texts_of(client.requests)[0][1] == texts_of(client.requests)[1][1]


def test_s3_routes_without_the_hint() -> None:
    _, client = run("S3", '{"route": "table"}', ANSWER, hint=("graph",))
    assert all("required" not in text for texts in texts_of(client.requests) for text in texts)


@pytest.mark.parametrize(
    "wrong",
    [
        "I take the tables",
        '{"route": "sql"}',
        '{"route": ["rag", "table"]}',
        '{"route": "rag", "why": "x"}',
        '{"tool": "table_list", "args": {}}',
        '{"route": "rag"}{"route": "table"}',
        "",
    ],
)
def test_s3_repairs_a_route_once(wrong: str) -> None:
    record, client = run("S3", wrong, '{"route": "graph"}', ANSWER)
    assert [turn.kind for turn in record.turns] == ["route", "route", "final"]
    assert record.turns[0].problem
    assert record.exposed == ("graph",)
    assert "could not be used" in texts_of(client.requests)[1][3]


def test_s3_without_a_route_has_no_surface_never_a_default() -> None:
    record, client = run("S3", "hm", "hm", SEARCH, ANSWER)
    assert record.exposed == ()
    assert record.used_surfaces == frozenset()
    assert tools_in(client, 2) == []
    assert (record.outcome, record.answer) == (Outcome.ANSWERED, "12")


def test_a_fault_of_the_machinery_is_an_errored_record_with_its_turns() -> None:
    toolbox = FakeToolbox({"kb_search": LakeError("The index is gone")})
    record, _ = run("S4", '{"tool": "table_list", "args": {}}', SEARCH, toolbox=toolbox)
    assert (record.outcome, record.stop_reason) == (Outcome.ERRORED, StopReason.TOOL_FAULT)
    assert (record.error, record.answer) == ("The index is gone.", None)
    assert len(record.turns) == 1


@pytest.mark.parametrize("key", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_calls_that_cannot_be_booked_are_no_outcome(key: str) -> None:
    with pytest.raises(BookkeepingError, match="ledger"):
        run(key, BookkeepingError("The ledger is full"))


@pytest.mark.parametrize("key", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_an_endpoint_that_is_gone_is_an_error_under_every_setting(key: str) -> None:
    record, _ = run(key, ModelUnavailableError("Gone"))
    assert (record.outcome, record.answer, record.error) == (Outcome.ERRORED, None, "Gone.")


@pytest.mark.parametrize("key", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_one_run_is_like_another(key: str) -> None:
    script = ('{"route": "rag"}', SEARCH, ANSWER)
    assert run(key, *script)[0] == run(key, *script)[0]


def test_a_condition_becomes_the_limits_of_the_agent() -> None:
    chosen = Condition(turns=5, last_request=False, trajectory_seconds=9, trajectory_tokens=77)
    limits = agent_condition(chosen).limits
    assert limits == AgentLimits(turns=5, has_last_request=False, seconds=9, tokens=77)


def test_a_chosen_model_becomes_its_settings_without_showing_its_key() -> None:
    choice = ModelChoice(
        id="openai/x", key="MY_KEY", attempts=2, price_in=1.0, price_out=2.0, max_tokens=7
    )
    model = model_settings(choice, SecretStr("sk-secret"))
    assert (model.key_variable, model.retry.attempts, model.max_tokens) == ("MY_KEY", 2, 7)
    assert model.price == Price(prompt_per_million=1.0, completion_per_million=2.0)
    assert "sk-secret" not in f"{model!r}{model.model_dump_json()}"
    assert json.loads(model.identity.model_dump_json()) == {
        "id": "openai/x",
        "route": "openai/x",
        "api_base": "",
        "sampling": {"temperature": 0.0, "seed": None, "max_tokens": 7},
    }
