"""Numbers that have to be exact, and units that contradict the gold's, under every profile."""

from __future__ import annotations

import json

import pytest

from tests.unit.scoring.builders import task
from tests.unit.scoring.test_evidence import TABLE
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.answer import answer_scores
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES

WEEKS = task(1, answer_unit="weeks", answer_digits=0)
DAYS = task(10, answer_unit="days", answer_digits=0)
LONG = task(1200.0, answer_unit="days", answer_digits=0)
EURO = task(12, answer_unit="EUR", answer_digits=0)
FIVE = task(5, answer_unit="percent", answer_digits=0)
PRINTED = task(5, answer_unit="percent", answer_digits=1)
SHARE = task(33.5, answer_unit="percent", answer_digits=1)
DOLLARS = task(1200.5, answer_unit="USD", answer_digits=1)
COUNT = task(12, evidence=(TABLE,))

CASES: list[tuple[AtomicTask, object, float, float, float]] = [
    # Small integers, whatever their unit.
    (WEEKS, 1.4, 0, 0, 1),
    (WEEKS, "1 week", 1, 1, 1),
    (DAYS, "10.4 days", 0, 0, 1),
    (DAYS, 10.0, 1, 1, 1),
    (EURO, 12.49, 0, 0, 1),
    (FIVE, "5.4%", 0, 0, 1),
    (FIVE, 0.054, 0, 0, 0),
    (FIVE, 0.05, 1, 1, 0),
    (task(0, answer_unit="percent", answer_digits=0), 0.4, 0, 0, 1),
    (task(0, answer_digits=2), 0.004, 0, 0, 1),
    (task(12.0), 12.04, 0, 0, 1),
    (task("1; 5", answer_unit="days"), ["1", "5.4"], 0, 0, 1),
    # Printed decimals: strict rounds to them, and does no more.
    (PRINTED, "5.04%", 0, 1, 1),
    (PRINTED, "5.06%", 0, 0, 1),
    (task(100, answer_digits=1), 100.3, 0, 0, 1),
    (task(0.04, answer_digits=2), 0.0449, 0, 1, 0),
    (task(300, answer_digits=0), 300.4, 1, 1, 1),
    # Units.
    (SHARE, "335‰", 1, 1, 1),
    (SHARE, "33.5‰", 0, 0, 0),
    (SHARE, "3350 bps", 1, 1, 1),
    (SHARE, "33.5 bps", 0, 0, 0),
    (SHARE, "$33.5", 0, 0, 1),
    (DOLLARS, "$1,200.5", 1, 1, 1),
    (DOLLARS, "1200.5 dollars", 1, 1, 1),
    (DOLLARS, "1200.5 units", 1, 1, 1),
    (DOLLARS, "EUR 1200.5", 0, 0, 1),
    (DOLLARS, "¥1200.5", 0, 0, 1),
    (DOLLARS, "1200.5 yen", 0, 0, 1),
    (DOLLARS, "1200.5%", 0, 0, 1),
    (LONG, "1200 days", 1, 1, 1),
    (LONG, "1200 hours", 0, 0, 1),
    (LONG, "1200 h", 0, 0, 1),
    (LONG, "1200 entries", 1, 1, 1),
    (task(300, answer_unit="CAD"), "$300", 1, 1, 1),
    (task(300, answer_unit="users"), "300 days", 1, 1, 1),
    (COUNT, "12%", 0, 0, 1),
    # Years, days and ids of a composite.
    (task("36; 1919"), "36; 1925", 0, 0, 1),
    (task("36; 1919"), "36; 1919", 1, 1, 1),
    (task("order; 20240512"), "order; 20240513", 0, 0, 1),
    (task("zip; 10115"), "zip; 10119", 0, 0, 1),
    (task("SKU; 4711"), "SKU; 4720", 0, 0, 1),
    (task("invoice no.; 4711"), "invoice no.; 4712", 0, 0, 1),
    (task("order_list.xlsx; 4711"), "order_list.xlsx; 4712", 1, 1, 1),
    (task("a; 133108"), "a; 133000", 1, 1, 1),
    (task("a; 007"), "a; 7", 0, 0, 0),
    (task("room; 12B"), "room; 12000000000", 0, 0, 0),
]


@pytest.mark.parametrize(
    ("item", "answer", "paper", "strict", "release"),
    CASES,
    ids=[f"{case[0].gold_answer} {case[0].answer_unit} {case[1]}" for case in CASES],
)
def test_one_answer_under_all_profiles(
    item: AtomicTask, answer: object, paper: float, strict: float, release: float
) -> None:
    scores = answer_scores(item, json.dumps(answer), tuple(PROFILES.values()))
    found = dict(zip(PROFILES, (score.score for score in scores), strict=True))
    assert found == {"paper": paper, "strict": strict, "release-1.0": release}
