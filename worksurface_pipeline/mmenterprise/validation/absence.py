"""Whether a project's records give what a question without an answer asks for, read by themselves.

Texts, text layers and the series of pictures are searched anew for the thing asked about, and what
was read of the slots for the day, version, person or value that the question supposes.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.questions.absent import ON, REVISER
from worksurface_pipeline.mmenterprise.records.reading import Reader, is_same
from worksurface_pipeline.mmenterprise.schema.ledger import Origin, Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, MmQuestion
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.solving import is_version
from worksurface_pipeline.mmenterprise.validation.told import Told

_SOUGHT = "sought"


def given_anyway(bench: Bench, question: MmQuestion) -> tuple[str, ...]:
    """Records that give what is said to be given nowhere: unit and value, none if there is none."""
    query = question.query
    known = [key for key in query.slots if key in bench.scene.names.slots]
    if query.operation == "absent" and known:
        return tuple(_supposed(bench, known[0], query))
    label = query.argument if query.operation == "absent" else "".join(query.slots[:1])
    return tuple(_of_thing(bench, label.replace(" / ", "|")))


def _supposed(bench: Bench, slot: str, query: LedgerQuery) -> Iterator[str]:
    """What is read of a slot under the condition that is said to be met nowhere."""
    account = bench.accounts.of(slot)
    values = {item.claim for item in account}
    if query.argument == f"{REVISER}anybody" and len(values) < 2:
        return
    for item in account:
        if _meets(bench, item, query):
            yield f"{item.unit.id}: {', '.join((*item.claims, *item.past))}"


def _meets(bench: Bench, item: Told, query: LedgerQuery) -> bool:
    argument = query.argument
    if query.at is not None:
        return item.unit.at <= query.at
    if argument == f"{REVISER}anybody" or not argument:
        return True
    if argument.startswith(REVISER):
        people = bench.reader(None).people
        return item.unit.author == people.get(argument.removeprefix(REVISER)) and bool(item.claims)
    if argument.startswith(ON):
        return item.unit.at.date().isoformat() == argument.removeprefix(ON)
    if "@" in argument:
        return is_version(item, argument)
    return any(is_same(value, argument) for value in (*item.claims, *item.past))


def _of_thing(bench: Bench, label: str) -> Iterator[str]:
    """Readings of an attribute of a thing that the ledger does not know to have it."""
    entity, _, attribute = (part.strip() for part in label.partition("|"))
    reader = Reader.of(bench.scene.ledger)
    slots = (*reader.slots, _sought(bench, entity, attribute))
    reader = Reader(slots, reader.people, reader.options)
    for unit, text in _texts(bench):
        folded = normalise(text)
        if normalise(entity) in folded and normalise(attribute) in folded:
            found = (item for item in reader.read(unit, text) if item.slot == _SOUGHT)
            yield from (f"{unit}: {item.value}" for item in found)


def _sought(bench: Bench, entity: str, attribute: str) -> Slot:
    """The thing asked about, of the kind that its attribute has elsewhere."""
    kinds = [slot.kind for slot in bench.scene.ledger.slots if slot.attribute == attribute]
    kind = kinds[0] if kinds else "number"
    return Slot(id=_SOUGHT, entity=entity, attribute=attribute, kind=kind, origin=Origin.PROJECT)


def _texts(bench: Bench) -> Iterator[tuple[str, str]]:
    for unit in bench.records.units:
        yield unit.id, f"{unit.text}\n{unit.text_layer}"
    for row in bench.records.plotted:
        yield from ((row.unit, f"{mark.label}: {mark.value}") for mark in row.marks)
