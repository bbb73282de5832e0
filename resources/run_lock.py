"""Runs of a workspace: the command line's alone, those of the page and the daemon side by side.

One lock file stands for the workspace. A run of the command line holds it alone; each run that
the page or the daemon starts shares it with others of its kind, and holds its partition alone.
A server of an agent of one's own goes on beside all of these, and holds off cleaning alone.
All locks lie in what they protect, the workspace's own lake, so that whoever writes there meets
them, from whatever settings file; they end with their process, however that ends: a lock of a dead
process is no lock. Nobody waits while holding what another waits for: a shared run takes the
workspace first and its partition second, and a run that holds the workspace alone waits for none.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TextIO

from resources.bench import Bench
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.kernel.lake_layout import is_older, migrate
from worksurface_pipeline.kernel.lake_paths import mapped

LOCKS = "locks"
"""The folder of a lake that holds its locks; nothing that is stored depends on it."""

_PATIENCE_SECONDS = 3600.0  # a run that waits longer fails, and is asked for again by the sensor
_LOOK_AGAIN_SECONDS = 1.0
_HELD: Counter[str] = Counter()
_GUARD = threading.Lock()


@contextmanager
def sole_run(bench: Bench) -> Iterator[None]:
    """Hold the workspace alone. Raises LakeError naming the process that holds it."""
    with ExitStack() as stack:
        _hold(stack, bench, _workspace_lock(bench), fcntl.LOCK_EX)
        migrate(bench.lake)
        yield


@contextmanager
def cleaning_run(bench: Bench) -> Iterator[None]:
    """Hold the workspace alone, with no server at work on its journals either. Raises LakeError."""
    with sole_run(bench), ExitStack() as stack:
        _hold(stack, bench, _serving_lock(bench), fcntl.LOCK_EX)
        yield


@contextmanager
def serving(bench: Bench) -> Iterator[None]:
    """Keep cleaning away while tasks are handed out. Raises LakeError while it goes on."""
    with ExitStack() as stack:
        _hold(stack, bench, _serving_lock(bench), fcntl.LOCK_SH)
        yield


@contextmanager
def shared_run(
    bench: Bench, key: str, say: Callable[[str], None], seconds: float = _PATIENCE_SECONDS
) -> Iterator[None]:
    """Hold the workspace beside other shared runs, and what `key` names alone.

    Waits for who holds it, telling `say` so once; raises LakeError after `seconds`. Nothing is
    taken by a process that holds the workspace already.
    """
    with ExitStack() as stack:
        if not _is_held(_workspace_lock(bench)):
            _bring_up_to_date(bench, say, seconds)
            _wait_for(stack, bench, _workspace_lock(bench), fcntl.LOCK_SH, say, seconds)
            place = _lock(bench, short(digest_text(key), 16))
            _wait_for(stack, bench, place, fcntl.LOCK_EX, say, seconds)
        yield


def sole_holder(bench: Bench) -> str:
    """The process that holds the workspace alone now, "" where there is none."""
    path = _workspace_lock(bench)
    if not path.exists():
        return ""
    with mapped(str(path), "read"), path.open(encoding="utf-8") as stream:
        return "" if _taken(stream, fcntl.LOCK_SH) else _holder(stream)


def _bring_up_to_date(bench: Bench, say: Callable[[str], None], seconds: float) -> None:
    """Migrate a lake of an older layout, with nobody else at work on it."""
    if not is_older(bench.lake):
        _begin(bench)
        return
    with ExitStack() as stack:
        _wait_for(stack, bench, _workspace_lock(bench), fcntl.LOCK_EX, say, seconds)
        migrate(bench.lake)


def _wait_for(
    stack: ExitStack,
    bench: Bench,
    path: Path,
    kind: int,
    say: Callable[[str], None],
    seconds: float,
) -> None:
    stream = stack.enter_context(_opened(path))
    begun = time.monotonic()
    if not _taken(stream, kind):
        say(f"Waiting for process {_holder(stream)}, which is at work on this workspace")
        while not _taken(stream, kind):
            if time.monotonic() - begun > seconds:
                raise _busy(bench, stream)
            time.sleep(min(_LOOK_AGAIN_SECONDS, seconds))
    stack.enter_context(_noted(path, stream))


def _hold(stack: ExitStack, bench: Bench, path: Path, kind: int) -> None:
    """Take a lock at once, or raise LakeError naming who holds it."""
    _begin(bench)
    stream = stack.enter_context(_opened(path))
    if not _taken(stream, kind):
        raise _busy(bench, stream)
    if kind == fcntl.LOCK_EX:
        stream.truncate(0)
    stack.enter_context(_noted(path, stream))


def _begin(bench: Bench) -> None:
    """Say a new lake's layout before a lock in it makes it look like one of an older layout."""
    if not is_older(bench.lake):
        migrate(bench.lake)


def _workspace_lock(bench: Bench) -> Path:
    return _lock(bench, "run")


def _serving_lock(bench: Bench) -> Path:
    return _lock(bench, "serving")


def _lock(bench: Bench, name: str) -> Path:
    """A lock's place; what is no folder of this machine knows no locks: they lie in the home."""
    is_folder = "file" in bench.lake.fs.protocol
    return (Path(bench.lake.path("")) if is_folder else bench.home) / LOCKS / f"{name}.lock"


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    with ExitStack() as stack:
        with mapped(str(path), "write"):
            path.parent.mkdir(parents=True, exist_ok=True)
            stream = stack.enter_context(path.open("a+", encoding="utf-8"))
        yield stream


def _taken(stream: TextIO, kind: int) -> bool:
    try:
        fcntl.flock(stream, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _noted(path: Path, stream: TextIO) -> Iterator[None]:
    """Write down who holds the lock, below others that may share it."""
    with suppress(OSError):  # on a full disk the holder is unknown, and `gc` can still make room
        os.write(stream.fileno(), f"{os.getpid()}\n".encode())
    with _GUARD:
        _HELD[str(path)] += 1
    try:
        yield
    finally:
        with _GUARD:
            _HELD[str(path)] -= 1


def _is_held(path: Path) -> bool:
    with _GUARD:
        return _HELD[str(path)] > 0


def _holder(stream: TextIO) -> str:
    """The processes that noted themselves and still live, as a list; this one while it holds it."""
    stream.seek(0)
    noted = dict.fromkeys(line for line in stream.read().split() if line.isdigit())
    return ", ".join(pid for pid in noted if _may_hold(int(pid), Path(stream.name))) or "unknown"


def _may_hold(pid: int, path: Path) -> bool:
    if pid == os.getpid():
        return _is_held(path)
    try:
        os.kill(pid, 0)  # signal 0 asks only whether the process is there
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # somebody else's
    return True


def _busy(bench: Bench, stream: TextIO) -> LakeError:
    return LakeError(
        f"Another run is at work on this workspace (process {_holder(stream)})",
        where=bench.lake.root,
        remedy="Wait until it has ended, or end it, and run again",
    )
