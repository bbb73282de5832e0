"""The embedded model under function calling: the same policy, its words put into calls and back.

The policy reads a conversation in the JSON protocol; here a native one is told as such.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from worksurface_pipeline.harness.llm.types import Message, NativeCall

_ANSWER = "final_answer"

Fields = Mapping[str, Any]


def told(messages: Sequence[Fields], tools: Sequence[Fields]) -> list[Message]:
    """Messages as they come over the wire, and the tools beside them, as a JSON conversation."""
    names: dict[str, str] = {}
    said = [one for item in messages for one in _retold(item, names)]
    lines = [f"- {tool['function']['description']}" for tool in tools]
    block = "\n".join(
        line for tool, line in zip(tools, lines, strict=True) if _name(tool) != _ANSWER
    )
    return [Message(role="system", content=block), *said] if block else said


def call_of(text: str, number: int) -> NativeCall | None:
    """A reply of the policy as the call that it stands for; None for what is no call."""
    fields = json.loads(text)
    if _ANSWER in fields:
        return _call(number, _ANSWER, {"answer": fields[_ANSWER]})
    return _call(number, fields["tool"], fields["args"]) if "tool" in fields else None


def _retold(item: Fields, names: dict[str, str]) -> Iterator[Message]:
    """One message; of several calls only the first was run, and the others' messages say so."""
    role, text = item["role"], text_of(item.get("content"))
    calls = item.get("tool_calls") or ()
    if calls:
        first = calls[0]["function"]
        names.clear()
        names[calls[0]["id"]] = first["name"]
        action = {"tool": first["name"], "args": json.loads(first["arguments"])}
        yield Message(role=role, content=json.dumps(action))
    elif role != "tool":
        yield Message(role=role, content=text)
    elif item["tool_call_id"] in names:
        name = names[item["tool_call_id"]]
        yield Message(role="user", content=f"Observation of {name}:\n{text}")


def text_of(content: Any) -> str:
    """The text of a message; of one in parts the texts alone, for no picture can be seen here."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part["type"] == "text")
    return content or ""


def _call(number: int, name: str, arguments: Fields) -> NativeCall:
    text = json.dumps(arguments, ensure_ascii=False)
    return NativeCall(id=f"call_{number}", name=name, arguments=text)


def _name(tool: Fields) -> str:
    return str(tool["function"]["name"])
