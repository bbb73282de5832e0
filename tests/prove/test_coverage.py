"""The coverage table in full: as documented, whatever the seed."""

from __future__ import annotations

import pytest

from benchmarks.coverage import DATA_SETS
from benchmarks.coverage_page import DOCS
from benchmarks.coverage_table import disagreements, read_rows, simulated

pytestmark = pytest.mark.prove
OTHER_SEED = 4022


def test_the_table_of_another_seed_agrees_within_its_errors() -> None:
    stored = read_rows((DOCS / "coverage.csv").read_text(encoding="utf-8"))
    assert disagreements(stored, simulated(DATA_SETS, OTHER_SEED)) == []
