"""Doubles of a model client and a toolbox, a clock, and small records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from worksurface_pipeline.harness.agent.protocol import Observation, Shown, ToolSpec
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest, Usage
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory

Answer = str | ModelReply | Exception


class ScriptedClient:
    """Replies in the order of a script; the last one repeats."""

    def __init__(self, *script: Answer) -> None:
        self.script = script
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        answer = self.script[min(len(self.requests), len(self.script) - 1)]
        self.requests.append(request)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, ModelReply):
            return answer
        return ModelReply(text=answer, usage=Usage(prompt_tokens=10, completion_tokens=2))


SPECS = (
    ToolSpec(
        name="kb_search",
        surface="rag",
        signature="kb_search(query, k=3)",
        description="Search.",
        required=("query",),
        optional=("k",),
    ),
    ToolSpec(name="table_list", surface="table", signature="table_list()", description="List."),
    ToolSpec(
        name="table_describe",
        surface="table",
        signature="table_describe(view)",
        description="Describe.",
        required=("view",),
    ),
    ToolSpec(
        name="table_query",
        surface="table",
        signature="table_query(sql)",
        description="Query.",
        required=("sql",),
    ),
    ToolSpec(
        name="graph_search_entities",
        surface="graph",
        signature="graph_search_entities(query)",
        description="Find.",
        required=("query",),
    ),
    ToolSpec(
        name="graph_neighbors",
        surface="graph",
        signature="graph_neighbors(node)",
        description="Edges.",
        required=("node",),
    ),
)


@dataclass
class FakeToolbox:
    """Answers each tool with a fixed text, or raises what it was given."""

    texts: Mapping[str, str | Exception] = field(default_factory=dict)
    calls: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return SPECS

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        self.calls.append((name, args))
        text = self.texts.get(name, "{}")
        if isinstance(text, Exception):
            raise text
        shown = (Shown(kind="document", id="t1__a.md"),) if name == "kb_search" else ()
        return Observation(text=text, is_error=text.startswith('{"error"'), shown=shown)


class FakeClock:
    """A clock that moves only by sleeping, or by `step` with every look at it."""

    def __init__(self, step: float = 0.0) -> None:
        self.now = 0.0
        self.step = step
        self.slept: list[float] = []

    def __call__(self) -> float:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def trajectory(
    task_id: str = "a",
    *,
    outcome: Outcome = Outcome.ANSWERED,
    answer: str | None = "1",
    fingerprint: str = "f",
    epoch: int = 0,
    error: str = "",
) -> Trajectory:
    """A small trajectory."""
    reasons = {Outcome.ERRORED: StopReason.MODEL_UNAVAILABLE, Outcome.ANSWERED: StopReason.ANSWERED}
    return Trajectory(
        fingerprint=fingerprint,
        task_id=task_id,
        persona="p",
        model="m",
        setting="S4",
        epoch=epoch,
        outcome=outcome,
        stop_reason=reasons[outcome],
        answer=answer,
        exposed=("rag",),
        error=error,
    )


def texts_of(requests: Sequence[ModelRequest]) -> list[list[str]]:
    """The message texts of each request."""
    return [[message.content for message in request.messages] for request in requests]
