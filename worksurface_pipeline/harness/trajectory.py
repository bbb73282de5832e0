"""The record of one agent run on one task in one cell."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.kernel.model import Frozen


class Outcome(StrEnum):
    """How a trajectory ended. Only `errored` is a fault not of the model's making."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    MODEL_FAILED = "model_failed"
    LIMITED = "limited"
    ERRORED = "errored"


class StopReason(StrEnum):
    """Why it ended, within its outcome."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    UNPARSABLE = "unparsable"
    EMPTY = "empty"
    REFUSED = "refused"
    TURN_LIMIT = "turn_limit"
    TOKEN_LIMIT = "token_limit"
    TIME_LIMIT = "time_limit"
    MODEL_UNAVAILABLE = "model_unavailable"
    MODEL_CONFIGURATION = "model_configuration"
    WORKER_KILLED = "worker_killed"
    TOOL_FAULT = "tool_fault"
    AGENT_FAULT = "agent_fault"


class ToolCall(Frozen):
    """One call. `args` is canonical JSON; a call with `is_error` counts as attempted, not used."""

    tool: str
    surface: str
    args: str
    observation: str
    is_error: bool
    shown: tuple[Shown, ...] = ()


REJECTED = "rejected"
_WITHOUT_REPLY = frozenset({"forced", "call", REJECTED})


class Turn(Frozen):
    """One model reply and what became of it.

    `kind` is route, tool, final, repair, or without a reply of a model of ours: forced (a call the
    setting makes), call (one by an agent of one's own, whose models are its own affair) and
    rejected (the endpoint refused the request unread, so that it took no tokens).
    `problem` says what was wrong with the reply, "" if nothing. `system_fingerprint` is what the
    endpoint says of the system behind the model; "" (then not written) where it says nothing.
    """

    index: int
    kind: str
    reply: str
    usage: Usage
    call: ToolCall | None = None
    problem: str = ""
    model_returned: str = ""
    finish_reason: str = ""
    attempts: int = 1
    system_fingerprint: str = Field(default="", exclude_if=lambda value: not value)


class Trajectory(Frozen):
    """One agent run. `answer` is the submitted answer as JSON text, None when there is none.

    `exposed` are the surfaces whose tools the agent had, `hinted` those named in the prompt,
    `is_forced_answer` marks an answer given only at the last request after the turn limit.
    `fingerprint` covers all that may change the run; it covers no scorer and no clock.
    """

    fingerprint: str
    task_id: str
    persona: str
    model: str
    setting: str
    epoch: int
    outcome: Outcome
    stop_reason: StopReason
    answer: str | None
    exposed: tuple[str, ...]
    hinted: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    is_forced_answer: bool = False
    error: str = ""
    origin: str = ""

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """All tool calls, in order."""
        return tuple(turn.call for turn in self.turns if turn.call is not None)

    @property
    def used_surfaces(self) -> frozenset[str]:
        """Surfaces one of whose tools returned without error."""
        return frozenset(call.surface for call in self.calls if not call.is_error)

    @property
    def attempted_surfaces(self) -> frozenset[str]:
        """Surfaces of all calls, failed ones included; a tool that does not exist has none."""
        return frozenset(call.surface for call in self.calls if call.surface)

    @property
    def usages(self) -> tuple[Usage, ...]:
        """What each model reply reports to have used, in order."""
        return tuple(turn.usage for turn in self.turns if turn.kind not in _WITHOUT_REPLY)

    @property
    def returned(self) -> tuple[str, ...]:
        """What the endpoint called the model, with its system's fingerprint where given."""
        found = {
            f"{turn.model_returned} {turn.system_fingerprint}".strip()
            for turn in self.turns
            if turn.model_returned
        }
        return tuple(sorted(found))

    @property
    def tokens(self) -> int | None:
        """Tokens of all model calls, None when there is none or any reported no usage."""
        totals = [usage.total for usage in self.usages]
        known = [total for total in totals if total is not None]
        return sum(known) if known and len(known) == len(totals) else None
