"""How questions name what they ask for: slots, people, days, documents. Never by a record's id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cached_property

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger, Slot

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


class Names:
    """The names of one project."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """Slots by id."""
        return {slot.id: slot for slot in self._ledger.slots}

    @cached_property
    def events(self) -> Mapping[str, Event]:
        """Events by id."""
        return {event.id: event for event in self._ledger.events}

    @cached_property
    def place(self) -> Mapping[str, str]:
        """The fields that name the project."""
        world = self._ledger.world
        return {"product": world.product, "customer": world.customer, "company": world.company}

    @cached_property
    def _firsts(self) -> Counter[str]:
        return Counter(person.name.split()[0] for person in self._ledger.world.people)

    def person(self, key: str) -> str:
        """A colleague's first name where nobody shares it, else the whole name."""
        names = {person.id: person.name for person in self._ledger.world.people}
        name = names.get(key, key)
        first = name.split()[0]
        return first if self._firsts[first] == 1 else name

    def slot(self, key: str) -> str:
        """What a slot is called in a sentence."""
        return mention(self.slots[key].entity, self.slots[key].attribute)

    @staticmethod
    def document(key: str) -> str:
        """What people call a document: "the report"."""
        return f"the {' '.join(identifier(key).split('_'))}"


def mention(entity: str, attribute: str) -> str:
    """Such as "the budget of the pilot"; one of both alone where the other is empty."""
    if not entity or not attribute:
        return f"the {entity or attribute}"
    return f"the {attribute} of {with_article(entity)}"


def with_article(entity: str) -> str:
    """A common noun with its article; what begins with a capital or digit is a name."""
    has_article = entity.casefold().startswith(("the ", "a ", "an "))
    return entity if has_article or not entity[0].islower() else f"the {entity}"


def day_name(day: date | datetime) -> str:
    """Such as "Tuesday 9 March", whatever the locale."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"


def listed(names: Sequence[str]) -> str:
    """Such as "A, B and C"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
