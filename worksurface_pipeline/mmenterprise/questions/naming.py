"""How questions name what they ask for: slots, people, days, documents. Never by a record's id."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cached_property

from worksurface_pipeline.kernel.calendar_names import MONTHS, WEEKDAYS
from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.questions.measures import (
    extent_of,
    in_points,
    is_described,
    is_plural,
    phrase_of,
)
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger, Slot

_PROPER_AND_COMMON = re.compile(r"(?:[A-Z][\w'’-]+ ){2,}[a-z]{3}")


class Names:
    """The names of one project; `shared` are those that another project of the corpus has, too."""

    def __init__(self, ledger: Ledger, shared: frozenset[str] = frozenset()) -> None:
        self._ledger = ledger
        self._shared = shared

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
        """The fields that name the project; those in `ambiguous` do not tell which."""
        names = place_names(self._ledger)
        shared = (key for key, name in names.items() if name in self._shared)
        return {**names, "ambiguous": " ".join(shared)}

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
        slot = self.slots[key]
        return mention(slot.entity, phrase_of(slot.attribute, slot.unit))

    @staticmethod
    def document(key: str) -> str:
        """What people call a document: "the report"."""
        return f"the {' '.join(identifier(key).split('_'))}"


def place_names(ledger: Ledger) -> dict[str, str]:
    """What a question may call a project by."""
    world = ledger.world
    return {"product": world.product, "customer": world.customer, "company": world.company}


def mention(entity: str, attribute: str) -> str:
    """Such as "the budget of the pilot"; one of both alone where the other is empty."""
    if not entity or not attribute:
        return f"the {entity or attribute}"
    # "the share of late returns of Alder" would make the returns Alder's.
    link = "for" if is_described(attribute) else "of"
    return f"the {attribute} {link} {with_article(entity)}"


def with_article(entity: str) -> str:
    """A thing with its article, unless it is a name: "the pilot", "the North Quay site"."""
    has_article = entity.casefold().startswith(("the ", "a ", "an "))
    is_common = entity[0].islower() or _PROPER_AND_COMMON.match(entity) is not None
    return f"the {entity}" if is_common and not has_article else entity


def wording_of(entity: str, attribute: str, unit: str, kind: str) -> dict[str, str]:
    """The fields that a pattern takes of a slot: its name, and the verbs that go with it."""
    phrase = phrase_of(attribute, unit)
    name = mention(entity, phrase)
    verbs = _MANY if is_plural(phrase or entity) else _ONE
    return {
        "slot": name,
        "Slot": name[:1].upper() + name[1:],
        "measure": phrase,
        "extent": extent_of(attribute, unit),
        "unit": unit,
        "points": in_points(unit),
        "sort": kind,
        **verbs,
    }


_ONE = {"is": "is", "was": "was", "has": "has", "does": "does", "it": "it", "them": "it"}
_MANY = {"is": "are", "was": "were", "has": "have", "does": "do", "it": "they", "them": "them"}


def day_name(day: date | datetime) -> str:
    """Such as "Tuesday 9 March", whatever the locale."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def listed(names: Sequence[str]) -> str:
    """Such as "A, B and C"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
