"""Small tasks and trajectories for tests of scoring and of the report."""

from __future__ import annotations

import json
from typing import Any

from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.trajectory import (
    Outcome,
    StopReason,
    ToolCall,
    Trajectory,
    Turn,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Evidence,
    GoldAnswer,
    TaskSource,
    TaskType,
)

_TOOLS = {"rag": "kb_search", "table": "table_query", "graph": "graph_neighbors"}
_STOPS = {
    Outcome.ANSWERED: StopReason.ANSWERED,
    Outcome.ABSTAINED: StopReason.ABSTAINED,
    Outcome.MODEL_FAILED: StopReason.UNPARSABLE,
    Outcome.LIMITED: StopReason.TOKEN_LIMIT,
    Outcome.ERRORED: StopReason.MODEL_UNAVAILABLE,
}


def task(
    gold: GoldAnswer = 300,
    answer_type: AnswerType | None = None,
    *,
    id: str = "a1",
    surfaces: tuple[str, ...] = ("table",),
    sealed: tuple[str, ...] | None = None,
    evidence: tuple[Evidence, ...] = (),
    task_type: TaskType = TaskType.TABLE_ONLY,
    derivation: Derivation = Derivation.ROW_COUNT,
    **more: Any,
) -> AtomicTask:
    """An atomic task; the answer type follows from the gold unless it is given."""
    required = tuple(Surface(name) for name in surfaces)
    return AtomicTask(
        id=id,
        source=TaskSource(
            benchmark="test",
            task_id=more.pop("source_task", "7"),
            persona=more.pop("persona", "researcher"),
        ),
        question=more.pop("question", "How many events are in the log?"),
        task_type=task_type,
        required_surfaces=required,
        required_sealed=required if sealed is None else tuple(Surface(name) for name in sealed),
        gold_tools=(),
        gold_answer=gold,
        answer_type=answer_type or type_of(gold),
        gold_evidence=evidence,
        derivation=derivation,
        **more,
    )


def type_of(gold: GoldAnswer) -> AnswerType:
    if isinstance(gold, bool):
        return AnswerType.BOOLEAN
    if isinstance(gold, (int, float)):
        return AnswerType.NUMBER
    return AnswerType.LIST if isinstance(gold, tuple) else AnswerType.STRING


def call(surface: str, *shown: Shown, text: str = "", is_error: bool = False) -> ToolCall:
    return ToolCall(
        tool=_TOOLS[surface],
        surface=surface,
        args="{}",
        observation=text,
        is_error=is_error,
        shown=shown,
    )


def run(
    answer: object = 300,
    *calls: ToolCall,
    task_id: str = "a1",
    model: str = "vendor/model",
    setting: str = "S4",
    epoch: int = 0,
    outcome: Outcome = Outcome.ANSWERED,
    tokens: int | None = 100,
    **more: Any,
) -> Trajectory:
    """A trajectory: one tool turn per call, then a final turn that carries all the tokens."""
    usage = Usage() if tokens is None else Usage(prompt_tokens=tokens, completion_tokens=0)
    zero = Usage(prompt_tokens=0, completion_tokens=0)
    turns = [
        Turn(index=number, kind="tool", reply=more.get("reply", "{}"), usage=zero, call=item)
        for number, item in enumerate(calls)
    ]
    turns.append(Turn(index=len(turns), kind="final", reply=json.dumps(answer), usage=usage))
    return Trajectory(
        fingerprint=f"f-{task_id}-{epoch}",
        task_id=task_id,
        persona=more.get("persona", "researcher"),
        model=model,
        setting=setting,
        epoch=epoch,
        outcome=outcome,
        stop_reason=_STOPS[outcome],
        answer=json.dumps(answer) if outcome is Outcome.ANSWERED else None,
        exposed=("rag", "table", "graph"),
        turns=tuple(turns),
        is_forced_answer=more.get("is_forced_answer", False),
    )
