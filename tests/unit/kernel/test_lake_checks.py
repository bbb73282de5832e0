"""What of a lake is damaged is told: files, manifests, pointers; flipped, missing, misplaced."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lake_checks import check_stored
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.kernel.records import RecordSet

BASIS = Basis(step="a", version=1, parameters=(), inputs=())


class Value(RecordSet):
    text: str


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    found = Lake(str(tmp_path))
    for key in ("one", "two"):
        found.store("a", key, BASIS, Value(text=key))
    return found


def _bits(path: Path) -> int:
    return 8 * path.stat().st_size


def _flipped(path: Path, bit: int) -> bytes:
    """The former bytes of a file of which one bit is other now."""
    before = path.read_bytes()
    data = bytearray(before)
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    return before


def _files(lake: Lake) -> list[Path]:
    return sorted(path for path in Path(lake.path("a/one")).rglob("*") if path.is_file())


def test_a_sound_lake_has_no_problem(lake: Lake) -> None:
    found = check_stored(lake, ["a", "b", "a"])
    assert found.problems == ()
    assert found.files == 2 * len(_files(lake))


def test_no_flipped_bit_goes_unnoticed(lake: Lake) -> None:
    """Every 23rd bit of every file, one after the other."""
    for path in _files(lake):
        for bit in range(0, _bits(path), 23):
            before = _flipped(path, bit)
            problems = check_stored(lake, ["a"]).problems
            assert problems, (path.name, bit)
            assert all("a/one" in said for said in problems), (path.name, bit)
            path.write_bytes(before)
    assert check_stored(lake, ["a"]).problems == ()


def _unlink(name: str) -> Callable[[Path], None]:
    return lambda folder: next(folder.rglob(name)).unlink()


def _other(folder: Path) -> None:
    shutil.copyfile(folder.parent / "two" / "CURRENT", folder / "CURRENT")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        pytest.param(_unlink("manifest.json"), "at what a pointer names", id="manifest"),
        pytest.param(_unlink("value.json"), "A stored file is missing", id="file"),
        pytest.param(_unlink("CURRENT"), "has lost the pointer to it", id="pointer"),
        pytest.param(_other, "names the value of another place", id="pointer of another"),
        pytest.param(
            lambda folder: (folder / "CURRENT").write_bytes(b""), "cannot be read", id="empty"
        ),
    ],
)
def test_harm_is_said_with_place_and_remedy(
    lake: Lake, harm: Callable[[Path], None], said: str
) -> None:
    harm(Path(lake.path("a/one")))
    problems = check_stored(lake, ["a"]).problems
    assert any(said in line for line in problems)
    assert all("a/one" in line and line.count(". ") for line in problems)


def test_contents_that_are_read_elsewhere_are_left_out(lake: Lake) -> None:
    path = next(file for file in _files(lake) if file.name not in {"CURRENT", "manifest.json"})
    _flipped(path, 0)
    assert check_stored(lake, ["a"]).problems != ()
    assert check_stored(lake, ["a"], read_elsewhere={"a"}).problems == ()
