"""The workspace stage: names for a company, its product, customer, people and channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.mmenterprise.schema.world import Channel, World
from worksurface_pipeline.mmenterprise.writing.asking import Prompt
from worksurface_pipeline.mmenterprise.writing.prompts.shared import rules

VERSION = "writing-world-2"
_TOKENS = 3000  # some nine people and fifteen channels, a line each, with room to spare
_TASK = (
    "Task: invent the names of this workspace. Keep every id, role function, membership and"
    " channel kind; give new names, voices and purposes.\n"
    "- company, product, customer: invented, of letters alone, one to three words each, unlike any"
    " real company or brand and unlike each other. Each begins with its letter of"
    " `first_letters`. None holds an avoided word.\n"
    "- people: for each id a full name of two words (given name, family name), diverse and"
    " plausible; no given name and no family name twice. `role` says the same function in your"
    " words; it holds the word contact for the customer's contact and for nobody else. `voice`"
    " says in at most twelve words how the person writes, beginning with one of: terse, careful,"
    " warm, formal, plain. Use all five.\n"
    "- channels: for each id a short name of lower-case words joined by hyphens. Where the present"
    " name begins with the codename, yours does too. `purpose` is one short phrase.\n"
    'Form: {"company": "...", "product": "...", "customer": "...", "people": [{"id": "...",'
    ' "name": "...", "role": "...", "voice": "..."}], "channels": [{"id": "...", "name": "...",'
    ' "purpose": "..."}]}'
)


def world_prompt(
    world: World, work: Sequence[str], avoid: Sequence[str], letters: Mapping[str, str]
) -> Prompt:
    """Ask for the names of a world.

    `work` are things that it measures, `avoid` words that no name holds, `letters` those with which
    its firms begin.
    """
    data = {
        "archetype": world.archetype,
        "codename": world.codename,
        "measured_things": list(work),
        "people": [{"id": item.id, "function": item.role} for item in world.people],
        "channels": [_channel(item) for item in world.channels],
        "avoided_words": list(avoid),
        "first_letters": dict(letters),
    }
    return Prompt(
        version=VERSION, rules=rules(world, _TASK), data=canonical_json(data), room=_TOKENS
    )


def _channel(item: Channel) -> dict[str, object]:
    return {
        "id": item.id,
        "kind": item.place.value,
        "present_name": item.name,
        "present_purpose": item.purpose,
        "is_private": item.is_private,
        "members": list(item.members),
    }
