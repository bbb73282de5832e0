from __future__ import annotations

import csv
import io

import pytest

from tests.unit.analysis.worlds import TASKS, world
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.cells import METRICS, CellRow, cell_rows
from worksurface_pipeline.worksurface.analysis.figures import FigureSet
from worksurface_pipeline.worksurface.analysis.frames import comparable, score_frame
from worksurface_pipeline.worksurface.analysis.headline import warnings
from worksurface_pipeline.worksurface.analysis.report_model import ReportInput, RunFacts
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.scores import Score


def _rows(scores: tuple[Score, ...]) -> dict[str, CellRow]:
    return {row.setting: row for row in cell_rows(comparable(score_frame(scores)))}


def _csv(tables: ResultTables, name: str) -> list[dict[str, str]]:
    table = tables.named(name)
    assert table is not None
    return list(csv.DictReader(io.StringIO(table.csv)))


def test_cell_means_leave_abstain_out() -> None:
    row = _rows(world().scores)["S5"]
    assert row.mean("answer").n_total == 4
    assert [row.mean(metric).value for metric in METRICS[:5]] == [1.0] * 5
    assert row.mean("efficiency").value == 0.75
    assert row.mean("aggregate").value == pytest.approx(0.975)
    assert row.is_comparable
    assert row.has_budgets


def test_no_tool_route_is_a_dash_and_zero_in_the_aggregate() -> None:
    result = world()
    row = _rows(result.scores)["S1"]
    assert row.mean("route_f1").value is None
    assert row.mean("aggregate").value == pytest.approx(0.10 * 0.75)
    cells = result_tables(result.scores, TASKS).named("cells")
    assert cells is not None
    assert "| S1 No-tool | – | – | – | 0.0 | 0.0 |" in cells.markdown


def test_lost_runs_are_counted_and_head_the_cell_incomplete() -> None:
    result = world(lost=("rag",), missing=("graph",))
    row = _rows(result.scores)["S4"]
    answer = row.mean("answer")
    counts = (answer.n_scored, answer.n_errors, answer.n_missing, answer.n_total)
    assert counts == (2, 1, 1, 4)
    assert (answer.value, answer.over_all) == (1.0, 0.5)
    assert row.headings == ("incomplete 2/4",)
    cells = result_tables(result.scores, TASKS).named("cells")
    assert cells is not None
    assert "S4 ReAct-all (incomplete 2/4)" in cells.markdown
    assert "100.0 (all 50.0, n 2)" in cells.markdown
    assert "incomplete 2/4" in cells.html


def test_losing_a_right_answer_never_raises_the_mean_over_all() -> None:
    whole = _rows(world().scores)["S4"].mean("answer").over_all
    less = _rows(world(missing=("rag",)).scores)["S4"].mean("answer").over_all
    assert whole is not None
    assert less is not None
    assert less < whole


def test_the_self_test_stands_apart_and_its_budgets_are_not_comparable() -> None:
    result = world(models=("offline/keyword", "vendor/model"))
    rows = cell_rows(comparable(score_frame(result.scores)))
    assert [row.model for row in rows] == ["vendor/model"] * 3 + ["offline/keyword"] * 3
    assert rows[-1].headings == ("pipeline self-test",)
    assert not any(row.is_comparable for row in rows)
    cells = result_tables(result.scores, TASKS).named("cells")
    assert cells is not None
    assert "Eff. (not comparable)" in cells.markdown
    assert "Agg. (not comparable)" in cells.markdown
    assert "**offline/keyword: pipeline self-test, outside leaderboards**" in cells.markdown
    assert "counted, not billed" in cells.markdown


def test_by_type_has_the_columns_of_the_paper_in_its_order() -> None:
    table = result_tables(world().scores, TASKS).named("answer_by_task_type")
    assert table is not None
    assert "| Setting | RAG | Table | Graph | Cross |" in table.markdown
    assert "Abstain" not in table.markdown


def test_all_tables_and_both_means_in_csv() -> None:
    tables = result_tables(world(lost=("rag",)).scores, TASKS)
    names = [table.name for table in tables.tables]
    assert (names[0], names[-1]) == ("cells", "composition")
    assert len(set(names)) == len(names)
    assert set(names) >= {
        *("answer_by_task_type", "answer_by_persona", "answer_by_answer_type"),
        *("answer_by_derivation", "answer_by_surfaces", "behaviour", "weights", "rankings"),
        *("estimands", "source_tasks", "gaps", "association", "closed_book", "abstain"),
    }
    lost = [row for row in _csv(tables, "answer_by_task_type") if row["setting"] == "S4"]
    rag = next(row for row in lost if row["task_type"] == "rag_only")
    assert (rag["answer"], rag["answer_over_all"], rag["n_errors"]) == ("", "0.0", "1")
    abstain = _csv(tables, "abstain")
    assert [row["answer"] for row in abstain] == ["0.0", "1.0", "1.0"]
    assert [row["route_f1"] for row in abstain] == ["", "1.0", "1.0"]


