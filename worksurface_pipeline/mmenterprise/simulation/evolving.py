"""Facts that change by talk: first set, changed in versions, entered in pages or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.simulation.echo import book_echo
from worksurface_pipeline.mmenterprise.simulation.errors import Slip, mend
from worksurface_pipeline.mmenterprise.simulation.rooms import (
    DECISIONS,
    DESK,
    LEADS,
    PAGES,
    STAFF_MAIL,
    TEAM,
)
from worksurface_pipeline.mmenterprise.simulation.stage import Stage
from worksurface_pipeline.mmenterprise.simulation.subjects import Part, Subject
from worksurface_pipeline.mmenterprise.simulation.talk import react, talk
from worksurface_pipeline.mmenterprise.simulation.utterance import Utterance
from worksurface_pipeline.mmenterprise.simulation.values import other_of

_FIRST_FROM, _FIRST_TO = 0.01, 0.14
_LAST = 0.88
_WRITTEN_DOWN = 0.55
_FIRST_WRITTEN_DOWN = 0.8
_STATUS_ENTERED = 0.5
_SLIPS = 2
# Where a change is told: seldom by mail.
_ROOMS = (TEAM, TEAM, TEAM, TEAM, DESK, DESK, DESK, STAFF_MAIL)


@dataclass(frozen=True, slots=True)
class Turn:
    """One version of a fact: which one, and where it is said."""

    item: Subject
    number: int
    channel: str

    @property
    def value(self) -> str:
        """The value that holds from then on."""
        return self.item.values[self.number]

    @property
    def past(self) -> Mapping[str, str]:
        """The value before, by slot."""
        if self.number == 0:
            return {}
        return {self.item.id: self.item.values[self.number - 1]}

    @property
    def reason(self) -> str:
        """Why it is so: for choices, and for whatever changes."""
        if self.number == 0 and self.item.slot.kind != "choice":
            return ""
        return self.item.reasons[self.number % len(self.item.reasons)]


Act = Callable[[Stage, Turn], None]


def book_evolving(stage: Stage) -> None:
    """All versions of all managed, private and status facts, and some slips about them."""
    for item in stage.plan.of(Part.MANAGED):
        _book(stage, item, _decide)
    for item in stage.plan.of(Part.PRIVATE):
        _book(stage, item, _agree)
    for item in stage.plan.of(Part.STATUS):
        _book(stage, item, _report_status)
    for item in stage.rng.sample(stage.plan.of(Part.MANAGED), _SLIPS):
        stage.at(stage.rng.uniform(0.2, 0.6), partial(_misremember, item=item))


def _book(stage: Stage, item: Subject, act: Act) -> None:
    """Versions in their order, apart from each other."""
    start = stage.rng.uniform(_FIRST_FROM, _FIRST_TO)
    pace = (_LAST - _FIRST_TO) / len(item.values)
    for number in range(len(item.values)):
        jitter = stage.rng.uniform(0.25, 0.95) * pace if number else 0.0
        share = start if number == 0 else _FIRST_TO + (number - 1) * pace + jitter
        channel = TEAM if number == 0 else stage.rng.choice(_ROOMS)
        stage.at(share, partial(_take, turn=Turn(item, number, channel), act=act))


def _take(stage: Stage, turn: Turn, act: Act) -> None:
    act(stage, turn)


def _decide(stage: Stage, turn: Turn) -> None:
    """Whoever keeps a fact sets or changes it, with a reason."""
    item, keeper = turn.item, turn.item.slot.keeper
    is_decision = turn.number == 0 or item.slot.kind == "choice"
    kind = EventKind.DECISION if is_decision else EventKind.CHANGE
    new = {item.id: turn.value}
    said = Utterance(
        kind,
        says=new,
        past=turn.past,
        becomes=new,
        reason=turn.reason,
    )
    event = stage.say(keeper, turn.channel, said)
    if turn.channel in {TEAM, DESK}:
        react(stage, turn.channel, event, keeper, 0.8)
    if stage.chance(_WRITTEN_DOWN if turn.number else _FIRST_WRITTEN_DOWN):
        stage.after(10, 120, partial(_write_down, turn=turn, about=event, kind=kind))
    for slot, old in turn.past.items():
        book_echo(stage, slot, old)


def _write_down(stage: Stage, turn: Turn, about: str, kind: EventKind) -> None:
    """The manager enters a version in the decisions or the overview."""
    item = turn.item
    if stage.truth.now(item.id) != turn.value:
        return
    is_decision = item.slot.kind in {"choice", "name", "number"}
    document = "decisions" if is_decision else "overview"
    first = stage.pages.get(document, {}).get(item.id, turn.value)
    said = Utterance(
        kind,
        says={item.id: turn.value},
        past={} if first == turn.value else {item.id: first},
        about=(about,),
        document=document,
        reason=turn.reason,
    )
    stage.say(stage.cast.roles["manager"], DECISIONS if is_decision else PAGES, said)


def _agree(stage: Stage, turn: Turn) -> None:
    """The leads settle terms among themselves."""
    item = turn.item
    new = {item.id: turn.value}
    kind = EventKind.CHANGE if turn.number else EventKind.DECISION
    said = Utterance(kind, says=new, past=turn.past, becomes=new)
    event = stage.say(item.slot.keeper, LEADS, said)
    react(stage, LEADS, event, item.slot.keeper)


def _report_status(stage: Stage, turn: Turn) -> None:
    """A work item moves on; the status page follows or does not."""
    item = turn.item
    new = {item.id: turn.value}
    said = Utterance(EventKind.STATUS, says=new, becomes=new)
    channel = turn.channel if turn.channel in {TEAM, DESK} else TEAM
    event = stage.say(item.slot.keeper, channel, said)
    react(stage, channel, event, item.slot.keeper, 0.3)
    if stage.chance(_STATUS_ENTERED):
        entry = Utterance(EventKind.STATUS, says=new, about=(event,), document="status")
        manager = stage.cast.roles["manager"]
        stage.after(15, 100, lambda stage: _enter(stage, manager, entry))


def _enter(stage: Stage, manager: str, entry: Utterance) -> None:
    if all(stage.truth.now(slot) == value for slot, value in entry.says.items()):
        stage.say(manager, PAGES, entry)


def _misremember(stage: Stage, item: Subject) -> None:
    """A colleague has a fact wrong; somebody notices."""
    held = stage.truth.now(item.id)
    actor = stage.other(TEAM, item.slot.keeper)
    wrong = _misheard(stage, item)
    if held is None or wrong is None or stage.hearing.value(actor, item.id) is None:
        talk(stage, actor, TEAM, "question")
        return
    event = stage.say(actor, TEAM, Utterance(EventKind.ERROR, says={item.id: wrong}))
    mend(stage, Slip(item.id, wrong, event, actor, TEAM))


def _misheard(stage: Stage, item: Subject) -> str | None:
    """A value of the same kind that is none of this fact's and no true one of a sibling."""
    taken = {
        value for slot in (item.id, *item.slot.siblings) for value in stage.subjects[slot].values
    }
    if item.slot.kind == "number":
        return stage.plan.values.slip(item.values[0], stage.rng)
    return other_of(item.options, taken, stage.rng)
