"""What the embedded model reads from its messages: the question, its tools, what it has seen.

It knows the prompts as any model does, by their text; the messages are all it ever gets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.harness.llm.parse import ToolAction, parse_action
from worksurface_pipeline.harness.llm.types import Message

_TOOL = re.compile(r"^- (\w+)\(", re.MULTILINE)
_HINT = re.compile(r"Surfaces required for this question: ([\w, ]+)")
_TASK = re.compile(r"^Source task: Task (.+)$", re.MULTILINE)
_QUESTION = re.compile(r"^Question: (.*?)(?=\n\nObservation of |\Z)", re.MULTILINE | re.DOTALL)
_OBSERVATION = re.compile(r"Observation of (\w+):\n(.*)", re.DOTALL)
_LAST_REQUEST = "No tool can be used any more"

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One call that was made, and the JSON object that was observed (empty if it was none)."""

    tool: str
    args: Fields
    seen: Fields

    @property
    def is_error(self) -> bool:
        """Whether the call failed."""
        return not self.seen or "error" in self.seen

    def rows(self, key: str) -> list[Fields]:
        """The objects in the list `key` of the observation; anything else in it is left out."""
        value = self.seen.get(key)
        items = value if isinstance(value, list) else []
        return [item for item in items if isinstance(item, dict)]


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the embedded model knows at one turn."""

    question: str
    task: str
    tools: frozenset[str]
    hinted: tuple[str, ...]
    is_routing: bool
    must_answer: bool
    steps: tuple[Step, ...]

    def steps_of(self, tool: str) -> list[Step]:
        """The calls of one tool so far."""
        return [step for step in self.steps if step.tool == tool]


def read_situation(messages: Sequence[Message]) -> Situation:
    """The situation that `messages` describe."""
    system = "\n".join(message.content for message in messages if message.role == "system")
    users = [message.content for message in messages if message.role == "user"]
    asked = users[0] if users else ""
    tools = frozenset(_TOOL.findall(system))
    last = users[-1] if users else ""
    return Situation(
        question=_first(_QUESTION, asked) or asked,
        task=_first(_TASK, asked),
        tools=tools,
        hinted=tuple(name.strip() for name in _first(_HINT, system).split(",") if name.strip()),
        is_routing='{"route":' in system,
        must_answer=not tools or _LAST_REQUEST in last,
        steps=tuple(_steps(messages)),
    )


def _steps(messages: Sequence[Message]) -> Iterator[Step]:
    """Calls with their observations: an observation belongs to the reply right before it."""
    args: Fields = {}
    for message in messages:
        if message.role == "assistant":
            action = parse_action(message.content)
            args = action.args if isinstance(action, ToolAction) else {}
        found = _OBSERVATION.search(message.content) if message.role == "user" else None
        if found is not None:
            yield Step(tool=found[1], args=args, seen=_object(found[2]))


def _object(text: str) -> Fields:
    """The JSON object at the start of an observation, empty if there is none."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1].strip() if found is not None else ""
