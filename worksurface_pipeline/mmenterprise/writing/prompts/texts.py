"""The record stage for mails, wiki entries, notes and log lines: a channel's day at once."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.mmenterprise.schema.world import Place, World
from worksurface_pipeline.mmenterprise.writing.asking import Prompt
from worksurface_pipeline.mmenterprise.writing.briefs import Brief, Part
from worksurface_pipeline.mmenterprise.writing.prompts.chat import VALUE_RULES
from worksurface_pipeline.mmenterprise.writing.prompts.shared import rules

VERSION = "writing-texts-1"
_TOKENS_EACH, _TOKENS_AROUND = 500, 400  # of a mail or notes with their id; of the frame
_KINDS = {
    Place.MAIL: (
        "the body of a mail: greeting, what is to be said, closing and the sender's given name."
        " Subject and addresses are written already"
    ),
    Place.WIKI: (
        "an entry of a page: a row for each value, terse, without greeting or signature. Title and"
        " revision are written already"
    ),
    Place.NOTES: (
        "minutes of a meeting: a row for each thing that was said to hold, without bullets. Title"
        " and list of those present are written already"
    ),
    Place.LOG: (
        "log lines of a program: a row for each value, terse. Time, level and user are written"
        " already before each row"
    ),
}
_TASK = (
    "Task: write the records of one day in one place, exactly one for each planned event, with its"
    " id, time and actor as given. Each is {kind}.\n"
    "{values}"
    'Form: {{"messages": [{{"event_id": "...", "time": "...", "actor": "...", "text": "..."}}]}}'
)


def texts_prompt(world: World, part: Part, briefs: Sequence[Brief]) -> Prompt:
    """Ask for the texts of a place's day."""
    members = [item for item in world.people if item.id in part.channel.members]
    data = {
        "company": world.company,
        "product": world.product,
        "customer": world.customer,
        "place": part.channel.name,
        "purpose": part.channel.purpose,
        "members": [
            {"name": item.name, "role": item.role, "voice": item.voice} for item in members
        ],
        "day": f"{part.events[0].at:%A %Y-%m-%d}",
        "events": list(briefs),
    }
    task = _TASK.format(kind=_KINDS[part.channel.place], values=VALUE_RULES)
    return Prompt(
        version=VERSION,
        rules=rules(world, task),
        data=canonical_json(data),
        room=_TOKENS_AROUND + _TOKENS_EACH * len(briefs),
    )
