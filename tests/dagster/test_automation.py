"""The sensor asks for the stale frontier by content, the nightly schedule for stale cells."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import dagster as dg

from resources.lake_io import WorkbenchResource
from schedules.nightly import nightly_sweep
from schedules.sensor import source_sensor
from tests.dagster.conftest import Project


def _resource(project: Project) -> dict[str, Any]:
    path = str(project.folder / "worksurface.toml")
    return {"workbench": WorkbenchResource(settings_file=path)}


def _tick(project: Project) -> list[Any]:
    context = dg.build_sensor_context(resources=_resource(project))
    asked: Any = source_sensor(context)
    return list(asked)


def _night(project: Project) -> list[Any]:
    context = dg.build_schedule_context(resources=_resource(project))
    asked: Any = nightly_sweep(context)
    return list(asked)


def _requests(items: Iterable[Any]) -> list[tuple[str | None, str | None]]:
    return [(i.job_name, i.partition_key) for i in items if isinstance(i, dg.RunRequest)]


def _file(project: Project) -> Any:
    return next(project.workspace.rglob("*_shipments_q2.csv"))


def test_nothing_is_asked_for_when_nothing_changed(copy: Project) -> None:
    assert _requests(_tick(copy)) == []
    assert _requests(_night(copy)) == []


def test_a_touched_file_is_not_a_changed_one(copy: Project) -> None:
    os.utime(_file(copy))
    assert _requests(_tick(copy)) == []


def test_an_edit_that_keeps_size_and_time_is_seen(copy: Project) -> None:
    path = _file(copy)
    stat = path.stat()
    path.write_text(path.read_text(encoding="utf-8").replace("delayed", "dalayed", 1))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.stat().st_size == stat.st_size
    assert _requests(_tick(copy)) == [("freeze", None)]


def test_the_frontier_moves_layer_by_layer_and_leaves_sweeps_to_the_night(copy: Project) -> None:
    path = _file(copy)
    path.write_text(path.read_text(encoding="utf-8").replace("delayed", "dalayed", 1))
    assert copy.drive(until="freeze")[0]
    assert _requests(_tick(copy)) == [("build", "logistics_manager")]
    assert copy.drive(until="assemble")[0]
    assert _requests(_tick(copy)) == []
    cells = [key for _, key in _requests(_night(copy))]
    assert sorted(str(key) for key in cells) == [
        "offline/keyword|S1",
        "offline/keyword|S4",
        "offline/keyword|S5",
    ]


def test_a_deleted_file_is_seen(copy: Project) -> None:
    _file(copy).unlink()
    assert _requests(_tick(copy)) == [("freeze", None)]


def test_a_source_that_cannot_be_read_is_a_sentence(copy: Project) -> None:
    (copy.workspace / "3" / "metadata.json").write_text("{", encoding="utf-8")
    said = _tick(copy)
    assert _requests(said) == []
    assert "metadata.json" in said[0].skip_message


def test_the_same_state_asks_under_the_same_run_key(copy: Project) -> None:
    """A tick while the run is still going must not start it a second time."""
    _file(copy).unlink()
    keys = {_tick(copy)[0].run_key for _ in range(2)}
    assert len(keys) == 1
