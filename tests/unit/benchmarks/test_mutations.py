"""The mutation test in small: faults injected into sound tasks are caught, harmless changes not."""

from __future__ import annotations

import pytest

from benchmarks.mutations import Measured, lines, measure_staged
from tests.unit.tasks.builders import document, policy_of, shipments, world
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates

RUBRICS = (
    "Are 24 shipments sent to the North region?",
    "Is the average weight of South shipments given as 29.5 kg?",
    "Is the share of late shipments given as 22.5%?",
    "Is the humidity limit of 55% quoted?",
)
RULES = (
    "# Storage\n\nRelative humidity stays below 55%.\n\n1. Keep the doors shut.\n\n"
    "The doors are to be kept shut by whoever leaves the hall last, also in summer and at noon,"
    " without exception.\n"
)


@pytest.fixture(scope="module")
def measured() -> Measured:
    task, surfaces = world(RUBRICS, [shipments()], [document("rules.md", RULES)])
    found = derive_candidates([task], surfaces, policy_of())
    return measure_staged([("small", surfaces, found.candidates, None)], total=60)


def test_faults_are_caught(measured: Measured) -> None:
    kinds = {item.kind for item in measured.caught}
    assert len(measured.caught) == 60
    assert len(kinds) >= 18
    # Without the file, nobody can see that a stored text says something else.
    assert {item.kind for item in measured.missed()} <= {"misread text"}


def test_sound_and_harmlessly_rewritten_tasks_raise_no_alarm(measured: Measured) -> None:
    assert measured.derived > 3
    assert measured.rewritten > measured.derived
    assert measured.alarms == ()


def test_the_table_prints_intervals(measured: Measured) -> None:
    printed = list(lines(measured))
    assert printed[0].startswith("class of fault")
    assert any("[" in line and "%" in line for line in printed)
