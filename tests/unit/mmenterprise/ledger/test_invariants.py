from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.unit.mmenterprise.ledger.edits import (
    find,
    of_kind,
    stating,
    with_event,
    with_slot,
    with_state,
    with_statements,
)
from tests.unit.mmenterprise.ledger.seed_sets import empty, firm, lab_ledger, traps
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.ledger.violations import ViolationKind
from worksurface_pipeline.mmenterprise.schema.ledger import (
    Event,
    EventKind,
    Ledger,
    State,
    Statement,
)
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet
from worksurface_pipeline.mmenterprise.simulation.events import simulate

SEEDS = range(50)
FEW = range(6)
HOUR = timedelta(hours=1)
SOUND = 3


@pytest.mark.parametrize("seed", SEEDS)
def test_every_simulated_ledger_is_sound(seed: int) -> None:
    assert violations(lab_ledger(seed)) == ()


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.parametrize("seed_set", [firm(), empty(), traps()], ids=["firm", "empty", "traps"])
def test_other_seed_sets_give_sound_ledgers(seed_set: SeedSet, seed: int) -> None:
    assert violations(simulate(seed_set, seed)) == ()


def _kinds(ledger: Ledger) -> set[ViolationKind]:
    return {item.kind for item in violations(ledger)}


def _revised(ledger: Ledger) -> tuple[State, State]:
    """The two first states of a slot that changes."""
    states = next(items for items in View(ledger).states.values() if len(items) > 1)
    return states[0], states[1]


def _wrong_author(ledger: Ledger) -> Ledger:
    contact = ledger.world.people[6].id
    return with_event(ledger, of_kind(ledger, EventKind.RESULT, "items"), actor=contact)


def _too_early_joiner(ledger: Ledger) -> Ledger:
    joiner = ledger.world.people[5].id
    return with_event(ledger, of_kind(ledger, EventKind.TALK, "team"), actor=joiner)


def _another_keeper(ledger: Ledger) -> Ledger:
    view = View(ledger)
    causes = (view.events[state.event] for state in ledger.states)
    event = next(item for item in causes if item.channel == "items")
    other = next(person for person in view.channels["items"].members if person != event.actor)
    return with_event(ledger, event, actor=other)


def _at_night(ledger: Ledger) -> Ledger:
    event = ledger.events[-1]
    return with_event(ledger, event, at=event.at.replace(hour=21))


def _after_the_end(ledger: Ledger) -> Ledger:
    event = ledger.events[-1]
    return with_event(ledger, event, at=event.at + timedelta(days=14))


def _same_time(ledger: Ledger) -> Ledger:
    return with_event(ledger, ledger.events[1], at=ledger.events[0].at)


def _out_of_order(ledger: Ledger) -> Ledger:
    return ledger.model_copy(update={"events": ledger.events[::-1]})


def _before_its_cause(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.CORRECTION)
    return with_event(ledger, event, about=(*event.about, ledger.events[-1].id))


def _unnoticed(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.CORRECTION)
    return with_event(ledger, event, about=event.about[:1])


def _doubt_of_nothing(ledger: Ledger) -> Ledger:
    return with_event(ledger, of_kind(ledger, EventKind.DETECTION), about=())


def _noticed_by_author(ledger: Ledger) -> Ledger:
    doubt = of_kind(ledger, EventKind.DETECTION)
    error = View(ledger).events[doubt.about[0]]
    return with_event(ledger, doubt, actor=error.actor)


def _no_slip(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.RESULT, "items")
    return with_event(ledger, event, kind=EventKind.ERROR)


def _value_of_sibling(ledger: Ledger) -> Ledger:
    view = View(ledger)
    error = find(ledger, lambda event: event.kind is EventKind.ERROR and event.channel == "items")
    place = next(place for place, item in enumerate(error.statements) if not item.is_true)
    sibling = view.slots[error.statements[place].slot].siblings[0]
    return with_event(ledger, error, **stating(error, place, value=view.states[sibling][0].value))


def _untrue_correction(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.CORRECTION, "items")
    return with_event(ledger, event, **stating(event, 0, value="0.4444", is_true=False))


