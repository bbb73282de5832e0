"""What is kept between runs is never believed when it is damaged, nor under --force."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from resources.source import freeze_now
from resources.workbench import Workbench, open_workbench
from tests.fixtures.small_workspace import write_small_workspace
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.worksurface.steps import STEPS

SETTINGS = '[source]\npath = "small"\n[lake]\nroot = "lake"\n'


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    root = write_small_workspace(tmp_path / "small")
    for path in root.rglob("*"):
        if path.is_file():
            path.touch()
    (tmp_path / "worksurface.toml").write_text(SETTINGS, encoding="utf-8")
    return open_workbench(tmp_path / "worksurface.toml")


def settle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of the freeze be an hour ahead, so that all files count as settled."""
    ahead = time.time_ns() + 3600 * 10**9
    monkeypatch.setattr("resources.source.time.time_ns", lambda: ahead)


def known(bench: Workbench) -> Path:
    (path,) = [p for p in Path(bench.lake.path("known")).rglob("*") if p.is_file()]
    return path


@pytest.mark.parametrize("at", [0, 40, -2])
def test_damage_of_the_known_digests_is_noticed(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    settle(monkeypatch)
    before = freeze_now(bench).lock
    data = bytearray(known(bench).read_bytes())
    data[at] ^= 1
    known(bench).write_bytes(bytes(data))
    assert freeze_now(bench).lock == before


def test_force_hashes_every_file_again(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    settle(monkeypatch)
    hashed: list[Path] = []

    def counted(path: Path) -> str:
        hashed.append(path)
        return digest_file(path)

    monkeypatch.setattr("worksurface_pipeline.worksurface.source.files.digest_file", counted)
    freeze_now(bench)
    first = len(hashed)
    freeze_now(bench)
    assert len(hashed) == first > 0
    freeze_now(bench, is_fresh=True)
    assert len(hashed) == 2 * first


@pytest.mark.parametrize("step", ["tables", "documents"])
@pytest.mark.parametrize("limit", ["seconds = 7.0", "memory_mib = 2048"])
def test_another_limit_makes_the_reading_steps_stale(
    bench: Workbench, step: str, limit: str
) -> None:
    settings_file = bench.settings_file
    before = STEPS[step].parameters(bench.settings, None)
    settings_file.write_text(f"{SETTINGS}[surfaces]\n{limit}\n", encoding="utf-8")
    assert STEPS[step].parameters(open_workbench(settings_file).settings, None) != before
