"""The noise floor of scripted models: the pairs' figures, and that nothing else takes them in."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import pytest

from tests.unit.analysis.sweeps import LOST, MODEL, cell, score
from worksurface_pipeline.kernel.intervals import exact_interval
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.contrast_tables import WITHIN_FLOOR
from worksurface_pipeline.worksurface.analysis.study import AnalysisInput
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.scores import Repeat, Score
from worksurface_pipeline.worksurface.schema.tasks import TaskType
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

GIVEN = AnalysisInput(settings=AnalysisSettings(replicates=400))
SOURCES = [f"{persona}{number}" for persona in "ab" for number in range(12)]
BEFORE = {name: [0.0, 1.0] for name in SOURCES}
AFTER = {name: [0.0, 1.0 if name == "a0" else 0.9] for name in SOURCES}
SWEEP = [*cell("S4", BEFORE), *cell("S6", AFTER)]
OLD, NEW = ("fake-1 fp_a",), ("fake-1 fp_b",)


def repeat(
    source: str,
    answer: float | None,
    setting: str = "S4",
    after: tuple[str, ...] = NEW,
    number: int = 0,
    kind: TaskType = TaskType.TABLE_ONLY,
) -> Repeat:
    task = f"{source}-{number}"
    made = score(task, answer, setting=setting, source=source, epoch=1, kind=kind)
    own = made.model_copy(update={"persona": source[0]})
    return Repeat(score=own, before=OLD, after=after)


AGAIN = (
    repeat("a0", 1.0),
    repeat("a1", 0.0, after=OLD),
    repeat("b0", 0.5, after=()),
    repeat("b1", 0.0, after=OLD, number=1),
    repeat("b2", LOST),
)


def tables(again: Sequence[Repeat] = AGAIN, scores: Sequence[Score] = SWEEP) -> ResultTables:
    return result_tables(scores, (), GIVEN, again=again)


def rows(found: ResultTables, name: str) -> list[dict[str, str]]:
    table = found.named(name)
    assert table is not None
    return list(csv.DictReader(io.StringIO(table.csv)))


def test_the_figures_of_a_cell_are_those_of_its_pairs() -> None:
    (row,) = rows(tables(), "noise_floor")
    assert (row["model"], row["setting"]) == (MODEL, "S4")
    assert (row["repeats"], row["pairs"], row["flips"], row["flip_rate"]) == ("5", "4", "3", "0.75")
    exact = exact_interval(3, 4)
    assert (float(row["flip_low"]), float(row["flip_high"])) == pytest.approx(
        (exact.low, exact.high)
    )
    assert float(row["answer_mean_absolute"]) == pytest.approx((1.0 + 0.0 + 0.5 + 1.0) / 4)
    assert float(row["aggregate_mean_absolute"]) == pytest.approx(2.5 / 4)
    assert float(row["answer_mean_signed"]) == pytest.approx((1.0 + 0.0 + 0.5 - 1.0) / 4)
    assert float(row["cluster_t_low"]) < 0 < float(row["cluster_t_high"])
    assert row["source_tasks"] == "4"
    assert row["heading"].startswith("indicative")
    assert (row["endpoint_named"], row["endpoint_moved"]) == ("4", "2"), "b0 named none"


def test_no_other_table_takes_repeats_in() -> None:
    """But for the words beside contrasts, which stand on figures that are the same."""
    plain, noisy = tables(()), tables()
    assert {table.name for table in noisy.tables} - {t.name for t in plain.tables} == {
        "noise_floor"
    }
    changed = [table.name for table in plain.tables if noisy.named(table.name) != table]
    assert changed == ["contrasts", "exploratory"]
    for name in changed:
        for old, new in zip(rows(plain, name), rows(noisy, name), strict=True):
            assert {**new, "heading": old["heading"]} == old


@pytest.mark.parametrize(
    ("again", "is_within"),
    [
        pytest.param((repeat("a0", 0.0),), False, id="no-noise"),
        pytest.param((repeat("a0", 0.04),), False, id="less-than-the-difference"),
        pytest.param((repeat("a0", 0.5), repeat("a1", 0.0)), True, id="more-than-it"),
        pytest.param((repeat("a0", 0.5, "S6"), repeat("a0", 0.0)), True, id="of-the-noisier-cell"),
        pytest.param((repeat("a0", 0.5, "S1"),), False, id="of-another-cell"),
        pytest.param((), False, id="not-measured"),
    ],
)
def test_a_difference_below_the_floor_is_headed_so(
    again: tuple[Repeat, ...], is_within: bool
) -> None:
    """The mean of S6 less S4 is 4.8 points."""
    found = tables(again)
    table = found.named("contrasts")
    assert table is not None
    headings = {row["heading"] for row in rows(found, "contrasts")}
    assert (WITHIN_FLOOR in table.markdown) == is_within
    assert all((WITHIN_FLOOR in heading) == is_within for heading in headings)
    noted = "mean absolute difference between two runs" in table.markdown
    assert noted == any(one.score.setting in ("S4", "S6") for one in again)


def test_abstain_tasks_are_in_no_pair() -> None:
    assert tables((repeat("a0", 0.5, kind=TaskType.ABSTAIN),)).named("noise_floor") is None


def test_unknown_usage_leaves_out_the_aggregate() -> None:
    """As an agent of one's own that reports none."""
    bare = {"tokens": None, "efficiency": None, "aggregate": None}
    again = [
        one.model_copy(update={"before": (), "score": one.score.model_copy(update=bare)})
        for one in AGAIN
    ]
    scores = [one.model_copy(update=bare) for one in SWEEP]
    found = tables(again, scores)
    (row,) = rows(found, "noise_floor")
    assert (row["aggregate_mean_absolute"], row["answer_mean_absolute"]) == ("", "0.625")
    table = found.named("noise_floor")
    assert table is not None
    assert "not named" in table.markdown
    assert "| – |" in table.markdown


def test_the_order_of_repeats_does_not_matter() -> None:
    assert tables(AGAIN[::-1]) == tables()
