"""What could go wrong, found before a run."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from resources.workbench import Workbench, require_key
from schedules.initialising import about_mapping
from worksurface_pipeline.kernel.errors import SettingsError, SourceError
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME
from worksurface_pipeline.worksurface.source.plain.mapping import is_mapped

_LEAST_FREE = 1 << 30  # a sweep of a few thousand trajectories takes some hundred megabytes
_PACKAGES = ("dagster", "duckdb", "polars", "pyarrow", "pymupdf", "litellm", "great-expectations")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the examination."""

    what: str
    is_problem: bool = False

    def __str__(self) -> str:
        return f"{'PROBLEM' if self.is_problem else 'ok':8}{self.what}"


def examine(bench: Workbench) -> list[Finding]:
    """All findings, good and bad."""
    return [*_python(), *_settings(bench), *_source(bench), *_keys(bench), *_disk(bench)]


def _python() -> Iterator[Finding]:
    version = ".".join(str(part) for part in sys.version_info[:3])
    yield Finding(f"Python {version}", sys.version_info < (3, 11))
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in _PACKAGES)
    yield Finding(versions)


def _settings(bench: Workbench) -> Iterator[Finding]:
    settings = bench.settings
    yield Finding(f"settings {bench.settings_file}")
    yield Finding(f"models {', '.join(model.id for model in settings.models)}")
    yield Finding(f"settings of agents {', '.join(settings.sweep.settings)}")
    condition = ", ".join(f"{k}={v}" for k, v in settings.condition.model_dump(mode="json").items())
    yield Finding(f"condition {condition}")


def _source(bench: Workbench) -> Iterator[Finding]:
    if bench.workspace is None:
        source = bench.settings.source
        yield Finding(f"source: hub dataset {source.hub} at {source.revision}")
    else:
        yield _folder(bench.workspace)
        yield from _mapping(bench)


def _folder(workspace: Path) -> Finding:
    if not workspace.is_dir():
        return Finding(f"workspace {workspace} is no folder", is_problem=True)
    if is_mapped(workspace) or any(workspace.glob(f"*/{METADATA_NAME}")):
        return Finding(f"workspace {workspace}")
    return Finding(
        f"workspace {workspace} holds no source task; `worksurface init {workspace}` makes a"
        " workspace of a plain folder without touching it",
        is_problem=True,
    )


def _mapping(bench: Workbench) -> Iterator[Finding]:
    try:
        yield from (Finding(line) for line in about_mapping(bench))
    except SourceError as error:
        yield Finding(str(error), is_problem=True)


def _keys(bench: Workbench) -> Iterator[Finding]:
    for model in bench.settings.models:
        try:
            require_key(bench, model.id)
        except SettingsError as error:
            yield Finding(str(error), is_problem=True)


def _disk(bench: Workbench) -> Iterator[Finding]:
    folder = Path(bench.lake.path("."))
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    yield Finding(f"lake {bench.lake.root}: {free >> 20} MiB free", free < _LEAST_FREE)
    yield Finding(f"{folder} is writable", is_problem=not os.access(folder, os.W_OK))
