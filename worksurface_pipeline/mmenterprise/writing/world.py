"""The workspace stage: names by a model, put into the ledger where they pass every check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.writing.asking import Asker, Checked
from worksurface_pipeline.mmenterprise.writing.cleaning import one_line
from worksurface_pipeline.mmenterprise.writing.contract import (
    ContractError,
    exact,
    rows_of,
    text_of,
)
from worksurface_pipeline.mmenterprise.writing.model import Passage, Stage
from worksurface_pipeline.mmenterprise.writing.name_checks import NameChecks
from worksurface_pipeline.mmenterprise.writing.prompts.world import VERSION, world_prompt
from worksurface_pipeline.mmenterprise.writing.renaming import (
    NewChannel,
    NewNames,
    NewPerson,
    renamed,
)

_MOST_THINGS = 24  # measured things that tell a model what the company works on
_FIRMS = ("company", "product", "customer")
_PERSON = ("id", "name", "role", "voice")
_CHANNEL = ("id", "name", "purpose")


@dataclass(frozen=True)
class WorldStage:
    """Asks for the names of one project."""

    asker: Asker
    checks: NameChecks

    def run(self, ledger: Ledger) -> tuple[Ledger, Passage]:
        """The ledger with new names, or as it was; and what was asked."""
        things = list(dict.fromkeys(slot.entity for slot in ledger.slots))[:_MOST_THINGS]
        avoid = (*self.checks.avoided, *sorted(self.checks.taken))
        prompt = world_prompt(ledger.world, things, avoid)
        asked = self.asker.ask(prompt, lambda fields: self._checked(ledger, fields))
        people = tuple(person.id for person in ledger.world.people)
        passage = Passage(
            stage=Stage.WORLD,
            part="names",
            model=self.asker.model,
            prompt_version=VERSION,
            calls=asked.calls,
            errors=asked.errors,
            written=people if asked.is_accepted else (),
            kept=() if asked.is_accepted else people,
        )
        if asked.value is None or not asked.is_accepted:
            return ledger, passage
        return renamed(ledger, asked.value), passage

    def _checked(self, ledger: Ledger, fields: Mapping[str, JsonValue]) -> Checked[NewNames]:
        """Names are taken as a whole or not at all: they have to fit each other."""
        try:
            names = _names(fields)
        except ContractError as error:
            return Checked(None, (str(error),))
        faults = tuple(self.checks.faults(names))
        if not faults:
            before = {item.where for item in violations(ledger)}
            after = violations(renamed(ledger, names))
            faults = tuple(item.what for item in after if item.where not in before)
        return Checked(names, faults)


def _names(fields: Mapping[str, JsonValue]) -> NewNames:
    exact(fields, (*_FIRMS, "people", "channels"), "the reply")
    firms = {key: one_line(text_of(fields, key, "the reply")) for key in _FIRMS}
    people = [
        NewPerson(**{key: one_line(text_of(row, key, "people")) for key in _PERSON})
        for row in rows_of(fields, "people", _PERSON)
    ]
    channels = [
        NewChannel(**{key: one_line(text_of(row, key, "channels")) for key in _CHANNEL})
        for row in rows_of(fields, "channels", _CHANNEL)
    ]
    return NewNames(**firms, people=tuple(people), channels=tuple(channels))
