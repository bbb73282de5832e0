"""`worksurface init` on a bare folder, and all that follows: build, verify, re-runs, status."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from schedules.doctor import examine
from schedules.initialising import make_workspace
from schedules.status import show_status
from schedules.verifying import verify_all
from tests.dagster.conftest import Project
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.kernel.text import strip_hex_prefix
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.source.plain.initialise import Wish
from worksurface_pipeline.worksurface.source.plain.mapping import MAPPING_NAME
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

FOLDERS = {"office operations": "2", "carriers": "3"}
SETTINGS = '[source]\npath = "workspace"\n[lake]\nroot = "lake"\n'


def _digests(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): digest_file(path) for path in paths}


def _bare(folder: Path) -> Path:
    """The data files of two source tasks of the sample, without metadata, half in a subfolder."""
    for name, task in FOLDERS.items():
        paths = sorted((ROOT / "data_lake" / "sample" / task / "data").iterdir())
        for number, path in enumerate(paths):
            place = folder / name / ("papers" if number % 2 else "") / strip_hex_prefix(path.name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())
    return folder


def _console() -> Console:
    return Console(file=StringIO(), width=300)


def _printed(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, str, dict[str, str]]]:
    """A bare folder, initialised and built once; what was printed, and the files before."""
    environment = dict(os.environ)
    folder = tmp_path_factory.mktemp("bare")
    (folder / "worksurface.toml").write_text(SETTINGS, encoding="utf-8")
    before = _digests(_bare(folder / "files"))
    console = _console()
    make_workspace(
        folder / "files", folder / "workspace", Wish(), folder / "worksurface.toml", console
    )
    project = Project(folder)
    is_ok, text = project.drive(until="assemble")
    assert is_ok, text
    yield project, _printed(console) + text, before
    os.environ.clear()
    os.environ.update(environment)


Made = tuple[Project, str, dict[str, str]]


def _benchmark(project: Project) -> Benchmark:
    manifest = project.bench.lake.current("benchmark", "")
    assert manifest is not None
    return project.bench.lake.load(manifest, Benchmark)


def test_a_bare_folder_yields_tasks_on_all_three_surfaces(made: Made) -> None:
    project, text, _ = made
    tasks = _benchmark(project).tasks
    alone = Counter(task.required_surfaces[0] for task in tasks if len(task.required_surfaces) == 1)
    assert set(alone) == set(Surface)
    assert all(task.source.rubric_refs == () for task in tasks)
    assert {task.source.task_id for task in tasks} == {"office_operations", "carriers"}
    assert "2 personas are guesses" in text


def test_every_proof_stands_and_no_file_was_touched(made: Made) -> None:
    project, _, before = made
    result = verify_all(project.bench)
    assert result.problems == ()
    assert result.files == len(before)
    assert _digests(project.folder / "files") == before
    assert [path.name for path in project.workspace.iterdir()] == [MAPPING_NAME]


def test_doctor_and_status_say_what_it_stands_for(made: Made) -> None:
    project, _, _ = made
    lines = [str(finding) for finding in examine(project.bench)]
    assert any(f"read in place from {project.folder / 'files'}" in line for line in lines)
    console = _console()
    show_status(project.bench, console)
    assert "2 personas are guesses" in _printed(console)


def test_edits_run_again_only_what_depends_on_them(made: Made) -> None:
    """In one test, since each step starts where the last one ended."""
    project, _, _ = made
    mapping = project.workspace / MAPPING_NAME
    mapping.write_text(
        mapping.read_text(encoding="utf-8").replace("confirmed = false", "confirmed = true"),
        encoding="utf-8",
    )
    is_ok, text = project.drive(until="assemble")
    assert is_ok
    assert "Nothing has changed" in text
    assert "guess" not in text

    fresh = project.folder / "files" / "carriers" / "papers" / "added.md"
    fresh.write_text("# Depot\n\nThe depot in Lyon handles 4,310 parcels every week.\n", "utf-8")
    is_ok, text = project.drive(until="assemble")
    assert is_ok, text
    assert "added papers/added.md of task carriers" in text
    keys = re.findall(r"\[([^\]]+)\]: computed", text)
    assert len({key.rpartition("|")[2] for key in keys}) == 1  # one persona

    fresh.unlink()
    is_ok, text = project.drive(until="assemble")
    assert is_ok, text
    assert "removed papers/added.md of task carriers" in text


def test_doctor_names_init_where_no_workspace_is(tmp_path: Path) -> None:
    (tmp_path / "workspace").mkdir()
    (tmp_path / "worksurface.toml").write_text(SETTINGS, encoding="utf-8")
    problems = [str(item) for item in examine(Project(tmp_path).bench) if item.is_problem]
    assert any("worksurface init" in line for line in problems)
