"""How questions name what they ask for: slots, people, days, documents. Never by a record's id."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cached_property

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Ledger, Slot

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# What ends the noun that a phrase is about: "parking spaces | per site", "answers | given".
_AFTER_NOUN = re.compile(
    r"\s(?:of|in|on|at|by|to|for|with|from|per|under|over|who|that|which|given|taken|\w+ed)\b|\("
)
_NO_PLURAL = re.compile(r"(?:ss|us|is|as|news)$")
_PROPER_AND_COMMON = re.compile(r"(?:[A-Z][\w'’-]+ ){2,}[a-z]{3}")
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
    # "the share of late returns of Alder" would make the returns Alder's.
    link = "for" if _AFTER_NOUN.search(attribute) else "of"
    return f"the {attribute} {link} {with_article(entity)}"


def with_article(entity: str) -> str:
    """A thing with its article, unless it is a name: "the pilot", "the North Quay site"."""
    has_article = entity.casefold().startswith(("the ", "a ", "an "))
    is_common = entity[0].islower() or _PROPER_AND_COMMON.match(entity) is not None
    return f"the {entity}" if is_common and not has_article else entity


def wording_of(entity: str, attribute: str, unit: str, kind: str) -> dict[str, str]:
    """The fields that a pattern takes of a slot: its name, and the verbs that go with it."""
    name = mention(entity, attribute)
    is_many = is_plural(attribute or entity)
    verbs = _MANY if is_many else _ONE
    return {"slot": name, "Slot": name[:1].upper() + name[1:], "unit": unit, "sort": kind, **verbs}


def is_plural(phrase: str) -> bool:
    """Whether a phrase names several: the last word before what describes it ends in s."""
    nouns = _AFTER_NOUN.split(phrase, maxsplit=1)[0].split()
    last = nouns[-1] if nouns else ""
    return last.endswith("s") and last[:1].islower() and not _NO_PLURAL.search(last)


_ONE = {"is": "is", "was": "was", "has": "has", "does": "does", "it": "it"}
_MANY = {"is": "are", "was": "were", "has": "have", "does": "do", "it": "they"}


def day_name(day: date | datetime) -> str:
    """Such as "Tuesday 9 March", whatever the locale."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"


def listed(names: Sequence[str]) -> str:
    """Such as "A, B and C"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
