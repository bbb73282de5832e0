"""The lake's layout: written with the first run, raised step by step, never read if it is newer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.kernel.test_lake import BASIS, VALUE
from worksurface_pipeline.kernel import lake_layout
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lake_layout import (
    LAYOUT,
    is_older,
    layout_of,
    migrate,
    require_known,
)


def _lake(folder: Path, layout: str = "") -> Lake:
    lake = Lake(str(folder / "lake"))
    lake.store("rows", "a", BASIS, VALUE)
    if layout:
        (folder / "lake" / "LAYOUT").write_text(layout)
    return lake


def test_a_lake_without_the_file_is_of_the_first_layout_and_is_migrated(tmp_path: Path) -> None:
    lake = _lake(tmp_path)
    assert (layout_of(lake), is_older(lake)) == (1, True)
    migrate(lake)
    assert lake.peek("LAYOUT") == f"{LAYOUT}\n".encode()
    assert not is_older(lake)
    assert lake.current("rows", "a") is not None


def test_a_lake_that_is_not_there_yet_is_of_this_layout(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path / "lake"))
    assert layout_of(lake) == LAYOUT
    migrate(lake)
    assert lake.peek("LAYOUT") == f"{LAYOUT}\n".encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [("99\n", "layout 99, and this program knows up to"), ("two", "not a number")],
    ids=["newer", "no number"],
)
def test_what_cannot_be_known_is_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    lake = _lake(tmp_path, text)
    for look in (require_known, migrate):
        with pytest.raises(LakeError, match=said):
            look(lake)
    assert lake.peek("LAYOUT") == text.encode()


def test_a_migration_cut_short_goes_on_at_the_step_it_was_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step runs in order, the one that was cut short once more, the ones before it never."""
    monkeypatch.setattr(lake_layout, "LAYOUT", 4)
    lake = _lake(tmp_path)
    ran: list[int] = []

    def step(number: int) -> lake_layout.Step:
        def run(_lake: Lake) -> None:
            ran.append(number)
            if ran == [1, 2]:
                raise KeyboardInterrupt

        return run

    steps = {number: step(number) for number in (1, 2, 3)}
    with pytest.raises(KeyboardInterrupt):
        migrate(lake, steps)
    assert layout_of(lake) == 2
    migrate(lake, steps)
    assert ran == [1, 2, 2, 3]
    assert layout_of(lake) == 4
    migrate(lake, steps)
    assert ran == [1, 2, 2, 3]
