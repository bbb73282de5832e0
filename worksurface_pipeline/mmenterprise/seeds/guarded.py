"""PDFs are taken apart in a child process that may hang, swell or die; failure is a value."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.seeds.parts import Readings
from worksurface_pipeline.mmenterprise.seeds.worker import FAILED
from worksurface_pipeline.readers.failures import failure
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason

_WORKER = "worksurface_pipeline.mmenterprise.seeds.worker"


class Limits(Frozen):
    """What one seed may take. Pages beyond the last are not looked at."""

    seconds: float = 240.0
    memory_mib: int = 4096
    most_pages: int = 80


def readings_of(path: Path, limits: Limits) -> Readings | ExtractionFailure:
    """A PDF taken apart and read a second time."""
    bounds: list[str] = [str(limits.most_pages), str(limits.memory_mib)]
    command: list[str] = [sys.executable, "-P", "-m", _WORKER, os.fspath(path.absolute()), *bounds]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limits.seconds,
            env=_environment(),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return failure(FailureReason.TIMEOUT, f"Not taken apart within {limits.seconds:g} seconds")
    if done.returncode == FAILED:
        return ExtractionFailure.model_validate_json(done.stdout)
    if done.returncode:
        detail = f"The reading process ended with {done.returncode}, for want of memory or a damage"
        return failure(FailureReason.WORKER_KILLED, detail)
    return Readings.model_validate_json(done.stdout)


def _environment() -> dict[str, str]:
    """What the child needs to import what we can, and no key or token of this process."""
    folders = os.pathsep.join(folder for folder in sys.path if folder)
    return {"PYTHONPATH": folders, "PYTHONUTF8": "1", "POLARS_MAX_THREADS": "1"}
