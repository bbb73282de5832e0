"""Limits of one trajectory."""

from __future__ import annotations

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen


class AgentLimits(Frozen):
    """How far one trajectory may go.

    `turns` are the model's turns while it has tools: calls, and replies that had to be repaired.
    `answer_turns` are its turns without tools: the answer, and one repair. `has_last_request`
    grants one more request for the answer after `turns`. Reaching `turns` or `tokens` is scored;
    reaching `seconds` (wall clock) is an error. None is no limit.
    """

    turns: int = Field(default=8, ge=1)
    answer_turns: int = Field(default=2, ge=1)
    has_last_request: bool = True
    seconds: float | None = Field(default=600.0, gt=0)
    tokens: int | None = Field(default=200_000, ge=1)
