"""Estimates: from measured runs where there are enough, else a bound that no run exceeds."""

from __future__ import annotations

import pytest

from tests.unit.harness.doubles import trajectory
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory, Turn
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.estimate import PerRun, Runs, bound, estimate, per_run
from worksurface_pipeline.worksurface.settings import Condition

MODEL = ModelSettings(id="m", max_tokens=100)
CONDITION = Condition(turns=3, observation_characters=900, trajectory_tokens=1_000_000)


def run(*usages: Usage, outcome: Outcome = Outcome.ANSWERED) -> Trajectory:
    turns = [
        Turn(index=number, kind="tool", reply="", usage=usage)
        for number, usage in enumerate(usages)
    ]
    forced = Turn(index=9, kind="forced", reply="", usage=Usage(), attempts=0)
    found = trajectory(outcome=outcome)
    return found.model_copy(update={"turns": (*turns, forced)})


CALL = Usage(prompt_tokens=100, completion_tokens=10)
TWO_CALLS = run(CALL, CALL)
SILENT = run(CALL, Usage())
FAILED = run(CALL, outcome=Outcome.ERRORED)


def test_measured_runs_give_means_of_those_that_tell_all() -> None:
    runs = [TWO_CALLS, run(CALL), TWO_CALLS, run(CALL), TWO_CALLS, SILENT, FAILED]
    each = per_run([Runs("m under S4", runs)], setting("S4"), CONDITION, MODEL)
    assert each == PerRun(
        calls=1.6, prompt_tokens=160, completion_tokens=16, basis="mean of 5 runs of m under S4"
    )


def test_the_first_that_are_enough_count_and_else_the_bound() -> None:
    few, many = Runs("few", [TWO_CALLS] * 4), Runs("many", [run(CALL)] * 5)
    assert per_run([few, many], setting("S4"), CONDITION, MODEL).basis.endswith("many")
    assert per_run([few], setting("S4"), CONDITION, MODEL).is_bound


@pytest.mark.parametrize(
    ("key", "calls"),
    [("S1", 2), ("S2", 2), ("S3", 6), ("S4", 4), ("S5", 4), ("S6", 4), ("S7", 2)],
)
def test_the_bound_is_every_turn_used(key: str, calls: int) -> None:
    assert bound(setting(key), CONDITION, MODEL).calls == calls


def test_each_request_of_the_bound_holds_all_that_was_said_before() -> None:
    each = bound(setting("S4"), CONDITION, MODEL)
    assert each.prompt_tokens == 4 * 1500 + (450 + 100) * (1 + 2 + 3)
    assert each.completion_tokens == 4 * 100


def test_the_limit_of_tokens_bounds_the_bound() -> None:
    short = CONDITION.model_copy(update={"trajectory_tokens": 500})
    each = bound(setting("S4"), short, MODEL)
    assert each.prompt_tokens + each.completion_tokens == pytest.approx(500)


@pytest.mark.parametrize(
    ("price", "cost"),
    [
        (None, None),
        (Price(prompt_per_million=0.0, completion_per_million=0.0), 0.0),
        (Price(prompt_per_million=10.0, completion_per_million=100.0), 0.02),
    ],
    ids=["unknown", "free", "known"],
)
def test_an_estimate_is_a_number_of_runs_times_one(price: Price | None, cost: float | None) -> None:
    each = PerRun(calls=1.6, prompt_tokens=100.0, completion_tokens=10.0, basis="b")
    found = estimate("m", "S4", 10, 3, each, price)
    assert (found.trajectories, found.finished, found.calls, found.tokens) == (10, 3, 16.0, 1100.0)
    assert found.cost == cost


def test_nothing_to_run_takes_nothing() -> None:
    each = PerRun(calls=1.6, prompt_tokens=100.0, completion_tokens=10.0, basis="b")
    found = estimate("m", "S4", 0, 3, each, None)
    assert (found.calls, found.tokens, found.basis) == (0, 0, "nothing to run")
