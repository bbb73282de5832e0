"""A Python callable as an agent: it is given a task and tools, and returns its answer."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.harness.handover import Handover
from worksurface_pipeline.harness.llm.deadline import call_within
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import StopReason, Trajectory
from worksurface_pipeline.worksurface.agents.own.run import OwnRun
from worksurface_pipeline.worksurface.agents.own.task import OwnAnswer, OwnTask, Tools, own_task
from worksurface_pipeline.worksurface.schema.public import PublicTask

Agent = Callable[[OwnTask, Tools], Any]
"""Returns an OwnAnswer, or the answer alone; it may be a coroutine function."""

_NO_LIMIT_SECONDS = 86_400.0  # a day: a thread has to be waited for within some bound
_SHOWN_CHARS = 300  # of what an exception says


def run_own_agent(
    agent: Agent,
    key: RunKey,
    public: PublicTask,
    toolbox: Toolbox,
    limits: AgentLimits,
    *,
    clock: Callable[[], float],
) -> Trajectory:
    """Run one task to its end.

    Whatever the agent raises, or what it returned when it is read, is an errored record, and so is
    one that reaches the limit of time: its thread is left to itself, and its tools are closed.
    """
    run = OwnRun(key, toolbox, limits, clock)
    task, tools = own_task(public, limits), Tools(run.specs, run.call)
    seconds = limits.seconds or _NO_LIMIT_SECONDS
    try:
        ended = call_within(seconds, lambda: caught(lambda: _hand_in(run, agent(task, tools))))
    except TimeoutError:
        return run.time_out()
    if isinstance(ended, Raised):
        return run.fail(StopReason.AGENT_FAULT, f"The agent raised {ended}.")
    return run.record or run.fail(StopReason.AGENT_FAULT, "The agent's run did not end.")


@dataclass(frozen=True, slots=True)
class Returned:
    """What foreign code returned."""

    value: Any


@dataclass(frozen=True, slots=True)
class Raised:
    """What foreign code raised."""

    error: BaseException

    def __str__(self) -> str:
        said = " ".join(str(self.error).split())[:_SHOWN_CHARS]
        return f"{type(self.error).__name__}{f': {said}' if said else ''}"


def caught(function: Callable[[], Any]) -> Returned | Raised:
    """Call foreign code, which may raise anything."""
    value = None
    ends: list[BaseException | None] = []
    with Handover(ends.append):
        value = function()
    (error,) = ends
    return Returned(value) if error is None else Raised(error)


def _hand_in(run: OwnRun, returned: Any) -> None:
    """Submit what an agent returned. An OwnAnswer may hold anything: nothing has checked it."""
    value = asyncio.run(_awaited(returned)) if inspect.isawaitable(returned) else returned
    is_whole = isinstance(value, OwnAnswer)
    answer, usage = (value.answer, value.usage) if is_whole else (value, None)
    run.submit(answer, usage, is_last=True)


async def _awaited(value: Awaitable[Any]) -> Any:
    return await value
