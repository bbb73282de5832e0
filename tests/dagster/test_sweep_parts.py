"""A part of a sweep is kept and never published as the whole; forced runs count."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from resources.forecast import forecast
from schedules.partial import NO_ERRORS
from schedules.session import drive_part
from schedules.shares import Part
from tests.dagster.conftest import Project
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.trajectory import Outcome, StopReason
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.selection import Selection
from worksurface_pipeline.worksurface.sweep import TrajectorySet

CELL = "offline/keyword|S4"


def _drive(project: Project, part: Part) -> str:
    text = StringIO()
    assert drive_part(project.bench, part, Console(file=text, width=200)), text.getvalue()
    return text.getvalue()


def _attempt(project: Project, step: str = "trajectories") -> int:
    manifest = project.bench.lake.current(step, CELL)
    assert manifest is not None
    return manifest.attempt


def _runs(project: Project) -> TrajectorySet:
    manifest = project.bench.lake.current("trajectories", CELL)
    assert manifest is not None
    return project.bench.lake.load(manifest, TrajectorySet)


def _journal_lines(project: Project) -> int:
    folder = Path(project.bench.lake.path("sweeps"))
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("S4/*.jsonl"))


def _with_epochs(project: Project) -> None:
    """Another condition, so that the cell is stale and its journal holds nothing yet."""
    path = project.folder / "worksurface.toml"
    text = path.read_text(encoding="utf-8") + "[condition]\nepochs = 2\nk = 2\n"
    path.write_text(text, encoding="utf-8")


def test_a_part_is_kept_and_the_whole_runs_the_rest(copy: Project) -> None:
    _with_epochs(copy)
    before, total = _runs(copy), len(_runs(copy).trajectories)
    said = _drive(copy, Part(Selection(settings=("S4",), personas=("logistics_manager",), limit=3)))
    assert f"{CELL}: 3 tasks, ran 6 of 6 trajectories" in said
    assert f"not published: {2 * total - 6} trajectories of the cell are not there yet" in said
    assert _runs(copy) == before  # the cell of the earlier condition stands, as stale as it was
    said = _drive(copy, Part(Selection(settings=("S4",))))
    assert f"ran {2 * total - 6} of {2 * total} trajectories, 6 unchanged" in said
    assert "sweep[offline/keyword|S1]" not in said
    runs = _runs(copy).trajectories
    assert {run.epoch for run in runs} == {0, 1}
    assert len(runs) == 2 * total


def test_a_part_that_makes_the_cell_whole_is_published(copy: Project) -> None:
    _with_epochs(copy)
    for persona in ("logistics_manager", "operations_manager"):
        said = _drive(copy, Part(Selection(settings=("S4",), personas=(persona,))))
    assert "sweep[offline/keyword|S4]: computed trajectories" in said
    assert not list(copy.bench.plan().reasons(copy.bench.plan().steps["trajectories"], CELL))


def test_a_forced_part_runs_again_and_its_records_count(copy: Project) -> None:
    lines, attempt = _journal_lines(copy), _attempt(copy)
    first = _runs(copy).trajectories[0]
    part = Part(Selection(settings=("S4",), tasks=(first.task_id,)), is_forced=True)
    said = _drive(copy, part)
    assert "1 tasks, ran 1 of 1 trajectories" in said
    assert "because its journal holds newer trajectories" in said
    assert _journal_lines(copy) == lines + 1
    assert _attempt(copy) == attempt + 1
    assert _runs(copy).trajectories[0] == first  # the embedded model says the same again


def test_an_error_of_a_forced_run_never_replaces_an_answer(copy: Project) -> None:
    """Only machine errors are run again for their own sake."""
    first = _runs(copy).trajectories[0]
    folder = next(Path(copy.bench.lake.path("sweeps")).rglob("S4"))
    fault = {"outcome": Outcome.ERRORED, "stop_reason": StopReason.TOOL_FAULT}
    broken = first.model_copy(update=fault)
    with Journal(folder) as journal:
        journal.append(broken)
    assert first in list(Journal(folder).read())
    assert NO_ERRORS in _drive(copy, Part(Selection(settings=("S4",), limit=1), only_errors=True))


def test_a_filter_that_matches_nothing_stops_before_anything_runs(copy: Project) -> None:
    lines = _journal_lines(copy)
    for chosen, said in (
        (Selection(personas=("nobody",)), "Known: logistics_manager, operations_manager"),
        (Selection(tasks=("nosuch",)), "There is no task 'nosuch'"),
        (Selection(models=("nosuch",)), "Known: offline/keyword"),
    ):
        with pytest.raises(SettingsError, match=said):
            _drive(copy, Part(chosen))
    assert _journal_lines(copy) == lines


def _edit(project: Project, more: str) -> None:
    path = project.folder / "worksurface.toml"
    path.write_text(f"{path.read_text(encoding='utf-8')}{more}", encoding="utf-8")


def test_a_part_says_what_is_new_or_changed_and_why(copy: Project) -> None:
    tasks = tuple(dict.fromkeys(run.task_id for run in _runs(copy).trajectories))
    one, two = (Part(Selection(settings=("S4",), tasks=tasks[:n])) for n in (1, 2))
    said = _drive(copy, one)
    assert "Nothing has changed in the benchmark" in said
    assert f"{CELL}: of 1 trajectory 1 kept\n" in said
    _edit(copy, "[condition]\nk = 5\n")
    because = "    because setting condition.k changed: 3 → 5\n"
    assert f"{CELL}: of 1 trajectory 1 changed\n{because}" in _drive(copy, one)
    said = _drive(copy, two)  # the last part had this condition: what is published says why
    assert f"{CELL}: of 2 trajectories 1 changed, 1 kept\n{because}" in said
    _edit(copy, "epochs = 2\n")
    assert f"{CELL}: of 2 trajectories 1 new, 1 kept\n" in _drive(copy, one)
    said = _drive(copy, Part(one.selection, is_forced=True))
    assert f"{CELL}: of 2 trajectories 2 kept, all to run by --force\n" in said


@pytest.mark.parametrize(("is_forced", "errors"), [(True, True), (False, True), (True, False)])
def test_a_forecast_of_a_part_is_what_runs(copy: Project, is_forced: bool, errors: bool) -> None:
    part = Part(Selection(settings=("S4",), limit=3), is_forced=is_forced, only_errors=errors)
    (found,) = forecast(
        copy.bench, part.selection, is_forced=is_forced, retry_errors=errors
    ).estimates
    assert (NO_ERRORS if errors else "ran 3 of 3 trajectories") in _drive(copy, part)
    assert found.trajectories == (0 if errors else 3)
