"""Random changes: what is caught at once is nearly all; the rest tells another sound project.

What is not caught gives a ledger that could have been: a colleague who knew a value says it, in
another room that he is in, or a repetition is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tests.unit.mmenterprise.ledger.mutations import MUTATIONS, mutate
from tests.unit.mmenterprise.ledger.seed_sets import lab_ledger
from worksurface_pipeline.mmenterprise.ledger.invariants import violations

MUTATED = 500
LEDGERS = 10
# Kinds of which every case is caught: they make what is said false, secret or seen.
ALWAYS = ("value", "value of another", "truth", "leak", "visual", "state value", "state time")
_LEAST_SHARE = 0.9


@pytest.fixture(scope="module")
def caught() -> tuple[Counter[str], Counter[str]]:
    """Mutated ledgers by kind: how many were caught, and how many there were."""
    rng, found, made = Random(11), Counter[str](), Counter[str]()
    kinds = tuple(MUTATIONS)
    for number in range(MUTATED):
        kind = kinds[number % len(kinds)]
        changed = mutate(lab_ledger(number % LEDGERS), kind, rng)
        made[kind] += 1
        found[kind] += bool(violations(changed))
    return found, made


def test_nine_of_ten_mutated_ledgers_are_caught(
    caught: tuple[Counter[str], Counter[str]], record_property: Callable[[str, object], None]
) -> None:
    found, made = caught
    share = sum(found.values()) / sum(made.values())
    record_property("caught_share", round(share, 3))
    assert sum(made.values()) == MUTATED
    assert share >= _LEAST_SHARE, dict(found)


@pytest.mark.parametrize("kind", ALWAYS)
def test_every_false_secret_or_seen_value_is_caught(
    caught: tuple[Counter[str], Counter[str]], kind: str
) -> None:
    found, made = caught
    assert found[kind] == made[kind]
