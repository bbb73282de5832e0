"""Wordings of all kinds: no wrong one is taken for right, and no right one for wrong."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.unit.mmenterprise.evaluation.asked import WORDS
from tests.unit.mmenterprise.evaluation.fresh_cases import FRESH
from tests.unit.mmenterprise.evaluation.told_figures import TOLD as FIGURES
from tests.unit.mmenterprise.evaluation.told_words import TOLD as IN_WORDS
from worksurface_pipeline.mmenterprise.evaluation.judgement import Verdict
from worksurface_pipeline.mmenterprise.evaluation.scoring import judge_exactly
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion

RIGHT, WRONG, OPEN = Verdict.CORRECT, Verdict.WRONG, Verdict.UNDECIDED
Table = tuple[tuple[MmQuestion, str, str], ...]


def parted(text: str) -> list[str]:
    return [item.replace("\\n", "\n") for item in re.split(r"\s*\|\s*", text.strip())]


@pytest.mark.parametrize("table", [FIGURES, IN_WORDS], ids=["figures", "words"])
def test_no_wording_is_taken_for_what_it_is_not(table: Table) -> None:
    for asked, right, wrong in table:
        for answer in parted(right):
            assert judge_exactly(asked, answer, WORDS).verdict != WRONG, answer
        for answer in parted(wrong):
            assert judge_exactly(asked, answer, WORDS).verdict != RIGHT, answer


@pytest.mark.parametrize(
    ("asked", "answer", "is_right"), [pytest.param(*case, id=case[1]) for case in FRESH]
)
def test_wordings_that_no_rule_was_made_for(
    asked: MmQuestion, answer: str, *, is_right: bool
) -> None:
    found = judge_exactly(asked, answer, WORDS).verdict
    assert found in (RIGHT if is_right else WRONG, OPEN)


def test_what_is_plain_is_decided() -> None:
    """Nearly half of all right wordings, though most were made to be hard to understand."""
    found = Counter(
        judge_exactly(asked, answer, WORDS).verdict
        for asked, right, _ in (*FIGURES, *IN_WORDS)
        for answer in parted(right)
    )
    assert found[RIGHT] >= 105
