"""One task in the hands of an agent of one's own: recorded, and limited from outside.

The record is that of any trajectory under S4; of the agent's own models nothing is known but the
usage that it reports. Safe to share between threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from worksurface_pipeline.harness.agent.dispatch import ToolAccess
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.agent.loop import ending_of
from worksurface_pipeline.harness.agent.protocol import Observation, Toolbox, ToolSpec
from worksurface_pipeline.harness.agent.session import Ending
from worksurface_pipeline.harness.llm.parse import FinalAnswer, Malformed, ToolAction
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, ToolCall, Trajectory
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.agents.own.pages import Pages
from worksurface_pipeline.worksurface.agents.own.submitting import (
    CLOSED,
    LAST,
    OVER,
    USAGE_KEPT,
    read_answer,
    read_usage,
    refused,
)
from worksurface_pipeline.worksurface.agents.own.task import OwnUsage
from worksurface_pipeline.worksurface.agents.prompts import surface_names

_NAME_CHARS = 60  # of a name that the agent made up


class OwnRun:
    """The calls and the answer of one task. `record` is there once it has ended.

    After `limits.turns` calls the next one is refused, and one more ends the run. The limit of
    time counts from creation, `clock` gives seconds; reaching it is an error, as for any model.
    """

    def __init__(
        self, key: RunKey, toolbox: Toolbox, limits: AgentLimits, clock: Callable[[], float]
    ) -> None:
        self.key = key
        self._tools = ToolAccess(toolbox, surface_names())
        self._limits = limits
        self._clock = clock
        self._begun = clock()
        self._lock = threading.RLock()
        self._pages = Pages(key)
        self._is_warned = False

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools, for S4 exposes every surface."""
        return self._tools.specs

    @property
    def record(self) -> Trajectory | None:
        """The finished trajectory, None while the task is open."""
        with self._lock:
            self._look_at_the_clock()
            return self._pages.record

    @property
    def takes_usage(self) -> bool:
        """Whether it ended at the limit of turns and its usage may still be told."""
        with self._lock:
            return self._takes_usage

    def ended(self) -> Trajectory | None:
        """The record as `record` has it, without waiting: while a call is at work there is none."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            return self.record
        finally:
            self._lock.release()

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        """Run one tool. Never raises for what the agent does; a fault of ours ends the run."""
        with self._lock:
            self._look_at_the_clock()
            if self._pages.record is not None:
                return refused(CLOSED)
            if self._pages.used >= self._limits.turns:
                return self._beyond()
            return self._called(name, args)

    def submit(
        self, value: Any, usage: OwnUsage | None = None, *, is_last: bool = False
    ) -> Malformed | None:
        """Take the answer; what is wrong with it, or None.

        An answer that is none uses up a turn, and ends the run when it `is_last` or no turn is
        left. One after the end is not taken; `record` says how it ended. After the limit of turns
        its usage still is. Usage that cannot be is not reported, and the turn says so.
        """
        answer, said = read_answer(value)  # foreign values may take long: nobody waits for them
        reported = read_usage(usage)
        with self._lock:
            self._look_at_the_clock()
            if self._pages.record is not None:
                return Malformed(problem=self._late(*reported))
            if isinstance(answer, FinalAnswer):
                return self._answered(answer, said, *reported)
            self._is_unusable(answer, said, *reported, is_last)
            return answer

    def fail(self, reason: StopReason, error: str) -> Trajectory:
        """End the run by a fault that is not the agent's answer; an ended one stays as it is."""
        with self._lock:
            return self._pages.record or self._pages.close(
                Ending(outcome=Outcome.ERRORED, stop_reason=reason, error=error)
            )

    def time_out(self) -> Trajectory:
        """End the run because the limit of time is reached."""
        error = f"The agent reached its limit of {self._limits.seconds:g} s. Run again to retry it."
        return self.fail(StopReason.TIME_LIMIT, error)

    def _look_at_the_clock(self) -> None:
        if self._pages.record is None and self._is_late:
            self.time_out()

    def _called(self, name: str, args: Mapping[str, Any]) -> Observation:
        try:
            call = self._tools.call(ToolAction(tool=name, args=dict(args)))
        except ValidationError:
            wrong = refused("The arguments of a tool are a JSON object.")
            call = ToolCall(
                tool=str(name)[:_NAME_CHARS],
                surface="",
                args="{}",
                observation=wrong.text,
                is_error=True,
            )
        except WorksurfaceError as error:
            self.fail(StopReason.TOOL_FAULT, str(error))
            return refused(CLOSED)
        self._pages.keep("call", call=call)
        return Observation(text=call.observation, is_error=call.is_error)

    def _late(self, usage: Usage, problem: str) -> str:
        """What is still taken after the end, as a sentence: usage, once, at the limit of turns."""
        if not self._takes_usage:
            return CLOSED
        if usage.total is None and not problem:
            return OVER
        self._pages.add_usage(usage, problem)
        return problem or USAGE_KEPT

    @property
    def _takes_usage(self) -> bool:
        return self._pages.lacks_usage and not self._is_late

    @property
    def _is_late(self) -> bool:
        limit = self._limits.seconds
        return limit is not None and self._clock() - self._begun >= limit

    def _beyond(self) -> Observation:
        """The first call too many is told so; the next one is the limit, as a model's is."""
        if self._is_warned or not self._limits.has_last_request:
            self._limit(Usage())
            return refused(OVER)
        self._is_warned = True
        return refused(LAST)

    def _limit(self, usage: Usage) -> None:
        self._pages.keep("final", usage=usage, problem="A tool was called after the last turn.")
        self._pages.close(Ending(outcome=Outcome.LIMITED, stop_reason=StopReason.TURN_LIMIT))

    def _answered(
        self, answer: FinalAnswer, said: str, usage: Usage, problem: str
    ) -> Malformed | None:
        is_forced = self._pages.used >= self._limits.turns
        if is_forced and not self._limits.has_last_request:
            self._limit(usage)
            return Malformed(problem=OVER)
        self._pages.keep("final", reply=said, usage=usage, problem=problem)
        self._pages.close(ending_of(answer, is_forced=is_forced))
        return None

    def _is_unusable(
        self, wrong: Malformed, said: str, usage: Usage, problem: str, is_last: bool
    ) -> None:
        is_over = is_last or self._pages.used >= self._limits.turns
        kind = "final" if is_over else "call"
        self._pages.keep(
            kind, reply=said, usage=usage, problem=f"{wrong.problem} {problem}".strip()
        )
        if is_over:
            reason = StopReason.EMPTY if wrong.is_empty else StopReason.UNPARSABLE
            self._pages.close(Ending(outcome=Outcome.MODEL_FAILED, stop_reason=reason))
