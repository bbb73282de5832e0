"""What an agent of one's own gets and gives: the question, the tools, its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ConfigDict, Field

from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.agent.protocol import Observation, ToolSpec
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.prompts import VALUE_FORMAT
from worksurface_pipeline.worksurface.schema.public import PublicTask

ANSWER_FORMAT = f'{VALUE_FORMAT} answer "INSUFFICIENT_EVIDENCE".'


class OwnTask(Frozen):
    """One task as an agent of one's own sees it: what every model is told, and the limits.

    After `tool_calls` calls only the answer is taken; after `seconds` the task is closed.
    """

    id: str
    question: str
    source_task: str
    persona: str
    answer_format: str = ANSWER_FORMAT
    tool_calls: int = 8
    seconds: float | None = None


class OwnUsage(Frozen):
    """Tokens of all model calls that the agent made for one task, as its provider counted them.

    Whole numbers alone, of type `int`; a dict of exactly these two does as well. What cannot be a
    count (nothing at all, more than 10^12) is recorded as not reported.
    """

    model_config = ConfigDict(revalidate_instances="always")  # it comes out of foreign code

    prompt_tokens: int = Field(ge=0, strict=True)
    completion_tokens: int = Field(ge=0, strict=True)


class OwnAnswer(Frozen):
    """An answer with the tokens it took. Without `usage` Efficiency is unscored.

    `answer` is a number, a text, true or false, or a list or tuple of these.
    """

    answer: Any
    usage: OwnUsage | None = None


class Seen(Frozen):
    """What a call showed: bounded text, a JSON object; an error is a sentence in it."""

    text: str
    is_error: bool


CallTool = Callable[[str, Mapping[str, Any]], Observation]


class Tools:
    """The tools of one task's scope: `tools.call("kb_search", query="…")`, or by name alone.

    It holds nothing but the way to them; what they show is all there is to see. The specs are
    copies: what an agent does to them is no other agent's affair.
    """

    __slots__ = ("_call", "_specs")

    def __init__(self, specs: tuple[ToolSpec, ...], call: CallTool) -> None:
        self._specs = tuple(spec.model_copy(deep=True) for spec in specs)
        self._call = call

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """Name, surface, signature and arguments of every tool, in a fixed order."""
        return self._specs

    def call(self, name: str, /, **args: Any) -> Seen:
        """Run one tool; what is wrong with a call is told, and counts as a call."""
        seen = self._call(name, args)
        return Seen(text=seen.text, is_error=seen.is_error)


def own_task(public: PublicTask, limits: AgentLimits) -> OwnTask:
    """The task as it is handed over.

    The answer type is left out as in every prompt: it would give abstain tasks away.
    """
    return OwnTask(
        id=public.id,
        question=public.question,
        source_task=public.source_task,
        persona=public.persona,
        tool_calls=limits.turns,
        seconds=limits.seconds,
    )
