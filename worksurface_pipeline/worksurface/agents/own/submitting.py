"""What an agent of one's own hands in, read; and what it is told when it is wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from worksurface_pipeline.harness.agent.protocol import Observation
from worksurface_pipeline.harness.llm.parse import FinalAnswer, Malformed, submitted
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.agents.own.task import OwnUsage

CLOSED = "This task is closed."
LAST = "No tool can be used any more. Submit your answer."
_SHOWN_CHARS = 200  # of what is no JSON, in the record


def read_answer(value: Any) -> tuple[FinalAnswer | Malformed, str]:
    """An answer, or what is wrong with it; and what was handed in, as text for the record."""
    try:
        said = canonical_json(value)
        said.encode("utf-8")
    except (TypeError, ValueError, RecursionError):
        kind = type(value).__name__
        wrong = f"The answer is no JSON value but a {kind}; give a number, text, boolean or list."
        return Malformed(problem=wrong), f"<{kind}>"[:_SHOWN_CHARS]
    return submitted(json.loads(said)), said


def refused(sentence: str, allowed: Sequence[str] = ()) -> Observation:
    """An error in the form that the tools use themselves."""
    body: dict[str, Any] = {"error": sentence}
    if allowed:
        body["allowed"] = list(allowed)
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return Observation(text=text, is_error=True)


def as_usage(usage: OwnUsage | None) -> Usage:
    """What was reported, and nothing where nothing was."""
    return Usage(**usage.model_dump()) if usage is not None else Usage()
