from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.unit.mmenterprise.ledger.seed_sets import document, fact, numbered
from worksurface_pipeline.mmenterprise.schema.seed import FactKind, SeedFact
from worksurface_pipeline.mmenterprise.simulation.choosing import chosen

FACTS = numbered(
    document("many", "survey"),
    [
        fact(0, FactKind.CELL, f"town {letter}", f"measure {number}", f"{number}.{ord(letter)}")
        for number in range(12)
        for letter in "abcdef"
    ]
    + [fact(0, FactKind.CLAIM, "all", f"single {number}", f"9{number}") for number in range(9)],
).facts


def _taken(facts: tuple[SeedFact, ...], limit: int, seed: int) -> list[str]:
    return [item.id for item in chosen(facts, limit, Random(seed))]


def test_most_of_what_is_taken_can_be_compared_and_some_stands_alone() -> None:
    sizes = Counter(item.attribute for item in chosen(FACTS, 22, Random(1)))
    assert sorted(set(sizes.values())) == [1, 4]
    assert sum(sizes.values()) <= 22
    assert sum(size == 1 for size in sizes.values()) >= 5


def test_the_order_of_facts_does_not_matter() -> None:
    assert _taken(FACTS[::-1], 22, 3) == _taken(FACTS, 22, 3)


def test_another_seed_takes_other_facts() -> None:
    assert len({tuple(_taken(FACTS, 22, seed)) for seed in range(5)}) == 5


@pytest.mark.parametrize("limit", [0, 3, 22, 500])
def test_no_fact_is_taken_twice_nor_more_than_allowed(limit: int) -> None:
    taken = _taken(FACTS, limit, 2)
    assert len(taken) == len(set(taken)) <= limit


def test_of_nothing_nothing_is_taken() -> None:
    assert chosen((), 22, Random(0)) == ()
