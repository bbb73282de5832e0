"""The review: whether a day of messages reads like people, or like a list being read out."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.mmenterprise.schema.world import World
from worksurface_pipeline.mmenterprise.writing.asking import Prompt
from worksurface_pipeline.mmenterprise.writing.prompts.shared import rules

VERSION = "writing-review-1"
_TOKENS = 800
_TASK = (
    "Task: judge how natural a day of chat messages is. Look at phrasing, reactions to each other,"
    " voices that differ, repeated phrases, and values that are read out without a word around"
    " them. What is said was planned by others and is not yours to judge.\n"
    "`score` is a whole number from 1 (a list being read out) to 5 (nobody could tell it from a"
    " real team). `problems` are concrete, a sentence each, without any value; an empty list where"
    " there are none.\n"
    'Form: {"score": 3, "problems": ["..."]}'
)


def review_prompt(world: World, channel: str, messages: Sequence[dict[str, str]]) -> Prompt:
    """Ask for the review of a channel-day."""
    data = {"channel": channel, "messages": list(messages)}
    return Prompt(
        version=VERSION, rules=rules(world, _TASK), data=canonical_json(data), room=_TOKENS
    )
