"""The turns of a run as chat messages of an Inspect log.

A trajectory keeps replies, calls and observations; the prompts follow from the condition and are
not part of it. So a log holds the question as it was asked, and all that came after.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from worksurface_pipeline.harness.trajectory import ToolCall, Trajectory, Turn
from worksurface_pipeline.worksurface.exchange.extra import optional

_OPENING = "input"


def messages_of(run: Trajectory, question: str) -> list[Any]:
    """The question, and for each turn the reply, its call and what it returned."""
    model = optional("inspect_ai.model")
    said = [model.ChatMessageUser(id=f"{_OPENING}", content=question, source="input")]
    for turn in run.turns:
        said += _turn(turn, run.model)
    return said


def output_of(run: Trajectory, usage: Any) -> Any:
    """What the run submitted, as a model's output; of an errored run the error."""
    model = optional("inspect_ai.model")
    text = run.answer or ""
    choice = model.ChatCompletionChoice(
        message=model.ChatMessageAssistant(id="output", content=text, model=run.model),
        stop_reason="stop" if run.answer is not None else "unknown",
    )
    return model.ModelOutput(
        model=run.model, choices=[choice], completion=text, usage=usage, error=run.error or None
    )


def usage_of(run: Trajectory) -> Any:
    """Tokens of all model calls of a run; None where any call did not report them."""
    if run.tokens is None:
        return None
    replies = [turn.usage for turn in run.turns if turn.usage.total is not None]
    prompt = sum(one.prompt_tokens or 0 for one in replies)
    reply = sum(one.completion_tokens or 0 for one in replies)
    made = optional("inspect_ai.model").ModelUsage
    return made(input_tokens=prompt, output_tokens=reply, total_tokens=run.tokens)


def _turn(turn: Turn, name: str) -> Iterator[Any]:
    model = optional("inspect_ai.model")
    call = turn.call
    yield model.ChatMessageAssistant(
        id=f"turn-{turn.index}",
        content=turn.reply,
        model=turn.model_returned or name,
        tool_calls=[_call(turn.index, call)] if call else None,
        metadata={"kind": turn.kind, "attempts": turn.attempts},
    )
    if call is not None:
        yield model.ChatMessageTool(
            id=f"observation-{turn.index}",
            content=call.observation,
            tool_call_id=f"call-{turn.index}",
            function=call.tool,
            error=_call_error(call),
        )
    if turn.problem:
        yield model.ChatMessageUser(id=f"problem-{turn.index}", content=turn.problem)


def _call(index: int, call: ToolCall) -> Any:
    made = optional("inspect_ai.tool").ToolCall
    return made(id=f"call-{index}", function=call.tool, arguments=_arguments(call.args))


def _arguments(text: str) -> dict[str, Any]:
    """Arguments are canonical JSON; what is no object was refused as such and is shown so."""
    try:
        value = json.loads(text)
    except ValueError:
        return {"text": text}
    return value if isinstance(value, dict) else {"value": value}


def _call_error(call: ToolCall) -> Any:
    if not call.is_error:
        return None
    return optional("inspect_ai.tool").ToolCallError(type="unknown", message=call.observation)
