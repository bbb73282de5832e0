"""Runs and releases handed on, driven as a user drives it."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import dagster as dg
import polars as pl
import pytest

from assets.worksurface.releases import RELEASE, report_release
from resources.comparing import sweep_side
from resources.naming import sweep_names
from resources.runs import cell_condition
from schedules.exporting import export_inspect, export_parquet
from schedules.releasing import Wish, release_benchmark
from tests.dagster.conftest import Project
from worksurface_pipeline.kernel.errors import PackageError, SettingsError
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.release.scan.model import Kind
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.surfaces.sets import DocumentSet


def test_the_sweep_is_exported_whole_and_the_same_each_time(
    built: tuple[Project, str], tmp_path: Path
) -> None:
    bench = built[0].bench
    lines = list(export_parquet(bench, tmp_path / "a"))
    list(export_parquet(bench, tmp_path / "b"))
    assert len(lines) == 4
    for path in sorted((tmp_path / "a").iterdir()):
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
    runs = pl.read_parquet(tmp_path / "a" / "trajectories.parquet")
    scores = pl.read_parquet(tmp_path / "a" / "scores.parquet")
    assert set(runs["setting"]) == {"S1", "S4", "S5"}  # S5 is the reference cell
    assert set(runs["fingerprint"]) == set(scores["fingerprint"])


def test_scores_of_other_runs_do_not_leave_with_these(copy: Project, tmp_path: Path) -> None:
    """A sweep under another condition replaces the runs of a cell, and not its scores."""
    (first,) = sweep_names(copy.bench)
    path = copy.folder / "worksurface.toml"
    path.write_text(path.read_text(encoding="utf-8") + "[condition]\nk = 2\n", encoding="utf-8")
    assert copy.drive(until="sweep")[0]
    bench = copy.bench
    stale = r"2 cells .*keyword\|S4 \(input trajectories.* changed\).*worksurface score"
    with pytest.raises(PackageError, match=stale):
        list(export_parquet(bench, tmp_path / "refused"))
    assert not (tmp_path / "refused").exists()
    with pytest.raises(PackageError, match="no scores of the runs"):
        list(export_inspect(bench, tmp_path / "refused", settings=("S4",)))
    lines = list(export_parquet(bench, tmp_path / "a", is_unscored_allowed=True))
    assert [line.partition(" (")[0] for line in lines[:2]] == [
        "offline/keyword|S4",
        "offline/keyword|S5",
    ]
    runs, scores = _tables(tmp_path / "a")
    assert set(runs["setting"]) == {"S1", "S4", "S5"}
    assert set(scores["setting"]) == {"S1"}  # no tool acts there: these are its scores
    assert set(scores["fingerprint"]) < set(runs["fingerprint"])
    assert cell_condition(bench, Cell("offline/keyword", "S4")).k == 2
    (second,) = set(sweep_names(bench)) - {first}
    sides = [sweep_side(bench, name).cells for name in (first, second)]
    assert sides[0] == sides[1]  # S1 was kept as it was, and counts as run in both
    assert copy.drive(until="score")[0]
    list(export_parquet(copy.bench, tmp_path / "b"))
    runs, scores = _tables(tmp_path / "b")
    assert set(scores["fingerprint"]) == set(runs["fingerprint"])


def _tables(folder: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    names = ("trajectories", "scores")
    runs, scores = (pl.read_parquet(folder / f"{name}.parquet") for name in names)
    return runs, scores


@pytest.mark.skipif(find_spec("inspect_ai") is None, reason="the extra `exchange` is not installed")
def test_a_cell_of_the_sweep_is_a_log_that_inspect_reads(
    built: tuple[Project, str], tmp_path: Path
) -> None:
    from inspect_ai.log import read_eval_log

    lines = list(export_inspect(built[0].bench, tmp_path, settings=("S4",)))
    (path,) = tmp_path.iterdir()
    assert str(path) in lines[0]
    log = read_eval_log(str(path))
    assert log.samples
    assert any(len(sample.messages) > 2 for sample in log.samples)
    with pytest.raises(PackageError, match="No cell that was run"):
        list(export_inspect(built[0].bench, tmp_path, settings=("S9",)))
    with pytest.raises(SettingsError, match="is no date"):
        list(export_inspect(built[0].bench, tmp_path, settings=("S4",), created="yesterday"))


def test_a_release_with_its_runs_is_refused_for_what_it_must_not_hold(copy: Project) -> None:
    bench = copy.bench
    with pytest.raises(PackageError, match="licence"):
        release_benchmark(bench)
    text = '[release]\nlicence = "CC0-1.0"\nsource_licence = "Apache-2.0"\n'
    path = copy.folder / "worksurface.toml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    place, manifest = release_benchmark(copy.bench, Wish(has_runs=True))
    assert verify_release(place).is_sound
    assert (place / "runs" / "turns.parquet").is_file()
    assert json.loads((place / "scan.json").read_text())["findings"] == []  # the sample has none
    instance = dg.DagsterInstance.ephemeral()
    report_release(instance, str(place), manifest)
    event = instance.get_latest_materialization_event(RELEASE.key)
    assert event is not None
    assert event.asset_materialization is not None
    assert event.asset_materialization.metadata["version"].value == "1.0.0"
    _plant(copy, "Call +44 20 7946 0958.")
    with pytest.raises(PackageError, match="phone in package"):
        release_benchmark(copy.bench, Wish())
    assert not (place.parent / ".new").exists()
    with pytest.raises(PackageError, match="proof"):  # a stored document was changed under it
        release_benchmark(copy.bench, Wish(allowed=(Kind.PHONE,)))


def _plant(project: Project, text: str) -> None:
    """Put a text into every stored document, as if the source had held it."""
    lake = project.bench.lake
    for persona in lake.partitions("documents"):
        manifest = lake.current("documents", persona)
        assert manifest is not None
        found = lake.load(manifest, DocumentSet)
        changed = tuple(
            one.model_copy(update={"text": f"{text}\n{one.text}"}) for one in found.documents
        )
        lake.store("documents", persona, manifest.basis, DocumentSet(documents=changed))
