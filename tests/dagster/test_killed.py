"""A sweep that is killed loses nothing and runs nothing twice."""

from __future__ import annotations

import signal

import pytest

from tests.dagster.conftest import Project, make_project
from tests.dagster.killing import records, sweep_until
from worksurface_pipeline.worksurface.sweep import TrajectorySet

SETTINGS = """
[source]
path = "workspace"
[sweep]
settings = ["S4"]
[condition]
epochs = 3
[lake]
root = "lake"
"""
CELL = "offline/keyword|S4"


def _runs(project: Project) -> TrajectorySet:
    manifest = project.bench.lake.current("trajectories", CELL)
    assert manifest is not None
    return project.bench.lake.load(manifest, TrajectorySet)


def check_kills(project: Project, undisturbed: Project, points: list[int]) -> None:
    """Kill at each number of records, finish, and compare with a run that was left alone."""
    assert undisturbed.drive(until="sweep")[0]
    assert project.drive(until="assemble")[0]
    for number, count in enumerate(points):
        kind = signal.SIGKILL if number % 2 == 0 else signal.SIGTERM
        code, said = sweep_until(project, count, kind)
        assert code == (-signal.SIGKILL if kind is signal.SIGKILL else 130), said
        if kind is signal.SIGTERM:
            assert " done, " in said
            assert "Interrupted. What is finished is kept; run again to go on." in said
        assert project.bench.lake.current("trajectories", CELL) is None
        assert project.bench.lake.current("trajectories", "offline/keyword|S5") is None
    assert project.drive(until="sweep")[0]
    assert _runs(project).trajectories == _runs(undisturbed).trajectories
    assert records(project) == records(undisturbed)


def test_a_killed_sweep_goes_on_where_it_was(tmp_path_factory: pytest.TempPathFactory) -> None:
    killed = make_project(tmp_path_factory.mktemp("killed"), SETTINGS)
    alone = make_project(tmp_path_factory.mktemp("alone"), SETTINGS)
    check_kills(killed, alone, [5, 12])
