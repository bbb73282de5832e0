from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.memo import Memo
from worksurface_pipeline.kernel.model import Frozen


class Row(Frozen):
    text: str


class Counted:
    """Computes rows and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str) -> Callable[[], list[Row]]:
        def compute() -> list[Row]:
            self.asked.append(text)
            return [Row(text=text), Row(text="é")]

        return compute


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(str(tmp_path))


def ask(memo: Memo, counted: Counted, *keys: str) -> list[tuple[Row, ...]]:
    return [memo.recall(key, Row, counted(key)) for key in keys]


def test_an_earlier_run_is_recalled(blobs: Blobs) -> None:
    counted = Counted()
    for _ in range(2):
        with Memo(blobs, "step") as memo:
            found = ask(memo, counted, "a", "b")
    assert found == [(Row(text="a"), Row(text="é")), (Row(text="b"), Row(text="é"))]
    assert counted.asked == ["a", "b"]


def test_no_result_is_a_result(blobs: Blobs) -> None:
    with Memo(blobs, "step") as memo:
        assert memo.recall("a", Row, list) == ()
    with Memo(blobs, "step") as memo:
        assert memo.recall("a", Row, lambda: [Row(text="never asked")]) == ()


def test_another_name_knows_nothing(blobs: Blobs) -> None:
    counted = Counted()
    for name in ("code 1", "code 2"):
        with Memo(blobs, name) as memo:
            ask(memo, counted, "a")
    assert counted.asked == ["a", "a"]


def test_what_the_last_run_did_not_use_is_forgotten(blobs: Blobs) -> None:
    counted = Counted()
    for keys in (("a", "b"), ("b",), ("a",)):
        with Memo(blobs, "step") as memo:
            ask(memo, counted, *keys)
    assert counted.asked == ["a", "b", "a"]


def test_a_failed_run_stores_nothing(blobs: Blobs) -> None:
    counted = Counted()

    def fail() -> None:
        with Memo(blobs, "step") as memo:
            ask(memo, counted, "a")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with Memo(blobs, "step") as memo:
        ask(memo, counted, "a")
    assert counted.asked == ["a", "a"]


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"0" * 64 + b"[]"])
def test_a_damaged_memo_knows_nothing(blobs: Blobs, tmp_path: Path, damage: bytes) -> None:
    counted = Counted()
    with Memo(blobs, "step") as memo:
        ask(memo, counted, "a")
    (stored,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    stored.write_bytes(damage)
    with Memo(blobs, "step") as memo:
        ask(memo, counted, "a")
    assert counted.asked == ["a", "a"]
