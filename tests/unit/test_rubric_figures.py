"""Kinds of money and percent figures in rubrics, on wordings of the public source."""

from __future__ import annotations

import pytest

from benchmarks.rubric_figures import figures, report
from tests.shared_files import shared
from tests.unit.tasks.builders import source_task

CASES = [
    ("Is the average engagement rate for Facebook 6.94%?", ["share"]),
    ("Does the gross profit margin decline by 8.97% year-on-year?", ["change"]),
    ("Are total sales of the Europe market reported at $503,568.21?", ["amount"]),
    ("Is the assertion success rate of the tests set at least 95%?", ["rule"]),
    ("Is the commission rate between 20% and 40% in the range?", ["rule", "share"]),
    ("Do you recommend raising the commission to 15% in Q2?", ["advice"]),
    ("Is the completion rate of all resolutions marked as 100%?", ["guess"]),
    ("Is it 12%?", ["unnamed"]),
    ("Are 24 shipments sent to the North region?", []),
]


@pytest.mark.parametrize(("text", "kinds"), CASES, ids=[item[0] for item in CASES])
def test_a_figure_has_its_kind(text: str, kinds: list[str]) -> None:
    assert [item.kind for item in figures([source_task([text], [])])] == kinds


def test_the_public_rubrics_are_counted_whole() -> None:
    first, second, *_ = report(shared("lite_metadata"))
    assert first.startswith("1856 rubrics of 100 source tasks; 204 of them")
    assert second.startswith("160 of those rubrics")
