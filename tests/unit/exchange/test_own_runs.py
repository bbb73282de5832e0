"""The runs of a release of ours are read back as they were, and scored again to the same scores."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.unit.exchange.cells import cell
from tests.unit.release.made import made, own_release
from tests.unit.scoring.builders import call, run
from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.exchange.own_runs import (
    own_cells,
    own_profile,
    read_own_runs,
)
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns, write_tables
from worksurface_pipeline.worksurface.exchange.rescoring import has_runs, open_runs, rescore
from worksurface_pipeline.worksurface.release.hub.model import Publication
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey

KEY = CellKey(model="vendor/model", setting="S4")


def _runs(answer: object = 1) -> CellRuns:
    """Two epochs of every task of the small benchmark, under a profile that is not the default."""
    rag = call("rag", Shown(kind="document", id="t7__depot.md", start=0, end=9), text="depot")
    found = [
        run(answer, rag, task_id=task.id).model_copy(update={"epoch": epoch})
        for task in made()[0]
        for epoch in (0, 1)
    ]
    scored = score_cell(made()[0], found, BudgetSet(), KEY, profile="strict", epochs=2)
    return CellRuns(found, scored.scores)


def _release(folder: Path, runs: CellRuns, previous: Path | None = None) -> str:
    tasks, surfaces = made()
    about = Publication(runs=[runs])
    one = write_release(folder, "b", tasks, [surfaces], previous=previous, publication=about)
    return one.version


def test_every_field_of_a_run_comes_back(tmp_path: Path) -> None:
    wanted = {setting: cell(setting).trajectories for setting in ("S4", "S5")}
    write_tables(tmp_path, [cell(setting) for setting in wanted])
    assert own_cells(tmp_path) == tuple(
        CellKey(model="vendor/model", setting=setting) for setting in wanted
    )
    for key in own_cells(tmp_path):
        by_task = sorted(wanted[key.setting], key=lambda one: (one.task_id, one.epoch))
        assert list(read_own_runs(tmp_path, key)) == by_task
    assert own_profile(tmp_path) == "paper"


def test_a_release_with_its_runs_is_scored_again_to_the_same_scores(tmp_path: Path) -> None:
    wanted = _runs()
    _release(tmp_path / "r", wanted)
    assert has_runs(tmp_path / "r")
    (again,) = rescore(open_runs(tmp_path / "r"))
    assert (again.key, again.foreign) == (KEY, ())
    assert again.runs.scores == wanted.scores  # under the profile that they were released with
    (other,) = rescore(open_runs(tmp_path / "r"), "paper")
    assert {one.profile for one in other.runs.scores} == {"paper"}


def test_a_release_without_runs_says_how_they_get_there(tmp_path: Path) -> None:
    own = own_release(tmp_path)
    assert not has_runs(own)
    with pytest.raises(PackageError, match="release --runs"):
        open_runs(own)


def test_tables_of_another_form_are_told(tmp_path: Path) -> None:
    own = own_release(tmp_path)
    folder = own / "runs"
    folder.mkdir()
    for name in ("trajectories", "turns"):
        pl.DataFrame({"model": ["m"], "setting": ["S4"]}).write_parquet(folder / f"{name}.parquet")
    with pytest.raises(PackageError, match="not in the form that is read"):
        list(rescore(open_runs(own)))
    (folder / "turns.parquet").write_bytes(b"PAR1")
    with pytest.raises(PackageError, match="not in the form that is read"):
        list(rescore(open_runs(own)))


def test_runs_there_or_not_or_others_are_a_change(tmp_path: Path) -> None:
    tasks, surfaces = made()
    write_release(tmp_path / "bare", "b", tasks, [surfaces])
    assert _release(tmp_path / "with", _runs(), tmp_path / "bare") == "1.0.1"
    assert _release(tmp_path / "other", _runs(2), tmp_path / "with") == "1.0.2"
    with pytest.raises(PackageError, match="Nothing changed"):
        _release(tmp_path / "same", _runs(2), tmp_path / "other")
    without = write_release(tmp_path / "gone", "b", tasks, [surfaces], previous=tmp_path / "other")
    assert without.version == "1.0.3"
