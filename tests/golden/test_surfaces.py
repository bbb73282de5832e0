from __future__ import annotations

from tests.golden.surfaces import GOLDEN, made


def test_the_small_workspace_becomes_what_was_reviewed() -> None:
    expected = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert made().splitlines() == expected
