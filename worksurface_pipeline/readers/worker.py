"""The child of the guarded reader: `python -m worksurface_pipeline.readers.worker`.

It reads one file for each request until its pipe closes. A request is canonical JSON, a reply a
pickled extraction, so a hostile file can send its parent no more than the parent's own child could.
The child limits its own memory, and an alarm ends it when a file takes too long, even if the
parent is gone.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.failures import failure
from worksurface_pipeline.readers.model import Extraction, FailureReason

_MIB = 1 << 20
# The parent's clock decides; the child's alarm is for a parent that died.
_ALARM_GRACE_SECONDS = 5
_ARGUMENTS = 4
_DETAIL = 500


def main(arguments: list[str]) -> int:
    """Serve requests. Arguments: request descriptor, reply descriptor, seconds, memory in MiB."""
    if len(arguments) != _ARGUMENTS:
        return 2
    requests, replies, seconds, memory = map(int, arguments)
    resource.setrlimit(resource.RLIMIT_AS, (memory * _MIB, memory * _MIB))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _silence()
    channel = Connection(replies, readable=False)
    sys.excepthook = _last_words(channel)
    _serve(Connection(requests, writable=False), channel, seconds)
    return 0


def _last_words(replies: Connection) -> Callable[..., None]:
    """A hook that tells the parent which error of a reader's own ends this process."""

    def tell(kind: type[BaseException], error: BaseException, _trace: object) -> None:
        detail = f"The reader failed on this file: {kind.__name__}: {error}"
        replies.send_bytes(_pickled(failure(FailureReason.WORKER_KILLED, detail[:_DETAIL])))

    return tell


def _serve(requests: Connection, replies: Connection, seconds: int) -> None:
    while True:
        try:
            path, name = json.loads(requests.recv_bytes())
        except (EOFError, OSError):
            return
        signal.alarm(seconds + _ALARM_GRACE_SECONDS)
        reply = _reply(os.fsencode(path), name)
        signal.alarm(0)
        try:
            replies.send_bytes(reply)
        except OSError:
            return


def _reply(path: bytes, name: str) -> bytes:
    """A pickled extraction; running out of memory even in pickling is one."""
    try:
        return _pickled(read_any(Path(os.fsdecode(path)), name))
    except MemoryError:
        gc.collect()
        detail = "The file needs more memory than the reader has"
        return _pickled(failure(FailureReason.TOO_LARGE, detail))


def _pickled(value: Extraction) -> bytes:
    return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


def _silence() -> None:
    """Libraries that print have nothing to say to the parent's terminal."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    os.close(quiet)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
