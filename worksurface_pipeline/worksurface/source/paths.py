"""Paths from a manifest are untrusted: where they lead, and whether that may be read.

A refused path is a value (UNSAFE_PATH with a reason), never an exception.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from pathlib import Path

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.source import FileStatus

_DRIVE = re.compile(r"^[A-Za-z]:")


class Located(Frozen):
    """Where a stored path leads. `path` is POSIX, relative to the task's folder.

    `path` is "" and `reason` says why when `status` is UNSAFE_PATH.
    """

    status: FileStatus
    path: str = ""
    reason: str = ""


def unsafe_reason(relative: str) -> str:
    """Why `relative` must not be followed, by its spelling alone; "" when nothing is wrong.

    Tabs and line ends are odd but lead nowhere: names of artifacts are made without them.
    """
    if not relative.strip():
        return "it is empty"
    if "\0" in relative:
        return "it holds a NUL, which no file name can"
    if "\\" in relative:
        return "it holds a backslash"
    if relative.startswith("/"):
        return "it is absolute"
    if _DRIVE.match(relative):
        return "it names a drive"
    parts = relative.split("/")
    if ".." in parts:
        return "it leaves the folder by '..'"
    return "" if any(part not in ("", ".") for part in parts) else "it names no file"


def locate(folder: Path, relative: str) -> Located:
    """The regular file that `relative` names inside `folder`.

    A symbolic link is followed only while it stays inside the folder. Where the name is absent as
    spelled, its other Unicode forms are tried: archives change them.
    """
    reason = unsafe_reason(relative)
    if reason:
        return Located(status=FileStatus.UNSAFE_PATH, reason=reason)
    clean = "/".join(part for part in relative.split("/") if part not in ("", "."))
    composed = unicodedata.normalize("NFC", clean)
    for variant in dict.fromkeys((clean, composed, unicodedata.normalize("NFD", clean))):
        found = _look(folder, variant)
        if found.status is not FileStatus.ABSENT:
            return found
    return Located(status=FileStatus.ABSENT, path=clean)


def _is_plain(target: Path, folder: Path) -> bool:
    """Whether a regular file lies right in the folder by way of no link: nearly all of them do."""
    try:
        mode = os.lstat(target).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(mode) and _is_straight(os.path.dirname(target), os.fspath(folder))


def _is_straight(parent: str, folder: str) -> bool:
    """Whether no folder between the two is a link, the lower one included."""
    while parent != folder:
        if len(parent) <= len(folder) or not stat.S_ISDIR(os.lstat(parent).st_mode):
            return False
        parent = os.path.dirname(parent)
    return True


def _look(folder: Path, clean: str) -> Located:
    if _is_plain(folder / clean, folder):
        return Located(status=FileStatus.PRESENT, path=clean)
    try:
        target = (folder / clean).resolve()
        is_inside = target.is_relative_to(folder.resolve())
        is_file = target.is_file()
    except (OSError, RuntimeError, ValueError):
        # A name too long, a loop of links, or text that no file system can hold.
        return Located(status=FileStatus.ABSENT, path=clean)
    if not is_inside:
        reason = "a symbolic link leaves the source task's folder"
        return Located(status=FileStatus.UNSAFE_PATH, reason=reason)
    return Located(status=FileStatus.PRESENT if is_file else FileStatus.ABSENT, path=clean)
