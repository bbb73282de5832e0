"""How a model and the loop talk to each other: what is offered, read and said back.

The loop is one; a dialect is what differs between a JSON object a turn and native function calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.harness.agent.texts import LoopTexts
from worksurface_pipeline.harness.llm.parse import Action, parse_action
from worksurface_pipeline.harness.llm.types import Message, ModelReply, NativeTool
from worksurface_pipeline.harness.trajectory import ToolCall


class Dialect(Protocol):
    """One way to call tools and to answer."""

    def offered(self, specs: Sequence[ToolSpec]) -> tuple[NativeTool, ...]:
        """What goes with a request beside its messages."""
        ...

    def read(self, reply: ModelReply) -> Action:
        """What a reply asks for."""
        ...

    def after_call(self, reply: ModelReply, call: ToolCall) -> tuple[Message, ...]:
        """Reply and observation, as the history holds them."""
        ...

    def after_malformed(self, reply: ModelReply, problem: str) -> tuple[Message, ...]:
        """Reply and what was wrong with it, as the history holds them."""
        ...

    def last_request(self, history: Sequence[Message]) -> tuple[Message, ...]:
        """The history with the request for the answer at its end."""
        ...


class JsonDialect:
    """One JSON object a turn, in the text of the reply; tools stand in the system prompt."""

    def __init__(self, texts: LoopTexts) -> None:
        self._texts = texts

    def offered(self, specs: Sequence[ToolSpec]) -> tuple[NativeTool, ...]:
        """Nothing beside the messages."""
        return ()

    def read(self, reply: ModelReply) -> Action:
        """The single JSON object of the text."""
        return parse_action(reply.text)

    def after_call(self, reply: ModelReply, call: ToolCall) -> tuple[Message, ...]:
        """The observation is the user's next message."""
        return self._exchange(reply, self._texts.observed(call.tool, call.observation))

    def after_malformed(self, reply: ModelReply, problem: str) -> tuple[Message, ...]:
        """The repair prompt is the user's next message."""
        return self._exchange(reply, self._texts.repairing(problem))

    def last_request(self, history: Sequence[Message]) -> tuple[Message, ...]:
        """The request stands below the last message, which is the user's."""
        said = f"{history[-1].content}\n\n{self._texts.last_request}"
        return (*history[:-1], Message(role="user", content=said))

    @staticmethod
    def _exchange(reply: ModelReply, said: str) -> tuple[Message, Message]:
        """Endpoints refuse an empty message, so that an empty reply is named."""
        own = reply.text.strip() or "(empty reply)"
        return Message(role="assistant", content=own), Message(role="user", content=said)