def _chart_corrected_in_part(ledger: Ledger) -> Ledger:
    """A correction of a chart that shows a slip of something else besides."""
    view = View(ledger)
    event = find(
        ledger, lambda item: item.kind is EventKind.CORRECTION and len(item.statements) > 2
    )
    right = {view.states[item.slot][0].value for item in event.statements}
    place = next(
        place
        for place, item in enumerate(event.statements)
        if not any(item.slot in _slipped(ledger, name) for name in event.about)
    )
    return with_event(
        ledger, event, **stating(event, place, value=sorted(right)[0] + "1", is_true=False)
    )


def _slipped(ledger: Ledger, name: str) -> set[str]:
    """What an event says that is not true."""
    event = find(ledger, lambda item: item.id == name)
    return {item.slot for item in event.statements if not item.is_true}


def _keeper_goes_back(ledger: Ledger) -> Ledger:
    """Who changed a value says the old one in the last message of the team."""
    view = View(ledger)
    change = find(
        ledger,
        lambda event: (
            event.kind in {EventKind.CHANGE, EventKind.DECISION}
            and any(item.is_past for item in event.statements)
            and view.slots[event.statements[0].slot].keeper == event.actor
            and event.channel == "team"
        ),
    )
    old = next(item for item in change.statements if item.is_past)
    said = old.model_copy(update={"is_past": False})
    last = [item for item in ledger.events if item.channel == "team"][-1]
    changes = {"kind": EventKind.STATUS, "statements": (said,), "must": (said.value,)}
    return with_event(ledger, last, actor=change.actor, **changes)


def _withdrawal_of_nothing(ledger: Ledger) -> Ledger:
    event = find(ledger, lambda item: any(said.is_past for said in item.statements))
    place = next(place for place, item in enumerate(event.statements) if item.is_past)
    return with_event(ledger, event, **stating(event, place, value="0.4444"))


def _unreasoned(ledger: Ledger) -> Ledger:
    event = find(ledger, lambda item: item.kind is EventKind.DECISION and item.reason != "")
    return with_event(ledger, event, reason="")


def _talkative(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.RESULT, "items")
    return with_event(ledger, event, kind=EventKind.TALK)


def _wrong_value(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.RESULT, "items")
    return with_event(ledger, event, **stating(event, 0, value="0.4444"))


def _wrong_truth(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.RESULT, "items")
    return with_event(ledger, event, **stating(event, 0, is_true=False))


def _report_of_tomorrow(ledger: Ledger) -> Ledger:
    """The first report states a value before anybody set or measured it."""
    report = find(ledger, lambda event: event.document == "report" and event.version == 1)
    view = View(ledger)
    state = next(
        states[-1]
        for slot, states in view.states.items()
        if view.slots[slot].kind != "number" and states[-1].since > report.at
    )
    said = Statement(slot=state.slot, value=state.value, is_true=False)
    return with_event(ledger, report, **with_statements(report, (*report.statements, said)))


def _leak(ledger: Ledger, *, by_member: bool) -> Ledger:
    """A private value in the last message of the team room."""
    view = View(ledger)
    members = view.channels["leads"].members
    event = [
        item
        for item in ledger.events
        if item.channel == "team"
        and (item.actor in members) is by_member
        and item.kind is EventKind.TALK
    ][-1]
    secret = of_kind(ledger, EventKind.DECISION, "leads").statements[0]
    state = view.state_at(secret.slot, event.at)
    said = secret.model_copy(update={"is_true": state is not None and state.value == secret.value})
    changes = {"kind": EventKind.STATUS, "statements": (said,), "must": (said.value,)}
    return with_event(ledger, event, **changes)


def _leak_by_outsider(ledger: Ledger) -> Ledger:
    return _leak(ledger, by_member=False)


def _leak_by_member(ledger: Ledger) -> Ledger:
    return _leak(ledger, by_member=True)


def _unheard(ledger: Ledger) -> Ledger:
    """The customer's contact tells a value of the tracker, which he cannot see."""
    view = View(ledger)
    told = next(
        item
        for item in view.said.values()
        if all(said.event.channel in {"items", "tracker", "run-log"} for said in item)
    )[0]
    mail = [event for event in ledger.events if event.channel == "client-mail"][-1]
    said = told.statement
    changes = {"kind": EventKind.RESULT, "statements": (said,), "must": (said.value,)}
    contact = ledger.world.people[6].id
    return with_event(ledger, mail, actor=contact, **changes)


