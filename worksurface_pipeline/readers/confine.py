"""What a process that parses untrusted files may not do: reach out, start programs, write files.

Limits of the system hold for native code too; the audit hook covers what Python code asks for
and gives it an error that says why.
"""

from __future__ import annotations

import errno
import os
import resource
import sys

_REFUSED = frozenset(
    {
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.system",
        "pty.spawn",
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.sendmsg",
        "socket.sendto",
        "subprocess.Popen",
    }
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def confine() -> None:
    """Confine this process for good: no network, no other programs, no byte to any file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.addaudithook(refuse)


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """The audit hook: raises PermissionError for what a reader has no business doing."""
    if event in _REFUSED:
        raise PermissionError(errno.EACCES, f"a reading process may not do this: {event}")
    if event == "open" and len(arguments) > 2:
        flags = arguments[2]
        if isinstance(flags, int) and flags & _WRITING:
            raise PermissionError(errno.EACCES, "a reading process may not write")
