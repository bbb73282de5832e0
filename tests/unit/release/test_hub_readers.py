"""A release read by what reads datasets: `datasets`, offline, and `mlcroissant`.

Skipped by name without the extra `exchange`; `make prove` installs it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.unit.release.made import made
from tests.unit.release.published import published

_IDS = sorted(task.id for task in made()[0])
_LOAD = """
import json, sys
from datasets import load_dataset
found = {name: load_dataset(sys.argv[1], name, split="test") for name in sys.argv[2:]}
print(json.dumps({
    "default": list(load_dataset(sys.argv[1], split="test")["id"]),
    **{name: sorted(set(one["task_id" if "task_id" in one.column_names else "id"]))
       for name, one in found.items()},
}))
"""


def _needs(package: str) -> pytest.MarkDecorator:
    reason = f"{package} of the extra `exchange` is not installed"
    return pytest.mark.skipif(find_spec(package) is None, reason=reason)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("readers") / "r")


@_needs("datasets")
def test_datasets_loads_it_offline(release: Path, tmp_path: Path) -> None:
    """In a process of its own: whether it is offline is read at import."""
    names = ["tasks", "public", "scores", "profiles", "trajectories", "turns"]
    done = subprocess.run(
        [sys.executable, "-c", _LOAD, str(release), *names],
        env={
            "HF_DATASETS_OFFLINE": "1",
            "HF_HUB_OFFLINE": "1",
            "HF_HOME": str(tmp_path / "home"),
            "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
            "PATH": "",
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert sorted(found["default"]) == _IDS
    assert found["tasks"] == found["public"] == _IDS
    assert found["scores"] == ["abstained", "answered", "errored", "limited", "unread"]
    assert found["trajectories"] == found["turns"] == found["scores"]


@_needs("mlcroissant")
def test_the_metadata_validate_and_yield_the_tasks(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import mlcroissant

    dataset = mlcroissant.Dataset(jsonld=str(release / "croissant.json"))
    assert not dataset.metadata.ctx.issues.errors
    tasks = list(dataset.records("tasks"))
    assert sorted(one["tasks/id"].decode() for one in tasks) == _IDS
    public = list(dataset.records("public"))
    assert sorted(one["public/id"].decode() for one in public) == _IDS
    scores = list(dataset.records("scores"))
    assert len(scores) == 10
    assert {one["scores/answer"] for one in scores if one["scores/task_id"] == b"answered"} == {1.0}
