"""A sweep of sixty trajectories, killed at random points and resumed each time."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from tests.faults.killed_sweep import (
    EPOCHS,
    KEY,
    TASKS,
    WORKERS,
    Endpoint,
    Sweeper,
    records_of,
    serving,
    stored_world,
    whole_lines,
)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "x")


def check_kills(folder: Path, kills: int, seed: int) -> None:
    """Kill at random calls, resume each time, and compare with the sweep that was left alone."""
    endpoint = Endpoint(random.Random(seed))
    with serving(endpoint) as address:
        killed, alone = (stored_world(folder / name, address) for name in ("killed", "alone"))
        assert Sweeper(alone, endpoint).finish() == 0
        needed = endpoint.calls
        points = sorted(endpoint.chance.sample(range(1, needed), kills))
        sweeper = Sweeper(killed, endpoint)
        endpoint.calls = 0
        for point in points:
            assert sweeper.kill_at(max(1, point - endpoint.calls)) == -signal.SIGKILL
        assert sweeper.finish() == 0
        repeated = endpoint.calls - needed
    records = records_of(killed)
    assert len(records) == TASKS * EPOCHS == whole_lines(killed)
    assert len({(record.task_id, record.epoch) for record in records}) == len(records)
    assert records == records_of(alone)
    assert repeated <= kills * WORKERS


def test_three_kills(tmp_path: Path) -> None:
    check_kills(tmp_path, kills=3, seed=1)


@pytest.mark.prove
@pytest.mark.parametrize("seed", [2, 3])
def test_twenty_kills(tmp_path: Path, seed: int) -> None:
    check_kills(tmp_path, kills=20, seed=seed)
