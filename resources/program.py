"""The program itself, as reports name it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

_PROGRAM = "worksurface-pipeline"


@cache
def program_version() -> str:
    """Name and version of the program that made a report, as it is installed."""
    try:
        return f"{_PROGRAM} {version(_PROGRAM)}"
    except PackageNotFoundError:
        return f"{_PROGRAM}, run from a folder where it is not installed"
