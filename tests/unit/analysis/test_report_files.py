"""What a report says of files, and what a search of its lists looks in."""

from __future__ import annotations

import csv
import io

import pytest

from tests.fixtures.site_links import broken_links, data_of, list_rows
from tests.unit.analysis.worlds import TASKS, World, world
from tests.unit.scoring.builders import task
from tests.unit.scoring.test_evidence import PATH, RAG, SET, TABLE
from worksurface_pipeline.site.runs import item_id
from worksurface_pipeline.worksurface.analysis.figures import figure_set
from worksurface_pipeline.worksurface.analysis.report import build_report
from worksurface_pipeline.worksurface.analysis.report_file_table import file_figures, files_page
from worksurface_pipeline.worksurface.analysis.report_files import (
    FilePart,
    file_parts,
    origins_of,
    proof_names,
)
from worksurface_pipeline.worksurface.analysis.report_model import ReportInput, RunFacts
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.surfaces import CoverageEntry
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Evidence

LAST = "the very last words of a long question"
LONG = task(
    300,
    id="long",
    surfaces=("table",),
    evidence=(TABLE,),
    persona="researcher",
    question=f"{'Before that, much is told. ' * 20}{LAST.upper()}?",
)


def _entry(filename: str, artifact: str, part: str = "") -> CoverageEntry:
    return CoverageEntry(
        task_id="7", persona="researcher", filename=filename, part=part, artifacts=(artifact,)
    )


LEDGER = (
    _entry("Protokoll März.docx", RAG.file),
    _entry("log.xlsx", "t7__log"),
    _entry("log.xlsx", "t7__log", "Q1"),
)


def _made(tasks: tuple[AtomicTask, ...] = TASKS, made: World | None = None) -> dict[str, bytes]:
    result = made or world(("vendor/model", "offline/keyword"))
    report = build_report(
        ReportInput(
            run=RunFacts(workspace="sample"),
            tasks=tasks,
            scores=result.scores,
            trajectories=result.trajectories,
            tables=result_tables(result.scores, TASKS),
            figures=figure_set((), ()),
            ledger=LEDGER,
        )
    )
    return dict(report.site.contents())


def test_a_sheet_says_more_of_an_artifact_than_its_file() -> None:
    for entries in (LEDGER, LEDGER[::-1]):
        assert origins_of(entries)[("researcher", "t7__log")] == FilePart("log.xlsx", "Q1")


@pytest.mark.parametrize(
    ("evidence", "labels"),
    [
        pytest.param((RAG,), ["Protokoll März.docx"], id="document"),
        pytest.param((TABLE,), ["log.csv"], id="view"),
        pytest.param((TABLE, TABLE, RAG), ["Protokoll März.docx", "log.csv"], id="each once"),
        pytest.param((SET, PATH), [], id="the graph is no file"),
    ],
)
def test_files_of_a_proof(evidence: tuple[Evidence, ...], labels: list[str]) -> None:
    one = task(1, evidence=evidence, persona="researcher")
    assert [part.label for part in file_parts(one, origins_of(LEDGER))] == labels


def _words(files: dict[str, bytes], name: str = "tasks") -> dict[str, str]:
    number = data_of(files[f"data/words/{name}.js"])["shards"]
    parts = [data_of(files[f"data/words/{name}-{place}.js"]) for place in range(number)]
    return {
        key: text for part in parts for key, text in zip(part["ids"], part["texts"], strict=True)
    }


def test_a_search_sees_the_whole_question_the_gold_and_the_files() -> None:
    words = _words(_made((*TASKS, LONG)))
    assert len(words) == len(TASKS) + 1
    assert LAST in words[item_id("long")]
    assert "300" in words[item_id("table")]
    assert "protokoll märz.docx" in words[item_id("rag")]
    assert "log.csv" in words[item_id("table")]
    assert {"t7::a.csv", "t7::b.csv"} <= set(words[item_id("graph")].split("\n"))
    assert "mars" in words[item_id("abstain")]


def test_runs_share_the_words_of_their_tasks_and_repeat_no_question() -> None:
    files = _made((*TASKS, LONG), world())
    about = data_of(files["data/lists/runs.js"])
    assert (about["words"], about["joined"]) == ("tasks", "id")
    rows = b"".join(files[name] for name in files if name.startswith("data/lists/runs-"))
    assert b"How many events" not in rows
    (column,) = (one for one in about["columns"] if one["key"] == "id")
    assert "How many events are in the log?" in {one["label"] for one in column["choices"]}


def test_both_lists_can_be_narrowed_to_a_file() -> None:
    files = _made()
    for name, expected in (("tasks", {"rag", "cross"}), ("runs", {"rag", "cross"})):
        (column,) = (
            one
            for one in data_of(files[f"data/lists/{name}.js"])["columns"]
            if one["key"] == "file"
        )
        place = [one["id"] for one in column["choices"]].index("Protokoll März.docx")
        found = {
            row["task"] for row in list_rows(files, name) if str(place) in row["file"].split(",")
        }
        assert found <= expected
        assert "rag" in found


def test_the_page_of_files_has_every_file_and_its_csv_the_same() -> None:
    files = _made()
    assert broken_links(files) == []
    html = files["files.html"].decode()
    assert "Protokoll März.docx" in html
    assert "model=vendor%2Fmodel" in html
    rows = list(csv.DictReader(io.StringIO(files["tables/files.csv"].decode())))
    (row,) = (
        one
        for one in rows
        if (one["model"], one["file"], one["persona"]) == ("vendor/model", "log.csv", "researcher")
    )
    assert (row["tasks"], row["S1"], row["S4"], row["S4_n"]) == ("1", "0.0", "1.0", "1")
    assert (row["fails_as"], row["fails_n"]) == ("closed_book", "1")
    assert [one["model"] for one in rows] == sorted((one["model"] for one in rows), reverse=True)


def test_without_files_there_is_no_page() -> None:
    assert list(files_page(file_figures((), (), {}), "x")) == []


def test_names_of_a_proof_are_all_that_it_names() -> None:
    one = task(1, evidence=(RAG, TABLE, PATH), persona="researcher")
    names = set(proof_names(one, origins_of(LEDGER)))
    assert {"Protokoll März.docx", RAG.file, "t7__log", "log.csv", "task_7"} <= names
