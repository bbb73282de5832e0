"""A source file is edited: exactly the tasks that had read it are invalidated and made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.edits import measure

SAMPLE = Path(__file__).parents[2] / "data_lake" / "sample"
CASES = {
    "a table": "3/data/f412b1b251f0fff1_shipments_q2.csv",
    "a document": "6/data/04a0caef8642c46f_plan_v2.md",
    "one of two files of equal content": "5/data/28e472210d6fc4be_carriers.csv",
}


@pytest.fixture(scope="module")
def edited() -> dict[str, dict[str, int]]:
    """Numbers of tasks by what became of them, over all personas."""
    found = {}
    for item in measure(SAMPLE, tuple(CASES.values())):
        parts = [one.model_dump() for one in item.personas.values()]
        names = ("invalidated", "equal", "changed", "gone", "new", "touched", "unchanged")
        counts = {
            name: sum(part[name] if name == "unchanged" else len(part[name]) for part in parts)
            for name in names
        }
        found[item.path] = counts
    return found


@pytest.mark.parametrize("case", CASES)
def test_what_had_read_the_file_is_made_anew_and_nothing_else(
    case: str, edited: dict[str, dict[str, int]]
) -> None:
    counts = edited[CASES[case]]
    assert counts["touched"] == 0
    assert counts["gone"] + counts["changed"] > 0
    assert counts["new"] > 0
    assert counts["unchanged"] > counts["invalidated"]
