"""Byte-equal artifacts, whatever the number of workers, the order of folders, locale or hash seed.

Everything from the freeze to the verified tasks runs at one place twice: here, with one worker,
and in a process of its own, with two, another hash seed and locale, on a workspace whose files
were written in another order and whose folders are listed in yet another one.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generators.synthetic_workspace.build import build_workspace
from tests.dagster.conftest import Project
from tests.shared_files import ROOT
from worksurface_pipeline.worksurface.steps import LAYERS

_SETTINGS = '[source]\npath = "workspace"\n[lake]\nroot = "lake"\n[surfaces]\nworkers = {}\n'
_SYNTHETIC = 15
_TASK = "3"  # of the sample: documents that name each other, tables, a picture
_BUILT = {step for job, steps in LAYERS if job in {"freeze", "build"} for step in steps}
VARIANTS = {
    "C locale, hash seed 1": {"LC_ALL": "C", "PYTHONHASHSEED": "1"},
    "German locale, hash seed 77": {"LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "77"},
}


def _make(folder: Path, source: Path, workers: int, seed: int) -> Project:
    """A project whose files are written in the order that the seed gives."""
    paths = sorted(path for path in source.rglob("*") if path.is_file())
    random.Random(seed).shuffle(paths)
    for path in paths:
        target = folder / "workspace" / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    (folder / "worksurface.toml").write_text(_SETTINGS.format(workers), encoding="utf-8")
    return Project(folder)


def _artifacts(project: Project) -> dict[str, bytes]:
    """Bytes of all files of all valid attempts, by asset, partition and name."""
    lake = project.bench.lake
    found = {}
    for step in sorted(_BUILT):
        for partition in lake.partitions(step):
            manifest = lake.current(step, partition)
            assert manifest is not None
            found[f"{step}[{partition}]/fingerprint"] = manifest.fingerprint.encode()
            read = lake.reader(manifest)
            for file in manifest.files:
                found[f"{step}[{partition}]/{file.name}"] = read(file.name)
    return found


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("source") / "workspace"
    build_workspace(root, _SYNTHETIC, seed=5)
    shutil.rmtree(root / _TASK)  # the sample's task takes this id
    shutil.copytree(ROOT / "data_lake" / "sample" / _TASK, root / _TASK)
    return root


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All runs stand at the same place, since a workspace's id follows from it."""
    return tmp_path_factory.mktemp("place") / "project"


@pytest.fixture(scope="module")
def expected(place: Path, source: Path) -> dict[str, bytes]:
    before = dict(os.environ)
    project = _make(place, source, workers=1, seed=0)
    is_ok, text = project.drive(until="build")
    os.environ.clear()
    os.environ.update(before)
    assert is_ok, text
    artifacts = _artifacts(project)
    shutil.rmtree(place)
    return artifacts


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_artifacts_are_byte_equal(
    variant: dict[str, str], expected: dict[str, bytes], place: Path, source: Path
) -> None:
    if not _has_locale(variant["LC_ALL"]):
        pytest.skip(f"locale absent: {variant['LC_ALL']}")
    project = _make(place, source, workers=2, seed=1)
    unset = {"PYTHONUTF8", "DAGSTER_HOME", "LANG", "LANGUAGE", "LC_CTYPE"}
    kept = {key: value for key, value in os.environ.items() if key not in unset}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.dagster.shuffled_build", str(place), "3"],
        cwd=ROOT,
        env={**kept, **variant},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found = _artifacts(project)
    shutil.rmtree(place)
    assert {step.partition("[")[0] for step in found} == _BUILT
    assert sorted(found) == sorted(expected)
    assert [name for name in found if found[name] != expected[name]] == []


def _has_locale(name: str) -> bool:
    listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    return name.replace("-", "").lower() in {
        line.replace("-", "").lower() for line in listed.split()
    }
