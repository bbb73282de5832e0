"""Wording: cues go, names stay, and the original question is kept."""

from __future__ import annotations

import json

import pytest

from tests.unit.proposals.test_proposals import Scripted
from tests.unit.tasks.builders import shipments, world
from worksurface_pipeline.worksurface.proposals.wording import reword, strip_cues
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy

ASKED = "What is the total of “Weight” in a.csv for 2024?"


def asking(question: str) -> AtomicTask:
    """A task with another question."""
    task, surfaces = world([], [shipments()])
    first = derive_candidates([task], surfaces, DerivationPolicy()).candidates[0]
    return first.model_copy(update={"question": question})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Using SQL, how many rows has a.csv?", "How many rows has a.csv?", id="sql"),
        pytest.param("How many rows has the table a.csv?", "How many rows has a.csv?", id="table"),
        pytest.param(
            "According to the knowledge base, who wrote it?", "Who wrote it?", id="knowledge-base"
        ),
        pytest.param(ASKED, ASKED, id="none"),
    ],
)
def test_cues_are_stripped(before: str, after: str) -> None:
    changed = strip_cues(asking(before))
    assert changed.question == after
    assert changed.original_question == (None if before == after else before)


@pytest.mark.parametrize(
    ("said", "is_taken"),
    [
        pytest.param("For 2024, how much is “Weight” in a.csv in all?", True, id="reworded"),
        pytest.param("How much is “Weight” in b.csv in all for 2024?", False, id="other-file"),
        pytest.param("How much is “Weight” in a.csv in all for 2023?", False, id="other-figure"),
        pytest.param("How much is it in a.csv in all for 2024?", False, id="quotation-gone"),
        pytest.param("", False, id="empty"),
    ],
)
def test_a_model_may_not_change_what_is_named(said: str, is_taken: bool) -> None:
    task = asking(ASKED)
    changed, problem = reword(task, Scripted(json.dumps({"question": said})), "m")
    assert changed.question == (said if is_taken else ASKED)
    assert changed.original_question == (ASKED if is_taken else None)
    assert (problem == "") is is_taken
    assert changed.gold_answer == task.gold_answer
