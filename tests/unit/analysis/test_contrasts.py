"""Contrasts, gaps, power and rankings of scripted models, whose differences are known."""

from __future__ import annotations

import csv
import io
import math

import pytest

from tests.unit.analysis.sweeps import LOST, MODEL, cell, score
from worksurface_pipeline.kernel.resampling_records import Method
from worksurface_pipeline.worksurface.analysis.cells import METRICS
from worksurface_pipeline.worksurface.analysis.contrasts import (
    Contrast,
    contrasts,
    holds,
    paired,
)
from worksurface_pipeline.worksurface.analysis.frames import comparable, score_frame
from worksurface_pipeline.worksurface.analysis.gaps import gaps
from worksurface_pipeline.worksurface.analysis.power import (
    Shape,
    assumed,
    assumed_error,
    least_difference,
    measured_one,
    points,
)
from worksurface_pipeline.worksurface.analysis.rankings import rankings
from worksurface_pipeline.worksurface.analysis.robustness import weighted_cells
from worksurface_pipeline.worksurface.analysis.steps import Kind, Step, steps
from worksurface_pipeline.worksurface.analysis.study import Study, study, task_values
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import TaskType
from worksurface_pipeline.worksurface.settings_agents import SettingName
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

Answers = dict[str, list[float | None]]
SETTINGS = AnalysisSettings(replicates=400)
SOURCES = [f"{persona}{number}" for persona in "ab" for number in range(6)]
LOW: Answers = {name: [0.0, 0.0, float(place % 2)] for place, name in enumerate(SOURCES)}
HIGH: Answers = {name: [1.0, float(place % 3 > 0), 1.0] for place, name in enumerate(SOURCES)}


def found(scores: list[Score]) -> tuple[Study, dict[tuple[str, str, str], Contrast]]:
    frame = comparable(score_frame(scores))
    made = study(frame, SETTINGS)
    known = contrasts(made, task_values(frame, METRICS))
    return made, {(one.step.before, one.step.after, one.step.metric): one for one in known}


def confirmatory(scores: list[Score]) -> tuple[Study, Contrast]:
    made, known = found(scores)
    return made, known["S4", "S6", "answer"]


def test_a_paired_difference_over_complete_pairs() -> None:
    answers: Answers = {**HIGH, "a0": [1.0, LOST, 1.0]}
    made, one = confirmatory([*cell("S4", LOW), *cell("S6", answers)])
    away = [
        after - before
        for name in SOURCES
        for before, after in zip(LOW[name], answers[name], strict=True)
        if after is not None and before is not None
    ]
    assert (one.pairs, one.lost) == (35, 1)
    assert one.scored.value == pytest.approx(sum(away) / len(away))
    assert one.first is not None
    assert one.second is not None
    assert one.second - one.first == pytest.approx(one.scored.value)
    assert one.over_all.value == pytest.approx((sum(away) - 0.0) / 36)
    assert one.scored.clusters == 12
    assert one.scored.degrees == 10
    assert holds(one, made) == "rise"


def test_equal_cells_differ_by_exactly_nothing() -> None:
    made, one = confirmatory([*cell("S4", LOW), *cell("S6", LOW)])
    for method in Method:
        assert (one.scored.bounds[method].low, one.scored.bounds[method].high) == (0.0, 0.0)
    assert one.adjusted == (1.0, 1.0)
    assert holds(one, made) == ""


def test_a_difference_that_lost_runs_turn_is_no_claim() -> None:
    lost: Answers = {name: [1.0, LOST, LOST] for name in SOURCES}
    base: Answers = {name: [float(place % 4 > 0)] * 3 for place, name in enumerate(SOURCES)}
    made, one = confirmatory([*cell("S4", base), *cell("S6", lost)])
    assert one.scored.value is not None
    assert one.over_all.value is not None
    assert one.scored.value > 0 > one.over_all.value
    assert holds(one, made) == ""


def test_ten_equal_epochs_leave_every_contrast_and_table() -> None:
    _, once = confirmatory([*cell("S4", LOW), *cell("S6", HIGH)])
    _, often = confirmatory([*cell("S4", LOW, epochs=10), *cell("S6", HIGH, epochs=10)])
    assert often.pairs == once.pairs
    assert often.scored.p == pytest.approx(once.scored.p)
    for method in Method:
        assert often.scored.bounds[method].low == pytest.approx(once.scored.bounds[method].low)


def test_the_family_is_all_confirmatory_contrasts_of_all_models() -> None:
    scores = [*cell("S4", LOW), *cell("S6", HIGH), *cell("S5", HIGH)]
    scores += [*cell("S4", LOW, "vendor/other"), *cell("S6", HIGH, "vendor/other")]
    _, known = found(scores)
    frame = comparable(score_frame(scores))
    every = contrasts(study(frame, SETTINGS), task_values(frame, METRICS))
    family = [one for one in every if one.step.kind is Kind.CONFIRMATORY]
    assert [(one.model, one.step.after) for one in family] == [
        ("vendor/other", "S6"),
        (MODEL, "S6"),
        (MODEL, "S5"),
    ]
    least = min(one.scored.p or 1.0 for one in family)
    assert min(one.adjusted[0] or 1.0 for one in family) == pytest.approx(3 * least)
    assert known["S4", "S6", "evidence"].adjusted == (None, None)


