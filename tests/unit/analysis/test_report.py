"""The report as a site: its links, its shards, its texts, its bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.fixtures.site_links import broken_links, data_of, list_rows, pages_of
from tests.unit.analysis.test_report_gold import FACTS
from tests.unit.analysis.test_report_graphs import graph_of
from tests.unit.analysis.worlds import EVIL, TASKS, World, world
from worksurface_pipeline.readers.model import FailureReason
from worksurface_pipeline.site.runs import item_id
from worksurface_pipeline.worksurface.analysis.addresses import run_id
from worksurface_pipeline.worksurface.analysis.figures import figure_set
from worksurface_pipeline.worksurface.analysis.report import build_report
from worksurface_pipeline.worksurface.analysis.report_model import (
    Report,
    ReportInput,
    ReportLimits,
    RunFacts,
)
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.surfaces import (
    CoverageEntry,
    Passage,
    SurfaceFailure,
)
from worksurface_pipeline.worksurface.schema.tasks import Derivation, Refusal, RubricFigure
from worksurface_pipeline.worksurface.surfaces.sets import SurfaceBundle

FAILURE = SurfaceFailure(
    task_id="7",
    persona="researcher",
    filename="scan<b>.pdf",
    part="",
    reason=FailureReason.NO_TEXT,
    detail="no page has text",
    remedy="run it through OCR",
)
LEDGER = (
    CoverageEntry(
        task_id="7", persona="researcher", filename="log.csv", part="", artifacts=("t7__log",)
    ),
    CoverageEntry(
        task_id="7",
        persona="researcher",
        filename="scan<b>.pdf",
        part="",
        artifacts=(),
        failure=FAILURE,
    ),
)
FIGURES = (
    RubricFigure(task_id="7", rubric_index=0, figure="300", start=3, status="recovered", task="a"),
    RubricFigure(
        task_id="7",
        rubric_index=1,
        figure="16%",
        start=3,
        status="not_recovered",
        reason="no query",
    ),
)
REFUSAL = Refusal(
    candidate="c", persona="p", derivation=Derivation.SHARE, question="q", reason="ambiguous"
)
MODELS = ("offline/keyword", "vendor/model")


def _given(result: World, limits: ReportLimits | None = None) -> ReportInput:
    return ReportInput(
        run=RunFacts(workspace="sample", facts=(("Profile", "paper"), ("Source", EVIL))),
        tasks=result.tasks,
        scores=result.scores,
        trajectories=result.trajectories,
        tables=result_tables(result.scores, TASKS),
        figures=figure_set(result.scores, TASKS),
        ledger=LEDGER,
        rubric_figures=FIGURES,
        refusals=(REFUSAL,),
        graphs=(graph_of("researcher", 2), graph_of("operations_manager")),
        gold=FACTS,
        limits=limits or ReportLimits(),
    )


@cache
def _world() -> World:
    return world(models=MODELS, lost=("rag",), missing=("table",))


@cache
def _files() -> Mapping[str, bytes]:
    return dict(build_report(_given(_world())).site.contents())


def _text(name: str) -> str:
    return _files()[name].decode()


def _item(task: str) -> Any:
    return data_of(_files()[f"data/items/{item_id(task)}.js"])


def _turns(files: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """Item and run of all turns of a site."""
    return [
        (name.removeprefix("data/runs/").partition("-")[0], one["id"])
        for name in files
        if name.startswith("data/runs/")
        for one in data_of(files[name])
    ]


def test_every_link_leads_somewhere() -> None:
    assert broken_links(_files()) == []


def test_every_trajectory_stands_in_one_shard() -> None:
    runs = _world().trajectories
    expected = [(item_id(r.task_id), run_id(r.model, r.setting, r.epoch)) for r in runs]
    assert sorted(_turns(_files())) == sorted(expected)
    rows = [row for task in TASKS for row in _item(task.id)["runs"]]
    assert len(rows) == len(_world().scores) == len(list_rows(_files(), "runs"))
    assert sum(row.get("shard", -1) >= 0 for row in rows) == len(runs)


def test_no_page_holds_a_trajectory_and_a_task_loads_its_own_alone() -> None:
    assert all("passage " not in _text(name) for name in _files() if name.endswith(".html"))
    assert "passage " not in _text(f"data/items/{item_id('rag')}.js")
    assert "passage " in _text(f"data/runs/{item_id('rag')}-0.js")
    assert "passage " not in _text(f"data/runs/{item_id('graph')}-0.js")


@pytest.mark.parametrize("name", ["index.html", "cost.html", "source.html", "run.html"])
def test_what_is_drawn_without_a_script_is_sound(name: str) -> None:
    page = pages_of(_files())[name]
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert "main" in page.tags


def test_the_overview_says_what_was_run_and_what_the_self_test_is() -> None:
    html = _text("index.html")
    assert "2 models (offline/keyword, vendor/model) in 3 settings (S1, S4, S5) on 5 tasks" in html
    assert "offline/keyword is a pipeline self-test" in html
    assert "not screened by models" in html
    assert "2 ended in an error that is not the model" in html
    assert "Results by model and setting" in html
    assert "Where runs of answerable tasks ended" in html


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param("source.html", "no text", id="failure"),
        pytest.param("source.html", "run it through OCR", id="remedy"),
        pytest.param("source.html", "not recovered", id="rubric-figure"),
        pytest.param("source.html", "ambiguous", id="refusal"),
        pytest.param("gold.html", "1 task held back, by gate", id="gates"),
        pytest.param("necessity.html", "Not solved by it with less", id="necessity"),
        pytest.param("graph.html", "Graph of researcher", id="graph"),
        pytest.param("graph.html", "It loops.", id="oddity"),
        pytest.param("personas.html", "operations manager", id="persona"),
        pytest.param("families.html", "document figure", id="family"),
        pytest.param("diagnosis.html", "Earliest observed departure", id="departures"),
        pytest.param("cost.html", "Median tokens", id="cost"),
        pytest.param("run.html", "Profile", id="facts"),
    ],
)
def test_each_page_shows_its_part(page: str, text: str) -> None:
    assert text in _text(page)


def test_a_task_shows_question_gold_proof_and_scores() -> None:
    item = _item("table")
    assert item["title"] == "How many events are in the log?"
    assert {"name": "Gold", "text": "300"} in item["facts"]
    (proof,) = item["proofs"]
    assert proof["extracts"][0]["text"].startswith("SELECT count(*)")
    assert proof["grid"]["rows"] == [["300"]]
    by_state = {tag["text"] for run in item["runs"] for tag in run["tags"]}
    assert {"right", "wrong", "missing"} <= by_state
    assert _item("abstain")["proofs"][0]["title"] == "Found nowhere"


def test_a_set_is_drawn_from_its_node() -> None:
    drawing = _item("graph")["proofs"][0]["drawing"]
    assert len(drawing["nodes"]) == 1 + len(drawing["links"])
    assert drawing["links"][0]["label"] == "task_requires_file"


def test_a_span_is_marked_in_its_passage() -> None:
    evidence = next(task for task in TASKS if task.id == "rag").gold_evidence[0]
    before, after = "价格 … ", " and more"
    passage = Passage(
        id="p",
        document_id=evidence.file,  # type: ignore[union-attr]
        start=evidence.start - len(before),  # type: ignore[union-attr]
        end=evidence.end + len(after),  # type: ignore[union-attr]
        text=before + evidence.span + after,  # type: ignore[union-attr]
        heading="Yield",
    )
    bundle = SurfaceBundle(persona="researcher", passages=(passage,))
    report = build_report(replace(_given(_world()), bundles=iter((bundle,))))
    files = dict(report.site.contents())
    (extract,) = data_of(files[f"data/items/{item_id('rag')}.js"])["proofs"][0]["extracts"]
    ((start, end),) = extract["marks"]
    assert extract["text"] == passage.text
    assert extract["text"][start:end] == evidence.span  # type: ignore[union-attr]
    assert "Yield" in extract["label"]
    unfound = _item("rag")["proofs"][0]["extracts"][0]
    assert unfound["text"] == evidence.span  # type: ignore[union-attr]


def test_a_held_task_has_a_page_with_what_was_found() -> None:
    (row,) = list_rows(_files(), "held")  # held back twice, it is one task
    assert row["gate"] == "ties"
    item = data_of(_files()[f"data/items/{row['id']}.js"])
    assert item["tags"][0] == {"text": "held back", "tone": "warn"}
    assert [one["label"].split(":")[0] for one in item["extracts"]] == ["ties", "necessity"]
    assert "runs" not in item


def test_what_a_document_or_question_holds_is_inert() -> None:
    for name, data in _files().items():
        text = data.decode()
        assert "<script>alert" not in text, name
        assert "<img src=x" not in text, name
        assert "\x00" not in text, name
    assert "&lt;script&gt;" in _text("run.html")
    assert _item("rag")["title"] == f"How much? {EVIL}"


def test_equal_input_gives_equal_bytes() -> None:
    result = _world()
    mixed = World(result.tasks[::-1], result.trajectories[::-1], result.scores[::-1])
    first = build_report(_given(result))
    stored = dict(first.to_files())
    assert stored == dict(build_report(_given(mixed)).to_files())
    again = Report.from_files(stored.__getitem__)
    assert dict(again.to_files()) == stored
    assert first.settled(stored.__getitem__) == again


def test_texts_are_cut_and_say_by_how_much() -> None:
    result = world()
    calls = [turn.call for run in result.trajectories for turn in run.turns if turn.call]
    longest = max(len(call.observation) for call in calls)
    report = build_report(_given(result, ReportLimits(characters=20)))
    files = dict(report.site.contents())
    shards = b"".join(data for name, data in files.items() if name.startswith("data/runs/"))
    assert f'"cut":{longest - 20}'.encode() in shards
    assert b"of them cut at 20 characters" in files["run.html"]
    assert b"is cut at 20 characters" in files["runs.html"]


def test_a_run_of_a_task_that_is_no_longer_there_is_counted() -> None:
    given = replace(_given(_world()), tasks=TASKS[1:])
    files = dict(build_report(given).site.contents())
    assert b"runs of tasks that the benchmark does not hold" in files["run.html"]
    assert f"data/items/{item_id('table')}.js" not in files


def test_markdown_has_the_same_tables() -> None:
    markdown = build_report(_given(_world())).markdown
    assert markdown.startswith("# WorkSurface-Bench report\n")
    for title in ("Results by model and setting", "Answer by task type", "figures in rubrics"):
        assert title in markdown
    assert "<b>" not in markdown


def test_a_report_of_nothing_is_still_a_report() -> None:
    report = build_report(
        ReportInput(
            run=RunFacts(workspace="empty"),
            tasks=(),
            scores=(),
            trajectories=(),
            tables=result_tables((), ()),
            figures=figure_set((), ()),
        )
    )
    files = dict(report.site.contents())
    assert broken_links(files) == []
    assert b"nothing was run" in files["index.html"]
    assert b"Nothing was scored" in files["index.html"]
