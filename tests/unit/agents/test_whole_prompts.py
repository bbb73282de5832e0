"""What each setting sends first, whole: messages and offered tools, under either protocol."""

from __future__ import annotations

import pytest

from tests.unit.harness.doubles import SPECS, FakeClock, FakeToolbox, ScriptedClient
from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import ModelRequest, NativeTool
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.agents.prompts import tool_block
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.settings import Protocol

REQUIRED = [("rag",), ("table",), ("graph",), ("rag", "graph"), ("rag", "table", "graph")]
PROTOCOLS = list(Protocol)
TASK = PublicTask(
    id="q_1",
    question="How many tools?",
    answer_type=AnswerType.NUMBER,
    source_task="15",
    persona="operations_manager",
)


def ran(
    key: str, required: tuple[str, ...], protocol: Protocol, evidence: str = ""
) -> tuple[ModelRequest, Trajectory]:
    """The first request of a run, and its record."""
    client = ScriptedClient('{"final_answer": 12}')
    record = run_trajectory(
        TASK,
        setting(key),
        required,
        FakeToolbox(),
        client,
        ModelSettings(id="m"),
        AgentCondition(protocol=protocol),
        "finger",
        0,
        clock=FakeClock(),
        evidence=evidence,
    )
    return client.requests[0], record


def told(request: ModelRequest) -> tuple[str, list[tuple[str, str]], tuple[NativeTool, ...]]:
    """System prompt, all other messages, and tools beside them."""
    system, *rest = request.messages
    assert system.role == "system"
    return system.content, [(item.role, item.content) for item in rest], request.tools


def of(surfaces: tuple[str, ...]) -> tuple[ToolSpec, ...]:
    return tuple(spec for spec in SPECS if spec.surface in surfaces)


def sentence(surfaces: tuple[str, ...]) -> str:
    return f"Surfaces required for this question: {', '.join(surfaces)}.\n\n"


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("required", REQUIRED, ids="+".join)
def test_s4_and_s6_differ_by_the_hint_sentence_alone(
    required: tuple[str, ...], protocol: Protocol
) -> None:
    s4, s6 = told(ran("S4", required, protocol)[0]), told(ran("S6", required, protocol)[0])
    assert s6[0].count(sentence(required)) == 1
    assert (s6[0].replace(sentence(required), ""), *s6[1:]) == s4


@pytest.mark.parametrize("required", REQUIRED, ids="+".join)
def test_s5_and_s6_differ_by_the_tool_block_alone(required: tuple[str, ...]) -> None:
    s5, s6 = (told(ran(key, required, Protocol.JSON)[0]) for key in ("S5", "S6"))
    assert s5[0].count(tool_block(of(required))) == s6[0].count(tool_block(SPECS)) == 1
    assert (s5[0].replace(tool_block(of(required)), tool_block(SPECS)), *s5[1:]) == s6


@pytest.mark.parametrize("required", REQUIRED, ids="+".join)
def test_under_function_calling_s5_and_s6_differ_by_the_offered_tools_alone(
    required: tuple[str, ...],
) -> None:
    s5, s6 = (told(ran(key, required, Protocol.NATIVE)[0]) for key in ("S5", "S6"))
    assert s5[:2] == s6[:2]
    kept = [spec.name for spec in of(required)]
    assert [tool.name for tool in s5[2]] == [*kept, "final_answer"]
    assert s5[2] == tuple(tool for tool in s6[2] if tool.name in (*kept, "final_answer"))


ARMS = [
    # key, required, hinted, exposed
    pytest.param("S6p", ("rag",), ("rag", "table", "graph"), ("rag", "table", "graph"), id="all"),
    pytest.param("S6w", ("rag", "graph"), ("table",), ("rag", "table", "graph"), id="wrong"),
    pytest.param("S5-rag", ("rag", "graph"), ("graph",), ("graph",), id="without-rag"),
    pytest.param("S5-graph", ("rag", "graph"), ("rag",), ("rag",), id="without-graph"),
    pytest.param("S5-table", ("table",), (), (), id="nothing-left"),
    pytest.param("S7", ("rag",), (), (), id="evidence"),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("key", "required", "hinted", "exposed"), ARMS)
def test_what_an_arm_hints_and_exposes(
    key: str,
    required: tuple[str, ...],
    hinted: tuple[str, ...],
    exposed: tuple[str, ...],
    protocol: Protocol,
) -> None:
    request, record = ran(key, required, protocol, evidence="E")
    assert (record.hinted, record.exposed) == (hinted, exposed)
    system = request.messages[0].content
    assert ("Surfaces required" in system) is bool(hinted)
    assert not hinted or sentence(hinted) in system
    if protocol is Protocol.NATIVE:
        wanted = [spec.name for spec in of(exposed)]
        assert [tool.name for tool in request.tools] == [*wanted, "final_answer"]
    else:
        assert tool_block(of(exposed)) in system


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("key", "base"), [("S6p", "S4"), ("S6w", "S4")])
def test_hint_arms_differ_from_s4_by_the_sentence_alone(
    key: str, base: str, protocol: Protocol
) -> None:
    request, record = ran(key, ("rag",), protocol)
    arm = told(request)
    bare = told(ran(base, ("rag",), protocol)[0])
    assert (arm[0].replace(sentence(record.hinted), ""), *arm[1:]) == bare


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_s7_is_s1_with_the_evidence_below_the_question(protocol: Protocol) -> None:
    s1 = told(ran("S1", ("rag",), protocol, "the spans")[0])
    s7 = told(ran("S7", ("rag",), protocol, "the spans")[0])
    assert (s7[0], s7[2]) == (s1[0], s1[2])
    ((role, asked),) = s1[1]
    block = "Evidence from these files that suffices for this question:\nthe spans"
    assert s7[1] == [(role, f"{asked}\n\n{block}")]
    assert "the spans" not in asked


def test_a_wrong_hint_is_wrong_and_the_same_in_every_sweep() -> None:
    chosen = setting("S6w")
    names = [chosen.hinted(("rag",), f"q_{number}") for number in range(40)]
    assert {name for (name,) in names} == {"table", "graph"}
    assert names == [chosen.hinted(("rag",), f"q_{number}") for number in range(40)]


@pytest.mark.parametrize(
    ("key", "required", "has_evidence", "applies"),
    [
        ("S4", ("rag",), False, True),
        ("S5-rag", ("rag", "graph"), True, True),
        ("S5-rag", ("table",), True, False),
        ("S6w", ("rag", "table"), True, True),
        ("S6w", ("rag", "table", "graph"), True, False),
        ("S6p", ("rag", "table", "graph"), True, True),
        ("S7", ("rag",), True, True),
        ("S7", ("rag",), False, False),
    ],
)
def test_to_which_tasks_an_arm_applies(
    key: str, required: tuple[str, ...], has_evidence: bool, applies: bool
) -> None:
    assert setting(key).applies_to(required, has_evidence) is applies
