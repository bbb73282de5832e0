"""A simulated project of some 250 units, rendered, checked and read back as a whole."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.unit.mmenterprise.records.rendered import project
from worksurface_pipeline.mmenterprise.records.checks import check
from worksurface_pipeline.mmenterprise.records.leaks import give_aways
from worksurface_pipeline.mmenterprise.records.mutations import caught_shares
from worksurface_pipeline.mmenterprise.records.round_trip import differences
from worksurface_pipeline.mmenterprise.schema.world import Place


def test_a_simulated_project_has_no_fault() -> None:
    assert check(*project()) == ()


def test_a_simulated_project_reads_back() -> None:
    ledger, records = project()
    assert sum(len(unit.statements) for unit in records.units) > 200
    assert differences(ledger, records) == ()


def test_no_file_of_a_simulated_project_tells_its_pictures() -> None:
    assert list(give_aways(*project())) == []


def test_a_simulated_project_is_of_the_usual_size() -> None:
    _, records = project()
    assert 200 <= len(records.units) <= 290
    visual = sum(unit.is_visual for unit in records.units)
    assert visual >= 0.15 * len(records.units)
    assert {unit.place for unit in records.units} == set(Place)


def test_messages_seldom_repeat_a_text() -> None:
    _, records = project()
    texts = Counter(unit.text for unit in records.units if unit.place is Place.CHAT)
    long = {text: count for text, count in texts.items() if len(text.split()) > 5}
    assert max(long.values()) <= 3


@pytest.mark.parametrize("seed", [1, 2])
def test_spoiled_records_of_a_simulated_project_are_caught(seed: int) -> None:
    shares = caught_shares(*project(), Random(seed), 60)
    assert sum(item.made for item in shares) == 60
    assert sum(item.caught for item in shares) >= 57
