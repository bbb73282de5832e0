"""The programs of others on what is exported: Inspect's and Croissant's own commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.unit.exchange.cells import KEY, NAMES, runs, scored, tasks
from tests.unit.release.published import published
from worksurface_pipeline.worksurface.exchange.inspect_log import CellLog, write_inspect_log
from worksurface_pipeline.worksurface.settings import Condition

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(
        any(find_spec(name) is None for name in ("inspect_ai", "mlcroissant")),
        reason="the extra `exchange` is not installed",
    ),
]


def _run(program: str, *arguments: str, home: Path) -> str:
    """A command installed beside this Python; offline, with a home of its own."""
    path = Path(sys.executable).parent / program
    env = {**os.environ, "HOME": str(home), "HF_HUB_OFFLINE": "1", "NO_COLOR": "1"}
    done = subprocess.run(
        [str(path), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=env,
        cwd=home,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_inspect_lists_and_dumps_a_log(tmp_path: Path) -> None:
    cell = CellLog("b", KEY, tasks(), runs(), scored().scores, Condition())
    path = write_inspect_log(tmp_path / "logs", cell)
    listed = json.loads(
        _run("inspect", "log", "list", "--json", "--log-dir", str(path.parent), home=tmp_path)
    )
    assert [Path(item["name"]).name for item in listed] == [path.name]
    dumped = json.loads(_run("inspect", "log", "dump", str(path), home=tmp_path))
    assert sorted(sample["id"] for sample in dumped["samples"]) == sorted(NAMES)


def test_mlcroissant_validates_a_release(tmp_path: Path) -> None:
    release = published(tmp_path / "r")
    _run("mlcroissant", "validate", "--jsonld", str(release / "croissant.json"), home=tmp_path)