def _picture(ledger: Ledger) -> Event:
    view = View(ledger)
    return find(
        ledger,
        lambda event: event.channel == "figures" and view.slots[event.statements[0].slot].is_visual,
    )


def _visual_in_text(ledger: Ledger) -> Ledger:
    picture = _picture(ledger)
    told = find(ledger, lambda event: picture.id in event.about)
    return with_event(ledger, told, must=(picture.statements[0].value,))


def _visual_elsewhere(ledger: Ledger) -> Ledger:
    return with_event(ledger, _picture(ledger), channel="desk")


def _free_to_say(ledger: Ledger) -> Ledger:
    picture = _picture(ledger)
    told = find(ledger, lambda event: picture.id in event.about and event.document != "")
    return with_event(ledger, told, must_not=())


def _lost(ledger: Ledger) -> Ledger:
    old, _ = _revised(ledger)
    events = tuple(
        event.model_copy(
            update=with_statements(
                event,
                tuple(
                    item
                    for item in event.statements
                    if item.slot != old.slot or item.value != old.value
                ),
            )
        )
        for event in ledger.events
    )
    return ledger.model_copy(update={"events": events})


def _gap(ledger: Ledger) -> Ledger:
    old, new = _revised(ledger)
    return with_state(ledger, old, until=new.since - HOUR)


def _open_end(ledger: Ledger) -> Ledger:
    return with_state(ledger, ledger.states[-1], until=ledger.world.ends)


def _overlap(ledger: Ledger) -> Ledger:
    old, new = _revised(ledger)
    return with_state(ledger, old, until=new.since + HOUR)


def _causeless(ledger: Ledger) -> Ledger:
    return with_state(ledger, ledger.states[0], event=ledger.events[-1].id)


def _unknown_slot(ledger: Ledger) -> Ledger:
    event = of_kind(ledger, EventKind.RESULT, "items")
    return with_event(ledger, event, **stating(event, 0, slot="s999"))


def _unknown_person(ledger: Ledger) -> Ledger:
    return with_event(ledger, ledger.events[0], actor="p-nobody")


def _unknown_keeper(ledger: Ledger) -> Ledger:
    return with_slot(ledger, ledger.slots[0], keeper="p-nobody")


def _twice(ledger: Ledger) -> Ledger:
    return ledger.model_copy(update={"events": (*ledger.events, ledger.events[-1])})


def _skipped_version(ledger: Ledger) -> Ledger:
    report = find(ledger, lambda event: event.document == "report" and event.version == 2)
    return with_event(ledger, report, version=4)


def _unborn_version(ledger: Ledger) -> Ledger:
    told = find(ledger, lambda event: event.document == "report" and event.kind is EventKind.TALK)
    return with_event(ledger, told, version=3)


def _answer_to_something_else(ledger: Ledger) -> Ledger:
    entry = find(ledger, lambda event: event.document == "tracker")
    slots = {item.slot for item in entry.statements}
    other = find(
        ledger,
        lambda event: (
            event.kind is EventKind.DECISION
            and not slots & {item.slot for item in event.statements}
        ),
    )
    return with_event(ledger, entry, about=(other.id,))


def _left_alone(ledger: Ledger) -> Ledger:
    error = of_kind(ledger, EventKind.ERROR)
    events = tuple(
        event.model_copy(update={"about": tuple(name for name in event.about if name != error.id)})
        for event in ledger.events
    )
    return ledger.model_copy(update={"events": events})


def _page_elsewhere(ledger: Ledger) -> Ledger:
    entry = find(ledger, lambda event: event.document == "tracker" and event.version == 2)
    return with_event(ledger, entry, channel="pages")


def _page_of_nothing(ledger: Ledger) -> Ledger:
    return with_event(ledger, of_kind(ledger, EventKind.RESULT, "items"), channel="tracker")


def _ghost_written(ledger: Ledger) -> Ledger:
    report = find(ledger, lambda event: event.document == "report" and event.version == 2)
    return with_event(ledger, report, actor=ledger.world.people[0].id)


