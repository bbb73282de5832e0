"""The child of the guarded reader: `python -m worksurface_pipeline.readers.worker`.

It reads one file for each request until its pipe closes. A request is canonical JSON, a reply a
byte and a packed extraction: whatever a hostile file makes of this process, the parent decodes it
as data and executes nothing.
The child limits its own memory, may neither write nor reach the network, and an alarm ends it when
a file takes too long, even if the parent is gone.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from worksurface_pipeline.readers.child import SOUND, SUSPECT
from worksurface_pipeline.readers.confine import confine
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.failures import failure
from worksurface_pipeline.readers.model import (
    Extraction,
    ExtractionFailure,
    FailureReason,
    SheetOverride,
)
from worksurface_pipeline.readers.packing import pack

_MIB = 1 << 20
# The parent's clock decides; the child's alarm is for a parent that died.
_ALARM_GRACE_SECONDS = 5
# After these this process's memory may be in any state.
_SUSPECT = (FailureReason.TOO_LARGE, FailureReason.TIMEOUT, FailureReason.WORKER_KILLED)
_ARGUMENTS = 4
_DETAIL = 500


def main(arguments: list[str]) -> int:
    """Serve requests. Arguments: request descriptor, reply descriptor, seconds, memory in MiB."""
    if len(arguments) != _ARGUMENTS:
        return 2
    requests, replies, seconds, memory = map(int, arguments)
    resource.setrlimit(resource.RLIMIT_AS, (memory * _MIB, memory * _MIB))
    _silence()
    confine()
    channel = Connection(replies, readable=False)
    sys.excepthook = _last_words(channel)
    _serve(Connection(requests, writable=False), channel, seconds)
    return 0


def _last_words(replies: Connection) -> Callable[..., None]:
    """A hook that tells the parent which error of a reader's own ends this process."""

    def tell(kind: type[BaseException], error: BaseException, _trace: object) -> None:
        detail = f"The reader failed on this file: {kind.__name__}: {error}"
        replies.send_bytes(_packed(failure(FailureReason.WORKER_KILLED, detail[:_DETAIL])))

    return tell


def _serve(requests: Connection, replies: Connection, seconds: int) -> None:
    while True:
        try:
            path, name, stated = json.loads(requests.recv_bytes())
        except (EOFError, OSError):
            return
        signal.alarm(seconds + _ALARM_GRACE_SECONDS)
        overrides = tuple(SheetOverride.model_validate(item) for item in stated)
        reply = _reply(os.fsencode(path), name, overrides)
        signal.alarm(0)
        try:
            replies.send_bytes(reply)
        except OSError:
            return


def _reply(path: bytes, name: str, overrides: tuple[SheetOverride, ...]) -> bytes:
    """A packed extraction; running out of memory even in packing is one."""
    try:
        return _packed(read_any(Path(os.fsdecode(path)), name, overrides))
    except MemoryError:
        gc.collect()
        detail = "The file needs more memory than the reader has"
        return _packed(failure(FailureReason.TOO_LARGE, detail))


def _packed(value: Extraction) -> bytes:
    is_failed = isinstance(value, ExtractionFailure) and value.reason in _SUSPECT
    return (SUSPECT if is_failed else SOUND) + pack(value)


def _silence() -> None:
    """Libraries that print have nothing to say to the parent's terminal."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    os.close(quiet)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
