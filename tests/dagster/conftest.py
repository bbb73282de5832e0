"""A small workspace cut from the sample, and the whole pipeline run on it once per session."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import dagster as dg
import pytest
from rich.console import Console

from resources.instance import instance_environment, open_instance, prepare_home
from resources.workbench import WORKSPACE_VARIABLE, Workbench, open_workbench
from tests.dagster.mm_projects import MmProject, driven_once
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.hashing import digest_file

TASKS = ("2", "3")  # one of operations_manager, one of logistics_manager; they share no file
SETTINGS = """
[source]
path = "workspace"
[sweep]
settings = ["S1", "S4"]
[lake]
root = "lake"
"""


@dataclass(frozen=True)
class Project:
    """A project folder of its own: settings, workspace, lake and Dagster state."""

    folder: Path

    @property
    def workspace(self) -> Path:
        """The folder of source tasks."""
        return self.folder / "workspace"

    @property
    def bench(self) -> Workbench:
        """A fresh workbench."""
        return open_workbench(self.folder / "worksurface.toml")

    def drive(self, *, is_recorded: bool = False, **options: object) -> tuple[bool, str]:
        """Run the driver; whether it succeeded, and what it printed.

        Dagster's history is written to the disk where it `is_recorded`; that takes longer than all
        of the pipeline, and few tests look at it.
        """
        from schedules import session
        from schedules.driver import Options

        text = StringIO()
        console = Console(file=text, width=200)
        opened = open_instance if is_recorded else in_memory
        with patch("schedules.session.open_instance", opened):
            is_ok = session.drive(self.bench, Options(**options), console)  # type: ignore[arg-type]
        return is_ok, text.getvalue()

    def digests(self) -> dict[str, str]:
        """Digest of every file of the workspace."""
        paths = sorted(path for path in self.workspace.rglob("*") if path.is_file())
        return {str(path.relative_to(self.workspace)): digest_file(path) for path in paths}


def in_memory(bench: Workbench) -> dg.DagsterInstance:
    """An instance that is like the workspace's own but for its history, which ends with it."""
    prepare_home(bench.home)
    os.environ.pop(WORKSPACE_VARIABLE, None)
    os.environ.update(instance_environment(bench))
    return dg.DagsterInstance.ephemeral()


def make_project(folder: Path, settings: str = SETTINGS) -> Project:
    """A project with two source tasks of the sample."""
    for task in TASKS:
        shutil.copytree(ROOT / "data_lake" / "sample" / task, folder / "workspace" / task)
    (folder / "worksurface.toml").write_text(settings, encoding="utf-8")
    return Project(folder)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, str]]:
    """A project on which everything ran once, and what that run printed."""
    before = dict(os.environ)
    project = make_project(tmp_path_factory.mktemp("built"))
    is_ok, text = project.drive(is_recorded=True)
    assert is_ok, text
    yield project, text
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def copy(built: tuple[Project, str], tmp_path: Path) -> Project:
    """A copy of the built project that a test may change; its place differs, so its id does too."""
    project, _ = built
    folder = tmp_path / "copy"
    shutil.copytree(project.folder, folder, symlinks=True)
    old = project.bench.id
    copied = Project(folder)
    (folder / "lake" / old).rename(folder / "lake" / copied.bench.id)
    (folder / ".dagster" / old).rename(folder / ".dagster" / copied.bench.id)
    return copied


@pytest.fixture(scope="session")
def mm_built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[MmProject, str]]:
    """A project of wing two on which everything ran once, and what that run printed."""
    before = dict(os.environ)
    own = tmp_path_factory.mktemp("mm", numbered=False)
    is_one_of_many = "PYTEST_XDIST_WORKER" in os.environ
    shared = tmp_path_factory.getbasetemp().parent if is_one_of_many else own
    yield driven_once(own, shared)
    os.environ.clear()
    os.environ.update(before)
