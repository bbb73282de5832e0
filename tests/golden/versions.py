"""What golden digests of steps are held against: versions that were raised, or were not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from worksurface_pipeline.kernel.steps import Step


def silent(found: Mapping[str, str], path: Path, steps: Mapping[str, Step]) -> Iterator[str]:
    """Steps whose output changed under an unchanged version, and that of none of their inputs."""
    recorded = _recorded(path)
    changed = {
        name for name in found if name in recorded and recorded[name]["digest"] != found[name]
    }
    for name in sorted(changed):
        is_old = recorded[name]["version"] == _version(steps, name)
        if is_old and not changed & {item.step for item in steps[name].inputs}:
            yield name


def outdated(found: Mapping[str, str], path: Path, steps: Mapping[str, Step]) -> Iterator[str]:
    """Steps of which another version is recorded, or none."""
    recorded = _recorded(path)
    for name in found:
        if name not in recorded or recorded[name]["version"] != _version(steps, name):
            yield name


def _version(steps: Mapping[str, Step], name: str) -> str:
    return str(steps[name].version)


def _recorded(path: Path) -> dict[str, dict[str, str]]:
    recorded: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return recorded
