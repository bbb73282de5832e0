"""The handed workspaces: every place that KEY.json quotes stands on our surfaces, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.key_quotations import listing, look_up
from tests.fixtures.keyed_workspace import write_keyed_workspace
from tests.shared_files import shared

QUOTATIONS = 47
FILES = {
    "note.md": "# Pay\n\nThe limit is $500 per month - no more.\n\n"
    + "Filler words. " * 400
    + "Last.\n",
    "list.csv": "Code,Share\n001,37%\n002,63%\n",
}
CASES = (
    ("note.md", "$500 per month", "right"),
    ("note.md", r"\$500 per month", "mended"),
    ("note.md", "The  limit is", "mended"),
    ("note.md", "$501 per month", "missing"),
    ("note.md", "no more.\n\nLast.", "missing"),
    ("list.csv", "001,37%", "right"),
    ("list.csv", "37%\n002", "missing"),
    ("gone.md", "Pay", "missing"),
)


def test_every_quotation_of_the_key_stands_within_one_piece() -> None:
    found = look_up(shared("workspaces/KEY.json").parent)
    assert [item for item in found if item.status != "right"] == []
    assert len(found) == QUOTATIONS


@pytest.mark.parametrize(("file", "find", "status"), CASES, ids=[f"{c[0]}:{c[2]}" for c in CASES])
def test_a_quotation_is_looked_for(tmp_path: Path, file: str, find: str, status: str) -> None:
    number = {"method": "verbatim", "shown": find, "file": file, "find": find}
    (found,) = look_up(write_keyed_workspace(tmp_path, FILES, {}, [number]))
    assert found.status == status
    assert listing([found]).endswith("of 1")