K = ViolationKind
PLANTED: list[tuple[str, Callable[[Ledger], Ledger], ViolationKind]] = [
    ("a person who is not in the channel", _wrong_author, K.NOT_A_MEMBER),
    ("somebody who has not joined", _too_early_joiner, K.NOT_JOINED),
    ("a result of another's measurement", _another_keeper, K.NOT_THE_KEEPER),
    ("an event at night", _at_night, K.OUTSIDE_HOURS),
    ("an event after the end", _after_the_end, K.OUTSIDE_PERIOD),
    ("two events at once", _same_time, K.TIME_NOT_UNIQUE),
    ("events backwards", _out_of_order, K.OUT_OF_ORDER),
    ("an entry about something else", _answer_to_something_else, K.UNRELATED_CAUSE),
    ("an error that nobody corrects", _left_alone, K.ERROR_LEFT_ALONE),
    ("a page in another space", _page_elsewhere, K.DOCUMENT_MOVED),
    ("an entry of no page", _page_of_nothing, K.DOCUMENT_MOVED),
    ("a report by another author", _ghost_written, K.ANOTHER_AUTHOR),
    ("an effect before its cause", _before_its_cause, K.EFFECT_BEFORE_CAUSE),
    ("a correction of what nobody noticed", _unnoticed, K.CORRECTION_WITHOUT_DETECTION),
    ("a doubt of nothing", _doubt_of_nothing, K.DETECTION_WITHOUT_ERROR),
    ("an error noticed by its author", _noticed_by_author, K.NOTICED_BY_AUTHOR),
    ("an error that is right", _no_slip, K.ERROR_WITHOUT_SLIP),
    ("a wrong value that a sibling has", _value_of_sibling, K.SIBLING_VALUE),
    ("a correction to a wrong value", _untrue_correction, K.UNTRUE_CORRECTION),
    ("a correction that hands on a slip", _chart_corrected_in_part, K.UNTRUE_CORRECTION),
    ("a keeper who goes back to an old value", _keeper_goes_back, K.OUTDATED_BY_KEEPER),
    ("a withdrawal of what nobody said", _withdrawal_of_nothing, K.WITHDRAWN_UNSAID),
    ("a choice without reason", _unreasoned, K.REASON_MISSING),
    ("a talk with values", _talkative, K.TALK_WITH_VALUES),
    ("a wrong value", _wrong_value, K.UNSUPPORTED_VALUE),
    ("a true value called wrong", _wrong_truth, K.WRONG_TRUTH),
    ("a report that knows tomorrow", _report_of_tomorrow, K.UNAVAILABLE_VALUE),
    ("a private value told by an outsider", _leak_by_outsider, K.LEAKED_VALUE),
    ("a private value told by a member", _leak_by_member, K.LEAKED_VALUE),
    ("a value that its speaker cannot know", _unheard, K.UNHEARD_VALUE),
    ("a visual value in a message", _visual_in_text, K.VISUAL_IN_TEXT),
    ("a chart as text", _visual_elsewhere, K.VISUAL_IN_TEXT),
    ("a message free to say what a chart shows", _free_to_say, K.MUST_MISMATCH),
    ("a superseded value that is gone", _lost, K.LOST_VALUE),
    ("a gap between states", _gap, K.STATE_GAP),
    ("a last state that ends", _open_end, K.STATE_GAP),
    ("two states at once", _overlap, K.STATE_OVERLAP),
    ("a state from nowhere", _causeless, K.STATE_WITHOUT_CAUSE),
    ("an unknown slot", _unknown_slot, K.UNKNOWN_REFERENCE),
    ("an unknown person", _unknown_person, K.UNKNOWN_REFERENCE),
    ("an unknown keeper", _unknown_keeper, K.UNKNOWN_REFERENCE),
    ("an event twice", _twice, K.DUPLICATE_ID),
    ("a version left out", _skipped_version, K.VERSION_ORDER),
    ("a version that is not made yet", _unborn_version, K.VERSION_ORDER),
]


@pytest.mark.parametrize(
    ("plant", "kind"), [case[1:] for case in PLANTED], ids=[case[0] for case in PLANTED]
)
def test_what_is_planted_is_caught_by_name(
    plant: Callable[[Ledger], Ledger], kind: ViolationKind
) -> None:
    assert kind in _kinds(plant(lab_ledger(SOUND)))


def test_every_kind_of_violation_has_a_planted_case() -> None:
    assert {case[2] for case in PLANTED} == set(ViolationKind)


def test_violations_are_sentences_that_name_their_place() -> None:
    found = violations(_leak_by_outsider(lab_ledger(SOUND)))
    assert all(item.what.endswith(".") and item.where for item in found)
