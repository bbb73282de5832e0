"""Corrections of the settings find their files, and those that find none are told."""

from __future__ import annotations

import pytest

from worksurface_pipeline.readers.model import SheetOverride
from worksurface_pipeline.worksurface.settings import SheetRule
from worksurface_pipeline.worksurface.surfaces.overrides import (
    idle_rules,
    idle_sentence,
    overrides_for,
)

ANY = SheetRule(drop_rows=(1,))
TASK = SheetRule(task="12", drop_rows=(2,))
FILE = SheetRule(file="Plan.xlsx", sheet="Q1", drop_rows=(3,))
BOTH = SheetRule(task="12", file="plan.xlsx", header_rows=(3, 4), data_start=5, data_end=40)
RULES = (ANY, TASK, FILE, BOTH)


@pytest.mark.parametrize(
    ("task", "file", "dropped"),
    [
        ("12", "plan.xlsx", [1, 2, 3, None]),
        ("7", "plan.xlsx", [1, 3]),
        ("12", "other.xlsx", [1, 2]),
        ("7", "other.xlsx", [1]),
    ],
)
def test_rules_find_their_files(task: str, file: str, dropped: list[int | None]) -> None:
    found = overrides_for(RULES, task, file)
    assert [item.drop_rows[0] if item.drop_rows else None for item in found] == dropped


def test_a_rule_keeps_what_it_states() -> None:
    assert overrides_for((BOTH,), "12", "plan.xlsx") == (
        SheetOverride(header_rows=(3, 4), data_start=5, data_end=40),
    )


def test_rules_without_a_file_are_named() -> None:
    idle = idle_rules(RULES, [("7", "other.xlsx")])
    assert idle == (TASK, FILE, BOTH)
    assert idle_sentence(BOTH).endswith("matches no file (task '12', file 'plan.xlsx')")
    assert idle_rules(RULES, [("12", "plan.xlsx")]) == ()
