"""Answers that repeat in a family are thinned until naming the most frequent one pays little."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.tasks.builders import RUBRICS_ALONE, shipments, world
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.repeats import thin_repeats

FAR = [2000 * 6**number // 5**number for number in range(100)]  # no two within 5 %


def tasks_of(counts: dict[int, int]) -> list[AtomicTask]:
    """Tasks of one family with so many of each answer."""
    task, surfaces = world(["Are 24 shipments sent to the North region?"], [shipments()])
    first = derive_candidates([task], surfaces, RUBRICS_ALONE).candidates[0]
    golds = [gold for gold, count in counts.items() for _ in range(count)]
    return [
        first.model_copy(update={"id": f"t_{number}", "gold_answer": gold})
        for number, gold in enumerate(golds)
    ]


@pytest.mark.parametrize(
    ("counts", "kept"),
    [
        ({7: 50, **dict.fromkeys(FAR, 1)}, 5),
        ({7: 3, **dict.fromkeys(FAR, 1)}, 3),
        ({7: 9, 8: 1}, 2),
        ({7: 2, **dict.fromkeys(FAR[:38], 1)}, 1),
    ],
    ids=["thinned", "rare enough", "a small family", "forty tasks"],
)
def test_an_answer_stays_below_the_share(counts: dict[int, int], kept: int) -> None:
    tasks = tasks_of(counts)
    left, refusals = thin_repeats(tasks, 0.05, 1)
    assert Counter(task.gold_answer for task in left)[7] == kept
    assert len(left) + len(refusals) == len(tasks)
    assert thin_repeats(tasks[::-1], 0.05, 1)[0] == left[::-1]


def test_numbers_that_the_scorer_takes_for_one_are_one_answer() -> None:
    near = dict.fromkeys(range(1000, 1021), 1)  # within 5 % of one another
    left, _ = thin_repeats(tasks_of({**near, **dict.fromkeys(FAR, 1)}), 0.05, 1)
    assert sum(1000 <= int(str(task.gold_answer)) <= 1020 for task in left) == 5
