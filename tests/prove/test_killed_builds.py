"""A build that is killed at any artifact goes on to what it would have been undisturbed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.dagster.conftest import Project, make_project
from tests.shared_files import ROOT

_PATIENCE = 120.0  # seconds that a build may take until the next kill is due
_ASSETS = ("tables", "documents", "graph", "coverage_ledger", "surface_bundle", "verified_tasks")


def _valid(project: Project) -> int:
    """How many artifacts the lake names as valid."""
    return sum(1 for _ in Path(project.bench.lake.path("")).rglob("CURRENT"))


def _kill_at(project: Project, count: int) -> int:
    """Start a build and kill it as soon as `count` artifacts are valid; its exit code."""
    settings = str(project.folder / "worksurface.toml")
    process = subprocess.Popen(
        [sys.executable, "-m", "worksurface_pipeline", "build", "--settings", settings],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    begun = time.monotonic()
    while process.poll() is None and _valid(project) < count:
        if time.monotonic() - begun > _PATIENCE:
            process.kill()
            raise TimeoutError(f"only {_valid(project)} of {count} artifacts were made")
        time.sleep(0.01)
    process.kill()
    return process.wait(_PATIENCE)


def _digests(project: Project) -> dict[str, str]:
    lake = project.bench.lake
    found = {}
    for asset in _ASSETS:
        for persona in ("operations_manager", "logistics_manager"):
            manifest = lake.current(asset, persona)
            assert manifest is not None, (asset, persona)
            found[f"{asset} {persona}"] = manifest.digest
    benchmark = lake.current("benchmark")
    assert benchmark is not None
    return {**found, "benchmark": benchmark.digest}


@pytest.mark.prove
def test_a_killed_build_ends_as_an_undisturbed_one(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    alone = make_project(tmp_path_factory.mktemp("alone"))
    killed = make_project(tmp_path_factory.mktemp("killed"))
    assert alone.drive(until="assemble")[0]
    codes = [_kill_at(killed, count) for count in (1, 3, 6, 10, 15, 22)]
    assert codes == [-9] * len(codes)
    is_ok, said = killed.drive(until="assemble")
    assert is_ok, said
    assert _digests(killed) == _digests(alone)
    _, said = killed.drive(until="assemble")
    assert "nothing was computed again" in said
