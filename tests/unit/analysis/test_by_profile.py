"""Answer and Aggregate by profile, and the tasks on which profiles differ."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from tests.unit.analysis.worlds import TASKS, world
from tests.unit.scoring.builders import run
from worksurface_pipeline.worksurface.analysis.by_profile import profile_frame, profile_tables
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey

CELL = CellKey(model="vendor/model", setting="S4")


def scores(tokens: int | None = 100) -> tuple[Score, ...]:
    """One answer that is four per cent off, one right, one an error, one missing."""
    runs = [
        run(312, task_id="table", tokens=tokens),
        run(89.2, task_id="rag", tokens=100),
        run(["a.csv", "b.csv"], task_id="graph", tokens=100),
    ]
    return score_cell(TASKS, runs, BudgetSet(), CELL).scores


def test_every_score_has_a_row_under_every_profile() -> None:
    found = scores()
    frame = profile_frame(found)
    assert frame.height == len(found) * len(PROFILES)
    assert frame["profile"].to_list()[:3] == list(PROFILES)
    assert frame.filter(frame["status"] == "missing")["answer"].to_list() == [None] * 6
    reversed_frame = profile_frame(found[::-1])
    assert reversed_frame.equals(frame)


def test_means_stand_by_profile_and_what_differs_is_named() -> None:
    ((table, text),) = profile_tables(scores())
    lines = list(csv.DictReader(StringIO(text)))
    assert [line["profile"] for line in lines] == list(PROFILES)
    answers = {line["profile"]: float(line["answer"]) for line in lines}
    assert answers == {"paper": 1.0, "strict": pytest.approx(2 / 3), "release-1.0": 1.0}
    assert {(line["n_differing"], line["differing"]) for line in lines} == {("1", "table")}
    assert {(line["n_scored"], line["n_missing"], line["n_total"]) for line in lines} == {
        ("3", "1", "4")
    }
    assert table.name == "profiles"


def test_an_aggregate_over_partial_usage_is_none_under_any_profile() -> None:
    ((_, text),) = profile_tables(scores(tokens=None))
    assert {line["aggregate"] for line in csv.DictReader(StringIO(text))} == {""}


def test_the_table_is_among_the_results_and_without_scores_there_is_none() -> None:
    made = world()
    assert result_tables(made.scores, made.tasks).named("profiles") is not None
    assert list(profile_tables(())) == []
