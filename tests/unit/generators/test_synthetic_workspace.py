"""The synthetic workspace: deterministic, complete, and readable by us and by the baseline."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.agreement import compared, full_text
from benchmarks.baseline import read_naively
from generators.synthetic_workspace.__main__ import main
from generators.synthetic_workspace.build import build_workspace, file_counts
from generators.synthetic_workspace.pen import Pen
from generators.synthetic_workspace.tasks import PERSONAS
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.model import ExtractionFailure
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.model import Workspace

FILES = 96
SEED = 3
FORMATS = {".csv", ".xlsx", ".md", ".docx", ".txt", ".html", ".json", ".pptx", ".pdf"}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("synthetic") / "workspace"
    build_workspace(target, FILES, SEED)
    return target


@pytest.fixture(scope="module")
def loaded(root: Path) -> Workspace:
    return load_workspace(root, None, "test")


def _files(root: Path) -> list[Path]:
    return sorted(root.glob("*/data/*"))


def _digests(root: Path) -> dict[str, str]:
    paths = (path for path in root.rglob("*") if path.is_file())
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths
    }


def test_same_seed_same_bytes_whatever_the_workers(root: Path, tmp_path: Path) -> None:
    build_workspace(tmp_path / "again", FILES, SEED, workers=2)
    assert _digests(tmp_path / "again") == _digests(root)


def test_another_seed_shares_no_content(root: Path, tmp_path: Path) -> None:
    build_workspace(tmp_path / "other", FILES, SEED + 1)
    assert not set(_digests(tmp_path / "other").values()) & set(_digests(root).values())


def test_every_listed_file_is_there_and_no_two_are_equal(loaded: Workspace) -> None:
    files = [file for task in loaded.tasks for file in task.files]
    assert len(files) == FILES
    assert {file.status for file in files} == {FileStatus.PRESENT}
    assert len({file.sha256 for file in files}) == FILES
    assert loaded.unlisted == ()
    assert [oddity for task in loaded.tasks for oddity in task.oddities] == []


def test_all_personas_have_edges_and_some_rubrics(loaded: Workspace) -> None:
    assert len({task.persona for task in loaded.tasks}) == len(PERSONAS)
    assert all(task.edges for task in loaded.tasks)
    assert any(task.rubrics for task in loaded.tasks)
    assert not all(task.rubrics for task in loaded.tasks)


def test_every_format_is_there_in_many_sizes(root: Path) -> None:
    assert {path.suffix for path in _files(root)} == FORMATS
    sizes = sorted(path.stat().st_size for path in _files(root))
    assert sizes[0] < 4_000 < 40_000 < sizes[-1] < 400_000


@pytest.mark.parametrize("suffix", sorted(FORMATS))
def test_we_and_the_baseline_read_the_same_words(root: Path, suffix: str) -> None:
    path = next(path for path in _files(root) if path.suffix == suffix)
    naive = read_naively(path)
    ours = read_any(path, path.name)
    assert not naive.error
    assert not isinstance(ours, ExtractionFailure), ours
    assert compared(naive.text, full_text(ours)).kept > 0.9


@pytest.mark.parametrize(
    ("files", "tasks"), [(1, 1), (3, 3), (5, 5), (96, 5), (400, 10), (20_000, 500)]
)
def test_files_are_shared_out_evenly(files: int, tasks: int) -> None:
    counts = file_counts(files)
    assert (sum(counts), len(counts)) == (files, tasks)
    assert max(counts) - min(counts) <= 1


def test_an_existing_folder_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Counter(_digests(root))
    with pytest.raises(SystemExit):
        main([str(root), "--files", "5"])
    assert "exists already" in capsys.readouterr().err
    assert Counter(_digests(root)) == before


@pytest.mark.parametrize("is_chinese", [False, True], ids=["English", "Chinese"])
def test_a_fact_states_one_figure(is_chinese: bool) -> None:
    facts = [Pen(str(seed), is_chinese=is_chinese).fact() for seed in range(50)]
    assert len(set(facts)) == 50
    assert all(len(re.findall(r"\d+", fact)) == 1 for fact in facts)
