"""Which sets of surfaces reach a gold: cases by hand, and what must hold for any task."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.necessity.cases import CASES, Case
from tests.unit.necessity.worlds import RAG, TABLE, query, reacher, span, task
from worksurface_pipeline.worksurface.necessity.subsets import SUBSETS, minimal_sets
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.settings import Interface

ALL = [case.task for case in CASES]


@pytest.mark.parametrize("interface", list(Interface), ids=str)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_minimal_sets(case: Case, interface: Interface, tmp_path: Path) -> None:
    with reacher(interface, tmp_path, *ALL) as (found, _):
        reached = found.reached(case.task)
    expected = case.opened if interface is Interface.OPEN else case.sealed
    assert minimal_sets(reached) == tuple(item for item in SUBSETS if item in expected)


@pytest.mark.parametrize("interface", list(Interface), ids=str)
def test_more_surfaces_never_reach_less(interface: Interface, tmp_path: Path) -> None:
    with reacher(interface, tmp_path, *ALL) as (found, _):
        for item in ALL:
            reached = found.reached(item)
            larger = {big for small in reached for big in SUBSETS if set(small) <= set(big)}
            assert larger == set(reached)


def test_an_abstain_task_is_reached_by_nothing(tmp_path: Path) -> None:
    absent = task(
        "What is the tare?", "INSUFFICIENT_EVIDENCE", declared=(), kind=AnswerType.ABSTAIN
    )
    with reacher(Interface.OPEN, tmp_path, absent) as (found, _):
        assert found.reached(absent) == ()


@pytest.mark.parametrize(
    ("question", "is_reached"),
    [
        pytest.param("Which region had shipment 00005?", True, id="a row has the words"),
        pytest.param("Which gate do lorries queue at on average?", False, id="no row has them"),
    ],
)
def test_a_cell_that_holds_the_figure_of_a_document(
    question: str, is_reached: bool, tmp_path: Path
) -> None:
    told = task(
        question,
        "North",
        span("t7__gates.md", "48 minutes"),
        declared=(RAG,),
        kind=AnswerType.STRING,
    )
    with reacher(Interface.OPEN, tmp_path, told) as (found, _):
        assert ((TABLE,) in found.reached(told)) is is_reached


def test_a_guess_among_two_sheets_is_one_in_two_and_none_when_told(tmp_path: Path) -> None:
    rows = task(
        "For Task 7, how many data rows does the file of the depot have?",
        31,
        query("t7__stock", "SELECT COUNT(*) FROM {view}", 31),
        declared=(TABLE,),
    )
    with reacher(Interface.OPEN, tmp_path, rows) as (found, _):
        assert found.guess(rows, (TABLE,)) == 0.5
        assert found.guess(rows, (RAG,)) == 0.0
        assert found.guess(CASES[4].task, (TABLE,)) == 0.0
