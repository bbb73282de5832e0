"""The workspace stage: names by a model, put into the ledger where they pass every check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.contract import of_fields
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.writing.asking import Asker, Checked
from worksurface_pipeline.mmenterprise.writing.cleaning import one_line
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


@dataclass(frozen=True)
class WorldStage:
    """Asks for the names of one project."""

    asker: Asker
    checks: NameChecks

    def run(self, ledger: Ledger) -> tuple[Ledger, Passage]:
        """The ledger with new names, or as it was; and what was asked."""
        things = list(dict.fromkeys(slot.entity for slot in ledger.slots))[:_MOST_THINGS]
        prompt = world_prompt(ledger.world, things, self.checks.avoided, self.checks.initials)
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
        read = of_fields(dict(fields), NewNames)
        if isinstance(read, str):
            return Checked(None, (read,))
        names = _tidy(read)
        faults = tuple(self.checks.faults(names))
        if not faults:
            before = {item.where for item in violations(ledger)}
            after = violations(renamed(ledger, names))
            faults = tuple(item.what for item in after if item.where not in before)
        return Checked(names, faults)


def _tidy(names: NewNames) -> NewNames:
    """The names without what nobody sees, each on one line."""
    return NewNames(
        company=one_line(names.company),
        product=one_line(names.product),
        customer=one_line(names.customer),
        people=tuple(
            NewPerson(
                id=item.id,
                name=one_line(item.name),
                role=one_line(item.role),
                voice=one_line(item.voice),
            )
            for item in names.people
        ),
        channels=tuple(
            NewChannel(id=item.id, name=one_line(item.name), purpose=one_line(item.purpose))
            for item in names.channels
        ),
    )
