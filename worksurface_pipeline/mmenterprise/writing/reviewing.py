"""The naturalness review of a channel-day: a score with problems, or none where none could be had.

Whether a day is written anew is for settings to say; a review that fails its contract to the end
changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field, JsonValue

from worksurface_pipeline.harness.llm.contract import of_fields
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.world import World
from worksurface_pipeline.mmenterprise.writing.asking import Asked, Asker, Checked
from worksurface_pipeline.mmenterprise.writing.cleaning import one_line
from worksurface_pipeline.mmenterprise.writing.prompts.review import review_prompt

_MOST_PROBLEMS, _LONGEST_PROBLEM = 10, 300


class Review(Frozen):
    """How natural a day of messages reads, from 1 to 5, and what is wrong with it."""

    score: int = Field(ge=1, le=5)
    problems: tuple[str, ...]


def review(
    asker: Asker, world: World, channel: str, messages: Sequence[dict[str, str]]
) -> Asked[Review]:
    """Ask for a review until the reply keeps its contract, or the limit is reached."""
    return asker.ask(review_prompt(world, channel, messages), _checked)


def _checked(fields: Mapping[str, JsonValue]) -> Checked[Review]:
    found = of_fields(dict(fields), Review)
    if isinstance(found, str):
        return Checked(None, (found,))
    told = [one_line(item)[:_LONGEST_PROBLEM] for item in found.problems[:_MOST_PROBLEMS]]
    return Checked(Review(score=found.score, problems=tuple(item for item in told if item)))
