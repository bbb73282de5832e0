"""Wing two made twice from nothing, in another order and with another hash seed: equal bytes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.dagster.mm_projects import SEEDS, MmProject, make_mm_project
from tests.shared_files import ROOT

pytestmark = pytest.mark.prove

_DRIVE = """
import json, sys
from pathlib import Path
from tests.dagster.mm_projects import MmProject
project = MmProject(Path(sys.argv[1]))
for name in sys.argv[2:]:
    is_ok, text = project.drive(projects=(name,), until="mm_workspace")
    assert is_ok, text
is_ok, text = project.drive()
assert is_ok, text
print(json.dumps(sorted([*place, *digests] for place, digests in project.stored().items())))
"""


def test_order_and_hash_seed_change_no_byte(tmp_path: Path) -> None:
    project = make_mm_project(tmp_path / "project")
    first = _made(project, "1", ())
    for name in ("lake", ".dagster"):
        shutil.rmtree(project.folder / name)
    assert _made(project, "2", SEEDS[::-1]) == first
    assert len(first) > len(SEEDS)


def _made(project: MmProject, hash_seed: str, first: tuple[str, ...]) -> list[list[str]]:
    """Step, key, digest and fingerprint of all that is stored after a run in its own process."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", _DRIVE, str(project.folder), *first],
        cwd=project.folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found
