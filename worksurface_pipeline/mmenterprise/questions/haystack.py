"""Whether anything in any project answers a question that is meant to have no answer.

All slots of all ledgers, all statements of all units (what pictures show is among them), and the
sentences of all texts and text layers are searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.questions.absent import ON, REVISER
from worksurface_pipeline.mmenterprise.questions.ambiguity import words
from worksurface_pipeline.mmenterprise.questions.drafts import Draft
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import Absence
from worksurface_pipeline.mmenterprise.schema.units import Unit, UnitSet

Project = tuple[Ledger, UnitSet]
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")

Words = frozenset[str]


@dataclass(frozen=True)
class Haystack:
    """The words of every fact and of every sentence of all projects."""

    facts: tuple[Words, ...]
    sentences: tuple[Words, ...]

    def tells(self, entity: str, attribute: str) -> bool:
        """Whether a fact or a sentence is about this attribute of this entity."""
        wanted = words(entity, attribute)
        return any(wanted <= fact for fact in self.facts) or any(
            wanted <= sentence for sentence in self.sentences
        )


def haystack_of(projects: Sequence[Project]) -> Haystack:
    """Everything that is on record anywhere."""
    facts = {words(slot.entity, slot.attribute) for ledger, _ in projects for slot in ledger.slots}
    sentences = {
        words(sentence)
        for _, units in projects
        for unit in units.units
        for sentence in _sentences(unit)
    }
    order = sorted(facts, key=sorted), sorted(sentences, key=sorted)
    return Haystack(tuple(order[0]), tuple(order[1]))


def is_absent(draft: Draft, hay: Haystack, own: Project) -> bool:
    """Whether nothing on record answers an unanswerable draft."""
    query = draft.query
    if "entity" in draft.fields:
        return not hay.tells(draft.fields["entity"], draft.fields["attribute"])
    if draft.absence is Absence.PREMISE_CONTRADICTED:
        return _is_contradicted(draft, own)
    if query.at is not None:
        return not any(_says_by(unit, draft) for unit in own[1].units) and not _held(draft, own[0])
    return not _says_in(draft, own)


def _is_contradicted(draft: Draft, own: Project) -> bool:
    """Whether records tell of the slot, and of no act or value that the question supposes."""
    ledger, units = own
    slot = draft.query.slots[0]
    premise = draft.query.argument
    stated = {item.value for unit in units.units for item in unit.statements if item.slot == slot}
    if not premise.startswith(REVISER):
        return bool(stated) and premise not in stated
    if draft.family == "corrector":
        return len(stated) == 1
    if premise.startswith(ON):
        return bool(stated) and not _is_told_on(slot, premise.removeprefix(ON), own)
    actors = {
        event.actor
        for event in ledger.events
        if any(item.slot == slot for item in event.statements)
    }
    return bool(stated) and premise.removeprefix(REVISER) not in actors


def _is_told_on(slot: str, day: str, own: Project) -> bool:
    """Whether any act or record of that day states the slot."""
    ledger, units = own
    acts = [(event.at, event.statements) for event in ledger.events]
    records = [(unit.at, unit.statements) for unit in units.units]
    return any(
        at.date().isoformat() == day and any(item.slot == slot for item in statements)
        for at, statements in (*acts, *records)
    )


def _says_in(draft: Draft, own: Project) -> bool:
    """Whether a version of a document says anything of the slot: as a fact, or in a sentence."""
    ledger, units = own
    slot = next(item for item in ledger.slots if item.id == draft.query.slots[0])
    wanted = words(slot.entity, slot.attribute)
    document, _, version = draft.query.argument.rpartition("@")
    events = {
        event.id
        for event in ledger.events
        if event.document == document and event.version == int(version)
    }
    return any(
        any(item.slot == slot.id for item in unit.statements)
        or any(wanted <= words(sentence) for sentence in _sentences(unit))
        for unit in units.units
        if events & set(unit.events)
    )


def _says_by(unit: Unit, draft: Draft) -> bool:
    at, slot = draft.query.at, draft.query.slots[0]
    return at is not None and unit.at <= at and any(s.slot == slot for s in unit.statements)


def _held(draft: Draft, ledger: Ledger) -> bool:
    """Whether a state of the slot held at that time, stated or not."""
    at, slot = draft.query.at, draft.query.slots[0]
    return at is not None and any(
        state.slot == slot and state.since <= at and (state.until is None or at < state.until)
        for state in ledger.states
    )


def _sentences(unit: Unit) -> Iterator[str]:
    for text in filter(None, (unit.text, unit.text_layer)):
        yield from filter(str.strip, _SENTENCE.split(text))
