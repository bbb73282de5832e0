"""One child process of the guarded reader, seen from its parent."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from worksurface_pipeline.readers.failures import failure
from worksurface_pipeline.readers.model import FailureReason, SheetOverride
from worksurface_pipeline.readers.packing import pack

SUSPECT = b"!"
SOUND = b"="
"""The first byte of a reply."""

_WORKER = "worksurface_pipeline.readers.worker"
# Importing the first reader takes a second on a busy machine; no file should pay for that.
_START_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A packed extraction; after a suspect one the child's memory may be in any state."""

    pack: bytes
    is_suspect: bool = False


class Child:
    """A worker process and the two pipes to it. One thread at a time may use it."""

    def __init__(self, seconds: float, memory_mib: int) -> None:
        self._seconds = seconds
        self._memory_mib = memory_mib
        self._process, self._requests, self._replies = _start(seconds, memory_mib)
        self.files_read = 0

    def read(
        self, path: Path, name: str, overrides: tuple[SheetOverride, ...] = ()
    ) -> Reply | None:
        """What the child says; a failure if it is late or dies; None if it was dead already."""
        stated = [override.model_dump(mode="json") for override in overrides]
        try:
            self._requests.send_bytes(json.dumps([os.fspath(path), name, stated]).encode())
        except OSError:
            return None
        patience = self._seconds if self.files_read else self._seconds + _START_SECONDS
        self.files_read += 1
        try:
            if not self._replies.poll(patience):
                return self._late()
            reply = self._replies.recv_bytes()
        except (EOFError, OSError):
            return self._died()
        return Reply(reply[1:], is_suspect=reply[:1] == SUSPECT)

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def close(self) -> None:
        """End the process and close both pipes; may be called twice."""
        self._requests.close()
        self._replies.close()
        if self.is_alive:
            self._process.kill()
        self._process.wait()

    def _late(self) -> Reply:
        self.close()
        return _failed(FailureReason.TIMEOUT, f"Not read within {self._seconds:g} seconds")

    def _died(self) -> Reply:
        self.close()
        code = self._process.returncode
        if code == -signal.SIGALRM:
            return _failed(FailureReason.TIMEOUT, f"Not read within {self._seconds:g} seconds")
        cause = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        detail = f"The reading process ended ({cause}) under a limit of {self._memory_mib} MiB"
        return _failed(FailureReason.WORKER_KILLED, detail)


def _failed(reason: FailureReason, detail: str) -> Reply:
    return Reply(pack(failure(reason, detail)), is_suspect=True)


def _start(
    seconds: float, memory_mib: int
) -> tuple[subprocess.Popen[bytes], Connection, Connection]:
    request_end, requests = os.pipe()
    replies, reply_end = os.pipe()
    limits = [str(math.ceil(seconds)), str(memory_mib)]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", _WORKER, str(request_end), str(reply_end), *limits],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(request_end, reply_end),
        # No key or token of this process reaches one that parses untrusted files.
        env=_environment(),
    )
    os.close(request_end)
    os.close(reply_end)
    return process, Connection(requests, readable=False), Connection(replies, writable=False)


def _environment() -> dict[str, str]:
    """What the child needs to import what we can; one thread keeps its address space small."""
    folders = os.pathsep.join(folder for folder in sys.path if folder)
    return {"PYTHONPATH": folders, "PYTHONUTF8": "1", "POLARS_MAX_THREADS": "1"}
