"""A process of its own that holds a workspace's run lock until it is ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.dagster.conftest import Project
from tests.shared_files import ROOT

_PATIENCE = 60  # seconds until the process holds the lock, and until it has ended

_ALONE = "sole_run(bench)"
_BESIDE = "shared_run(bench, sys.argv[2], print)"
_PROGRAM = """
import sys, time
from pathlib import Path
from resources.run_lock import shared_run, sole_run
from resources.workbench import open_workbench
bench = open_workbench(Path(sys.argv[1]))
with HOLD:
    print("held", flush=True)
    time.sleep(600)
"""


@contextmanager
def held_by_another(project: Project, key: str | None = None) -> Iterator[subprocess.Popen[str]]:
    """Hold it alone, or beside others for a partition key; killed at the end if it still lives."""
    program = _PROGRAM.replace("HOLD", _ALONE if key is None else _BESIDE)
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(project.folder / "worksurface.toml"), key or ""],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.communicate(timeout=_PATIENCE)
