"""Whether a question tells its own project from the others of the corpus.

All projects are searched at once, and two of them may have a name or measure a thing alike. Rules
word their questions so that this does no harm; a model has to be held to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.questions.naming import place_names
from worksurface_pipeline.mmenterprise.records.wording import label
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger, Slot
from worksurface_pipeline.mmenterprise.schema.world import Place


@dataclass(frozen=True)
class Telling:
    """One project beside the others."""

    own: Ledger
    others: tuple[Ledger, ...] = ()

    def faults(self, text: str, slots: Sequence[Slot]) -> Iterator[str]:
        """Why a question on some slots could be meant of another project: a sentence."""
        folded = normalise(text)
        used = {key: name for key, name in self._names.items() if has_token(folded, key)}
        things = {_thing(slot): label(slot) for slot in slots}
        for names, measured in zip(self._others, self._measured, strict=True):
            both = (used[key] for key in used.keys() & names)
            shared = sorted(both, key=lambda name: (-len(name), name))
            alike = [name for thing, name in things.items() if thing in measured]
            if used.keys() <= names and (shared or alike):
                what = f"{shared[0]!r} is the name" if shared else f"{alike[0]!r} is a thing"
                named = ", ".join(map(repr, self.telling))
                yield f"{what} of another project as well; name the project too: one of {named}"
                return

    @cached_property
    def telling(self) -> tuple[str, ...]:
        """Names of the project by which a question can call it; all where none is its own."""
        places = tuple(place_names(self.own).values())
        taken = frozenset[str]().union(*self._others)
        return tuple(name for name in places if normalise(name) not in taken) or places

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """Names and things of the project that another one has as well."""
        taken = frozenset[str]().union(*self._others)
        measured = frozenset[tuple[str, str]]().union(*self._measured)
        names = {name for key, name in self._names.items() if key in taken}
        alike = {label(slot) for slot in self.own.slots if _thing(slot) in measured}
        return tuple(sorted(names | alike))

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return _names(self.own)

    @cached_property
    def _others(self) -> tuple[frozenset[str], ...]:
        """The names of each other project."""
        return tuple(frozenset(_names(other)) for other in self.others)

    @cached_property
    def _measured(self) -> tuple[frozenset[tuple[str, str]], ...]:
        """What each other project measures."""
        return tuple(frozenset(map(_thing, other.slots)) for other in self.others)


def _names(ledger: Ledger) -> dict[str, str]:
    """What a question may call a project, its people and its channels by, in folded letters."""
    world = ledger.world
    people = [person.name for person in world.people]
    channels = [f"#{item.name}" for item in world.channels if item.place is Place.CHAT]
    firsts = [name.split()[0] for name in people]
    found = (*place_names(ledger).values(), world.codename, *people, *firsts, *channels)
    return {normalise(name): name for name in found if name}


def _thing(slot: Slot) -> tuple[str, str]:
    return normalise(slot.entity), normalise(slot.attribute)
