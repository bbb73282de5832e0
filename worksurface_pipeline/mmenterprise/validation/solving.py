"""The solver without a model: answers from the words of the cited units alone.

A value holds from the record that gives it until a later one gives another. What a record takes
back is withdrawn: whoever repeats it afterwards without taking anything back is out of date. The
query says only what is asked; no state, statement or kind of event is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.questions.closed_world import Part, Sense
from worksurface_pipeline.mmenterprise.questions.derivation import Gold, derived
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.records.reading import is_same
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.validation.told import Account, Accounts, Told

_MADE = {Place.REPORT: "report", Place.DECK: "deck"}
"""What people call the documents of a place."""


@dataclass(frozen=True)
class RecordReader:
    """Reads the parts of questions from the accounts of some units, all where none are named."""

    accounts: Accounts
    events: Mapping[str, Event]
    people: Mapping[str, str]
    units: frozenset[str] | None = None

    def value(self, part: Part) -> str | None:
        """The value of one part, None where these units do not settle it."""
        return _SENSES[part.sense](self, part, self.accounts.of(part.slot, self.units))

    def boundary(self, part: Part, account: Account) -> Told | None:
        """The record of the act that a question names: by its version, or by person and day."""
        event = self.events.get(part.event)
        if event is None:
            return None
        return next((item for item in account if self._is_of(item, event)), None)

    def _is_of(self, item: Told, event: Event) -> bool:
        if not item.claims:
            return False
        if item.unit.place in _MADE:
            return is_version(item, f"{event.document}@{event.version}")
        is_by = item.unit.author == self.people.get(event.actor)
        return is_by and item.unit.at.date() == event.at.date() and item.unit.at >= event.at


def reader_of(scene: Scene, accounts: Accounts, units: frozenset[str] | None) -> RecordReader:
    """A reader of some units of a project."""
    people = {person.id: person.name for person in scene.ledger.world.people}
    return RecordReader(accounts, scene.names.events, people, units)


def solved(reader: RecordReader, query: LedgerQuery, slots: Mapping[str, Slot]) -> Gold | None:
    """The answer that the units give, "" to abstain, None where they settle nothing."""
    return derived(query, slots, reader)


def steps(account: Account) -> Iterator[tuple[Told, str]]:
    """The records that set another value than the one before, each with its value, in order."""
    value: str | None = None
    withdrawn: set[str] = set()
    for item in account:
        claim = item.claim
        if claim is None:
            withdrawn |= set() if item.claims else set(item.past)
            continue
        is_stale = not item.past and _is_in(claim, withdrawn)
        withdrawn |= set(item.past)
        if is_stale:
            continue
        withdrawn = {old for old in withdrawn if not is_same(old, claim)}
        if value is None or not is_same(value, claim):
            value = claim
            yield item, claim


def _is_in(value: str, values: set[str]) -> bool:
    return any(is_same(value, other) for other in values)


def standing(account: Account) -> str | None:
    """The value that holds after all of an account."""
    values = [value for _, value in steps(account)]
    return values[-1] if values else None


def is_version(item: Told, wanted: str) -> bool:
    """Whether a unit is of a version "report@2" of a document."""
    document, _, version = wanted.rpartition("@")
    return _MADE.get(item.unit.place) == document and str(item.unit.version) == version


def _current(_reader: RecordReader, _part: Part, account: Account) -> str | None:
    return standing(account)


def _as_of(_reader: RecordReader, part: Part, account: Account) -> str | None:
    if part.at is None:
        return None
    return standing(tuple(item for item in account if item.unit.at <= part.at))


def _before(reader: RecordReader, part: Part, account: Account) -> str | None:
    """What the act takes back; else the last version of its document; else what held till then."""
    act = reader.boundary(part, account)
    if act is None:
        return None
    if act.past:
        return act.past[0] if len(act.past) == 1 else None
    earlier = tuple(item for item in account if item.unit.at < act.unit.at)
    same = [item for item in earlier if _is_same_document(item, act)]
    return same[-1].claim if same else standing(earlier)


def _is_same_document(item: Told, act: Told) -> bool:
    return act.unit.place in _MADE and item.unit.place is act.unit.place and item.claim is not None


def _after(reader: RecordReader, part: Part, account: Account) -> str | None:
    act = reader.boundary(part, account)
    return None if act is None else act.claim


def _author(_reader: RecordReader, part: Part, account: Account) -> str | None:
    for item in account:
        if any(not part.argument or is_same(value, part.argument) for value in item.claims):
            return item.unit.author
    return None


def _corrector(_reader: RecordReader, _part: Part, account: Account) -> str | None:
    """Whoever first takes a value back and gives another, or draws a version with another."""
    for place, item in enumerate(account):
        is_fix = bool(item.past and item.claims)
        if is_fix or any(_is_redrawn(item, earlier) for earlier in account[:place]):
            return item.unit.author
    return None


def _is_redrawn(item: Told, earlier: Told) -> bool:
    """Whether a picture shows another value than the version before it."""
    new, old = item.unit, earlier.unit
    is_next = (new.place, new.author, new.version) == (old.place, old.author, old.version + 1)
    is_other = None not in (item.claim, earlier.claim) and item.claim != earlier.claim
    return new.is_visual and is_next and is_other


def _version(_reader: RecordReader, part: Part, account: Account) -> str | None:
    found = {item.claim for item in account if is_version(item, part.argument)}
    return found.pop() if len(found) == 1 else None


def _count(_reader: RecordReader, _part: Part, account: Account) -> str | None:
    return str(sum(1 for _ in steps(account)) - 1) if account else None


_Sense = Callable[[RecordReader, Part, Account], "str | None"]
_SENSES: Mapping[Sense, _Sense] = {
    Sense.CURRENT: _current,
    Sense.AS_OF: _as_of,
    Sense.BEFORE: _before,
    Sense.AFTER: _after,
    Sense.AUTHOR: _author,
    Sense.CORRECTOR: _corrector,
    Sense.VERSION: _version,
    Sense.COUNT: _count,
}
