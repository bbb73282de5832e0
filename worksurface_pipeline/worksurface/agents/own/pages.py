"""The record of one own agent's task while it is written: turns, and how it ended."""

from __future__ import annotations

from worksurface_pipeline.harness.agent.session import Ending
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import StopReason, ToolCall, Trajectory, Turn
from worksurface_pipeline.worksurface.agents.prompts import surface_names


class Pages:
    """The turns so far; `record` is there once they are closed. Not shared between threads."""

    def __init__(self, key: RunKey) -> None:
        self._key = key
        self._turns: list[Turn] = []
        self.record: Trajectory | None = None

    @property
    def used(self) -> int:
        """Turns that are taken."""
        return len(self._turns)

    @property
    def lacks_usage(self) -> bool:
        """Whether it ended at the limit of turns, its usage still unknown: no answer carried it."""
        return (
            self.record is not None
            and self.record.stop_reason is StopReason.TURN_LIMIT
            and self.record.tokens is None
        )

    def keep(
        self,
        kind: str,
        *,
        reply: str = "",
        usage: Usage | None = None,
        call: ToolCall | None = None,
        problem: str = "",
    ) -> None:
        """Write one turn."""
        turn = Turn(
            index=len(self._turns),
            kind=kind,
            reply=reply,
            usage=usage or Usage(),
            call=call,
            problem=problem,
            attempts=0,
        )
        self._turns.append(turn)

    def close(self, ending: Ending) -> Trajectory:
        """End the record."""
        self.record = Trajectory(
            **self._key.model_dump(),
            exposed=surface_names(),
            turns=tuple(self._turns),
            **ending.model_dump(),
        )
        return self.record

    def add_usage(self, usage: Usage, problem: str) -> None:
        """Give the last turn of a closed record the usage that came later, or why there is none."""
        if self.record is None:
            raise ValueError("usage is added to a record that has ended")
        last = self._turns[-1]
        said = f"{last.problem} {problem}".strip()
        self._turns[-1] = last.model_copy(update={"usage": usage, "problem": said})
        self.record = self.record.model_copy(update={"turns": tuple(self._turns)})
