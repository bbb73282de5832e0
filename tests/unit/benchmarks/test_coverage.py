"""A small version of the coverage table: intervals of the kernel hold what they say, or do not."""

from __future__ import annotations

import pytest

from benchmarks.coverage import Row, World, paired_worlds, simulate, worlds
from benchmarks.coverage_page import DOCS, HOLDS, page
from benchmarks.coverage_table import coverage_csv, edge, read_rows
from worksurface_pipeline.kernel.intervals import FEW_CLUSTERS
from worksurface_pipeline.kernel.resampling_records import Method
from worksurface_pipeline.site.interval_cells import LEAST_CHANGED
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

SEED = 5
SHOWN = AnalysisSettings().method


def rows(world: World, data_sets: int = 400) -> dict[Method, Row]:
    return {row.method: row for row in simulate(world, SEED, data_sets, replicates=400)}


def test_cluster_t_holds_with_few_clusters_where_the_bootstrap_does_not() -> None:
    found = rows(World(clusters=10, strata=5, correlation=0.3, mean=0.5))
    assert found[Method.CLUSTER_T].covered > 0.90
    assert found[Method.PERCENTILE].covered < 0.85
    assert found[Method.PERCENTILE].width < found[Method.CLUSTER_T].width


def test_all_methods_agree_with_many_clusters() -> None:
    found = rows(World(clusters=100, strata=1, correlation=0.05, mean=0.5))
    assert all(abs(row.covered - 0.95) < 4.5 * 0.0109 for row in found.values())  # 400 data sets


def test_nothing_holds_near_a_bound() -> None:
    found = rows(World(clusters=10, strata=1, correlation=0.3, mean=0.99))
    assert all(row.covered < 0.6 for row in found.values())
    assert found[Method.BCA].none > 0.4


def test_the_outcomes_have_the_mean_and_the_correlation_asked() -> None:
    """By analysis of variance of pairs within clusters of two."""
    import numpy as np

    from benchmarks.coverage import outcomes

    data = outcomes(World(2000, 1, 0.3, 0.9), np.random.default_rng(1), 20, (2,))
    mean = data.sums.sum() / data.counts.sum()
    both = float((data.sums == 2).mean())
    assert mean == pytest.approx(0.9, abs=0.005)
    assert (both - mean**2) / (mean * (1 - mean)) == pytest.approx(0.3, abs=0.02)


def test_the_page_is_what_its_figures_say() -> None:
    text = (DOCS / "coverage.csv").read_text(encoding="utf-8")
    stored = read_rows(text)
    assert coverage_csv(stored) == text
    assert page(stored) == (DOCS / "coverage.md").read_text(encoding="utf-8")
    assert {row.world for row in stored} == {*worlds(), *edge(), *paired_worlds()}
    assert min(row.data_sets for row in stored) >= 4000


def test_what_the_rule_lets_pass_holds() -> None:
    stored = read_rows((DOCS / "coverage.csv").read_text(encoding="utf-8"))
    known = {(row.world, row.method): row for row in stored}
    enough = [
        world
        for world in paired_worlds()
        if world.clusters >= FEW_CLUSTERS and world.clusters * world.mean >= LEAST_CHANGED
    ]
    for world in (*edge(), *enough):
        row = known[world, SHOWN]
        assert row.covered + row.error >= HOLDS, world


def test_the_confirmatory_test_keeps_its_level() -> None:
    stored = read_rows((DOCS / "coverage.csv").read_text(encoding="utf-8"))
    level = [row for row in stored if row.world.rising == 0.5 and row.method is Method.CLUSTER_T]
    assert len(level) == 32
    assert min(row.covered + 2 * row.error for row in level) >= 0.95
