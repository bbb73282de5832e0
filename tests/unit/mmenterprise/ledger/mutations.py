"""Random changes to sound ledgers, by what they change: most make the ledger unsound."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from random import Random

from tests.unit.mmenterprise.ledger.edits import stating, with_event, with_state, with_statements
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger, State, Statement

Mutation = Callable[[Ledger, Random], Ledger]
_LETTERS = "0123456789"


def mutate(ledger: Ledger, kind: str, rng: Random) -> Ledger:
    """The ledger with one random change of a kind; events stay in order of time."""
    changed = MUTATIONS[kind](ledger, rng)
    events = tuple(sorted(changed.events, key=lambda event: event.at))
    return changed.model_copy(update={"events": events})


def _author(ledger: Ledger, rng: Random) -> Ledger:
    event = _stating(ledger, rng)
    others = [person.id for person in ledger.world.people if person.id != event.actor]
    return with_event(ledger, event, actor=rng.choice(others))


def _channel(ledger: Ledger, rng: Random) -> Ledger:
    event = _stating(ledger, rng)
    others = [item.id for item in ledger.world.channels if item.id != event.channel]
    return with_event(ledger, event, channel=rng.choice(others))


def _time(ledger: Ledger, rng: Random) -> Ledger:
    event = _stating(ledger, rng)
    minutes = rng.choice((-1, 1)) * rng.randint(30, 3000)
    return with_event(ledger, event, at=event.at + timedelta(minutes=minutes))


def _value(ledger: Ledger, rng: Random) -> Ledger:
    event = _stating(ledger, rng)
    place = rng.randrange(len(event.statements))
    said = event.statements[place]
    held = {state.value for state in ledger.states if state.slot == said.slot}
    value = said.value
    while value in held or value == said.value:  # a value that was once true is another kind
        value = _misprint(said.value, rng)
    return with_event(ledger, event, **stating(event, place, value=value))


def _value_of_another(ledger: Ledger, rng: Random) -> Ledger:
    event = _stating(ledger, rng)
    place = rng.randrange(len(event.statements))
    mine = event.statements[place]
    others = [state.value for state in ledger.states if state.value != mine.value]
    return with_event(ledger, event, **stating(event, place, value=rng.choice(others)))


def _truth(ledger: Ledger, rng: Random) -> Ledger:
    event = _stating(ledger, rng)
    place = rng.randrange(len(event.statements))
    is_true = not event.statements[place].is_true
    return with_event(ledger, event, **stating(event, place, is_true=is_true))


def _leak(ledger: Ledger, rng: Random) -> Ledger:
    """A value of the private room, said in another one by anybody who is there."""
    private = {item.id for item in ledger.world.channels if item.is_private}
    told = {
        item.slot
        for event in ledger.events
        if event.channel not in private
        for item in event.statements
    }
    secrets = [event for event in ledger.events if event.channel in private]
    secret = rng.choice(
        [item for event in secrets for item in event.statements if item.slot not in told]
    )
    open_to = [event for event in ledger.events if event.channel not in private and event.must]
    event = rng.choice(open_to)
    said = secret.model_copy(update={"is_true": _holds(ledger, secret, event)})
    return with_event(ledger, event, **with_statements(event, (*event.statements, said)))


def _visual(ledger: Ledger, rng: Random) -> Ledger:
    """What a picture shows, said in a text."""
    visual = {slot.id for slot in ledger.slots if slot.is_visual}
    shown = [item for event in ledger.events for item in event.statements if item.slot in visual]
    event = rng.choice([event for event in ledger.events if event.must])
    said = rng.choice(shown)
    kept = said.model_copy(update={"is_true": _holds(ledger, said, event)})
    return with_event(ledger, event, **with_statements(event, (*event.statements, kept)))


def _cause(ledger: Ledger, rng: Random) -> Ledger:
    event = rng.choice([event for event in ledger.events if event.about and event.statements])
    other = rng.choice([item.id for item in ledger.events if item.id not in event.about])
    return with_event(ledger, event, about=(other, *event.about[1:]))


def _version(ledger: Ledger, rng: Random) -> Ledger:
    event = rng.choice([event for event in ledger.events if event.document])
    return with_event(ledger, event, version=event.version + rng.choice((-1, 1, 2)))


def _loss(ledger: Ledger, rng: Random) -> Ledger:
    """One event is gone."""
    event = _stating(ledger, rng)
    left = tuple(item for item in ledger.events if item.id != event.id)
    return ledger.model_copy(update={"events": left})


def _state_value(ledger: Ledger, rng: Random) -> Ledger:
    state = rng.choice(ledger.states)
    return with_state(ledger, state, value=_misprint(state.value, rng))


def _state_time(ledger: Ledger, rng: Random) -> Ledger:
    state = rng.choice(ledger.states)
    shift = timedelta(minutes=rng.choice((-1, 1)) * rng.randint(1, 3000))
    if state.until is not None and rng.random() < 0.5:
        return with_state(ledger, state, until=state.until + shift)
    return with_state(ledger, state, since=state.since + shift)


MUTATIONS: Mapping[str, Mutation] = {
    "author": _author,
    "channel": _channel,
    "time": _time,
    "value": _value,
    "value of another": _value_of_another,
    "truth": _truth,
    "leak": _leak,
    "visual": _visual,
    "cause": _cause,
    "version": _version,
    "loss": _loss,
    "state value": _state_value,
    "state time": _state_time,
}


def _stating(ledger: Ledger, rng: Random) -> Event:
    return rng.choice([event for event in ledger.events if event.statements])


def _holds(ledger: Ledger, said: Statement, event: Event) -> bool:
    """Whether a value is true at the time of an event."""
    if said.is_past:
        return False
    return any(_covers(state, said, event) for state in ledger.states)


def _covers(state: State, said: Statement, event: Event) -> bool:
    is_then = state.since <= event.at and (state.until is None or event.at < state.until)
    return is_then and (state.slot, state.value) == (said.slot, said.value)


def _misprint(value: str, rng: Random) -> str:
    """The value with its last digit changed, or with a letter more where it has none."""
    digits = [place for place, letter in enumerate(value) if letter.isdigit()]
    if not digits:
        return f"{value}s"
    place = digits[-1]
    other = rng.choice([letter for letter in _LETTERS if letter != value[place]])
    return f"{value[:place]}{other}{value[place + 1 :]}"
