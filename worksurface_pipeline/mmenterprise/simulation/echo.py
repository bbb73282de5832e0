"""Old values said once more, by somebody whom a correction or change did not reach.

So the last mention of a value is not always the one that holds.
"""

from __future__ import annotations

from functools import partial

from worksurface_pipeline.mmenterprise.simulation.rooms import DESK, STAFF_MAIL, TEAM
from worksurface_pipeline.mmenterprise.simulation.stage import Stage, spoken
from worksurface_pipeline.mmenterprise.simulation.subjects import Part
from worksurface_pipeline.mmenterprise.simulation.talk import talk
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

_ECHO = 0.85
_FROM, _TO = 25, 240  # working minutes after the correction
_ROOMS = (TEAM, DESK, STAFF_MAIL)
_LAST_WORDS = (0.945, 0.96, 0.975)  # shares of the period
_OF_INTEREST = frozenset({Part.SHARED, Part.MANAGED})


def book_echo(stage: Stage, slot: str, old: str) -> None:
    """In most cases, have somebody who has not heard say the old value."""
    if stage.chance(_ECHO):
        stage.after(_FROM, _TO, partial(_echo, slot=slot, old=old))


def book_last_words(stage: Stage) -> None:
    """Near the end, some go by what they never heard corrected."""
    for share in _LAST_WORDS:
        stage.at(share, _last_word)


def _last_word(stage: Stage) -> None:
    """Somebody of the team says a value that no longer holds; if there is none, a remark."""
    found = [
        (person, item.id, held)
        for item in stage.plan.subjects
        if item.part in _OF_INTEREST
        for person in stage.present(TEAM)
        if (held := stage.hearing.value(person, item.id)) not in {None, stage.truth.now(item.id)}
    ]
    if not found:
        talk(stage, stage.other(TEAM), TEAM, "thanks")
        return
    person, slot, held = stage.rng.choice(found)
    if held is not None:
        stage.say(person, TEAM, Utterance(spoken(stage, slot), says={slot: held}))


def _echo(stage: Stage, slot: str, old: str) -> None:
    """Say it, in the first room that has somebody unaware; nobody does if all have heard."""
    for channel in _ROOMS:
        unaware = [
            person for person in stage.present(channel) if stage.hearing.value(person, slot) == old
        ]
        if unaware:
            said = Utterance(spoken(stage, slot), says={slot: old})
            stage.say(stage.rng.choice(unaware), channel, said)
            return
