"""Slips: who errs and where, who notices, who puts it right, and how far the correction gets.

Whatever holds the wrong value when it is corrected is either reached by a correction or left as it
is. A document left stale keeps its old value in all later versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.simulation.echo import book_echo
from worksurface_pipeline.mmenterprise.simulation.pictures import hidden, is_picture
from worksurface_pipeline.mmenterprise.simulation.plan import Plan
from worksurface_pipeline.mmenterprise.simulation.redrawing import draw_right
from worksurface_pipeline.mmenterprise.simulation.rooms import DIRECT, ITEMS, TEAM, TRACKER
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.subjects import Subject
from worksurface_pipeline.mmenterprise.simulation.talk import react
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

# How many slips of each sort a project has; with two in charts, two in talk and one in mail, ten.
_SHARED_SLIPS, _COPIED_SLIPS, _DRAWN_SLIPS = 5, 2, 2
_SAME_DAY = 0.25
_QUICK = (50, 200)  # working minutes until somebody notices
_SLOW = (500, 1100)  # a working day or two: documents copy the slip first
_STALE = 0.5
_IN_PRIVATE = 0.35
_NAMES_VALUE = 0.6


@dataclass(frozen=True, slots=True)
class Slip:
    """One wrong value: what was said in which event, by whom, where (and in which picture)."""

    slot: str
    wrong: str
    event: str
    actor: str
    channel: str
    document: str = ""


@dataclass(frozen=True, slots=True)
class Slips:
    """Wrong values by slot: in what is shared first, in copies to the tracker, in charts."""

    shared: Mapping[str, str] = field(default_factory=dict)
    copied: Mapping[str, str] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=dict)

    @property
    def told(self) -> tuple[str, ...]:
        """Slots that go wrong where documents may copy them."""
        return (*self.shared, *self.copied)


def plan_slips(plan: Plan, rng: Random) -> Slips:
    """Which values go wrong, at most one a batch."""
    batches = rng.sample(plan.batches, len(plan.batches))
    copied_to = _SHARED_SLIPS + _COPIED_SLIPS
    return Slips(
        shared=_wrong(plan, batches[:_SHARED_SLIPS], rng),
        copied=_wrong(plan, batches[_SHARED_SLIPS:copied_to], rng),
        drawn=_wrong(plan, rng.sample(plan.drawn, min(_DRAWN_SLIPS, len(plan.drawn))), rng),
    )


def _wrong(plan: Plan, batches: Iterable[tuple[Subject, ...]], rng: Random) -> dict[str, str]:
    """A slip in one slot of each batch that is measured once."""
    found = {}
    for batch in batches:
        single = [item for item in batch if len(item.values) == 1]
        item = rng.choice(single) if single else None
        value = plan.values.slip(item.values[0], rng) if item else None
        if item and value:
            found[item.id] = value
    return found


def mend(stage: Stage, slip: Slip) -> None:
    """Book that somebody notices a slip; the rest follows from there."""
    quick = stage.chance(_SAME_DAY) or stage.clock.share(stage.now) > 0.6
    least, most = _QUICK if quick else _SLOW
    stage.after(least, most, partial(_notice, slip=slip))


def _notice(stage: Stage, slip: Slip) -> None:
    """A colleague who could see it asks, in the open or between two."""
    channel = _place_to_ask(stage, slip)
    noticer = stage.other(channel, slip.actor)
    is_named = stage.chance(_NAMES_VALUE) and stage.place(slip.channel) is not Place.IMAGE
    past = {slip.slot: slip.wrong} if is_named else {}
    said = Utterance(
        EventKind.DETECTION,
        past=past,
        about=(slip.event,),
        topic="doubt",
        must_not=hidden(stage, slip.document),
    )
    event = stage.say(noticer, channel, said)
    react(stage, channel, event, noticer, 0.5)
    stage.after(15, 90, partial(_correct, slip=slip, doubt=event))


def _place_to_ask(stage: Stage, slip: Slip) -> str:
    """A direct message where the two share one, the room of the slip, or where its author reads."""
    if slip.actor in stage.cast.members(DIRECT) and stage.chance(_IN_PRIVATE):
        return DIRECT
    if stage.place(slip.channel) in {Place.CHAT, Place.MAIL}:
        return slip.channel
    return ITEMS if slip.actor in stage.cast.members(ITEMS) else TEAM


def _correct(stage: Stage, slip: Slip, doubt: str) -> None:
    """Who slipped says what is right, and where it was wrong."""
    right = stage.truth.now(slip.slot)
    if right is None:
        return
    if stage.subjects[slip.slot].slot.is_visual:
        draw_right(stage, slip.document, (slip.event, doubt))
        return
    actor, channel = _who_and_where(stage, slip, right)
    said = Utterance(
        EventKind.CORRECTION,
        says={slip.slot: right},
        past={slip.slot: slip.wrong},
        about=(slip.event, doubt),
    )
    event = stage.say(actor, channel, said)
    react(stage, channel, event, actor, 0.7)
    _spread(stage, slip, event)
    book_echo(stage, slip.slot, slip.wrong)


def _who_and_where(stage: Stage, slip: Slip, right: str) -> tuple[str, str]:
    """Who slipped, where he did, if he has heard what is right; a colleague there; the keeper."""
    is_said = stage.place(slip.channel) in {Place.CHAT, Place.MAIL}
    keeper = stage.subjects[slip.slot].slot.keeper
    channel = slip.channel if is_said else ITEMS
    for person in (slip.actor, keeper, *stage.present(channel)):
        is_sure = person == keeper or stage.hearing.knows(person, slip.slot, right)
        if is_sure and person in stage.present(channel):
            return person, channel
    return keeper, TEAM


def _spread(stage: Stage, slip: Slip, correction: str) -> None:
    """Each page that holds the wrong value is reached or left; of two or more, one is each."""
    holding = sorted(
        document for document, page in stage.pages.items() if page.get(slip.slot) == slip.wrong
    )
    stale = [document for document in holding if stage.chance(_STALE)]
    if len(holding) > 1 and len(stale) in {0, len(holding)}:
        stale = [stage.rng.choice(holding)]
    stage.frozen |= {(document, slip.slot) for document in stale}
    if "tracker" in holding and "tracker" not in stale:
        stage.after(10, 90, partial(_enter_again, slip=slip, about=correction))
    for document in holding:
        if is_picture(document) and document not in stale:
            stage.after(10, 120, partial(_redraw, slip=slip, document=document, about=correction))


def _enter_again(stage: Stage, slip: Slip, about: str) -> None:
    right = stage.truth.now(slip.slot)
    if right is None:
        return
    said = Utterance(
        EventKind.CORRECTION,
        says={slip.slot: right},
        past={slip.slot: slip.wrong},
        about=(slip.event, about),
        document="tracker",
    )
    stage.say(stage.subjects[slip.slot].slot.keeper, TRACKER, said)


def _redraw(stage: Stage, slip: Slip, document: str, about: str) -> None:
    if stage.truth.now(slip.slot) is not None:
        draw_right(stage, document, (slip.event, about))
