"""Native function calling: tools are offered as schemas, calls come back as calls.

Of several calls in one reply the first alone is run, so that a turn is one call under either
protocol; the others are told so. The answer is a call of `final_answer`, or its JSON as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.harness.agent.schemas import native_tool
from worksurface_pipeline.harness.agent.texts import NativeTexts
from worksurface_pipeline.harness.llm.parse import (
    Action,
    FinalAnswer,
    Malformed,
    ToolAction,
    parse_action,
    parse_arguments,
    submitted,
)
from worksurface_pipeline.harness.llm.types import Message, ModelReply, NativeCall, NativeTool
from worksurface_pipeline.harness.trajectory import ToolCall

ANSWER_TOOL = "final_answer"
_ANSWER = "answer"
_NAME_CHARS = 60  # of a name that the model made up


class NativeDialect:
    """Function calling in OpenAI's sense, which litellm translates for other providers."""

    def __init__(self, texts: NativeTexts) -> None:
        self._texts = texts

    def offered(self, specs: Sequence[ToolSpec]) -> tuple[NativeTool, ...]:
        """The tools, and the one by which the answer is given."""
        return (*(native_tool(spec) for spec in specs), _answer_tool(self._texts.answer_tool))

    def read(self, reply: ModelReply) -> Action:
        """The first call, or an answer written as JSON text."""
        if not reply.tool_calls:
            return _in_text(reply.text)
        call = reply.tool_calls[0]
        found = parse_arguments(call.arguments)
        if isinstance(found, Malformed):
            name = call.name[:_NAME_CHARS]
            return Malformed(problem=f"The call of '{name}' cannot be run: {found.problem}")
        if call.name != ANSWER_TOOL:
            return ToolAction(tool=call.name, args=found.fields)
        if set(found.fields) != {_ANSWER}:
            return Malformed(problem=f'{ANSWER_TOOL} takes the one argument "{_ANSWER}".')
        return submitted(found.fields[_ANSWER])

    def after_call(self, reply: ModelReply, call: ToolCall) -> tuple[Message, ...]:
        """The calls, and a message of the tool for each: endpoints want every id answered."""
        return (_said(reply), *self._answered(reply.tool_calls, call.observation))

    def after_malformed(self, reply: ModelReply, problem: str) -> tuple[Message, ...]:
        """A faulty call is told to the tool's id; a reply without one, to the user's side."""
        told = self._texts.repairing(problem)
        if reply.tool_calls:
            return (_said(reply), *self._answered(reply.tool_calls, told))
        return _said(reply), Message(role="user", content=told)

    def last_request(self, history: Sequence[Message]) -> tuple[Message, ...]:
        """The request is a message of its own: what stands before it may be a tool's."""
        return (*history, Message(role="user", content=self._texts.last_request))

    def _answered(self, calls: Sequence[NativeCall], first: str) -> Iterator[Message]:
        for number, call in enumerate(calls):
            text = first if number == 0 else self._texts.unused_call
            yield Message(role="tool", content=text, tool_call_id=call.id)


def _in_text(text: str) -> Action:
    action = parse_action(text)
    if isinstance(action, FinalAnswer):
        return action
    is_empty = isinstance(action, Malformed) and action.is_empty
    if is_empty:
        return Malformed(problem="The reply is empty.", is_empty=True)
    return Malformed(problem="The reply calls no tool and is no answer.")


def _said(reply: ModelReply) -> Message:
    """The reply in the history. Arguments that are no JSON would be refused there: left out."""
    calls = tuple(_sendable(call) for call in reply.tool_calls)
    text = reply.text if calls else reply.text.strip() or "(empty reply)"
    return Message(role="assistant", content=text, tool_calls=calls)


def _sendable(call: NativeCall) -> NativeCall:
    is_wrong = isinstance(parse_arguments(call.arguments), Malformed)
    return call.model_copy(update={"arguments": "{}"}) if is_wrong else call


def _answer_tool(description: str) -> NativeTool:
    one_of = [{"type": "number"}, {"type": "boolean"}, {"type": "string"}]
    values = [*one_of, {"type": "array", "items": {"type": "string"}}]
    return NativeTool(
        name=ANSWER_TOOL,
        description=description,
        parameters={
            "type": "object",
            "properties": {_ANSWER: {"anyOf": [*values]}},
            "required": [_ANSWER],
            "additionalProperties": False,
        },
    )