def test_the_paper_weights_of_the_robustness_table_are_the_aggregate() -> None:
    tables = result_tables(world().scores, TASKS)
    weights = {
        (row["setting"], row["weights"]): float(row["aggregate"]) for row in _csv(tables, "weights")
    }
    for row in _csv(tables, "cells"):
        assert weights[row["setting"], "paper"] == pytest.approx(float(row["aggregate"]))
    assert weights["S5", "equal"] == pytest.approx(0.9375)


def test_weights_count_the_tasks_that_have_an_aggregate() -> None:
    """A task that several minimal sets of surfaces reach has none, in any setting."""
    scores = tuple(
        score.model_copy(update={"aggregate": None}) if score.task_id == TASKS[0].id else score
        for score in world().scores
    )
    tables = result_tables(scores, TASKS)
    means = {row["setting"]: row["aggregate"] for row in _csv(tables, "cells")}
    paper = [row for row in _csv(tables, "weights") if row["weights"] == "paper"]
    assert {row["setting"]: row["aggregate"] for row in paper} == means
    assert {row["n_scored"] for row in paper} == {"3"}


def test_order_of_scores_changes_no_byte() -> None:
    scores = world(models=("offline/keyword", "vendor/model")).scores
    forward = dict(result_tables(scores, TASKS).to_files())
    assert forward == dict(result_tables(scores[::-1], TASKS[::-1]).to_files())


def test_epochs_of_a_task_count_as_one_task() -> None:
    scores = world().scores
    twice = [score.model_copy(update={"epoch": 1}) for score in scores if score.task_id == "rag"]
    once = _rows(scores)["S1"].mean("aggregate").value
    assert _rows((*scores, *twice))["S1"].mean("aggregate").value == pytest.approx(once)


def test_nothing_scored_leaves_the_composition() -> None:
    assert [table.name for table in result_tables((), TASKS).tables] == ["composition"]
    assert result_tables((), ()).tables == ()


def test_result_tables_survive_storage() -> None:
    tables = result_tables(world().scores, TASKS)
    files = dict(tables.to_files())
    assert ResultTables.from_files(files.__getitem__) == tables


WITHHELD = {"efficiency": None, "aggregate": None, "tokens": None}
ABSURD = {"tokens": 10**30, "budget_tokens": 10**31}
ANSWERABLE = ("table", "rag", "graph", "cross")


def _changed(tasks: tuple[str, ...], update: dict[str, int | None]) -> tuple[Score, ...]:
    """The scores of a sweep, those of S4 on `tasks` changed."""
    return tuple(
        score.model_copy(update=update)
        if score.setting == "S4" and score.task_id in tasks
        else score
        for score in world().scores
    )


@pytest.mark.parametrize(
    ("tasks", "update", "known"),
    [
        pytest.param((), WITHHELD, None, id="all-known"),
        pytest.param(("abstain",), WITHHELD, None, id="abstain-tasks-do-not-count"),
        pytest.param(("rag",), WITHHELD, "3 of 4", id="one-reply-without-usage"),
        pytest.param(("rag", "graph", "cross"), WITHHELD, "1 of 4", id="all-but-one-withheld"),
        pytest.param(ANSWERABLE, WITHHELD, "0 of 4", id="none-known"),
        pytest.param(("rag",), {"tokens": 0}, "3 of 4", id="a-stored-zero"),
        pytest.param(("rag",), ABSURD, "3 of 4", id="a-stored-number-that-cannot-be"),
    ],
)
def test_efficiency_and_aggregate_are_told_of_whole_cells_alone(
    tasks: tuple[str, ...], update: dict[str, int | None], known: str | None
) -> None:
    scores = _changed(tasks, update)
    heading = f"usage known for {known}" if known else ""
    tables = result_tables(scores, TASKS)
    (row,) = [row for row in _csv(tables, "cells") if row["setting"] == "S4"]
    assert row["headings"] == heading
    aggregates = [row["aggregate"], *_weights(tables, "S4")]
    assert [bool(value) for value in (row["efficiency"], *aggregates)] == [known is None] * 6
    (other,) = [row for row in _csv(tables, "cells") if row["setting"] == "S5"]
    assert (other["headings"], other["efficiency"]) == ("", "0.75")
    cells = tables.named("cells")
    assert cells is not None
    line = next(line for line in cells.markdown.splitlines() if "S4 ReAct-all" in line)
    assert line.count(" – ") == (0 if known is None else 3 if known == "0 of 4" else 2)
    assert (heading in line, "every scored run is known" in cells.markdown) == (True, bool(known))
    facts = RunFacts(workspace="w")
    said = " ".join(warnings(ReportInput(facts, TASKS, scores, (), tables, FigureSet())))
    assert ("are not told of 1 cell (vendor/model S4: " + heading in said) is bool(known)


def _weights(tables: ResultTables, setting: str) -> list[str]:
    rows = _csv(tables, "weights")
    return [row["aggregate"] for row in rows if row["setting"] == setting]
