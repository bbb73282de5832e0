"""Drafts of unanswerable questions: answerable ones with an entity, day, version or person changed.

They are drawn from the same families as the answerable questions, as often, and worded by the same
patterns: wording is not to tell which questions have no answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.mmenterprise.questions.conflicts import VERSIONED, boundary_words
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene, evening
from worksurface_pipeline.mmenterprise.questions.kinship import measure_of
from worksurface_pipeline.mmenterprise.questions.naming import day_name, listed, wording_of
from worksurface_pipeline.mmenterprise.questions.wording import phrased
from worksurface_pipeline.mmenterprise.schema.ledger import Origin, Slot
from worksurface_pipeline.mmenterprise.schema.questions import Absence, LedgerQuery, QuestionType

REVISER = "reviser "
"""What stands before a person in the argument of a query: a revision that this one never made."""
ON = "revised on "
"""What stands before a day on which nobody revised the slot."""
PREMISES = frozenset({"before", "moved", "first_value", "corrector"})
"""Families that suppose something which can be wrong."""
_MOST_OTHERS = 4  # other entities tried for one question


def changed(scene: Scene, base: Draft, kind: Absence, is_of_sort: bool = True) -> Iterator[Draft]:
    """`base` with one thing changed; the twin's very words for that kind, drawn anew otherwise.

    Another thing is one of the same sort, of any sort where that is not asked for.
    """
    slot = scene.names.slots.get(base.query.slots[0])
    is_verdict = base.query.operation == "holds"  # "not established" would be its right answer
    if slot is None or is_verdict or base.family in PREMISES:
        return
    key = base.query.model_dump_json()
    changes = list(_changes(scene, base, slot, is_of_sort))
    for query, fields in sorted(changes, key=lambda item: _by_hash(scene, item[0])):
        salt = key if kind is Absence.TWIN_CHANGED else f"{key} {query.model_dump_json()}"
        text = phrased(scene.seed, salt, base.family, fields)
        yield replace(
            base,
            type=QuestionType.UNANSWERABLE,
            fields=fields,
            text=text,
            query=query,
            fact="",
            absence=kind,
        )


def contradicted(scene: Scene, family: str) -> Iterator[Draft]:
    """Questions of a family whose premise the records contradict."""
    if family in ("before", "moved"):
        yield from _wrong_person(scene, family)
    if family == "first_value":
        yield from _wrong_value(scene)
    if family == "corrector":
        for slot in scene.steady:
            if len(scene.corpus.of(slot.id)) > 1:  # repeated, and never otherwise
                yield _supposing(scene, slot, family, f"{REVISER}anybody", {})


def _by_hash(scene: Scene, query: LedgerQuery) -> float:
    return hash_unit(scene.seed, query.model_dump_json())


_Change = tuple[LedgerQuery, dict[str, str]]


def _changes(scene: Scene, base: Draft, slot: Slot, is_of_sort: bool) -> Iterator[_Change]:
    if base.query.operation == "as_of" and base.query.at is not None:
        yield from _earlier(scene, base, slot)
    if base.query.operation == "stated_in":
        yield from _other_version(scene, base, slot)
    for entity in _without(scene, slot, base, is_of_sort):
        query = LedgerQuery(operation="absent", argument=f"{entity} | {slot.attribute}")
        words = wording_of(entity, slot.attribute, slot.unit, base.fields["sort"])
        fields = {**base.fields, **words, "entity": entity, "attribute": slot.attribute}
        if base.query.operation == "ranking":
            others = [scene.names.slots[key].entity for key in base.query.slots[1:]]
            fields["names"] = listed([entity, *others])
        yield query, fields


def _without(scene: Scene, slot: Slot, base: Draft, is_of_sort: bool) -> list[str]:
    """Things of which records know other attributes, but not this one."""
    lacking = scene.gaps.get(measure_of(slot), ()) if is_of_sort else _strangers(scene, slot)
    fit = [other for other in scene.told if other.entity in lacking]
    # By slot and not by entity: what is asked of often in earnest is asked of often here too.
    fit.sort(key=lambda other: hash_unit(scene.seed, f"{base.key} {other.id}"))
    return list(dict.fromkeys(other.entity for other in fit))[:_MOST_OTHERS]


def _strangers(scene: Scene, slot: Slot) -> frozenset[str]:
    """Things that have something of the kind, of the project's life or of what is measured."""
    having = {other.entity for other in scene.ledger.slots if other.attribute == slot.attribute}
    is_project = slot.origin is Origin.PROJECT
    return frozenset(
        other.entity
        for other in scene.told
        if other.kind == slot.kind
        and (other.origin is Origin.PROJECT) == is_project
        and other.entity not in having
    )