def test_the_settings_decide_what_is_confirmatory() -> None:
    own = AnalysisSettings(confirmatory=((SettingName.S3, SettingName.S4),), replicates=400)
    kinds = {(s.before, s.after): s.kind for s in steps(own) if s.metric == "answer"}
    assert kinds["S3", "S4"] is Kind.CONFIRMATORY
    assert kinds["S4", "S6"] is Kind.EXPLORATORY
    with pytest.raises(ValueError, match="with itself"):
        AnalysisSettings(confirmatory=((SettingName.S3, SettingName.S3),))


def test_the_self_test_is_in_no_contrast() -> None:
    model = "offline/keyword"
    scores = [*cell("S4", LOW, model), *cell("S6", HIGH, model)]
    assert found(scores)[1] == {}
    names = {table.name for table in result_tables(scores, ()).tables}
    assert not names & {"contrasts", "exploratory", "power", "gaps", "association", "rankings"}


def test_a_contrast_across_conditions_is_confounded_and_claims_by_its_interval() -> None:
    frame = comparable(score_frame([*cell("S4", LOW)]))
    other = comparable(score_frame([*cell("S4", HIGH)]))
    made = study(frame, SETTINGS)
    step = Step("S4", "S4", "answer", "another release", Kind.CONFOUNDED)
    one = paired(made, task_values(frame, METRICS), task_values(other, METRICS), step)
    assert one is not None
    assert (one.step.kind, holds(one, made)) == (Kind.CONFOUNDED, "rise")


def test_tables_print_pairs_lost_and_the_family() -> None:
    answers: Answers = {**HIGH, "a0": [1.0, LOST, 1.0]}
    tables = result_tables([*cell("S4", LOW), *cell("S6", answers)], ())
    table = tables.named("contrasts")
    assert table is not None
    assert "all 1 tests of this table" in table.markdown
    assert "Fewer than 20 source tasks (12): every interval is indicative" in table.markdown
    assert "rise (indicative)" in table.markdown
    scored, over_all = csv.DictReader(io.StringIO(table.csv))
    assert (scored["pairs"], scored["lost"], scored["mean_over"]) == ("35", "1", "scored")
    assert (over_all["tasks"], over_all["holds"]) == ("36", "rise")
    assert "nan" not in table.csv


def test_the_gap_to_the_best_rival_chooses_it() -> None:
    middle: Answers = {name: [0.0, 1.0, 1.0] for name in SOURCES}
    scores = [*cell("S4", LOW), *cell("S5", middle), *cell("S6", HIGH)]
    scores += [
        score(f"{name}-cross", 0.0, source=name, persona=name[0], kind=TaskType.CROSS_SURFACE)
        for name in SOURCES
    ]
    frame = comparable(score_frame(scores))
    known = gaps(study(frame, SETTINGS), task_values(frame, METRICS))
    informed = next(g for g in known if "informed" in g.what and g.over == "scored")
    assert informed.best == "S6 Gold-hint/all"
    assert informed.value == pytest.approx(32 / 36 - 6 / 36)
    assert informed.low is not None
    assert informed.low > 0
    cross = next(g for g in known if "single" in g.what and g.over == "scored")
    assert (cross.best, cross.own) == ("Table", 0.0)
    assert cross.rival == pytest.approx(6 / 36)


def test_least_differences() -> None:
    shape = Shape(sizes=(10,) * 40, strata=5)
    assert shape.design_effect(0.1) == pytest.approx(1.9)
    error = assumed_error(shape, 0.5, 0.1)
    assert error == pytest.approx(0.5 * math.sqrt(1.9 / 400))
    # t with 35 degrees of freedom: 2.0301 at 0.975, 0.8520 at 0.8
    assert least_difference(error, 35, 0.05, 0.8) == pytest.approx(2.8821 * error, rel=1e-4)
    assert least_difference(error, 0, 0.05, 0.8) is None
    few, many = assumed("m", ("S4", "S6"), shape, AnalysisSettings(), tests=8)
    assert few.alpha == pytest.approx(0.05 / 8)
    assert few.value is not None
    assert many.value is not None
    assert few.value < many.value


def test_no_difference_of_means_exceeds_the_scale() -> None:
    assert [points(value) for value in (0.1234, 1.0, 1.01, 3.5)] == [
        "12.3",
        "100.0",
        "none",
        "none",
    ]


def test_a_measured_difference_is_detectable_where_it_is_twice_its_error() -> None:
    _, one = confirmatory([*cell("S4", LOW), *cell("S6", HIGH)])
    least = measured_one(one, SETTINGS, tests=1)
    error = one.scored.standard_error
    assert error is not None
    assert least.value is not None
    assert 2.5 * error < least.value < 4 * error
    equal = confirmatory([*cell("S4", LOW), *cell("S6", LOW)])[1]
    assert measured_one(equal, SETTINGS, tests=1).value is None


def test_rankings_that_other_weights_turn_are_named() -> None:
    scores = []
    for name, values in {
        "vendor/answers": {"answer": 1.0, "evidence": 0.0, "route_f1": 0.2},
        "vendor/routes": {"answer": 0.0, "evidence": 0.9, "route_f1": 1.0},
        "vendor/neither": {"answer": 0.0, "evidence": 0.0, "route_f1": 0.0},
    }.items():
        scores += [one.model_copy(update=values) for one in cell("S4", LOW, name)]
    (only,) = rankings(weighted_cells(comparable(score_frame(scores))))
    assert only.order == ("vendor/routes", "vendor/answers", "vendor/neither")
    turned = dict(only.turned)
    assert turned["answer-heavy"] == (("vendor/routes", "vendor/answers"),)
    assert not only.holds
