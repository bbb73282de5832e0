"""Answers in questions, and figures that are guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest

from worksurface_pipeline.worksurface.tasks.leaks import dashed, holds_answer, is_guess


@pytest.mark.parametrize(
    ("question", "gold", "is_held"),
    [
        ("For Task 9, how many hours?", 9, True),
        ("For Task 9, how many hours?", 9.0, True),
        ("For Task 19, how many hours?", 9, False),
        ("For Task 7, 1,900 or less?", 1900, True),
        ("For Task 7, which region of North Sea?", "North", True),
        ("For Task 7, which area of northern.csv?", "North", False),
        ("For Task 7, 3\u20135 days?", "3-5", True),
        ("For Task 7, a range like 1-2.", "3-5", False),
        ("For Task 7, see plan_9.md?", 9, False),
    ],
)
def test_the_whole_question_is_searched(question: str, gold: float | str, is_held: bool) -> None:
    assert holds_answer(question, (gold,)) is is_held


@pytest.mark.parametrize(
    ("value", "unit", "is_one"),
    [
        ("1", "", True),
        ("0", "", True),
        ("100", "percent", True),
        ("100", "", False),
        ("1", "percent", False),
        ("2", "", False),
    ],
)
def test_none_one_and_everything_are_guessed(value: str, unit: str, is_one: bool) -> None:
    assert is_guess(Decimal(value), unit) is is_one


def test_dashes_are_one_hyphen() -> None:
    assert dashed("1.5 \u2013 2") == dashed("1.5\u20142") == "1.5-2"
