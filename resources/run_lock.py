"""One run at a time on a workspace: two would pay for the same trajectories twice."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TextIO

from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake_paths import mapped


@contextmanager
def sole_run(bench: Workbench) -> Iterator[None]:
    """Hold the workspace's run lock. Raises LakeError naming the process that holds it.

    The lock lies in the Dagster home and ends with the process, however that ends.
    """
    path = bench.home / "run.lock"
    with ExitStack() as stack:
        with mapped(str(path), "write"):
            path.parent.mkdir(parents=True, exist_ok=True)
            stream = stack.enter_context(path.open("a+", encoding="utf-8"))
        _take(stream, bench)
        yield


def _take(stream: TextIO, bench: Workbench) -> None:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        stream.seek(0)
        holder = stream.read().strip() or "unknown"
        raise LakeError(
            f"Another run is at work on this workspace (process {holder})",
            where=str(bench.home),
            remedy="Wait until it has ended, or end it, and run again",
        ) from error
    stream.truncate(0)
    stream.write(str(os.getpid()))
    stream.flush()
