"""Estimands, repeats, correlations, closed book, joined clusters, and when intervals are marked."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb

import pytest

from tests.unit.analysis.sweeps import LOST, MODEL, cell, score
from worksurface_pipeline.kernel.resampling_records import Bounds, Estimate, Method
from worksurface_pipeline.kernel.stats import spearman
from worksurface_pipeline.site.interval_cells import is_indicative, is_thin
from worksurface_pipeline.worksurface.analysis.cells import METRICS
from worksurface_pipeline.worksurface.analysis.correlation import associations
from worksurface_pipeline.worksurface.analysis.estimands import Estimand, cell_estimates
from worksurface_pipeline.worksurface.analysis.frames import comparable, mean_of, score_frame
from worksurface_pipeline.worksurface.analysis.joined import joined_clusters
from worksurface_pipeline.worksurface.analysis.repeatability import flip_rate, pass_all
from worksurface_pipeline.worksurface.analysis.statistics import surface_tables
from worksurface_pipeline.worksurface.analysis.study import (
    AnalysisInput,
    study,
    task_values,
)
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.source import SharedContent
from worksurface_pipeline.worksurface.schema.tasks import TaskType
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

SETTINGS = AnalysisSettings(replicates=300)
GIVEN = AnalysisInput(settings=SETTINGS)
UNEVEN: Mapping[str, list[float | None]] = {
    "a1": [1.0, 1.0, 1.0, 1.0, 0.0, LOST],
    "a2": [0.0],
    "b1": [0.0, 1.0],
    "b2": [0.0, 0.0],
}


def rows(scores: list[Score], name: str, given: AnalysisInput = GIVEN) -> list[dict[str, str]]:
    table = result_tables(scores, (), given).named(name)
    assert table is not None, name
    return list(csv.DictReader(io.StringIO(table.csv)))


def test_three_estimands_of_one_cell() -> None:
    frame = comparable(score_frame(list(cell("S4", UNEVEN))))
    made = study(frame, SETTINGS)
    found = {
        (one.metric, one.estimand): one for one in cell_estimates(made, task_values(frame, METRICS))
    }
    task = found["answer", Estimand.TASK]
    assert task.scored.value == pytest.approx(5 / 10)
    assert task.over_all.value == pytest.approx(5 / 11)
    assert found["answer", Estimand.PERSONA].scored.value == pytest.approx((4 / 6 + 1 / 4) / 2)
    by_source = found["answer", Estimand.SOURCE_TASK].scored
    assert by_source.value == pytest.approx((0.8 + 0 + 0.5 + 0) / 4)
    assert (by_source.n, by_source.clusters, by_source.degrees) == (4, 4, 2)


def test_the_estimates_are_the_means_of_the_cell_table() -> None:
    frame = comparable(score_frame([*cell("S4", UNEVEN, epochs=3), *cell("S1", UNEVEN)]))
    made = study(frame, SETTINGS)
    for one in cell_estimates(made, task_values(frame, METRICS)):
        if one.estimand is Estimand.TASK:
            part = frame.filter(setting=one.setting, model=one.model)
            mean = mean_of(part, one.metric)
            expected = [
                None if v is None else pytest.approx(v) for v in (mean.value, mean.over_all)
            ]
            assert [one.scored.value, one.over_all.value] == expected, (one.setting, one.metric)


def test_order_and_repeats_of_epochs_change_no_interval() -> None:
    scores = [*cell("S4", UNEVEN), *cell("S6", UNEVEN)]
    forward = result_tables(scores, (), GIVEN).named("estimands")
    assert forward == result_tables(scores[::-1], (), GIVEN).named("estimands")
    often = rows([*cell("S4", UNEVEN, epochs=10), *cell("S6", UNEVEN, epochs=10)], "estimands")
    for one, other in zip(rows(scores, "estimands"), often, strict=True):
        assert one.keys() == other.keys()
        for key in one:
            known = one[key], other[key]
            same = known[0] == known[1] or float(known[0]) == pytest.approx(float(known[1]))
            assert same, (key, known)


def test_the_cell_table_shows_intervals_and_its_csv_all_methods() -> None:
    scores = list(cell("S4", UNEVEN))
    table = result_tables(scores, (), GIVEN).named("cells")
    assert table is not None
    (row,) = csv.DictReader(io.StringIO(table.csv))
    low, high = row["answer_cluster_t_low"], row["answer_cluster_t_high"]
    assert f"{100 * float(low):.1f} to {100 * float(high):.1f}†" in table.markdown
    assert (row["source_tasks"], row["shown_method"]) == ("4", "cluster_t")
    assert 0 <= float(row["answer_over_all_bca_low"]) <= float(row["answer_over_all_bca_high"]) <= 1


def test_few_source_tasks_are_shown_one_by_one() -> None:
    shown = rows(list(cell("S4", UNEVEN)), "source_tasks")
    assert [(row["source_task"], row["tasks"], row["answer"]) for row in shown] == [
        ("a1", "5", "0.8"),
        ("a2", "1", "0.0"),
        ("b1", "2", "0.5"),
        ("b2", "2", "0.0"),
    ]
    many = {f"a{number}": [float(number % 2)] for number in range(20)}
    tables = result_tables(list(cell("S4", many)), (), GIVEN)
    assert tables.named("source_tasks") is None


@pytest.mark.parametrize(
    ("passed", "epochs", "k", "expected"),
    [
        pytest.param(3, 3, 3, 1.0, id="all"),
        pytest.param(2, 3, 3, 0.0, id="one-failed"),
        pytest.param(2, 3, 2, 1 / 3, id="two-of-three"),
        pytest.param(2, 4, 1, 0.5, id="k-of-one-is-the-mean"),
        pytest.param(6, 8, 4, 15 / 70, id="six-of-eight"),
        pytest.param(0, 5, 2, 0.0, id="none"),
        pytest.param(2, 2, 3, None, id="fewer-epochs-than-k"),
    ],
)
def test_pass_to_the_k(passed: int, epochs: int, k: int, expected: float | None) -> None:
    assert pass_all(passed, epochs, k) == (None if expected is None else pytest.approx(expected))
    if expected is not None:
        runs = [index < passed for index in range(epochs)]
        drawn = [all(group) for group in combinations(runs, k)]
        assert sum(drawn) / comb(epochs, k) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("passed", "epochs", "expected"),
    [(0, 4, 0.0), (4, 4, 0.0), (2, 4, 4 / 6), (1, 2, 1.0), (1, 1, None)],
)
def test_the_flip_rate(passed: int, epochs: int, expected: float | None) -> None:
    assert flip_rate(passed, epochs) == (None if expected is None else pytest.approx(expected))


def epochs_of() -> Iterator[Score]:
    for task, answers in {
        "x": (1.0, 1.0, 0.0),
        "y": (1.0, 1.0, 1.0),
        "z": (0.0, LOST, 0.0),
    }.items():
        for epoch, answer in enumerate(answers):
            yield score(task, answer, source=task, epoch=epoch)


@pytest.mark.parametrize(
    ("temperature", "title"), [(0.0, "Repeatability"), (0.7, "Success over epochs")]
)
def test_repeats_of_a_sweep(temperature: float, title: str) -> None:
    given = AnalysisInput(settings=SETTINGS, temperatures={MODEL: temperature})
    table = result_tables(list(epochs_of()), (), given).named("repeatability")
    assert table is not None
    assert table.title.startswith(title)
    found = {
        (row["figure"], row["mean_over"]): row for row in csv.DictReader(io.StringIO(table.csv))
    }
    assert float(found["pass^2", "scored"]["value"]) == pytest.approx((1 / 3 + 1 + 0) / 3)
    assert found["pass^3", "scored"]["tasks"] == "2"
    assert float(found["pass^3", "all"]["value"]) == pytest.approx(1 / 3)
    assert float(found["flip_rate", "scored"]["value"]) == pytest.approx((2 / 3 + 0 + 0) / 3)
    assert result_tables(list(cell("S4", UNEVEN)), (), GIVEN).named("repeatability") is None


def routed() -> Iterator[Score]:
    """Three cells and two types over four source tasks; better routes with better answers."""
    for place, setting in enumerate(("S2", "S3", "S4")):
        for kind in (TaskType.RAG_ONLY, TaskType.TABLE_ONLY):
            for number in range(8):
                right = float(number % 4 < place + (kind is TaskType.RAG_ONLY))
                route = 1.0 if right else 0.5 * (number % 2)
                yield score(
                    f"{kind.value}{number}", right, setting=setting, source=str(number % 4),
                    route=route, kind=kind,
                )  # fmt: skip


def test_correlations_over_buckets_and_within_cells() -> None:
    scores = [*routed(), *cell("S1", UNEVEN)]
    frame = comparable(score_frame(scores))
    values = task_values(frame, METRICS)
    buckets, over_all, within = associations(study(frame, SETTINGS), values)
    means = [
        part.select("route_f1", "answer").mean().row(0)
        for _, part in sorted(
            values.filter(values["setting"] != "S1").partition_by(
                "setting", "task_type", as_dict=True
            ).items()
        )
    ]  # fmt: skip
    expected = spearman([x for x, _ in means], [y for _, y in means])
    assert buckets.n == 6
    assert buckets.value == pytest.approx(expected)
    assert over_all.value == pytest.approx(expected)
    assert buckets.low is not None
    assert buckets.high is not None
    assert -1 <= buckets.low <= buckets.high <= 1
    assert within.n == 3
    assert within.value is not None
    assert 0 < within.value < 1


def test_constant_routing_has_no_correlation_and_says_why() -> None:
    frame = comparable(score_frame(list(cell("S4", UNEVEN))))
    found = associations(study(frame, SETTINGS), task_values(frame, METRICS))
    assert [(one.value, bool(one.note)) for one in found] == [(None, True)] * 3


def test_closed_book_names_the_tasks() -> None:
    scores = [*cell("S1", UNEVEN), *cell("S4", UNEVEN)]
    shown = rows(scores, "closed_book")
    (row,) = shown  # the figures of the page, and the tasks that they count
    assert row["answered_tasks"].split() == ["a1-0", "a1-1", "a1-2", "a1-3", "b1-1"]
    assert (row["answered"], row["tasks"], row["share"]) == ("5", "10", "0.5")
    table = result_tables(scores, (), GIVEN).named("closed_book")
    assert table is not None
    assert "| 45.5 | 5 | 10 | 50.0 |" in table.markdown


def shared(*members: str) -> SharedContent:
    return SharedContent(sha256="0", members=members, personas=("p",))


def test_source_tasks_that_share_content_are_one_cluster() -> None:
    contents = (
        shared("ta1::x.csv", "tb1::x.csv"),
        shared("tb1::y.csv", "tb2::z.csv"),
        shared("ta2::q.csv", "ta2::r.csv"),
    )
    joined = joined_clusters(contents)
    assert joined == {name: "a1+b1+b2" for name in ("a1", "b1", "b2")}
    assert joined == joined_clusters(contents[::-1])
    given = AnalysisInput(settings=SETTINGS, joined=joined)
    scores = [*cell("S4", UNEVEN), *cell("S6", UNEVEN)]
    shown = rows(scores, "joined_clusters", given)
    assert {(row["clusters"], row["n_clusters"]) for row in shown} == {
        ("source task", "4"),
        ("joined", "2"),
    }
    assert "S4 → S6, difference" in {row["what"] for row in shown}
    assert result_tables(scores, (), GIVEN).named("joined_clusters") is None


def estimate(value: float, clusters: int) -> Estimate:
    bounds = {method: Bounds(0.0, 1.0) for method in Method}
    return Estimate(value, 100.0, clusters, 0.1, clusters - 1, 0.5, bounds)


@pytest.mark.parametrize(
    ("value", "clusters", "expected"),
    [
        pytest.param(0.5, 19, True, id="few"),
        pytest.param(0.5, 20, False, id="enough"),
        pytest.param(0.9, 100, False, id="at-the-edge"),
        pytest.param(0.9, 99, True, id="beyond-the-edge"),
        pytest.param(0.02, 1000, True, id="near-a-bound"),
    ],
)
def test_what_is_indicative(value: float, clusters: int, expected: bool) -> None:
    assert is_indicative(estimate(value, clusters)) is expected


@pytest.mark.parametrize(
    ("changed", "clusters", "expected"),
    [
        pytest.param(0.5, 19, True, id="few"),
        pytest.param(0.25, 20, False, id="enough"),
        pytest.param(0.2, 20, True, id="few-changes"),
        pytest.param(0.05, 100, False, id="at-the-edge"),
    ],
)
def test_which_differences_are_indicative(changed: float, clusters: int, expected: bool) -> None:
    assert is_thin(estimate(0.02, clusters), changed) is expected


@pytest.mark.parametrize(
    ("interface", "expected"),
    [(Interface.OPEN, {"rag", "table", "graph", "rag + table"}), (Interface.SEALED, None)],
)
def test_answer_by_surfaces_follows_the_interface(
    interface: Interface, expected: set[str] | None
) -> None:
    from tests.unit.analysis.worlds import TASKS, world

    frame = comparable(score_frame(world().scores))
    ((_, text),) = surface_tables(frame, TASKS, interface)
    shown = {row["surfaces"] for row in csv.DictReader(io.StringIO(text))}
    sealed = {" + ".join(name.value for name in task.required_sealed) for task in TASKS[:4]}
    assert shown == (expected or sealed)
