"""Projects to validate: a small one in plain words, and a simulated one, rendered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tests.unit.mmenterprise.questions.small_project import PEOPLE, small_project
from tests.unit.mmenterprise.records.rendered import project
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.records.model import Mark, Plotted, WorkspaceRecords
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger, Slot
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.validation.bench import Bench

Questions = tuple[MmQuestion, ...]


@cache
def small() -> tuple[Bench, Questions]:
    """The project made by hand, each statement in a sentence or as a mark of a picture."""
    ledger = small_project().ledger()
    slots = {slot.id: slot for slot in ledger.slots}
    units = small_project().unit_set().units
    worded = tuple(_worded(unit, slots) for unit in units)
    plotted = tuple(_plotted(unit, slots) for unit in units if unit.is_visual)
    return _asked(ledger, WorkspaceRecords(project="p1", units=worded, plotted=plotted))


@cache
def simulated() -> tuple[Bench, Questions]:
    """The simulated project with its questions."""
    return _asked(*project())


def _asked(ledger: Ledger, records: WorkspaceRecords) -> tuple[Bench, Questions]:
    scene = Scene(ledger, records.unit_set(), 1)
    hay = haystack_of([(ledger, records.unit_set())])
    made = make_questions(scene, hay, answer, Quotas())
    return Bench(scene, records), made.questions.questions


def _worded(unit: Unit, slots: dict[str, Slot]) -> Unit:
    text = unit.text if unit.is_visual else " ".join(_sentences(unit, slots))
    author = dict(PEOPLE).get(unit.author, unit.author)
    return unit.model_copy(update={"text": text, "author": author})


def _sentences(unit: Unit, slots: dict[str, Slot]) -> Iterator[str]:
    for key in dict.fromkeys(item.slot for item in unit.statements):
        own = [item for item in unit.statements if item.slot == key]
        values = [f"not {item.value}" if item.is_past else item.value for item in own]
        name = f"{slots[key].attribute} of {slots[key].entity}"
        yield f"The {name} is {', '.join(sorted(values, key=len))}."


def _plotted(unit: Unit, slots: dict[str, Slot]) -> Plotted:
    marks = tuple(
        Mark(
            slot=item.slot,
            label=f"{slots[item.slot].entity}, {slots[item.slot].attribute}",
            value=item.value,
        )
        for item in unit.statements
    )
    return Plotted(unit=unit.id, picture=1, marks=marks)
