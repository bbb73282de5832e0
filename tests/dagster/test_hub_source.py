"""A dataset on a hub-shaped server as the source, through the front door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from resources.lake_io import WorkbenchResource
from schedules.sensor import source_sensor
from tests.dagster.conftest import TASKS, Project
from tests.dagster.standing import stand_in
from tests.shared_files import ROOT
from tests.unit.source.hub_server import COMMIT, REPO, Hub, serve
from worksurface_pipeline.kernel.errors import HubError

SETTINGS = f"""
[source]
hub = "{REPO}"
revision = "{COMMIT}"
split = "tasks"
[lake]
root = "lake"
"""


def _files() -> dict[str, bytes]:
    sample = ROOT / "data_lake" / "sample"
    paths = [path for task in TASKS for path in sorted((sample / task).rglob("*"))]
    return {
        f"tasks/{path.relative_to(sample).as_posix()}": path.read_bytes()
        for path in paths
        if path.is_file()
    }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "worksurface.toml").write_text(SETTINGS, encoding="utf-8")
    return Project(tmp_path)


def test_a_hub_dataset_is_fetched_once_and_built(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(Hub(files=_files())) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        is_ok, text = project.drive(until="assemble")
        assert is_ok, text
        asked = len([item for item in hub.seen if "/resolve/" in item.path])
        assert project.drive(until="assemble")[0]
        again = len([item for item in hub.seen if "/resolve/" in item.path])
    frozen = project.bench.frozen()
    assert frozen is not None
    assert (frozen.lock.repo, frozen.lock.commit, frozen.lock.split) == (REPO, COMMIT, "tasks")
    assert frozen.lock.downloaded_at is not None
    assert asked == again == len(_files())
    assert project.bench.lake.current("benchmark") is not None


def test_an_unreachable_hub_is_a_sentence(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr("resources.source.time.sleep", lambda _seconds: None)
    with pytest.raises(HubError) as caught:
        project.drive(until="freeze")
    assert "127.0.0.1:9" in str(caught.value)
    assert project.bench.frozen() is None


def _tick(project: Project, instance: dg.DagsterInstance) -> list[tuple[str | None, str | None]]:
    """What the sensor requests at one tick."""
    path = str(project.folder / "worksurface.toml")
    resources = {"workbench": WorkbenchResource(settings_file=path)}
    with dg.build_sensor_context(instance, resources=resources) as context:
        result: Any = source_sensor(context)
    requests = result.run_requests or [] if isinstance(result, dg.SensorResult) else []
    return [(item.job_name, item.partition_key) for item in requests]


def test_a_new_commit_of_the_branch_is_seen_by_one_request(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = project.folder / "worksurface.toml"
    path.write_text(SETTINGS.replace(COMMIT, "main"), encoding="utf-8")
    changed = next(name for name in _files() if name.endswith("_shipments_q2.csv"))
    with serve(Hub(files=_files())) as hub, dg.DagsterInstance.ephemeral() as instance:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        assert project.drive(until="freeze")[0]
        stand_in(project, "build")
        before = len(hub.seen)
        assert _tick(project, instance) == [("gather", None)]
        assert [item.path.rpartition("/")[2] for item in hub.seen[before:]] == ["main"]
        hub.commit = "1" * 40  # a commit of equal files: its freeze is all there is to do
        assert _tick(project, instance) == [("freeze", None)]
        assert project.drive(until="freeze")[0]
        assert _tick(project, instance) == [("gather", None)]
        hub.files[changed] = hub.files[changed].replace(b"delayed", b"dalayed", 1)
        hub.commit = "2" * 40
        assert _tick(project, instance) == [("freeze", None)]
        assert project.drive(until="freeze")[0]
        assert _tick(project, instance) == [("build", "logistics_manager")]
    frozen = project.bench.frozen()
    assert frozen is not None
    assert frozen.lock.commit == "2" * 40


def test_a_pinned_commit_is_never_looked_at(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(Hub(files=_files())) as hub, dg.DagsterInstance.ephemeral() as instance:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        assert _tick(project, instance) == []
        assert hub.seen == []
