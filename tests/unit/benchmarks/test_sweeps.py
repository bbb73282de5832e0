"""The sweeps suite: both sides do the same work, and the gates say what was missed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.sweeps import Run, sweep_gates, sweep_lines
from benchmarks.sweeps_naive import naive
from benchmarks.sweeps_run import NAIVE, OURS
from benchmarks.sweeps_sides import sweep
from benchmarks.sweeps_world import World, questions_of
from resources.toolboxes import stored_parts
from resources.workbench import open_workbench
from tests.faults.killed_sweep import stored_world
from tests.unit.tools.builders import PERSONA
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory


@pytest.fixture
def world(tmp_path: Path) -> World:
    bench = open_workbench(stored_world(tmp_path / "world", "http://127.0.0.1:1/v1"))
    parts = stored_parts(bench.lake, (PERSONA,))
    return World(bench, parts, *questions_of(parts, (PERSONA,), 3))


def shown(records: list[Trajectory]) -> list[tuple[str, str | None, list[tuple[str, bool]]]]:
    return sorted(
        (one.task_id, one.answer, [(call.tool, call.is_error) for call in one.calls])
        for one in records
    )


def test_both_sides_make_the_same_calls(world: World, tmp_path: Path) -> None:
    done: list[int] = []
    spent = sweep(world, world.items, 1, done.append)
    folder = Path(world.bench.lake.path("sweeps/measured/journal"))
    ours = list(Journal(folder).read())
    naive(world, world.items, tmp_path)
    lines = (tmp_path / "records.jsonl").read_text(encoding="utf-8").splitlines()
    theirs = [Trajectory.model_validate_json(line) for line in lines]
    assert shown(ours) == shown(theirs)
    assert done == list(range(1, len(world.items) + 1))
    assert all(record.outcome is Outcome.ANSWERED for record in ours)
    assert not any(call.is_error for record in ours for call in record.calls)
    assert spent.turns == 7 * len(world.items)
    assert min(spent.calls, spent.journal, spent.at_work) > 0


def run(files: int, side: str, each_ms: float, memory: Mapping[str, float] | None = None) -> Run:
    return Run(
        files=files,
        side=side,
        trajectories=10,
        seconds=each_ms / 100,
        cpu_seconds=1.0,
        gateway_ms=0.5,
        journal_ms=0.2,
        turn_ms=2.0,
        memory=dict(memory or {}),
        end_mib=300.0,
        load=1.0,
    )


def runs(at_smallest: float, at_largest: float, grown: float) -> list[Run]:
    return [
        *(run(8, OURS, each) for each in (99.0, 20.0, 21.0)),
        run(8, NAIVE, at_smallest),
        run(50, OURS, 22.0),
        run(50, NAIVE, 500.0),
        run(400, OURS, at_largest),
        run(400, NAIVE, 5000.0),
        run(
            8,
            "memory",
            20.0,
            {"1000": 100.0, "2000": 101.0, "3000": 102.0, "4000": 103.0, "5000": grown},
        ),
    ]


@pytest.mark.parametrize(
    ("made", "missed"),
    [
        pytest.param(runs(100, 25, 105), [], id="all kept"),
        pytest.param(runs(10, 25, 105), ["naive over sweep at 8 files"], id="slow when small"),
        pytest.param(
            runs(100, 900, 105),
            ["naive over sweep at 400 files", "slowest over fastest size of the sweep"],
            id="slow when large",
        ),
        pytest.param(runs(100, 25, 200), ["memory from 1,000 to 5,000"], id="memory grows"),
    ],
)
def test_gates(made: list[Run], missed: list[str]) -> None:
    assert [gate.name for gate in sweep_gates(made) if not gate.is_kept] == missed
    text = "\n".join(sweep_lines(made))
    assert "gateway, cache and ledger 0.50 ms (25%), journal 0.20 ms (10%)" in text
    assert "memory at 8 files: 100 MiB after 1000" in text
