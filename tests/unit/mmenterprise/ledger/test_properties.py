"""Invariants over many seeds: a few here, hundreds when proved."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.mmenterprise.ledger.seed_sets import empty, firm, lab, traps
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.ledger.view import View
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet
from worksurface_pipeline.mmenterprise.simulation.events import simulate

SEED_SETS = st.sampled_from([lab(), firm(), traps(), empty()])
SEEDS = st.integers(min_value=0, max_value=2**31)


@settings(max_examples=6, deadline=None, derandomize=True)
@given(seed_set=SEED_SETS, seed=SEEDS)
def test_a_simulated_ledger_breaks_no_invariant(seed_set: SeedSet, seed: int) -> None:
    assert violations(simulate(seed_set, seed)) == ()


@settings(max_examples=4, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_both_times_are_kept(seed: int) -> None:
    """States tell what was true, statements what was said; nothing that was true is unsaid."""
    view = View(simulate(lab(), seed))
    for slot, states in view.states.items():
        said = {item.statement.value for item in view.said[slot]}
        assert {state.value for state in states} <= said
    times = [event.at for event in view.ledger.events]
    assert times == sorted(set(times))


@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_one_seed_one_company_another_another(seed: int) -> None:
    one, same, other = (simulate(lab(), number) for number in (seed, seed, seed + 1))
    assert one == same
    people = [{person.name for person in ledger.world.people} for ledger in (one, other)]
    assert people[0] != people[1]
    assert one.events != other.events
