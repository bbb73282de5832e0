"""Mails beside documents, notes of meetings, overview pages, and the late joiner's arrival."""

from __future__ import annotations

from functools import partial

from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.simulation.errors import Slip, mend
from worksurface_pipeline.mmenterprise.simulation.rooms import (
    CLIENT_MAIL,
    PAGES,
    STAFF_MAIL,
    SYNC,
    TEAM,
)
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.subjects import Part
from worksurface_pipeline.mmenterprise.simulation.talk import react, talk
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

_SYNCS = (0.22, 0.52, 0.86)
_OVERVIEWS = (0.16, 0.6)
_MANAGED_IN_NOTES, _SHARED_IN_NOTES = 5, 3
_MANAGED_IN_OVERVIEW = 5
_IN_MAIL = 2


def book_meetings(stage: Stage) -> None:
    """Everything that happens by the calendar."""
    stage.at(0.004, _kick_off)
    stage.at(0.3, _customer_asks)
    stage.at(0.58, _mail_with_slip)
    stage.at(0.75, _staff_mail)
    for share in _SYNCS:
        stage.at(share, _sync)
    for share in _OVERVIEWS:
        stage.at(share, _overview)
    joiner = stage.cast.roles["joiner"]
    joins = next(item.joins for item in stage.cast.world.people if item.id == joiner)
    stage.at(stage.clock.share(joins) + 0.001, _welcome)


def _held(stage: Stage, person: str, part: Part, limit: int) -> dict[str, str]:
    """Some of what a person holds for right of one part."""
    held = stage.hearing.values(person, [item.id for item in stage.plan.of(part)])
    chosen = stage.rng.sample(sorted(held), min(limit, len(held)))
    return {slot: held[slot] for slot in sorted(chosen)}


def _kick_off(stage: Stage) -> None:
    manager = stage.cast.roles["manager"]
    talk(stage, manager, STAFF_MAIL, "kick-off")


def _customer_asks(stage: Stage) -> None:
    event = talk(stage, stage.cast.roles["contact"], CLIENT_MAIL, "question")
    stage.after(30, 200, partial(_answer_customer, about=event))


def _answer_customer(stage: Stage, about: str) -> None:
    lead = stage.cast.roles["lead"]
    says = _held(stage, lead, Part.SHARED, _IN_MAIL)
    stage.say(lead, CLIENT_MAIL, Utterance(EventKind.RESULT, says=says, about=(about,)))


def _mail_with_slip(stage: Stage) -> None:
    """A mail to the customer with two values, one of them mistyped: one that was right so far."""
    lead = stage.cast.roles["lead"]
    says = _held(stage, lead, Part.SHARED, _IN_MAIL)
    sound = sorted(set(says) - _slipped(stage))
    slot = stage.rng.choice(sound) if sound else ""
    is_right = bool(slot) and stage.truth.now(slot) == says[slot]
    wrong = stage.plan.values.slip(says[slot], stage.rng) if is_right else None
    kind = EventKind.RESULT if wrong is None else EventKind.ERROR
    changed = {} if wrong is None else {slot: wrong}
    event = stage.say(lead, CLIENT_MAIL, Utterance(kind, says=says | changed))
    if wrong is not None:
        mend(stage, Slip(slot, wrong, event, lead, CLIENT_MAIL))


def _slipped(stage: Stage) -> set[str]:
    """What somebody has already given wrongly."""
    slips = (event for event in stage.events if event.kind is EventKind.ERROR)
    return {item.slot for event in slips for item in event.statements if not item.is_true}


def _staff_mail(stage: Stage) -> None:
    """A round mail on where things stand."""
    manager = stage.cast.roles["manager"]
    says = _held(stage, manager, Part.MANAGED, _IN_MAIL)
    stage.say(manager, STAFF_MAIL, Utterance(EventKind.STATUS, says=says))


def _sync(stage: Stage) -> None:
    """A meeting: the manager writes down what was said to hold."""
    manager = stage.cast.roles["manager"]
    says = _held(stage, manager, Part.MANAGED, _MANAGED_IN_NOTES)
    says |= _held(stage, manager, Part.SHARED, _SHARED_IN_NOTES)
    stage.say(manager, SYNC, Utterance(EventKind.STATUS, says=says, topic="meeting"))


def _overview(stage: Stage) -> None:
    manager = stage.cast.roles["manager"]
    says = _held(stage, manager, Part.MANAGED, _MANAGED_IN_OVERVIEW)
    stage.say(manager, PAGES, Utterance(EventKind.STATUS, says=says, document="overview"))


def _welcome(stage: Stage) -> None:
    """The late joiner says hello."""
    joiner = stage.cast.roles["joiner"]
    event = talk(stage, joiner, TEAM, "hello")
    for _ in range(2):
        react(stage, TEAM, event, joiner)
