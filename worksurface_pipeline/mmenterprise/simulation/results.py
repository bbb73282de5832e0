"""Results: values measured, logged, shared, entered in the tracker, asked for and said again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.simulation.echo import book_echo
from worksurface_pipeline.mmenterprise.simulation.errors import Slip, Slips, mend
from worksurface_pipeline.mmenterprise.simulation.rooms import DESK, ITEMS, RUN_LOG, TEAM, TRACKER
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.subjects import Part, Subject
from worksurface_pipeline.mmenterprise.simulation.talk import react, talk
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance

_FIRST, _LAST = 0.02, 0.6
_LOGGED = 2
_SAID_AGAIN = 7
_AGAIN_FROM, _AGAIN_TO = 0.55, 0.8
_SECOND_RUN_IN_TRACKER = 0.6

Batch = Sequence[Subject]


def book_results(stage: Stage, slips: Slips) -> None:
    """All results of what is shared, spread over the first part of the period."""
    batches = stage.plan.batches
    order = stage.rng.sample(range(len(batches)), len(batches))
    logged = set(order[:_LOGGED])
    for place, number in enumerate(order):
        share = _FIRST + (_LAST - _FIRST) * place / len(batches)
        step = _log if number in logged else _share
        stage.at(share, partial(step, batch=batches[number], slips=slips))
    for item in stage.plan.of(Part.SHARED):
        if len(item.values) > 1:
            share = stage.rng.uniform(_AGAIN_FROM, _AGAIN_TO)
            stage.at(share, partial(_measure_again, item=item))
    for _ in range(_SAID_AGAIN):
        stage.at(stage.rng.uniform(0.2, 0.95), _ask)


def _log(stage: Stage, batch: Batch, slips: Slips) -> None:
    """The machine writes its output first; the person shares it later."""
    true = {item.id: item.values[0] for item in batch}
    said = Utterance(EventKind.RESULT, says=true, becomes=true, topic="log")
    stage.say(batch[0].slot.keeper, RUN_LOG, said)
    stage.after(20, 90, partial(_share, batch=batch, slips=slips))


def _share(stage: Stage, batch: Batch, slips: Slips) -> None:
    """The keeper posts a batch, in some cases with a slip in one value."""
    keeper = batch[0].slot.keeper
    true = {item.id: item.values[0] for item in batch}
    wrong = {slot: slips.shared[slot] for slot in true if slot in slips.shared}
    kind = EventKind.ERROR if wrong else EventKind.RESULT
    event = stage.say(keeper, ITEMS, Utterance(kind, says=true | wrong, becomes=true))
    react(stage, ITEMS, event, keeper, 0.8)
    for slot, value in wrong.items():
        mend(stage, Slip(slot, value, event, keeper, ITEMS))
    stage.after(20, 100, partial(_enter, batch=batch, about=event, slips=slips))


def _enter(stage: Stage, batch: Batch, about: str, slips: Slips) -> None:
    """The keeper copies a batch into the tracker as he knows it; copying may go wrong."""
    keeper = batch[0].slot.keeper
    held = stage.hearing.values(keeper, [item.id for item in batch])
    wrong = {slot: slips.copied[slot] for slot in held if slot in slips.copied}
    kind = EventKind.ERROR if wrong else EventKind.RESULT
    said = Utterance(kind, says=held | wrong, about=(about,), document="tracker")
    event = stage.say(keeper, TRACKER, said)
    for slot, value in wrong.items():
        mend(stage, Slip(slot, value, event, keeper, TRACKER))


def _measure_again(stage: Stage, item: Subject) -> None:
    """A second run gives another outcome, which is true from now on."""
    keeper, old = item.slot.keeper, stage.truth.now(item.id)
    if old is None:
        return
    new = {item.id: item.values[1]}
    past = {item.id: old}
    said = Utterance(EventKind.CHANGE, says=new, past=past, becomes=new, topic="second run")
    event = stage.say(keeper, ITEMS, said)
    react(stage, ITEMS, event, keeper)
    book_echo(stage, item.id, old)
    if stage.chance(_SECOND_RUN_IN_TRACKER):
        entry = Utterance(EventKind.CHANGE, says=new, past=past, about=(event,), document="tracker")
        stage.after(15, 80, lambda stage: _say_to_tracker(stage, keeper, entry))


def _say_to_tracker(stage: Stage, keeper: str, entry: Utterance) -> None:
    stage.say(keeper, TRACKER, entry)


def _ask(stage: Stage) -> None:
    """Somebody asks where a value stands; somebody who has heard of it says so."""
    channel = stage.rng.choice((TEAM, DESK))
    asker = stage.other(channel)
    event = talk(stage, asker, channel, "question")
    stage.after(3, 25, partial(_tell, channel=channel, asker=asker, about=event))


def _tell(stage: Stage, channel: str, asker: str, about: str) -> None:
    teller = stage.other(channel, asker)
    held = stage.hearing.values(teller, [item.id for item in stage.plan.of(Part.SHARED)])
    if not held:
        talk(stage, teller, channel, "follow-up", (about,))
        return
    slot = stage.rng.choice(sorted(held))
    said = Utterance(EventKind.RESULT, says={slot: held[slot]}, about=(about,))
    stage.say(teller, channel, said)
