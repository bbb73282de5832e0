"""The Dagster page of a source, as a process group of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from resources.bench import PROJECT, Bench
from resources.instance import instance_environment, open_instance

# Seconds that a tick may take: hashing a large workspace for the first time takes a while.
_PATIENCE = {"DAGSTER_SENSOR_GRPC_TIMEOUT_SECONDS": "1800"}


def serve(bench: Bench, port: int) -> int:
    """Run `dagster dev` for this source until it ends or is interrupted; its exit code."""
    bench.require_source()
    open_instance(bench).dispose()
    command = [
        *(sys.executable, "-m", "dagster", "dev"),
        *("-w", str(PROJECT / "workspace.yaml")),
        *("-h", "127.0.0.1", "-p", str(port)),
    ]
    environment = {**_PATIENCE, **os.environ, **instance_environment(bench)}
    process = subprocess.Popen(command, env=environment, cwd=bench.home, start_new_session=True)
    signal.signal(signal.SIGTERM, lambda *_: _end(process))
    try:
        return process.wait()
    except KeyboardInterrupt:
        _end(process)
        return process.wait()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the whole group: dagster dev starts a page, a daemon and code servers."""
    os.killpg(process.pid, signal.SIGINT)
