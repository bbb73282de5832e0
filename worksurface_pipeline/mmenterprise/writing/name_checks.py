"""Whether new names fit: of the right form, each once, and nobody else's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet
from worksurface_pipeline.mmenterprise.schema.world import Channel
from worksurface_pipeline.mmenterprise.simulation.words import listed
from worksurface_pipeline.mmenterprise.writing.apart import FIRMS, initials_of
from worksurface_pipeline.mmenterprise.writing.cleaning import improper
from worksurface_pipeline.mmenterprise.writing.counting import once_each
from worksurface_pipeline.mmenterprise.writing.renaming import NewChannel, NewNames, NewPerson

_LETTERS = r"[^\W\d_]+(?:['’.-][^\W\d_]+)*"
_FIRM = re.compile(rf"{_LETTERS}(?:(?: | & ){_LETTERS}){{0,3}}")
_PERSON = re.compile(rf"{_LETTERS} {_LETTERS}")
_CHANNEL = re.compile(r"[a-z]+(?:-[a-z]+)*")
_LONGEST_NAME, _LONGEST_PHRASE = 40, 90
_TELLING = 4  # letters from which on a word of the source's title would give it away
# Words of a title that are anybody's.
_COMMON = frozenset(
    listed(
        "about across after among analysis annual approach based before between data from into like"
        " methods more over report reports review study survey their these this through toward"
        " towards under using what when where which with without work year years"
    )
)
_CONTACT = "contact"
# Who would be taken for a real firm; no list is complete, reviewers see the names as well.
_REAL = frozenset(
    listed(
        "accenture adobe airbus alibaba alphabet amazon anthropic apple basf bayer bloomberg boeing"
        " bosch capgemini cisco deloitte facebook gartner google huawei ibm intel kpmg lufthansa"
        " mckinsey meta microsoft netflix nvidia openai oracle pfizer pwc salesforce samsung sap"
        " shell siemens slack sony spotify tesla toyota uber unilever vodafone volkswagen walmart"
    )
)


@dataclass(frozen=True)
class NameChecks:
    """The rules for one project's names; `taken` are those that other projects may have."""

    ledger: Ledger
    seeds: SeedSet
    taken: Collection[str] = ()

    @cached_property
    def avoided(self) -> tuple[str, ...]:
        """Words of the source's title that no name may hold."""
        found = re.findall(r"\w+", normalise(self.seeds.document.title))
        return tuple(
            sorted({item for item in found if len(item) >= _TELLING and item not in _COMMON})
        )

    @property
    def initials(self) -> dict[str, str]:
        """The letters with which company, product and customer begin."""
        return initials_of(self.ledger.world.project)

    @cached_property
    def _taken(self) -> frozenset[str]:
        return frozenset(map(normalise, self.taken))

    @cached_property
    def _things(self) -> tuple[str, ...]:
        """What the project speaks of: a name among these would be read as a value or a thing."""
        slots = self.ledger.slots
        persons = {slot.id for slot in slots if slot.kind == "person"}
        found = {slot.entity for slot in slots} | {slot.attribute for slot in slots}
        for event in self.ledger.events:
            found |= {item.value for item in event.statements if item.slot not in persons}
        return tuple(sorted(normalise(item) for item in found if item))

    def faults(self, names: NewNames) -> Iterator[str]:
        """All that is wrong with new names: sentences for the model."""
        world = self.ledger.world
        people, channels = names.people, names.channels
        yield from once_each([item.id for item in people], (one.id for one in world.people), "name")
        yield from once_each(
            [item.id for item in channels], (one.id for one in world.channels), "name"
        )
        for key in FIRMS:
            yield from self._firm(key, getattr(names, key))
        for person in people:
            yield from self._person(person)
        by_id = {item.id: item for item in world.channels}
        for channel in channels:
            if channel.id in by_id:
                yield from self._channel(channel, by_id[channel.id])
        yield from self._unique(names)

    def _firm(self, key: str, name: str) -> Iterator[str]:
        if not _FIRM.fullmatch(name):
            yield f"{key}: {name!r} must be one to four words of letters"
        initial = self.initials[key]
        if not name.startswith(initial):
            yield f"{key}: {name!r} must begin with {initial}"
        real = sorted(set(re.findall(r"\w+", normalise(name))) & _REAL)
        if real:
            yield f"{key}: {real[0]!r} is a real company"
        yield from self._name(key, name)

    def _person(self, item: NewPerson) -> Iterator[str]:
        if not _PERSON.fullmatch(item.name):
            yield f"{item.id}: {item.name!r} must be a given and a family name of letters"
        yield from self._name(item.id, item.name)
        for what, text in (("role", item.role), ("voice", item.voice)):
            for fault in improper(text, _LONGEST_PHRASE):
                yield f"{item.id}: {what}: {fault}"
            if re.search(r"\d", text):
                yield f"{item.id}: {what}: it holds a number"
        roles = {one.id: one.role for one in self.ledger.world.people}
        is_contact = _CONTACT in roles.get(item.id, "").casefold()
        if is_contact != (_CONTACT in item.role.casefold()):
            yield f"{item.id}: the customer's contact alone is called a contact in its role"

    def _name(self, where: str, name: str) -> Iterator[str]:
        """What holds of any name: short, no word of the source, no thing of the project."""
        for fault in improper(name, _LONGEST_NAME):
            yield f"{where}: {fault}"
        folded = normalise(name)
        for word in self.avoided:
            if has_token(folded, word):
                yield f"{where}: {name!r} holds the avoided word {word!r}"
        if folded in self._taken:
            yield f"{where}: {name!r} is a name that other projects may have"
        clash = next((item for item in self._things if _clashes(item, folded)), "")
        if clash:
            yield f"{where}: {name!r} cannot be told from {clash!r}, which the project measures"

    def _channel(self, item: NewChannel, present: Channel) -> Iterator[str]:
        codename = self.ledger.world.codename
        if not _CHANNEL.fullmatch(item.name) or len(item.name) > _LONGEST_NAME:
            yield f"{item.id}: {item.name!r} must be short lower-case words joined by hyphens"
        is_led = bool(codename) and present.name.startswith(codename)
        if is_led and not item.name.startswith(f"{codename}-"):
            yield f"{item.id}: the name must begin with {codename}-"
        for fault in improper(item.purpose, _LONGEST_PHRASE):
            yield f"{item.id}: purpose: {fault}"
        if re.search(r"\d", item.purpose):
            yield f"{item.id}: purpose: it holds a number"

    def _unique(self, names: NewNames) -> Iterator[str]:
        parts = [item.name.split() for item in names.people]
        yield from _repeated("given name", (part[0] for part in parts if part))
        yield from _repeated("family name", (part[-1] for part in parts if part))
        yield from _repeated("channel name", (item.name for item in names.channels))
        firms = (names.company, names.product, names.customer)
        yield from _repeated("word", (name.split()[0] for name in firms if name))
        surnames = {part[-1] for part in parts if part}
        for name in firms:
            shared = sorted(surnames & set(name.split()))
            if shared:
                yield f"{name!r} holds the family name {shared[0]!r}"


def _repeated(what: str, items: Iterable[str]) -> Iterator[str]:
    for key, count in sorted(Counter(map(normalise, items)).items()):
        if count > 1:
            yield f"the {what} {key!r} stands {count} times"


def _clashes(thing: str, name: str) -> bool:
    """Whether one stands within the other as words of its own."""
    return has_token(thing, name) or (len(thing) >= _TELLING and has_token(name, thing))
