"""A seed that counts in thousands and says so in its unit, and values that are parts of others."""

from __future__ import annotations

from functools import cache

import pytest

from tests.unit.mmenterprise.records.ledgers import contents, ledger, seeds
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import drafts_of
from worksurface_pipeline.mmenterprise.questions.checks import checked
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.records.leaks import unstamped
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.reading import Reader
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.records.traces import figures, shows
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedFact, SeedSet
from worksurface_pipeline.mmenterprise.simulation.events import simulate
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.from_records import rederived

UNITS = ["000's", "'000", "\u2019000", "000\u2019s"]
_FEWEST = 5  # questions on thousands
_MONTHS = ("April", "May", "June", "July")


@cache
def project(unit: str) -> tuple[Ledger, WorkspaceRecords]:
    """A table of passengers and seats, rendered."""
    facts = [
        SeedFact(
            id=f"f{row}{column}",
            seed="methods",
            kind=FactKind.CELL,
            entity=f"{month} traffic",
            attribute=attribute,
            value=f"{3 + row},{217 + 31 * column + row},{140 + 7 * row}",
            unit=unit,
            numbers=(f"{3 + row},{217 + 31 * column + row},{140 + 7 * row}",),
            quote=month,
            page=1,
            source="t1",
        )
        for row, month in enumerate(_MONTHS)
        for column, attribute in enumerate(("seat kilometres", "passenger kilometres"))
    ]
    seed_set = SeedSet(document=seeds().document, facts=tuple(facts), pictures=seeds().pictures)
    made = simulate(seed_set, 1)
    return made, render(made, seed_set, contents(), 1)


@pytest.mark.parametrize("unit", UNITS[:1])
def test_a_project_that_counts_in_thousands_reads_back(unit: str) -> None:
    made, records = project(unit)
    assert any(slot.unit == unit for slot in made.slots)
    assert any(unit in one.text for one in records.units)
    assert differences(made, records) == ()


def test_golds_on_thousands_are_derived_from_records_alone() -> None:
    made, records = project(UNITS[0])
    scene = Scene(made, records.unit_set(), 1)
    own = {slot.id for slot in made.slots if slot.unit == UNITS[0]}
    drafts = [item for item in drafts_of(scene) if own.intersection(item.query.slots)]
    asked = [checked(scene, item, answer) for item in drafts]
    questions = [item for item in asked if isinstance(item, MmQuestion)]
    found = list(rederived(Bench(scene, records), questions))
    assert len(found) > _FEWEST
    assert all(item.is_from_all and item.is_from_cited for item in found)


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_of_thousands_is_no_value(unit: str) -> None:
    found = Reader.of(ledger()).read("u", f"The retrieval stage has an accuracy of 61.2 {unit}.")
    assert [item.value for item in found] == ["61.2"]
    assert [str(item) for item in figures(f"61.2 {unit}")] == ["61.2"]
    assert not shows(f"61.2 {unit}", "0")


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        pytest.param("it took 9 minutes", True, id="the number"),
        pytest.param("it took 9.0 minutes", True, id="in another print"),
        pytest.param("sent at 09:30", False, id="hours"),
        pytest.param("sent at 9:30", False, id="hours without a nought"),
        pytest.param("on 2030-01-09", False, id="a day"),
        pytest.param("it took 19.00 minutes", False, id="part of a number"),
        pytest.param("at 12:09:40", False, id="minutes"),
    ],
)
def test_a_part_of_a_time_or_number_is_not_the_value(text: str, is_shown: bool) -> None:
    assert shows(text, "9.00") is is_shown


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        pytest.param("Nadira Ashgrove · 9 of 10", False, id="foot of a sheet"),
        pytest.param("created 2030-01-30T09:59:00Z", False, id="when a deck was written"),
        pytest.param("Harbour report · version 9", False, id="version of a document"),
        pytest.param("scores in version 9.00", True, id="a figure after the word"),
        pytest.param("late · 9 of them", True, id="a count"),
        pytest.param("· 9 of 10 were late", True, id="a count of some"),
        pytest.param("9.00 %", True, id="the value"),
    ],
)
def test_what_every_file_has_tells_no_value(text: str, is_told: bool) -> None:
    assert shows(unstamped(f"{text}\nnext line"), "9.00") is is_told
