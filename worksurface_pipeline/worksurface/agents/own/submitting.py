"""What an agent of one's own hands in, read; and what it is told when it is wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from worksurface_pipeline.harness.agent.protocol import Observation
from worksurface_pipeline.harness.llm.parse import FinalAnswer, Malformed, submitted
from worksurface_pipeline.harness.llm.types import MOST_TOKENS, Usage, is_plausible
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.agents.own.plain import plain_answer, type_name
from worksurface_pipeline.worksurface.agents.own.task import OwnUsage

CLOSED = "This task is closed."
OVER = "The task is closed: a tool was called after the last turn. Only usage is still taken."
USAGE_KEPT = "The task is closed at the limit of turns; its usage is recorded."
LAST = "No tool can be used any more. Submit your answer."
MOST_ANSWER_CHARS = 100_000
"""Of an answer as JSON: the longest gold list has some thousand, and all are kept in a journal."""
UNREADABLE_USAGE = "usage holds prompt_tokens and completion_tokens, both whole numbers."
_SHOWN_CHARS = 200  # of what is no JSON or too long, in the record


def read_answer(value: Any) -> tuple[FinalAnswer | Malformed, str]:
    """An answer, or what is wrong with it; and what was handed in, as text for the record."""
    plain = plain_answer(value)
    if isinstance(plain, Malformed):
        return plain, f"<{type_name(value)}>"
    try:
        said = canonical_json(plain)
        said.encode("utf-8")
    except ValueError:  # of a text that is no UTF-8, or a number of more digits than Python writes
        return Malformed(problem="The answer cannot be written as JSON."), f"<{type_name(value)}>"
    if len(said) > MOST_ANSWER_CHARS:
        wrong = f"The answer has {len(said)} characters; at most {MOST_ANSWER_CHARS} are taken."
        return Malformed(problem=wrong), said[:_SHOWN_CHARS]
    return submitted(json.loads(said)), said


def refused(sentence: str, allowed: Sequence[str] = ()) -> Observation:
    """An error in the form that the tools use themselves."""
    body: dict[str, Any] = {"error": sentence}
    if allowed:
        body["allowed"] = list(allowed)
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return Observation(text=text, is_error=True)


def read_usage(usage: Any) -> tuple[Usage, str]:
    """What was reported, and what is wrong with it; what cannot be is not reported."""
    if usage is None:
        return Usage(), ""
    try:
        known = OwnUsage.model_validate(usage)
    except ValidationError:
        return Usage(), f"No usage is known: {UNREADABLE_USAGE}"
    if not (is_plausible(known.prompt_tokens) and is_plausible(known.completion_tokens)):
        return Usage(), f"No usage is known: {MOST_TOKENS:,} tokens are more than any task takes."
    is_reported = known.prompt_tokens + known.completion_tokens > 0
    counts = Usage(prompt_tokens=known.prompt_tokens, completion_tokens=known.completion_tokens)
    return counts if is_reported else Usage(), ""
