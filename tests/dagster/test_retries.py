"""`--retry-errors` runs what a machine fault ended: nothing that never ran, and no wrong answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

import pytest
from rich.console import Console

from resources.cells import cell_folder
from resources.forecast import forecast
from resources.toolboxes import stored_parts
from schedules.partial import NO_ERRORS
from schedules.session import drive_part
from schedules.shares import Part, Tasks, share_of
from tests.dagster.conftest import Project
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.pending import errored
from worksurface_pipeline.harness.trajectory import Outcome
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.selection import Selection
from worksurface_pipeline.worksurface.sweep import TrajectorySet

MODEL = "agent/flaky"
CELL = f"{MODEL}|S4"
CODE = """
from pathlib import Path

PLACE = Path(__file__).parent


def answer(task, tools):
    with (PLACE / "asked").open("a") as stream:
        stream.write(f"{task.id}\\n")
    broken = PLACE / "broken"
    if broken.exists() and {task.persona, task.id} & set(broken.read_text().split()):
        raise KeyboardInterrupt("no luck")
    return 12
"""
SETTINGS = '\n[[agents]]\nid = "flaky"\nentry = "flaky_for_tests:answer"\n'
FEW = Selection(models=(MODEL,), limit=3)
EVERYTHING = Selection()
FIRST, OTHER = "logistics_manager", "operations_manager"


@dataclass
class Flaky:
    """A project with an agent that raises for the personas and tasks in `broken`."""

    project: Project

    def breaks(self, *names: str) -> None:
        (self.project.folder / "broken").write_text(" ".join(names), encoding="utf-8")

    def asked(self) -> list[str]:
        """The tasks that were run since the last look."""
        path = self.project.folder / "asked"
        found = path.read_text(encoding="utf-8").split() if path.exists() else []
        path.unlink(missing_ok=True)
        return found

    def sweep(self, part: Part) -> str:
        text = StringIO()
        drive_part(self.project.bench, part, Console(file=text, width=200))
        return text.getvalue()

    def retry(self, selection: Selection = EVERYTHING) -> str:
        """Retry, which runs what its forecast said."""
        bench = self.project.bench
        found = forecast(bench, selection, retry_errors=True).estimates
        text = self.sweep(Part(selection, only_errors=True))
        said = sum(item.trajectories for item in found)
        assert len((self.project.folder / "asked").read_text().split() if said else ()) == said
        return text

    @property
    def published(self) -> TrajectorySet | None:
        lake = self.project.bench.lake
        manifest = lake.current("trajectories", CELL)
        return lake.load(manifest, TrajectorySet) if manifest else None


@pytest.fixture
def flaky(copy: Project) -> Iterator[Flaky]:
    path = list(sys.path)
    (copy.folder / "flaky_for_tests.py").write_text(CODE, encoding="utf-8")
    settings = copy.folder / "worksurface.toml"
    settings.write_text(f"{settings.read_text(encoding='utf-8')}{SETTINGS}", encoding="utf-8")
    yield Flaky(copy)
    sys.path[:] = path
    sys.modules.pop("flaky_for_tests", None)


def test_what_never_ran_is_not_run(flaky: Flaky) -> None:
    for selection in (Selection(), Selection(models=(MODEL,), settings=("S4",)), FEW):
        assert NO_ERRORS in flaky.retry(selection)
    assert (flaky.asked(), flaky.published) == ([], None)


def test_errors_of_a_part_run_again_and_nothing_else(flaky: Flaky) -> None:
    flaky.breaks(FIRST, OTHER)
    said = flaky.sweep(Part(FEW))
    first = flaky.asked()
    assert len(first) == 3
    assert "3 errored" in said
    assert "`worksurface sweep --retry-errors` runs them again" in said
    flaky.breaks()
    said = flaky.retry()
    assert flaky.asked() == first
    assert f"{CELL}: of 3 trajectories 3 in error before\n" in said
    assert "trajectories of the cell are not there yet; `worksurface sweep` runs them" in said
    assert NO_ERRORS in flaky.retry()
    assert (flaky.asked(), flaky.published) == ([], None)


def test_errors_of_another_version_of_the_agent_are_none_of_this_one(flaky: Flaky) -> None:
    flaky.breaks(FIRST, OTHER)
    flaky.sweep(Part(FEW))
    flaky.asked()
    path = flaky.project.folder / "worksurface.toml"
    path.write_text(f'{path.read_text(encoding="utf-8")}version = "2"\n', encoding="utf-8")
    assert NO_ERRORS in flaky.retry()
    assert flaky.asked() == []


def test_a_whole_cell_is_published_with_the_errors_that_are_left(flaky: Flaky) -> None:
    flaky.breaks(*_some_tasks(flaky.project))
    assert "computed trajectories" in flaky.sweep(Part(Selection(models=(MODEL,))))
    failed = flaky.published
    assert failed is not None
    assert 0 < failed.errors < len(failed.trajectories)
    broken = [run.task_id for run in failed.trajectories if run.outcome is Outcome.ERRORED]
    flaky.asked()
    said = flaky.retry()
    assert sorted(flaky.asked()) == sorted(broken)
    assert f"{failed.errors} trajectories errored" in said
    flaky.breaks()
    flaky.retry(Selection(models=(MODEL,)))
    assert sorted(flaky.asked()) == sorted(broken)
    mended = flaky.published
    assert mended is not None
    assert mended.errors == 0
    kept = [run for run in failed.trajectories if run.task_id not in broken]
    assert [run for run in mended.trajectories if run.task_id not in broken] == kept
    assert NO_ERRORS in flaky.retry()


def _some_tasks(project: Project) -> list[str]:
    """Every eighth task: fewer than the errors in a row that end a cell."""
    manifest = project.bench.lake.current("trajectories", "offline/keyword|S4")
    assert manifest is not None
    runs = project.bench.lake.load(manifest, TrajectorySet).trajectories
    return [run.task_id for run in runs][::8]


def test_what_an_agent_over_mcp_failed_at_is_left_to_its_server(copy: Project) -> None:
    settings = copy.folder / "worksurface.toml"
    more = '\n[[agents]]\nid = "served"\n'
    settings.write_text(f"{settings.read_text(encoding='utf-8')}{more}", encoding="utf-8")
    bench, cell = copy.bench, Cell("agent/served", "S4")
    stored = Tasks.stored(bench, stored_parts(bench.lake, bench.plan().personas))
    share = share_of(bench, cell, Part(EVERYTHING), stored)
    with Journal(cell_folder(bench, cell)) as journal:
        for key in share.whole[:2]:
            journal.append(errored(key, LakeError("Gone")))
    said = Flaky(copy).sweep(Part(EVERYTHING, only_errors=True))
    assert f"{cell.key}: 2 trajectories in error; `worksurface serve served` hands" in said
    assert NO_ERRORS not in said
    assert bench.lake.current("trajectories", cell.key) is None


def test_a_run_takes_what_is_stale_too(flaky: Flaky) -> None:
    flaky.breaks(FIRST, OTHER)
    flaky.sweep(Part(FEW))
    flaky.breaks()
    is_ok, text = flaky.project.drive(retry_errors=True)
    assert is_ok, text
    assert flaky.published is not None
    assert flaky.published.errors == 0


def test_an_interrupt_of_the_agents_own_ends_its_cell_alone(flaky: Flaky) -> None:
    flaky.breaks(FIRST, OTHER)
    is_ok, text = flaky.project.drive()
    assert not is_ok
    assert "errors in a row, the last: The agent raised KeyboardInterrupt: no luck" in text
    assert "Report: " in text, "all other cells are reported"
