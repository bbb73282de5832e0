"""Parts of a sweep: what filters let through, and the sentence where that is nothing."""

from __future__ import annotations

import pytest

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.selection import Selection
from worksurface_pipeline.worksurface.sweep import SweepItem

CELLS = tuple(Cell(model, name) for model in ("m", "n") for name in ("S4", "S5"))


def _item(number: int, source_task: str, persona: str) -> SweepItem:
    public = PublicTask(
        id=f"t{number}",
        question="How many?",
        answer_type=AnswerType.NUMBER,
        source_task=source_task,
        persona=persona,
    )
    return SweepItem(public=public, required=())


ITEMS = (_item(1, "7", "buyer"), _item(2, "7", "buyer"), _item(3, "8", "seller"))


@pytest.mark.parametrize(
    ("chosen", "ids"),
    [
        ({}, "t1 t2 t3"),
        ({"personas": ("seller",)}, "t3"),
        ({"tasks": ("7",)}, "t1 t2"),
        ({"tasks": ("t2",)}, "t2"),
        ({"tasks": ("t2", "8")}, "t2 t3"),
        ({"limit": 2}, "t1 t2"),
        ({"personas": ("buyer",), "limit": 1}, "t1"),
    ],
    ids=["all", "persona", "source task", "task", "both kinds", "limit", "persona and limit"],
)
def test_tasks_that_filters_let_through(chosen: dict[str, object], ids: str) -> None:
    selection = Selection.model_validate(chosen)
    assert " ".join(item.public.id for item in selection.items(ITEMS)) == ids
    assert selection.is_part is bool(chosen)


def test_cells_that_filters_let_through() -> None:
    assert Selection(models=("n",), settings=("S5",)).cells(CELLS) == (Cell("n", "S5"),)
    assert Selection(settings=("S4",)).cells(CELLS) == (Cell("m", "S4"), Cell("n", "S4"))
    assert not Selection(settings=("S4",)).is_part
    assert Selection().is_all


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (
            {"personas": ("byer",)},
            r"no persona 'byer'.*did you mean 'buyer'\? Known: buyer, seller",
        ),
        ({"tasks": ("9",)}, "no task '9'.*7, t1, t2, 8, t3"),
        ({"personas": ("seller",), "tasks": ("7",)}, "7 of buyer, 8 of seller"),
    ],
    ids=["persona", "task", "together"],
)
def test_what_matches_no_task_is_a_sentence(chosen: dict[str, object], said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        Selection.model_validate(chosen).items(ITEMS)


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"models": ("x",)}, r"no model 'x' in this sweep\. Known: m, n"),
        ({"settings": ("S9",)}, "no setting 'S9'.*Known: S4, S5"),
    ],
    ids=["model", "setting"],
)
def test_what_matches_no_cell_is_a_sentence(chosen: dict[str, object], said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        Selection.model_validate(chosen).cells(CELLS)
