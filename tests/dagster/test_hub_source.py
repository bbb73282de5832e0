"""A dataset on a hub-shaped server as the source, through the front door."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dagster.conftest import TASKS, Project
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
