"""The event stage: reasons of decisions and changes, stories of slips, what talk is about."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.world import World
from worksurface_pipeline.mmenterprise.writing.asking import Prompt
from worksurface_pipeline.mmenterprise.writing.prompts.shared import rules

VERSION = "writing-events-1"
_TOKENS_EACH, _TOKENS_AROUND = 90, 300  # of a reason or story with its id; of the frame
_TASK = (
    "Task: a day of events is planned: who does what, where and when, with which values. Give the"
    " reasons and the small stories; change nothing that is planned.\n"
    "- reasons: for each id of `reasons` a clause that follows the word because: it begins in lower"
    " case, has no final stop, at most twenty words, and explains the decision or change by the"
    " work, the people or the customer.\n"
    "- stories: for each id of `stories` one sentence that says how it came to this: how the slip"
    " happened (a row misread, an old file opened), how it was noticed, or what the remark is"
    " about. Whoever slips does not know it yet.\n"
    "- Neither holds a digit, a value, an option, a date or the name of a thing that is not in its"
    " own entry.\n"
    'Form: {"reasons": [{"id": "...", "text": "..."}], "stories": [{"id": "...", "text": "..."}]}'
)


class Planned(Frozen):
    """An event as this stage sees it: no value, only what it is of."""

    id: str
    time: str
    actor: str
    channel: str
    act: str
    about: tuple[str, ...] = ()


def events_prompt(
    world: World, day: str, reasons: Sequence[Planned], stories: Sequence[Planned]
) -> Prompt:
    """Ask for the reasons and stories of a day."""
    data = {
        "company": world.company,
        "product": world.product,
        "customer": world.customer,
        "people": [
            {"name": item.name, "role": item.role, "voice": item.voice} for item in world.people
        ],
        "day": day,
        "reasons": list(reasons),
        "stories": list(stories),
    }
    return Prompt(
        version=VERSION,
        rules=rules(world, _TASK),
        data=canonical_json(data),
        room=_TOKENS_AROUND + _TOKENS_EACH * (len(reasons) + len(stories)),
    )
