"""The desk over the Model Context Protocol, with the official SDK; the transport is the caller's.

Needs no session of the protocol: the ticket of `next_task` says which task a call is about.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import anyio.to_thread
import mcp_types as types
from mcp.server import Server, ServerRequestContext
from pydantic import BaseModel

from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.harness.agent.schemas import description, parameters
from worksurface_pipeline.harness.llm.types import MOST_TOKENS
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.agents.own.desk import Desk
from worksurface_pipeline.worksurface.agents.own.submitting import read_usage
from worksurface_pipeline.worksurface.agents.own.told import Handed

NEXT = "next_task"
SUBMIT = "submit_answer"
NAME = "worksurface"
INSTRUCTIONS = (
    "Tasks of a benchmark, one at a time. Call next_task; it returns a question and a ticket. "
    "Look things up with the other tools, giving the ticket each time. Then call submit_answer "
    "with the ticket and the answer. Go on until next_task says that nothing is left."
)
_TICKET = "ticket"
_TICKET_SCHEMA = {"type": "string", "description": "The ticket that next_task returned."}
_VALUE = {"anyOf": [{"type": "number"}, {"type": "boolean"}, {"type": "string"}]}
_ANSWER = {"anyOf": [*_VALUE["anyOf"], {"type": "array", "items": _VALUE}]}
_COUNT = {"type": "integer", "minimum": 0, "maximum": MOST_TOKENS}
_USAGE = {
    "type": "object",
    "description": "Tokens of all your model calls for this task; leave it out if unknown.",
    "properties": {"prompt_tokens": _COUNT, "completion_tokens": _COUNT},
    "required": ["prompt_tokens", "completion_tokens"],
    "additionalProperties": False,
}

Context = ServerRequestContext[dict[str, Any]]
Arguments = Mapping[str, Any]


def mcp_server(desk: Desk, specs: Sequence[ToolSpec]) -> Server[dict[str, Any]]:
    """A server of one desk; `specs` are the tools of every scope."""
    tools = [_next_tool(), *(_tool(spec) for spec in specs), _submit_tool()]
    known = frozenset(spec.name for spec in specs)

    async def list_tools(
        _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(
        _context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        given = params.arguments or {}
        # Searches and queries block: other clients are served meanwhile.
        return await anyio.to_thread.run_sync(_told, desk, known, params.name, given)

    return Server(NAME, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool)


def _told(desk: Desk, known: frozenset[str], name: str, given: Arguments) -> types.CallToolResult:
    """A fault of ours is told too, but not where: places on our disk are no client's business."""
    try:
        return _answer(desk, known, name, given)
    except WorksurfaceError as error:
        return _error(f"The server has a fault, and the task is not lost: {error.what}.")


def _answer(desk: Desk, known: frozenset[str], name: str, given: Arguments) -> types.CallToolResult:
    """One call of any tool; what a client does wrong is an error result, never a fault."""
    if name == NEXT:
        return _next(desk)
    ticket = str(given.get(_TICKET, ""))
    rest = {key: value for key, value in given.items() if key != _TICKET}
    if name == SUBMIT:
        return _submit(desk, ticket, rest)
    if name not in known:
        return _error(f"There is no tool {name[:60]!r}; there are {', '.join(sorted(known))}.")
    seen = desk.call(ticket, name, rest)
    return _result(seen.text, is_error=seen.is_error)


def _next(desk: Desk) -> types.CallToolResult:
    handed = desk.next_task()
    if isinstance(handed, Handed):
        return _result(_json(handed))
    others = handed.in_hands
    held = counted(others, "is in other hands and", "are in other hands and")
    waiting = f" {held} may come back." if others else ""
    return _result(json.dumps({"ticket": None, "message": f"Nothing is left to do.{waiting}"}))


def _submit(desk: Desk, ticket: str, given: Arguments) -> types.CallToolResult:
    extra = sorted(set(given) - {"answer", "usage"})
    if extra or "answer" not in given:
        return _error(f"{SUBMIT} takes ticket, answer and usage (optional).")
    usage = given.get("usage")
    problem = read_usage(usage)[1]
    if problem:
        return _error(f"{problem} Submit again, without usage if it is not known.")
    receipt = desk.submit(ticket, given["answer"], usage)
    return _result(_json(receipt), is_error=not receipt.is_accepted)


def _next_tool() -> types.Tool:
    return types.Tool(
        name=NEXT,
        description="Get the next task: a question, the form of its answer, limits, and a ticket.",
        input_schema={"type": "object", "properties": {}, "additionalProperties": False},
    )


def _tool(spec: ToolSpec) -> types.Tool:
    schema = parameters(spec)
    taken: Any = schema["properties"]
    required: Any = schema["required"]
    fields = {"properties": {_TICKET: _TICKET_SCHEMA, **taken}, "required": [_TICKET, *required]}
    return types.Tool(
        name=spec.name, description=description(spec), input_schema={**schema, **fields}
    )


def _submit_tool() -> types.Tool:
    return types.Tool(
        name=SUBMIT,
        description="Submit the answer of a task; this ends it.",
        input_schema={
            "type": "object",
            "properties": {_TICKET: _TICKET_SCHEMA, "answer": _ANSWER, "usage": _USAGE},
            "required": [_TICKET, "answer"],
            "additionalProperties": False,
        },
    )


def _json(record: BaseModel) -> str:
    return record.model_dump_json()


def _error(sentence: str) -> types.CallToolResult:
    return _result(json.dumps({"error": sentence}, ensure_ascii=False), is_error=True)


def _result(text: str, *, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], is_error=is_error
    )
