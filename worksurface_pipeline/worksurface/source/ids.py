"""Ids of workspaces and source tasks, and the order in which tasks are listed."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.kernel.text import slug

_DIGITS = re.compile(r"([0-9]+)")
_NOT_IN_ID = re.compile(r"[^\w.-]+")
# Keeps a lake path short enough for every file system whatever the folder is called.
_LONGEST_SLUG = 40
# A task of many files is sorted by its id once for each of them.
_KEPT_KEYS = 4096

NaturalKey = tuple[tuple[tuple[int, int, str], ...], str]


def workspace_id(path: Path) -> str:
    """Slug of the folder's name and 8 hex digits of its absolute path: `sample-1a2b3c4d`."""
    absolute = path.resolve()
    name = slug(absolute.name)[:_LONGEST_SLUG].strip("_") or "workspace"
    return f"{name}-{short(digest_text(absolute.as_posix()))}"


@lru_cache(maxsize=_KEPT_KEYS)
def natural_key(text: str) -> NaturalKey:
    """Sort key that puts task 9 before task 10; ties are broken by the text itself."""
    pieces = tuple(
        (0, int(piece), "") if piece[0] in "0123456789" else (1, 0, piece)
        for piece in _DIGITS.split(text)
        if piece
    )
    return pieces, text


def safe_id(text: str) -> str:
    """A source task's id as letters, digits, `_`, `.` and `-`; "" when nothing is left."""
    return _NOT_IN_ID.sub("_", text).strip("_.")
