"""The sensor asks for the stale frontier by content, the nightly schedule for stale cells."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from assets.partitions import cell_key
from assets.publishing import NIGHT_TAG
from resources.instance import open_instance
from resources.lake_io import SHELF, WorkbenchResource
from resources.purses import NO_BUDGET, Budget
from resources.run_lock import sole_run
from resources.spending import booked_calls, night_budget
from schedules.nightly import nightly_sweep
from schedules.results import failures
from schedules.sensor import source_sensor
from tests.dagster.conftest import Project
from tests.dagster.standing import stand_in
from worksurface_pipeline.definitions import defs
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.kernel.lake import Lake, Manifest
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.source import files, known

Requested = tuple[str | None, str | None]


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    folder = tmp_path / "instance"
    folder.mkdir()
    with dg.DagsterInstance.local_temp(str(folder)) as found:
        yield found


def _resource(project: Project) -> dict[str, Any]:
    path = str(project.folder / "worksurface.toml")
    return {"workbench": WorkbenchResource(settings_file=path)}


def _look(project: Project, instance: dg.DagsterInstance, cursor: str | None = None) -> Any:
    """What one tick of the sensor gives."""
    with dg.build_sensor_context(instance, cursor, resources=_resource(project)) as context:
        return source_sensor(context)


def _tick(project: Project, instance: dg.DagsterInstance) -> list[Requested]:
    """What one tick of the sensor requests."""
    return _asked(_look(project, instance))


def _asked(result: Any) -> list[Requested]:
    requests = result.run_requests or [] if isinstance(result, dg.SensorResult) else []
    return [(item.job_name, item.partition_key) for item in requests]


def _said(result: Any) -> str:
    skip: Any = result.skip_reason if isinstance(result, dg.SensorResult) else result
    return str(skip.skip_message)


def _night(project: Project, instance: dg.DagsterInstance) -> list[Any]:
    planned = datetime(2026, 3, 4, 1)
    with dg.build_schedule_context(instance, planned, resources=_resource(project)) as context:
        asked: Any = nightly_sweep(context)
        return list(asked)


def _cells(items: Iterable[Any]) -> list[str]:
    return [str(item.partition_key) for item in items if isinstance(item, dg.RunRequest)]


def _run(job: str, partition: str, status: dg.DagsterRunStatus) -> dg.DagsterRun:
    """A run as the daemon makes it of a request."""
    tags = {"dagster/partition": partition} if partition else {}
    return dg.DagsterRun(job_name=job, status=status, tags=tags)


def _file(project: Project) -> Any:
    return next(project.workspace.rglob("*_shipments_q2.csv"))


def _edit(project: Project) -> None:
    path = _file(project)
    path.write_text(path.read_text(encoding="utf-8").replace("delayed", "dalayed", 1))


def test_nothing_is_asked_for_when_nothing_changed(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    assert _tick(copy, instance) == []
    assert _cells(_night(copy, instance)) == []


def test_a_bare_touch_costs_one_hash_and_requests_nothing(
    copy: Project, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "_SETTLED_NS", 0)  # the copied files have just been written
    assert _tick(copy, instance) == []  # from here every file's digest is known
    hashed: list[Path] = []

    def counting(path: Path) -> str:
        hashed.append(path)
        return digest_file(path)

    monkeypatch.setattr(files, "digest_file", counting)
    assert _tick(copy, instance) == []
    assert hashed == []
    os.utime(_file(copy))
    assert _tick(copy, instance) == []
    assert hashed == [_file(copy)]


def test_an_edit_that_keeps_size_and_time_is_seen(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    path = _file(copy)
    stat = path.stat()
    _edit(copy)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.stat().st_size == stat.st_size
    assert _tick(copy, instance) == [("freeze", None)]


def test_the_frontier_moves_layer_by_layer_and_leaves_sweeps_to_the_night(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    _edit(copy)
    assert copy.drive(until="freeze")[0]
    assert _tick(copy, instance) == [("build", "logistics_manager")]
    stand_in(copy, "build", "gather", "measure", "judge", "screen", "assemble")
    assert _tick(copy, instance) == []
    requests = _night(copy, instance)
    assert _cells(requests) == [
        "offline/keyword|S5",  # the reference cell: budgets wait for it
        "offline/keyword|S1",
        "offline/keyword|S4",
    ]
    assert {item.tags["worksurface/night"] for item in requests} == {"night-2026-03-04"}


def test_a_night_begins_what_its_budget_allows_and_names_the_rest(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    path = copy.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8").replace("[sweep]", "[sweep]\nnightly_cells = 1")
    path.write_text(f"{text}[condition]\ntrajectory_seconds = 77\n", encoding="utf-8")
    first = _night(copy, instance)
    assert _cells(first) == ["offline/keyword|S5"]
    left = "left for the next night: offline/keyword|S1, offline/keyword|S4"
    assert first[0].tags["worksurface/left"] == left
    instance.add_run(_run("sweep", "offline/keyword|S5", dg.DagsterRunStatus.FAILURE))
    assert _cells(_night(copy, instance)) == ["offline/keyword|S1"]
    for cell in ("S1", "S4", "S5"):
        instance.add_run(_run("sweep", f"offline/keyword|{cell}", dg.DagsterRunStatus.STARTED))
    said = _night(copy, instance)
    assert _cells(said) == []
    assert "already queued or at work: offline/keyword|S1" in said[0].skip_message


def test_a_deleted_file_is_seen(copy: Project, instance: dg.DagsterInstance) -> None:
    _file(copy).unlink()
    assert _tick(copy, instance) == [("freeze", None)]


def test_a_source_that_cannot_be_read_is_a_sentence(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    (copy.workspace / "3" / "metadata.json").write_text("{", encoding="utf-8")
    result = _look(copy, instance)
    assert _asked(result) == []
    assert "metadata.json" in _said(result)


def test_a_run_that_is_queued_or_at_work_is_not_asked_for_again(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    _edit(copy)
    instance.add_run(_run("freeze", "", dg.DagsterRunStatus.STARTED))
    result = _look(copy, instance)
    assert _asked(result) == []
    assert "freeze is queued or at work" in _said(result)


def test_a_failed_run_is_asked_for_again_at_a_change_or_after_some_ticks(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    _edit(copy)
    first = _look(copy, instance)
    assert _asked(first) == [("freeze", None)]
    second = _look(copy, instance, first.cursor)
    assert _asked(second) == []
    assert "asked again in 9 ticks" in _said(second)
    _file(copy).unlink()
    assert _asked(_look(copy, instance, second.cursor)) == [("freeze", None)]


def test_a_pinned_source_is_left_alone(copy: Project, instance: dg.DagsterInstance) -> None:
    path = copy.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[source]", '[source]\nlock = "pin.json"'), encoding="utf-8")
    _file(copy).unlink()
    result = _look(copy, instance)
    assert _asked(result) == []
    assert "pinned to the lock pin.json" in _said(result)


def test_a_run_of_the_command_line_is_waited_for(
    copy: Project, instance: dg.DagsterInstance
) -> None:
    _edit(copy)
    with sole_run(copy.bench):
        result = _look(copy, instance)
        assert _asked(result) == []
        assert f"process {os.getpid()}" in _said(result)
        assert f"process {os.getpid()}" in _night(copy, instance)[0].skip_message
    assert _tick(copy, instance) == [("freeze", None)]


def test_an_input_that_changes_while_it_is_read_stops_the_step(
    copy: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when two runs are started from the page: a value must never bear another's name."""
    real = SHELF.take

    def changing(lake: Lake, manifest: Manifest) -> Any:
        value = real(lake, manifest)
        if manifest.asset == "necessity":
            lake.store(manifest.asset, manifest.partition, manifest.basis, RecordSet())
        return value

    monkeypatch.setattr(SHELF, "take", changing)
    before = copy.bench.lake.current("screened_tasks", "logistics_manager")
    with open_instance(copy.bench) as instance:
        result = defs.resolve_job_def("screen").execute_in_process(
            instance=instance,
            partition_key="logistics_manager",
            tags={"worksurface/force": "true"},
            raise_on_error=False,
        )
    assert [line for line in failures(result) if "changed while it was read" in line]
    assert copy.bench.lake.current("screened_tasks", "logistics_manager") == before


def test_calls_of_a_night_are_booked_under_its_name(copy: Project) -> None:
    path = copy.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8").replace("[sweep]", "[sweep]\nnightly_budget = 2.5")
    path.write_text(f"{text}[condition]\ntrajectory_seconds = 77\n", encoding="utf-8")
    with open_instance(copy.bench) as instance:
        result = defs.resolve_job_def("sweep").execute_in_process(
            instance=instance,
            partition_key=cell_key(Cell("offline/keyword", "S1")),
            tags={NIGHT_TAG: "night-2026-03-04"},
        )
    assert result.success
    assert {call.run for _, call in booked_calls(copy.bench)} == {"", "night-2026-03-04"}
    assert night_budget(copy.bench, "night-2026-03-04") == Budget("night-2026-03-04", 2.5)
    assert night_budget(copy.bench, "") == NO_BUDGET
