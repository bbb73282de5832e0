"""A Python callable as an agent: what it gets, what is recorded, what its faults become."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.unit.agents.own_doubles import FOUND, key, public, toolbox
from tests.unit.harness.doubles import FakeClock, FakeToolbox
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.worksurface.agents.own.entry import Agent, run_own_agent
from worksurface_pipeline.worksurface.agents.own.task import OwnAnswer, OwnTask, OwnUsage, Tools
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.sweep import SweepItem

USAGE = OwnUsage(prompt_tokens=30, completion_tokens=4)


def run(
    agent: Agent, *, box: FakeToolbox | None = None, clock: FakeClock | None = None, **limits: Any
) -> Trajectory:
    bounds = AgentLimits.model_validate({"turns": 3, "seconds": 20, **limits})
    used = box or toolbox()
    return run_own_agent(agent, key(), public(), used, bounds, clock=clock or FakeClock())


def searching(times: int, answer: Any = 12) -> Agent:
    def agent(_task: OwnTask, tools: Tools) -> Any:
        for _ in range(times):
            tools.call("kb_search", query="x")
        return answer

    return agent


def unchecked(kind: Any, **fields: Any) -> Any:
    return kind.model_construct(**fields)


def test_calls_and_answer_are_recorded_as_those_of_a_model() -> None:
    record = run(searching(2, OwnAnswer(answer=12, usage=USAGE)))
    assert (record.outcome, record.stop_reason) == (Outcome.ANSWERED, StopReason.ANSWERED)
    assert (record.answer, record.is_forced_answer, record.tokens) == ("12", False, 34)
    assert (record.model, record.setting, record.hinted) == ("agent/mine", "S4", ())
    assert record.exposed == ("rag", "table", "graph")
    assert record.used_surfaces == {"rag"}
    assert [turn.kind for turn in record.turns] == ["call", "call", "final"]
    first = record.calls[0]
    assert (first.tool, first.args, first.observation) == ("kb_search", '{"query":"x"}', FOUND)
    assert [shown.id for shown in first.shown] == ["t1__a.md"]


def test_it_is_told_what_every_model_is_told_and_its_limits() -> None:
    seen: list[OwnTask] = []
    specs: list[str] = []

    def agent(task: OwnTask, tools: Tools) -> str:
        seen.append(task)
        specs.extend(spec.name for spec in tools.specs)
        return "INSUFFICIENT_EVIDENCE"

    assert run(agent).outcome is Outcome.ABSTAINED
    (task,) = seen
    assert (task.id, task.question, task.source_task) == ("q_1", "How many tools, 1?", "15")
    assert (task.tool_calls, task.seconds) == (3, 20.0)
    assert "number" not in task.model_dump_json(exclude={"answer_format"}), "no answer type"
    assert specs[:2] == ["kb_search", "table_list"]


@pytest.mark.parametrize(
    ("answer", "outcome", "reason", "recorded"),
    [
        pytest.param(12.5, Outcome.ANSWERED, StopReason.ANSWERED, "12.5", id="number"),
        pytest.param(("a", "b"), Outcome.ANSWERED, StopReason.ANSWERED, '["a","b"]', id="tuple"),
        pytest.param(True, Outcome.ANSWERED, StopReason.ANSWERED, "true", id="boolean"),
        pytest.param(None, Outcome.MODEL_FAILED, StopReason.EMPTY, None, id="none"),
        pytest.param(" ", Outcome.MODEL_FAILED, StopReason.EMPTY, None, id="blank"),
        pytest.param("x" * 100_000, Outcome.MODEL_FAILED, StopReason.UNPARSABLE, None, id="long"),
    ],
)
def test_what_an_answer_becomes(
    answer: Any, outcome: Outcome, reason: StopReason, recorded: str | None
) -> None:
    record = run(searching(1, answer))
    assert (record.outcome, record.stop_reason, record.answer) == (outcome, reason, recorded)
    assert record.tokens is None, "nothing was reported"
    assert bool(record.turns[-1].problem) is (recorded is None)
    Trajectory.model_validate_json(record.model_dump_json())


class _Word(StrEnum):
    YES = "yes"


class _Point(NamedTuple):
    x: int
    y: float


@pytest.mark.parametrize(
    ("answer", "recorded"),
    [
        pytest.param(np.int64(12), "12", id="numpy-int"),
        pytest.param(np.uint8(12), "12", id="numpy-uint"),
        pytest.param(np.float64(12.5), "12.5", id="numpy-float"),
        pytest.param(np.float32(12.5), "12.5", id="numpy-float32"),
        pytest.param(np.bool_(True), "true", id="numpy-bool"),
        pytest.param(np.str_("a"), '"a"', id="numpy-text"),
        pytest.param(Decimal("12"), "12", id="whole-decimal"),
        pytest.param(Decimal("12.50"), "12.5", id="decimal"),
        pytest.param(Decimal("1E+17"), "1" + "0" * 17, id="whole-decimal-of-an-exponent"),
        pytest.param(Decimal("1E+30"), "1e+30", id="large-decimal"),
        pytest.param(Fraction(1, 4), "0.25", id="fraction"),
        pytest.param(_Word.YES, '"yes"', id="enum-of-texts"),
        pytest.param(_Point(1, 2.5), "[1,2.5]", id="named-tuple"),
        pytest.param([np.int64(1), Decimal("2"), "a", True], '[1,2,"a",true]', id="list-of-all"),
        pytest.param([], "[]", id="empty-list"),
    ],
)
def test_numbers_of_every_kind_and_lists_of_them_are_answers(answer: Any, recorded: str) -> None:
    record = run(searching(1, answer))
    assert (record.outcome, record.answer) == (Outcome.ANSWERED, recorded)
    Trajectory.model_validate_json(record.model_dump_json())


_LOOP: list[Any] = []
_LOOP.append(_LOOP)


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        pytest.param({"a": 1}, "a dict;", id="object"),
        pytest.param({2, 1}, "a set;", id="set"),
        pytest.param(frozenset({1}), "a frozenset;", id="frozen-set"),
        pytest.param(range(3), "a range;", id="range"),
        pytest.param(b"12", "a bytes;", id="bytes"),
        pytest.param(1j, "a complex;", id="complex"),
        pytest.param((n for n in (1, 2)), "a generator;", id="generator"),
        pytest.param(np.array([1, 2]), "a numpy.ndarray;", id="array"),
        pytest.param(date(2026, 1, 2), "a datetime.date;", id="date"),
        pytest.param(object(), "a object;", id="any-object"),
        pytest.param(USAGE, "a worksurface_pipeline.", id="record"),
        pytest.param(float("nan"), "a float;", id="nan"),
        pytest.param(np.float64("inf"), "a numpy.float64;", id="infinity"),
        pytest.param(Decimal("sNaN"), "a decimal.Decimal;", id="decimal-nan"),
        pytest.param(Decimal("1E+9999999"), "a decimal.Decimal;", id="decimal-beyond-floats"),
        pytest.param(Fraction(10**400), "a fractions.Fraction;", id="fraction-beyond-floats"),
        pytest.param(10**5_000, "cannot be written", id="more-digits-than-python-writes"),
        pytest.param("\ud800", "cannot be written", id="surrogate"),
        pytest.param([[1]], "no list", id="nested"),
        pytest.param(_LOOP, "no list", id="list-of-itself"),
        pytest.param([None], "no NoneType", id="list-of-none"),
        pytest.param([1, {2}], "no set", id="list-of-a-set"),
    ],
)
def test_anything_else_is_unparsable_by_the_name_of_its_type(answer: Any, named: str) -> None:
    record = run(searching(1, OwnAnswer.model_construct(answer=answer, usage=USAGE)))
    assert (record.outcome, record.stop_reason) == (Outcome.MODEL_FAILED, StopReason.UNPARSABLE)
    assert named in record.turns[-1].problem
    assert record.tokens == 34
    Trajectory.model_validate_json(record.model_dump_json())


@pytest.mark.parametrize(
    ("usage", "tokens", "said"),
    [
        pytest.param(USAGE, 34, "", id="reported"),
        pytest.param(None, None, "", id="none"),
        pytest.param(OwnUsage(prompt_tokens=0, completion_tokens=0), None, "", id="zeros"),
        pytest.param(
            OwnUsage(prompt_tokens=10**30, completion_tokens=1),
            None,
            "No usage is known: 1,000,000,000,000 tokens",
            id="more-than-there-can-be",
        ),
        pytest.param(
            unchecked(OwnUsage, prompt_tokens=-5, completion_tokens="x"),
            None,
            "No usage is known: usage holds",
            id="unchecked",
        ),
        pytest.param({"prompt_tokens": 30, "completion_tokens": 4}, 34, "", id="dict"),
        *(
            pytest.param(wrong, None, "No usage is known: usage holds", id=name)
            for name, wrong in {
                "texts": unchecked(OwnUsage, prompt_tokens="1", completion_tokens=" 0 "),
                "booleans": unchecked(OwnUsage, prompt_tokens=True, completion_tokens=False),
                "fractions": unchecked(OwnUsage, prompt_tokens=0.4, completion_tokens=1.0),
                "dict-of-texts": {"prompt_tokens": "30", "completion_tokens": 4},
                "dict-of-floats": {"prompt_tokens": 30.0, "completion_tokens": 4},
                "dict-of-more": {"prompt_tokens": 30, "completion_tokens": 4, "total": 34},
                "dict-of-less": {"prompt_tokens": 30},
                "total-alone": 34,
            }.items()
        ),
        pytest.param(unchecked(OwnUsage), None, "No usage is known: usage", id="hollow"),
        pytest.param(7, None, "No usage is known: usage holds", id="no-usage-at-all"),
    ],
)
def test_usage_that_cannot_be_is_not_reported_and_the_turn_says_so(
    usage: Any, tokens: int | None, said: str
) -> None:
    record = run(searching(1, OwnAnswer(answer=12).model_copy(update={"usage": usage})))
    assert (record.outcome, record.answer, record.tokens) == (Outcome.ANSWERED, "12", tokens)
    problem = record.turns[-1].problem
    assert problem.startswith(said)
    assert bool(problem) is bool(said)
    Trajectory.model_validate_json(record.model_dump_json())


class _Trap(list[int]):
    def __iter__(self) -> Iterator[int]:
        raise RuntimeError("no luck")


@pytest.mark.parametrize(
    ("returned", "error"),
    [
        pytest.param(unchecked(OwnAnswer), "AttributeError", id="without-an-answer"),
        pytest.param(_Trap((2, 1)), "RuntimeError: no luck", id="raising-when-it-is-read"),
    ],
)
def test_what_it_returned_may_raise_too(returned: Any, error: str) -> None:
    record = run(searching(1, returned))
    assert (record.outcome, record.stop_reason) == (Outcome.ERRORED, StopReason.AGENT_FAULT)
    assert f"The agent raised {error}" in record.error


def test_an_agent_cannot_change_the_tools_of_the_next() -> None:
    def spoiling(_task: OwnTask, tools: Tools) -> int:
        for spec in tools.specs:
            spec.__dict__["name"] = "spoilt"
        return 1

    box = toolbox()
    before = box.specs[0].name
    assert run(spoiling, box=box).answer == "1"
    assert box.specs[0].name == before
    assert not run(searching(1), box=box).calls[0].is_error


def _raising(error: BaseException) -> Agent:
    def agent(_task: OwnTask, tools: Tools) -> None:
        tools.call("kb_search", query="x")
        raise error

    return agent


async def _coroutine(_task: OwnTask, tools: Tools) -> int:
    return len(tools.call("kb_search", query="x").text)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("no\nluck"), "The agent raised RuntimeError: no luck."),
        (TimeoutError(), "The agent raised TimeoutError."),
        (SystemExit(2), "The agent raised SystemExit: 2."),
        (KeyboardInterrupt(), "The agent raised KeyboardInterrupt."),
        (GeneratorExit(), "The agent raised GeneratorExit."),
        (LakeError("Gone"), "The agent raised LakeError: Gone.."),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_it_raises_is_an_errored_record(error: BaseException, said: str) -> None:
    record = run(_raising(error))
    assert (record.outcome, record.stop_reason) == (Outcome.ERRORED, StopReason.AGENT_FAULT)
    assert (record.error, record.answer, len(record.calls)) == (said, None, 1)
    assert record.tokens is None, "unknown, not zero"


def test_a_coroutine_function_is_an_agent_too() -> None:
    assert run(_coroutine).answer == str(len(FOUND))


def test_after_the_last_call_only_the_answer_is_taken_and_flagged() -> None:
    seen: list[str] = []

    def agent(_task: OwnTask, tools: Tools) -> int:
        seen.extend(tools.call("kb_search", query="x").text for _ in range(4))
        return 12

    box = toolbox()
    record = run(agent, box=box)
    assert (record.answer, record.is_forced_answer) == ("12", True)
    assert len(box.calls) == len(record.calls) == 3
    assert "No tool can be used any more" in seen[3]


@pytest.mark.parametrize(
    ("calls", "has_last_request"), [(5, True), (4, False), (3, False)], ids=str
)
def test_who_calls_on_or_has_no_last_request_reached_the_limit(
    calls: int, has_last_request: bool
) -> None:
    record = run(searching(calls), has_last_request=has_last_request)
    assert (record.outcome, record.stop_reason) == (Outcome.LIMITED, StopReason.TURN_LIMIT)
    assert (record.answer, record.tokens, len(record.calls)) == (None, None, 3)


@pytest.mark.parametrize(
    ("usage", "tokens", "said"),
    [
        pytest.param(USAGE, 34, "A tool was called after the last turn.", id="usage"),
        pytest.param(None, None, "A tool was called after the last turn.", id="none"),
        pytest.param("x", None, "after the last turn. No usage is known:", id="unreadable"),
    ],
)
@pytest.mark.parametrize("has_last_request", [True, False])
def test_usage_is_kept_at_the_limit_of_turns_and_the_answer_is_not(
    usage: Any, tokens: int | None, said: str, has_last_request: bool
) -> None:
    returned = OwnAnswer.model_construct(answer=12, usage=usage)
    record = run(searching(7, returned), has_last_request=has_last_request)
    assert (record.outcome, record.stop_reason) == (Outcome.LIMITED, StopReason.TURN_LIMIT)
    assert (record.answer, record.tokens, len(record.calls)) == (None, tokens, 3)
    assert [turn.kind for turn in record.turns] == ["call"] * 3 + ["final"]
    assert said in record.turns[-1].problem
    Trajectory.model_validate_json(record.model_dump_json())


def test_one_that_raises_after_the_limit_of_turns_has_reached_it_all_the_same() -> None:
    def agent(_task: OwnTask, tools: Tools) -> None:
        for _ in range(5):
            tools.call("kb_search", query="x")
        raise RuntimeError("no luck")

    record = run(agent)
    assert (record.outcome, record.error, record.tokens) == (Outcome.LIMITED, "", None)


@pytest.fixture
def release() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def test_one_that_hangs_is_left_behind_with_its_tools_closed(release: threading.Event) -> None:
    late: list[str] = []
    ended = threading.Event()

    def agent(_task: OwnTask, tools: Tools) -> int:
        tools.call("kb_search", query="x")
        release.wait(10)
        late.append(tools.call("kb_search", query="late").text)
        ended.set()
        return 12

    box = toolbox()
    record = run(agent, box=box, seconds=0.2)
    assert (record.outcome, record.stop_reason) == (Outcome.ERRORED, StopReason.TIME_LIMIT)
    assert len(record.calls) == 1
    release.set()
    assert ended.wait(10)
    assert "closed" in late[0]
    assert len(box.calls) == 1


def test_an_answer_after_the_limit_of_time_is_not_taken() -> None:
    record = run(searching(1), clock=FakeClock(step=11.0))
    assert (record.outcome, record.stop_reason) == (Outcome.ERRORED, StopReason.TIME_LIMIT)


@pytest.mark.parametrize(
    ("name", "args", "told"),
    [
        ("nope", {}, "No tool 'nope'"),
        ("kb_search", {}, "needs 'query'"),
        ("kb_search", {"query": object()}, "JSON object"),
    ],
    ids=["unknown", "missing", "no-json"],
)
def test_a_wrong_call_is_told_and_counts(name: str, args: dict[str, Any], told: str) -> None:
    seen: list[str] = []

    def agent(_task: OwnTask, tools: Tools) -> int:
        found = tools.call(name, **args)
        seen.append(found.text if found.is_error else "")
        return 12

    record = run(agent)
    assert told in seen[0]
    assert (record.calls[0].is_error, record.used_surfaces) == (True, frozenset())


def test_a_fault_of_a_tools_machinery_is_ours() -> None:
    record = run(searching(1), box=toolbox(kb_search=LakeError("The index is gone")))
    assert (record.outcome, record.stop_reason) == (Outcome.ERRORED, StopReason.TOOL_FAULT)
    assert record.error == "The index is gone."


def test_nothing_that_it_is_given_leads_to_gold() -> None:
    """All that hangs on task and tools, by attributes, closures and methods."""
    given: list[Any] = []

    def agent(task: OwnTask, tools: Tools) -> int:
        given.extend((task, tools))
        return 1

    run(agent)
    reached = list(_reached(given))
    assert any(isinstance(item, FakeToolbox) for item in reached), "the walk gets to the tools"
    assert not [item for item in reached if isinstance(item, (AtomicTask, SweepItem))]


def _reached(roots: list[Any]) -> Iterator[Any]:
    seen: set[int] = set()
    todo = list(roots)
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, (type, str, bytes)):
            continue
        seen.add(id(item))
        yield item
        todo.extend(_parts(item))


def _parts(item: Any) -> Iterator[Any]:
    if isinstance(item, dict):
        yield from item.values()
    elif isinstance(item, (list, tuple, set, frozenset)):
        yield from item
    yield from vars(item).values() if hasattr(item, "__dict__") else ()
    slots = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
    yield from (getattr(item, name) for name in slots if hasattr(item, name))
    yield from (c.cell_contents for c in getattr(item, "__closure__", None) or ())
    yield from (getattr(item, name) for name in ("__self__", "__func__") if hasattr(item, name))
