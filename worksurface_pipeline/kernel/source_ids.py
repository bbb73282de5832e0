"""The id of a source, of which its lake and its Dagster home are called."""

from __future__ import annotations

from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.kernel.text import slug

# Keeps a lake path short enough for every file system whatever the folder is called.
_LONGEST_SLUG = 40


def workspace_id(path: Path) -> str:
    """Slug of the folder's name and 8 hex digits of its absolute path: `sample-1a2b3c4d`."""
    absolute = path.resolve()
    name = slug(absolute.name)[:_LONGEST_SLUG].strip("_") or "workspace"
    return f"{name}-{short(digest_text(absolute.as_posix()))}"
