"""Kill a sweep as a machine would, and let it go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.dagster.conftest import Project
from tests.shared_files import ROOT

_PATIENCE = 120.0  # seconds that a sweep may take until the next kill is due


def records(project: Project) -> int:
    """Whole lines in all journals of the project."""
    folder = Path(project.bench.lake.path("sweeps"))
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("*.jsonl"))


def sweep_until(project: Project, count: int, number: signal.Signals) -> tuple[int, str]:
    """Start a sweep, send `number` once `count` records are durable; exit code and what it said."""
    command = [sys.executable, "-m", "worksurface_pipeline", "sweep"]
    settings = ["--settings", str(project.folder / "worksurface.toml")]
    process = subprocess.Popen(
        [*command, *settings],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    begun = time.monotonic()
    while process.poll() is None and records(project) < count:
        if time.monotonic() - begun > _PATIENCE:
            process.kill()
            raise TimeoutError(f"only {records(project)} of {count} records were written")
        time.sleep(0.005)
    process.send_signal(number)
    said, _ = process.communicate(timeout=_PATIENCE)
    return process.returncode, said
