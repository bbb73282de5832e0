from __future__ import annotations

import csv
import io

import pytest

from tests.unit.analysis.worlds import TASKS, World, world
from worksurface_pipeline.worksurface.analysis.diagnosis import (
    DEPARTURES,
    DIAGNOSES,
    diagnosis_tables,
)
from worksurface_pipeline.worksurface.analysis.frames import comparable, score_frame
from worksurface_pipeline.worksurface.analysis.shares import Kinds, share_rows
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.diagnosis import DepartureKind, Diagnosis

NAMES = ("diagnosis", "diagnosis_by_derivation", "diagnosis_by_persona", "departures")


def lossy() -> World:
    return world(("vendor/model", "offline/keyword"), lost=("rag",), missing=("graph",))


def rows_of(made: World, name: str) -> list[dict[str, str]]:
    table = result_tables(made.scores, TASKS).named(name)
    assert table is not None
    return list(csv.DictReader(io.StringIO(table.csv)))


def of_cell(rows: list[dict[str, str]], setting: str) -> dict[str, str]:
    return next(r for r in rows if (r["model"], r["setting"]) == ("vendor/model", setting))


@pytest.mark.parametrize("kinds", [DIAGNOSES, DEPARTURES], ids=["diagnoses", "departures"])
@pytest.mark.parametrize("field", ["", "derivation", "persona"])
def test_shares_add_up_to_one_over_all_runs(kinds: Kinds, field: str) -> None:
    frame = score_frame(lossy().scores)
    rows = share_rows(frame, kinds, field)

    assert sum(row.n for row in rows) == frame.height
    assert all(sum(row.shares) == pytest.approx(1) for row in rows)


@pytest.mark.parametrize("name", NAMES)
def test_every_table_is_among_the_results(name: str) -> None:
    table = result_tables(lossy().scores, TASKS).named(name)

    assert table is not None
    assert "vendor/model" in table.markdown
    assert "self-test" in table.markdown


def test_errors_and_missing_runs_are_classes_of_their_own() -> None:
    row = of_cell(rows_of(lossy(), "diagnosis"), "S4")

    counts = {name: int(row[name]) for name in map(str, Diagnosis) if int(row[name])}
    assert counts == {"correct_with_evidence": 2, "machine_error": 1, "missing": 1}
    assert (row["n"], row["machine_error_share"]) == ("4", "0.25")
    assert (row["is_over_routed"], row["is_over_routed_n"]) == ("0", "2")


def test_every_class_and_every_departure_has_a_column() -> None:
    assert set(DIAGNOSES.heads) >= set(Diagnosis)
    assert set(DEPARTURES.heads) >= set(DepartureKind)


def test_a_reader_sees_where_the_agent_fails() -> None:
    table = result_tables(lossy().scores, TASKS).named("diagnosis")
    assert table is not None

    assert "Wrong, and where: Closed-book" in table.markdown
    assert "| S1 No-tool | 0.0 | 100.0 |" in table.markdown
    assert "None of these runs: Without it (bypass or luck), Partial, No tools" in table.markdown


def test_abstain_tasks_stand_by_family_alone() -> None:
    made = lossy()

    families = {row["derivation"] for row in rows_of(made, "diagnosis_by_derivation")}
    assert "absent_target" in families
    assert of_cell(rows_of(made, "diagnosis"), "S5")["n"] == "4"
    answerable = comparable(score_frame(made.scores))
    assert "absent_target" not in {
        row["derivation"]
        for table, text in diagnosis_tables(answerable)
        if table.name == "diagnosis_by_derivation"
        for row in csv.DictReader(io.StringIO(text))
    }


def test_a_departure_is_headed_as_an_observation() -> None:
    table = result_tables(lossy().scores, TASKS).named("departures")
    assert table is not None

    assert table.title.startswith("Earliest observed departure")
    assert "says nothing of why" in table.markdown
    row = of_cell(rows_of(lossy(), "departures"), "S5")
    assert (row["none"], row["n"]) == ("4", "4")
