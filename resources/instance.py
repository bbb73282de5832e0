"""The Dagster instance of a workspace: one home below `.dagster/`, from the one dagster.yaml."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import dagster as dg

from resources.bench import PROJECT, Bench
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake_paths import lake_error


def instance_environment(bench: Bench) -> Mapping[str, str]:
    """What a process of this workspace has in its environment; every path is absolute."""
    wanted = {name: value for name, value in bench.environment().items() if value}
    return {"DAGSTER_HOME": str(bench.home), **wanted}


def open_instance(bench: Bench) -> dg.DagsterInstance:
    """The instance, its home made if needed. Sets the variables that Dagster itself reads."""
    prepare_home(bench.home)
    for name in bench.environment():
        os.environ.pop(name, None)
    os.environ.update(instance_environment(bench))
    return dg.DagsterInstance.get()


def prepare_home(home: Path) -> None:
    """Make the home and link the project's dagster.yaml into it. Raises LakeError."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        link = home / "dagster.yaml"
        target = PROJECT / "dagster.yaml"
        if not link.is_symlink() or link.readlink() != target:
            fresh = home / f".dagster.yaml.{os.getpid()}"
            fresh.symlink_to(target)
            fresh.replace(link)
    except OSError as error:
        raise _as_lake_error(error, home) from error


def _as_lake_error(error: OSError, home: Path) -> LakeError:
    return lake_error(error, str(home), "write")
