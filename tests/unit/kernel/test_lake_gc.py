"""What nothing refers to goes, at any point of a kill the lake can be read, the rest stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.kernel.test_lake import VALUE, Rows
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lake_gc import (
    Garbage,
    idle_attempts,
    idle_blobs,
    partition_garbage,
    remove,
)
from worksurface_pipeline.kernel.lineage import Basis, InputDigest

OTHER = Rows(label="y")


class Killed(BaseException):
    """The process ends here."""


def _basis(step: str, version: int, **inputs: str) -> Basis:
    found = tuple(InputDigest(name=f"{name}[a]", digest=value) for name, value in inputs.items())
    return Basis(step=step, version=version, inputs=found)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """An upstream of three attempts, the second of which its consumer was made from."""
    found = Lake(str(tmp_path))
    found.store("up", "a", _basis("up", 1), VALUE)
    second = found.store("up", "a", _basis("up", 2), OTHER)
    found.store("down", "a", _basis("down", 1, up=second.digest), VALUE)
    found.store("up", "a", _basis("up", 3), Rows(label="z"))
    return found


def _idle(lake: Lake) -> list[Garbage]:
    return list(idle_attempts(lake, ("up", "down")))


def test_valid_attempts_and_what_they_were_made_from_stay(lake: Lake) -> None:
    found = _idle(lake)
    assert [item.path for item in found] == [f"up/a/{_basis('up', 1).fingerprint}/1"]
    assert found[0].size > 0
    for item in found:
        remove(lake, item)
    assert _idle(lake) == []
    manifest = lake.current("down", "a")
    assert manifest is not None
    digest = manifest.basis.inputs[0].digest
    made_from = lake.attempt("up", "a", digest)
    assert made_from is not None
    assert lake.load(made_from, Rows) == OTHER
    assert not Path(lake.path(f"up/a/{_basis('up', 1).fingerprint}")).exists()


def test_an_attempt_whose_writing_was_cut_short_is_garbage(lake: Lake) -> None:
    torn = Path(lake.path("up/a/ffff/1"))
    torn.mkdir(parents=True)
    (torn / "rows.jsonl").write_bytes(b"{")
    assert "up/a/ffff/1" in [item.path for item in _idle(lake)]


@pytest.mark.parametrize("step", range(4))
def test_a_removal_killed_at_any_step_leaves_a_readable_lake(
    lake: Lake, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The manifest goes first, so that no half attempt is ever taken for one."""
    left = step

    def dying(name: str) -> None:
        nonlocal left
        if left == 0:
            raise Killed
        left -= 1
        Path(name).unlink()

    with monkeypatch.context() as patch:
        patch.setattr(type(lake.fs), "rm_file", lambda _fs, name: dying(name))
        patch.setattr(type(lake.fs), "rm", lambda _fs, name, recursive: _files(name, dying))
        with pytest.raises(Killed):
            _remove_all(lake)
    again = Lake(lake.root)
    for asset in ("up", "down"):
        manifest = again.current(asset, "a")
        assert manifest is None or list(again.problems(manifest)) == []
    assert again.attempt("up", "a", "0" * 64) is None  # every manifest left can be read
    for item in _idle(again):
        remove(again, item)
    assert _idle(again) == []


def _remove_all(lake: Lake) -> None:
    for item in [*_idle(lake), *partition_garbage(lake, "up", "a", "up[a]")]:
        remove(lake, item)


def _files(name: str, dying: object) -> None:
    assert callable(dying)
    for path in sorted(Path(name).rglob("*")):
        if path.is_file():
            dying(str(path))
    raise Killed


def test_a_removed_partition_is_gone_and_others_stay(lake: Lake) -> None:
    lake.store("up", "b", _basis("up", 1), VALUE)
    for item in partition_garbage(lake, "up", "a", "up[a]"):
        remove(lake, item)
    assert lake.partitions("up") == ("b",)
    assert lake.current("up", "a") is None
    assert lake.partitions("down") == ("a",)


def test_only_blobs_that_are_not_kept_are_idle(lake: Lake) -> None:
    for key in ("aa11", "aa22", "aa22.99-1"):
        lake.put(f"readings/aa/{key}", b"x")
    found = list(idle_blobs(lake, "readings", frozenset({"aa11"}), "a reading"))
    assert [item.path for item in found] == ["readings/aa/aa22", "readings/aa/aa22.99-1"]
