"""A simulated project of some 250 units, rendered, checked and read back as a whole."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.unit.mmenterprise.records.ledgers import contents, seeds
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.leaks import give_aways
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.mutations import caught_shares
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedFact, SeedSet
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.simulation.events import simulate

_ENTITIES = ("baseline model", "two-stage retriever", "dense index", "reranker", "sparse index")
_ATTRIBUTES = (("accuracy", "%"), ("recall at ten", "%"), ("latency", "ms"), ("index size", "GB"))


def _facts() -> tuple[SeedFact, ...]:
    """A table of values with one decimal, none twice."""
    found = []
    for row, entity in enumerate(_ENTITIES):
        for column, (attribute, unit) in enumerate(_ATTRIBUTES):
            value = f"{20 + 13 * row + 3 * column}.{1 + (row + 2 * column) % 9}"
            fact = SeedFact(
                id=f"f{row}{column}",
                seed="methods",
                kind=FactKind.CELL,
                entity=entity,
                attribute=attribute,
                value=value,
                unit=unit,
                numbers=(value,),
                quote=f"{entity} {value}",
                page=1,
                source="t1",
            )
            found.append(fact)
    return tuple(found)


@cache
def _project() -> tuple[Ledger, WorkspaceRecords]:
    seed_set = SeedSet(document=seeds().document, facts=_facts(), pictures=seeds().pictures)
    ledger = simulate(seed_set, 1)
    return ledger, render(ledger, seed_set, contents(), 1)


def test_a_simulated_project_has_no_fault() -> None:
    assert check(*_project()) == ()


def test_a_simulated_project_reads_back() -> None:
    ledger, records = _project()
    assert sum(len(unit.statements) for unit in records.units) > 200
    assert differences(ledger, records) == ()


def test_no_file_of_a_simulated_project_tells_its_pictures() -> None:
    assert list(give_aways(*_project())) == []


def test_a_simulated_project_is_of_the_usual_size() -> None:
    _, records = _project()
    assert 200 <= len(records.units) <= 290
    visual = sum(unit.is_visual for unit in records.units)
    assert visual >= 0.15 * len(records.units)
    assert {unit.place for unit in records.units} == set(Place)


def test_messages_seldom_repeat_a_text() -> None:
    _, records = _project()
    texts = Counter(unit.text for unit in records.units if unit.place is Place.CHAT)
    long = {text: count for text, count in texts.items() if len(text.split()) > 5}
    assert max(long.values()) <= 3


@pytest.mark.parametrize("seed", [1, 2])
def test_spoiled_records_of_a_simulated_project_are_caught(seed: int) -> None:
    shares = caught_shares(*_project(), Random(seed), 60)
    assert sum(item.made for item in shares) == 60
    assert sum(item.caught for item in shares) >= 57
