from __future__ import annotations

from random import Random

import numpy as np
import pytest

from worksurface_pipeline.mmenterprise.questions.question_only import concordance, question_only
from worksurface_pipeline.mmenterprise.schema.questions import (
    LedgerQuery,
    MmQuestion,
    QuestionType,
)

NOUNS = ("budget", "owner", "deadline", "accuracy", "recall", "latency")


def _question(project: int, index: int, is_absent: bool, text: str) -> MmQuestion:
    return MmQuestion(
        id=f"q{project}-{index:03d}",
        project=f"p{project}",
        type=QuestionType.UNANSWERABLE if is_absent else QuestionType.EXTRACTION,
        question=text,
        answer_kind="number",
        gold="",
        query=LedgerQuery(operation="as_of"),
    )


def _questions(telling: str, projects: int = 6) -> list[MmQuestion]:
    random = Random(7)
    found = []
    for project in range(projects):
        for index in range(30):
            is_absent = index % 5 == 0
            text = f"What is the {random.choice(NOUNS)} of the {random.choice(NOUNS)} plan?"
            found.append(
                _question(project, index, is_absent, f"{text} {telling if is_absent else ''}")
            )
    return found


def test_wording_that_tells_is_found_out() -> None:
    found = question_only(_questions("If anybody ever wrote it down."), 1)
    assert found.auc is not None
    assert found.auc > 0.99
    assert found.is_blind is False


def test_wording_that_does_not_tell_passes() -> None:
    found = question_only(_questions(""), 1)
    assert found.auc is not None
    assert abs(found.auc - 0.5) < 0.15
    assert found.is_blind is True
    assert (found.questions, found.unanswerable, found.projects) == (180, 36, 6)


def test_order_changes_nothing() -> None:
    questions = _questions("")
    assert question_only(questions[::-1], 1) == question_only(questions, 1)


def test_one_project_can_tell_nothing() -> None:
    found = question_only(_questions("", projects=1), 1)
    assert (found.auc, found.is_blind) == (None, None)


@pytest.mark.parametrize(
    ("scores", "labels", "pairs"),
    [
        pytest.param([2, 1], [1, 0], (1, 1), id="right order"),
        pytest.param([1, 2], [1, 0], (0, 1), id="wrong order"),
        pytest.param([1, 1], [1, 0], (0.5, 1), id="level"),
        pytest.param([3, 2, 1, 0], [1, 0, 1, 0], (3, 4), id="mixed"),
        pytest.param([1, 2], [0, 0], (0, 0), id="one class"),
    ],
)
def test_concordance(scores: list[float], labels: list[int], pairs: tuple[float, float]) -> None:
    assert concordance(np.array(scores, dtype=float), np.array(labels, dtype=bool)) == pairs
