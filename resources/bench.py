"""What the front door of a benchmark hands to driver, locks and Dagster, whichever wing it is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.steps import StepPlan

PROJECT = Path(__file__).resolve().parents[1]
"""The folder of the code."""
STATE_VARIABLE = "WORKSURFACE_STATE"
"""Names the folder of all Dagster homes in the environment of a process."""


class Bench(Protocol):
    """One source under one settings file, with its own lake and its own Dagster home."""

    @property
    def id(self) -> str:
        """Slug and 8 hex of the source's place."""
        ...

    @property
    def home(self) -> Path:
        """The Dagster home, absolute."""
        ...

    @property
    def lake(self) -> Lake:
        """The source's own lake. Raises LakeError where a newer program has written it."""
        ...

    def plan(self) -> StepPlan:
        """The plan over what is stored now."""
        ...

    def require_source(self) -> None:
        """Raises SourceError when there is nothing that could be read."""
        ...

    def environment(self) -> Mapping[str, str]:
        """What a process needs to open the same bench; "" for a variable it must not have."""
        ...


def from_environment(name: str) -> Path | None:
    """The path that a variable of the environment names, if there is one."""
    value = os.environ.get(name)
    return Path(value) if value else None


def unnamed(_name: str) -> Path | None:
    """No path: the environment is not asked."""
    return None