def _earlier(scene: Scene, base: Draft, slot: Slot) -> Iterator[_Change]:
    """The same on a day before anybody gave it."""
    first = min(reading.at for reading in scene.corpus.of(slot.id))
    day = first - timedelta(days=1)
    if day.date() >= scene.ledger.world.starts.date():
        query = LedgerQuery(operation="absent", slots=(slot.id,), at=evening(day))
        yield query, {**base.fields, "day": day_name(day)}


def _other_version(scene: Scene, base: Draft, slot: Slot) -> Iterator[_Change]:
    """The same on a version, of this or another document, that says nothing of it."""
    told = {(item.document, item.version) for item in scene.corpus.of(slot.id)}
    made = {
        (item.document, item.version)
        for readings in scene.corpus.by_slot.values()
        for item in readings
        if item.place in VERSIONED and item.version
    }
    for document, version in sorted(made - told):
        argument = f"{document}@{version}"
        query = LedgerQuery(operation="absent", slots=(slot.id,), argument=argument)
        doc = scene.names.document(document)
        yield query, {**base.fields, "doc": doc, "version": str(version)}


def _wrong_person(scene: Scene, family: str) -> Iterator[Draft]:
    """A revision by somebody who made none of this value, or on a day on which nobody did."""
    for slot in scene.told:
        steps = scene.revisions(slot.id)
        if not steps or (family == "moved" and slot.kind != "number"):
            continue
        for person in _bystanders(scene, slot.id):
            step = choose(scene.seed, f"step {slot.id} {person}", steps)
            true = boundary_words(scene, slot.id, step)
            words = {"who": scene.names.person(person), "when": true["when"]}
            yield _supposing(scene, slot, family, f"{REVISER}{person}", words)
        yield from _wrong_day(scene, slot, family)


def _wrong_day(scene: Scene, slot: Slot, family: str) -> Iterator[Draft]:
    """The right person on a day on which the records tell of no act on the slot."""
    busy = {item.told.date() for item in scene.corpus.of(slot.id)}
    busy |= {item.at.date() for item in scene.corpus.of(slot.id)}
    acts = {event.at.date() for event in scene.ledger.events}
    free = sorted(day for day in acts - busy if day > min(busy))
    actors = {
        scene.names.events[min(step.events)].actor
        for step in scene.revisions(slot.id)
        if boundary_words(scene, slot.id, step)["when"]
    }
    for actor in sorted(actors) if free else ():
        day = choose(scene.seed, f"free {slot.id} {actor}", free)
        words = {"who": scene.names.person(actor), "when": f" on {day_name(day)}"}
        yield _supposing(scene, slot, family, f"{ON}{day.isoformat()}", words)


def _wrong_value(scene: Scene) -> Iterator[Draft]:
    """A value that nobody gave for this: a neighbour has it."""
    for slot in scene.told:
        for key in slot.siblings:
            value = scene.current(key)
            other = scene.names.slots.get(key)
            if other is None or value is None or value in scene.values(slot.id):
                continue
            if other.attribute == slot.attribute:
                words = {"value": f"{value} {slot.unit}".strip()}
                yield _supposing(scene, slot, "first_value", value, words)


def _supposing(scene: Scene, slot: Slot, family: str, premise: str, words: dict[str, str]) -> Draft:
    query = LedgerQuery(operation="absent", slots=(slot.id,), argument=premise)
    asked = "person" if family in ("first_value", "corrector") else slot.kind
    draft = scene.draft(QuestionType.UNANSWERABLE, family, asked, query, **words)
    return replace(draft, absence=Absence.PREMISE_CONTRADICTED)


def _bystanders(scene: Scene, slot: str) -> list[str]:
    """People who speak in the records and never stated this slot."""
    speakers = {event.actor for event in scene.ledger.events}
    own = {
        event.actor
        for event in scene.ledger.events
        if any(item.slot == slot for item in event.statements)
    }
    return sorted(speakers - own, key=lambda key: hash_unit(scene.seed, f"{slot} {key}"))
