"""The record stage for chat: one day of a channel at once, one message for each planned event."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.mmenterprise.schema.world import Person, World
from worksurface_pipeline.mmenterprise.writing.asking import Prompt
from worksurface_pipeline.mmenterprise.writing.briefs import Brief, Part
from worksurface_pipeline.mmenterprise.writing.prompts.shared import rules

VERSION = "writing-chat-2"
_TOKENS_EACH, _TOKENS_AROUND = 220, 400  # of a message with its id, time and actor; of the frame
VALUE_RULES = (
    "- Each value of `says` stands in one sentence or list row together with its `thing` and its"
    " `measure`, all three word for word; a value with `instead_of` is followed by that one after"
    ' the word "not" or the words "instead of". Two values of one measure get a row each.\n'
    "- Everything in `must_contain` is written verbatim. Nothing in `must_not_contain` is ever"
    " written: it stands in a picture or in a private room alone.\n"
    "- A value with `is_doubted` is questioned, not confirmed; the right one is not known yet.\n"
    "- A value with `is_repeated` is what its speaker has from before, in notes, by hearsay or from"
    " memory, and is worded as that: never as a new check, run, outcome, decision or latest state."
    " Whether it still holds is not known.\n"
    "- `why` is given as the reason, word for word; `story` is background that you may use.\n"
    "- Names of things, people, options and dates that an event does not give are left out.\n"
)
_TASK = (
    "Task: write one day of a chat channel, exactly one message for each planned event, with its"
    " id, time and actor as given.\n"
    "- Colleagues write short, react to each other and take things for granted; each in the voice"
    " that is described. Nobody narrates; nobody recites values without a word around them.\n"
    f"{VALUE_RULES}"
    "- Who answers somebody may say @ and the given name.\n"
    'Form: {"messages": [{"event_id": "...", "time": "...", "actor": "...", "text": "..."}]}'
)


def chat_prompt(
    world: World,
    part: Part,
    briefs: Sequence[Brief],
    before: Sequence[dict[str, str]],
    flagged: Sequence[str] = (),
) -> Prompt:
    """Ask for a channel-day; `before` are its last messages, `flagged` what a reviewer found."""
    data = {
        "company": world.company,
        "product": world.product,
        "channel": f"#{part.channel.name}",
        "purpose": part.channel.purpose,
        "members": [_member(item) for item in world.people if item.id in part.channel.members],
        "day": f"{part.events[0].at:%A %Y-%m-%d}",
        "last_messages_before": list(before),
        "events": list(briefs),
    }
    if flagged:
        data["a_reviewer_found_in_the_last_draft"] = list(flagged)
    return Prompt(
        version=VERSION,
        rules=rules(world, _TASK),
        data=canonical_json(data),
        room=_TOKENS_AROUND + _TOKENS_EACH * len(briefs),
    )


def _member(person: Person) -> dict[str, str]:
    return {"name": person.name, "role": person.role, "voice": person.voice}
