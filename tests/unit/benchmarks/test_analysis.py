"""The analysis suite: its simulated sweep is what it says, and its checks find what is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.analysis import Run, analysis_gates, half_lines, run_lines, world_lines
from benchmarks.analysis_check import Truth, columns_of, recovered
from benchmarks.analysis_plain import largest_gap, our_bounds, plain_bounds
from benchmarks.analysis_run import Laps, Scored, read_and_score, tables_of
from benchmarks.analysis_tasks import design_of, make_tasks
from benchmarks.analysis_truth import METRICS, draw_cells, known_means, values_of
from benchmarks.analysis_world import (
    stored_runs,
    truths,
    write_world,
    written_world,
)
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.schema.scores import Score

TASKS = 24
CELLS = 24
SEED = 20260709


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    made = Lake(str(tmp_path_factory.mktemp("analysis")))
    write_world(made, TASKS, SEED)
    return made


@pytest.fixture(scope="module")
def scored(lake: Lake) -> Scored:
    return read_and_score(lake, Laps())


@pytest.fixture(scope="module")
def tables(scored: Scored) -> ResultTables:
    return tables_of(scored, Laps())


@pytest.fixture(scope="module")
def truth(scored: Scored) -> Truth:
    return Truth(tuple(truths(scored.benchmark, SEED)), design_of(scored.benchmark))


def digests(lake: Lake) -> dict[str, str]:
    return {key: manifest.digest for key, manifest in stored_runs(lake).manifests.items()}


def test_a_seed_fixes_every_byte(lake: Lake, tmp_path: Path) -> None:
    again, other = Lake(str(tmp_path / "again")), Lake(str(tmp_path / "other"))
    write_world(again, TASKS, SEED)
    write_world(other, TASKS, SEED + 1)
    assert digests(again) == digests(lake)
    assert not set(digests(other).values()) & set(digests(lake).values())
    assert written_world(again) == written_world(lake)
    assert written_world(Lake(str(tmp_path / "none"))) is None


def test_runs_and_means_are_recovered(scored: Scored, tables: ResultTables, truth: Truth) -> None:
    found = recovered(truth, scored.values(), tables)
    assert len(scored.scores) == TASKS * CELLS
    assert (found.differing_runs, found.differing_means) == (0, 0)
    assert found.holding >= 0.9 * found.intervals > 80


def _changed(scores: tuple[Score, ...], **fields: object) -> tuple[Score, ...]:
    return (scores[0].model_copy(update=fields), *scores[1:])


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"answer": 0.5}, id="answer"),
        pytest.param({"evidence": 0.3}, id="evidence"),
        pytest.param({"route_f1": 0.1}, id="route"),
        pytest.param({"status": "error"}, id="status"),
    ],
)
def test_one_wrong_score_is_found(
    scored: Scored, tables: ResultTables, truth: Truth, fields: dict[str, object]
) -> None:
    scores = scored.values()
    key = "vendor/large|S4"
    wrong = {**scores, key: _changed(scores[key], **fields)}
    assert recovered(truth, wrong, tables).differing_runs == 1


def test_one_wrong_mean_is_found(scored: Scored, tables: ResultTables, truth: Truth) -> None:
    cells = [
        replace(cell, is_right=np.zeros(TASKS, bool)) if cell.setting == "S4" else cell
        for cell in truth.cells
    ]
    found = recovered(Truth(tuple(cells), truth.plan), scored.values(), tables)
    assert found.differing_means == 4


def test_known_means_are_those_of_many_draws() -> None:
    """Over many seeds, so that the formula and the draws check one another."""
    plan = design_of(make_tasks(TASKS, SEED))
    seeds = 150
    sums: dict[str, list[float]] = {}
    known: dict[str, float] = {}
    for seed in range(seeds):
        for cell in list(draw_cells(plan, seed))[:6]:
            known |= {f"{cell.key} {k}": mean for k, mean in known_means(cell, plan).items()}
            for name, column in values_of(cell, plan).items():
                sums.setdefault(f"{cell.key} {name}", []).append(float(column.mean()))
    assert len(known) == 6 * len(METRICS)
    for name, mean in known.items():
        error = np.std(sums[name]) / np.sqrt(seeds)
        assert abs(np.mean(sums[name]) - mean) <= 4 * error + 1e-12, name


def test_runs_of_a_source_task_go_together() -> None:
    plan = replace(
        design_of(make_tasks(TASKS, SEED)),
        source_tasks=tuple(place // 2 for place in range(TASKS)),
    )
    pairs = [
        cell.is_right.reshape(-1, 2)
        for seed in range(200)
        for cell in draw_cells(plan, seed)
        if cell.setting == "S4"
    ]
    both = np.concatenate(pairs).astype(float)
    assert 0.02 < np.corrcoef(both.T)[0, 1] < 0.2


def test_both_bootstraps_agree(scored: Scored) -> None:
    columns = columns_of(scored.scores, 2_000, SEED)
    ours, plain = our_bounds(columns), plain_bounds(columns)
    assert largest_gap(plain, ours) < 0.25  # two sets of draws over ten clusters
    assert our_bounds(replace(columns, seed=SEED)) == ours


def run(**changes: object) -> Run:
    given: dict[str, object] = {
        "trajectories": 27_624,
        "tables": 20,
        "seconds": {"read": 2.0, "score": 2.0, "tables": 1.0},
        "cpu": {"read": 1.0, "score": 1.0, "tables": 1.0},
        "analysis_mib": 600.0,
        "peak_mib": 700.0,
        "load": 1.0,
        "columns": 108,
        "bootstrap_seconds": 0.02,
        "plain_seconds": 2.0,
        "bootstrap_gap": 0.05,
        "differing_runs": 0,
        "differing_means": 0,
        "intervals": 100,
        "holding": 95,
        "is_equal_when_read_back": True,
    }
    return Run(**{**given, **changes})  # type: ignore[arg-type]


SLOW = {"read": 5.0, "score": 2.0, "tables": 5.0}


@pytest.mark.parametrize(
    ("made", "missed"),
    [
        pytest.param([run()], [], id="all kept"),
        pytest.param([run(), run(), run(seconds=SLOW)], [], id="the median counts"),
        pytest.param(
            [run(seconds=SLOW)],
            ["read and score, one process", "tables, contrasts and intervals"],
            id="slow",
        ),
        pytest.param([run(trajectories=552, seconds=SLOW)], [], id="a small sweep is not timed"),
        pytest.param([run(analysis_mib=2000.0)], ["peak memory"], id="memory"),
        pytest.param([run(plain_seconds=0.5)], ["plain bootstrap over ours"], id="ratio"),
        pytest.param(
            [run(differing_runs=1, differing_means=1, holding=80)],
            [
                "runs that differ from what was written",
                "cell means that differ from it",
                "intervals that hold the known figure",
            ],
            id="wrong figures",
        ),
    ],
)
def test_gates(made: list[Run], missed: list[str]) -> None:
    assert [gate.name for gate in analysis_gates(made) if not gate.is_kept] == missed


def test_lines_say_what_was_measured(lake: Lake) -> None:
    written = written_world(lake)
    assert written is not None
    halves = [{"seconds": {"read": 1.0, "score": 1.5}}, {"seconds": {"read": 1.0, "score": 1.0}}]
    text = "\n".join([*world_lines(written), *run_lines([run()]), *half_lines(halves)])
    assert f"{TASKS * CELLS} trajectories" in text
    assert "20 ms, in plain Python 2.00 s" in text
    assert "95 of 100 stated intervals" in text
    assert "2 processes, read and score: 2.50 s" in text
