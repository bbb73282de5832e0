"""What is only said again, over many simulations: nobody words it as news."""

from __future__ import annotations

import sys

import pytest

from tests.unit.mmenterprise.ledger.seed_sets import firm, lab
from tests.unit.mmenterprise.records.test_hearsay import told_of
from worksurface_pipeline.mmenterprise.records.freshness import stale_news
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.simulation.events import simulate

pytestmark = pytest.mark.prove
SEEDS = 60


def test_no_repetition_of_any_simulation_is_told_as_news() -> None:
    stale = 0
    for seed in range(SEEDS):
        for seed_set in (lab(), firm()):
            words = Words(simulate(seed_set, seed))
            for event, unit in told_of(words, seed):
                assert list(stale_news(words, event, unit)) == [], (seed, event.id)
                again = [item for item in event.statements if not item.is_past]
                again = [item for item in again if (event.id, item.slot) in words.repeated]
                stale += sum(not item.is_true for item in again)
    sys.stderr.write(f"\n{stale} statements said again no longer held\n")
    assert stale > SEEDS
