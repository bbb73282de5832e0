"""What a doctor of either wing looks at: findings, packages, keys, disk, and what is in force."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.model import Frozen

_LEAST_FREE = 1 << 30  # a sweep of a few thousand trajectories takes some hundred megabytes
_OLDEST = (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the examination."""

    what: str
    is_problem: bool = False

    def __str__(self) -> str:
        return f"{'PROBLEM' if self.is_problem else 'ok':8}{self.what}"


def python_findings(packages: Iterable[str]) -> Iterator[Finding]:
    """The version of Python, and of packages that every run needs."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    yield Finding(f"Python {version}", sys.version_info < _OLDEST)
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    yield Finding(versions)


def in_force(name: str, table: Frozen) -> str:
    """The keys of a settings table with their values."""
    said = ", ".join(f"{key}={value}" for key, value in table.model_dump(mode="json").items())
    return f"{name} {said}"


def refused(checks: Iterable[Callable[[], object]]) -> Iterator[Finding]:
    """A problem for each check that the settings do not pass."""
    for check in checks:
        try:
            check()
        except SettingsError as error:
            yield Finding(str(error), is_problem=True)


def disk_findings(lake: Lake) -> Iterator[Finding]:
    """Free space, and whether the lake can be written."""
    folder = Path(lake.path("."))
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    yield Finding(f"lake {lake.root}: {free >> 20} MiB free", free < _LEAST_FREE)
    yield Finding(f"{folder} is writable", is_problem=not os.access(folder, os.W_OK))
