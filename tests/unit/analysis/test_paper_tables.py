"""Tables 2 and 3, and the published figures beside ours, each difference with what bears on it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import pytest

from tests.unit.analysis.worlds import TASKS, world
from tests.unit.scoring.builders import task
from worksurface_pipeline.site.outputs import DOCUMENT, INDEX, output_files
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.cells import cell_rows
from worksurface_pipeline.worksurface.analysis.figures import figure_set
from worksurface_pipeline.worksurface.analysis.frames import comparable, score_frame
from worksurface_pipeline.worksurface.analysis.paper_facts import BenchmarkFacts, own_counts
from worksurface_pipeline.worksurface.analysis.paper_numbers import (
    COUNTS,
    SOURCE_COMMIT,
    SOURCE_REPO,
)
from worksurface_pipeline.worksurface.analysis.paper_reasons import MEANINGS, Reason
from worksurface_pipeline.worksurface.analysis.paper_reconcile import (
    Compared,
    is_reconcilable,
    reconciled,
    reconciliation_table,
)
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, QualityScreen

FACTS = BenchmarkFacts(
    repo=SOURCE_REPO,
    commit=SOURCE_COMMIT,
    source_tasks=100,
    is_imported=False,
    documents=493,
    views=200,
    edges=1438,
    candidates=9,
    budgeted=frozenset({"rag", "graph"}),
    reference="vendor/model S5",
    profile="paper",
    scope="persona",
    interface="open",
)
RELEASED = task(
    300,
    id="ws_lite_7_q001",
    surfaces=("table",),
    evidence=(),
    persona="researcher",
    derivation=Derivation.FOREIGN,
    quality_screen=QualityScreen(strict_pass_votes=3, models=("a", "b", "c")),
)


def _facts(**update: Any) -> BenchmarkFacts:
    return FACTS.model_copy(update=update)


def _tables(facts: BenchmarkFacts, model: str = "vendor/model") -> ResultTables:
    return result_tables(world(models=(model,)).scores, TASKS, facts=facts)


def _csv(tables: ResultTables, name: str) -> dict[str, dict[str, str]]:
    table = tables.named(name)
    assert table is not None
    rows = list(csv.DictReader(io.StringIO(table.csv)))
    return {row["what"]: row for row in rows}


def _compared(
    facts: BenchmarkFacts, tasks: tuple[AtomicTask, ...] = TASKS, model: str = "vendor/model"
) -> dict[str, Compared]:
    rows = cell_rows(comparable(score_frame(world(models=(model,)).scores)))
    return {item.quantity: item for item in reconciled(tasks, facts, rows)}


def test_table_2_counts_what_the_paper_counts_and_sets_abstain_apart() -> None:
    rows = {name: row["count"] for name, row in _csv(_tables(FACTS), "dataset").items()}
    assert rows == {
        "Personas": "2",
        "Source tasks": "100",
        "Atomic tasks": "4",
        "Task types": "4",
        "cross_surface": "1",
        "rag_only": "1",
        "graph_only": "1",
        "table_only": "1",
        "Tasks of the smallest persona": "2",
        "Tasks of the largest persona": "2",
        "Abstain tasks, beyond the paper": "1",
    }


def test_table_3_prints_shares_as_the_paper_does() -> None:
    table = _tables(FACTS).named("checks")
    assert table is not None
    assert table.paper == "Table 3"
    for line in (
        "| KB canonical docs | 493 |",
        "| Graph edges (total) | 1,438 |",
        "| Executed table-bearing gold | 2/2 |",
        "| 2-of-3 screening pass | 4/9 |",
        "| Efficiency budgets | 2/4 |",
        "Table 3 of the paper.",
        "Rules screened the candidates, no models.",
    ):
        assert line in table.markdown


def test_what_was_imported_is_not_said_to_be_replayed() -> None:
    table = _tables(_facts(is_imported=True, candidates=None)).named("checks")
    assert table is not None
    assert "| Executed table-bearing gold | –/2 |" in table.markdown
    assert "| 2-of-3 screening pass | – |" in table.markdown
    assert "replayed by an audit, not here" in table.markdown


def test_every_published_count_has_one_of_ours() -> None:
    own = own_counts(TASKS, FACTS)
    assert [figure.quantity for figure in COUNTS if figure.quantity not in own] == []
    assert len({figure.quantity for figure in COUNTS}) == len(COUNTS)


@pytest.mark.parametrize(
    ("tasks", "facts", "is_there"),
    [
        pytest.param(TASKS, {}, True, id="public-source"),
        pytest.param(TASKS, {"repo": "local:mine_12345678"}, False, id="own-folder"),
        pytest.param(TASKS, {"repo": "other/data"}, False, id="other-hub-source"),
        pytest.param((), {}, False, id="no-task"),
        pytest.param(
            (RELEASED,), {"repo": "release:x", "is_imported": True}, True, id="public-release"
        ),
        pytest.param(TASKS, {"repo": "release:x", "is_imported": True}, False, id="own-release"),
        pytest.param((RELEASED,), {"repo": "local:x"}, False, id="not-imported"),
    ],
)
def test_when_there_is_something_to_reconcile(
    tasks: tuple[AtomicTask, ...], facts: Mapping[str, Any], is_there: bool
) -> None:
    assert is_reconcilable(tasks, _facts(**facts)) is is_there
    tables = result_tables((), tasks, facts=_facts(**facts))
    assert (tables.named("reconciliation") is not None) is is_there


BUILT = (Reason.BUILT_HERE,)
DERIVED = (Reason.DERIVED_HERE, Reason.RULES_SCREENED)
RELEASE = {"repo": "release:x", "is_imported": True, "candidates": None}


@pytest.mark.parametrize(
    ("quantity", "tasks", "facts", "reasons"),
    [
        pytest.param("documents", TASKS, {}, (), id="equal"),
        pytest.param("table views", TASKS, {}, BUILT, id="surface-built-here"),
        pytest.param("rag_only", TASKS, {}, DERIVED, id="tasks-derived-here"),
        pytest.param(
            "source tasks", TASKS, {"source_tasks": 9}, (Reason.SOURCE_TASKS,), id="part-of-source"
        ),
        pytest.param(
            "table views", TASKS, {"commit": "0" * 40}, (Reason.COMMIT, *BUILT), id="other-commit"
        ),
        pytest.param(
            "passed by all three auditors", TASKS, {}, (Reason.UNKNOWN_HERE,), id="no-model-screen"
        ),
        pytest.param(
            "table_only", (RELEASED,), RELEASE, (Reason.RELEASE_DIFFERS,), id="other-release"
        ),
        pytest.param(
            "documents",
            (RELEASED,),
            {**RELEASE, "documents": 0},
            (Reason.NO_SURFACES, Reason.RELEASE_DIFFERS),
            id="release-without-documents",
        ),
        pytest.param(
            "candidates screened", (RELEASED,), RELEASE, (Reason.UNKNOWN_HERE,), id="release-pool"
        ),
        pytest.param("documents", (RELEASED,) * 1151, RELEASE, (), id="release-equal"),
        pytest.param(
            "table views", (RELEASED,) * 1151, RELEASE, (Reason.UNEXPLAINED,), id="unexplained"
        ),
    ],
)
def test_reasons_of_counts_come_from_facts(
    quantity: str,
    tasks: tuple[AtomicTask, ...],
    facts: Mapping[str, Any],
    reasons: tuple[Reason, ...],
) -> None:
    assert _compared(_facts(**facts), tasks)[quantity].reasons == reasons


AS_PUBLISHED = {"profile": "release-1.0", "scope": "task", "reference": "openai/gpt-4o-mini S5"}


@pytest.mark.parametrize(
    ("metric", "facts", "without"),
    [
        pytest.param("answer", AS_PUBLISHED, set(), id="as-published"),
        pytest.param(
            "answer", {**AS_PUBLISHED, "profile": "paper"}, {Reason.PROFILE}, id="profile"
        ),
        pytest.param("answer", {**AS_PUBLISHED, "scope": "persona"}, {Reason.SCOPE}, id="scope"),
        pytest.param(
            "answer", {**AS_PUBLISHED, "interface": "sealed"}, {Reason.INTERFACE}, id="interface"
        ),
        pytest.param(
            "aggregate", {**AS_PUBLISHED, "reference": "a/b S5"}, {Reason.BUDGETS}, id="budgets"
        ),
        pytest.param(
            "answer", {**AS_PUBLISHED, "reference": "a/b S5"}, set(), id="budgets-bear-on-no-answer"
        ),
    ],
)
def test_reasons_of_scores_come_from_facts(
    metric: str, facts: Mapping[str, Any], without: set[Reason]
) -> None:
    found = _compared(_facts(**facts), model="openai/gpt-4o-mini")
    always = {Reason.OTHER_TASKS, Reason.OWN_RUNS}
    assert set(found[f"S5 Gold-constrained: {metric}"].reasons) == always | without


def test_cells_are_compared_where_the_paper_has_the_model() -> None:
    known = _compared(FACTS, model="azure/GPT-4o-mini")
    assert known["S5 Gold-constrained: answer"].difference == pytest.approx(100 - 56.1)
    assert known["S1 No-tool: answer"].reasons == (), "0.0 is what the paper prints"
    assert "S1 No-tool: route f1" not in known, "the paper prints a dash"
    assert not any("S5" in quantity for quantity in _compared(FACTS))


def test_the_table_stands_under_the_places_of_publication() -> None:
    table = reconciliation_table(tuple(_compared(FACTS).values()))
    assert [group.heading for group in table.groups] == [
        "Table 2",
        "Section 3.6",
        "Figure 4b",
        "Table 3",
        "Section 3.4",
    ]
    rows = {
        row.cells[0].text: [cell.text for cell in row.cells[1:]] for row in table.groups[3].rows
    }
    assert rows["documents"] == ["493", "493", "0", "equal"]
    assert rows["table views"] == ["207", "200", "-7", "built here"]
    assert "built here: surfaces are built by this pipeline" in table.notes[-1]
    assert "profile:" not in table.notes[-1], "only what stands in the table is explained"


def test_every_reason_has_its_meaning() -> None:
    assert set(MEANINGS) == set(Reason)


def test_tables_of_the_paper_are_found_by_its_numbers() -> None:
    tables = _tables(FACTS)
    named = {table.paper: table.name for table in tables.tables if table.paper}
    assert named == {
        "Table 2": "dataset",
        "Table 3": "checks",
        "Table 4": "cells",
        "Table 5": "answer_by_task_type",
    }
    for table in tables.tables:
        if table.paper:
            assert f"{table.paper} of the paper." in table.markdown
            assert f"{table.paper} of the paper." in table.latex
            assert f"{table.paper} of the paper." in table.html


def test_the_best_setting_of_a_model_is_bold_in_table_5_but_no_self_test() -> None:
    tables = result_tables(world(models=("offline/keyword", "vendor/model")).scores, TASKS)
    table = tables.named("answer_by_task_type")
    assert table is not None
    model, self_test = table.markdown.split("**offline/keyword")
    assert "| S5 Gold-constrained | **100.0** |" in model, "ties are marked both"
    assert "| S4 ReAct-all | **100.0** |" in model
    assert "| S1 No-tool | 0.0 |" in model
    assert "**100.0**" not in self_test


def test_a_folder_of_tables_figures_and_one_document() -> None:
    tables, figures = _tables(FACTS), figure_set(world().scores, TASKS)
    files = dict(output_files(tables, figures))
    for table in tables.tables:
        assert {f"tables/{table.name}.{end}" for end in ("csv", "tex", "md")} <= set(files)
    for figure in figures.figures:
        assert {f"figures/{figure.name}.{end}" for end in ("svg", "png", "csv")} <= set(files)
    text = files[DOCUMENT].decode()
    assert text.count(r"\input{tables/") == len(tables.tables)
    assert text.count(r"\includegraphics") == len(figures.figures)
    index = files[INDEX].decode().splitlines()
    assert [line.split(" | ")[0] for line in index[4:12]] == [
        *("| Figure 3a", "| Figure 3b", "| Figure 3c", "| Figure 4"),
        *("| Table 2", "| Table 3", "| Table 4", "| Table 5"),
    ]


def test_nothing_was_made() -> None:
    files = dict(output_files(result_tables((), ()), figure_set((), ())))
    assert set(files) == {DOCUMENT, INDEX}
