from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest

from tests.unit.analysis.worlds import EVIL, TASKS, World, world
from worksurface_pipeline.readers.model import FailureReason
from worksurface_pipeline.worksurface.analysis.figures import figure_set
from worksurface_pipeline.worksurface.analysis.report import build_report
from worksurface_pipeline.worksurface.analysis.report_model import (
    Report,
    ReportInput,
    ReportLimits,
    RunFacts,
    cell_page,
)
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.schema.surfaces import CoverageEntry, SurfaceFailure
from worksurface_pipeline.worksurface.schema.tasks import Derivation, Refusal, RubricFigure

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


class _Page(HTMLParser):
    """Tags, ids and links of a page; raises nothing, counts what is left open."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert not any(name.startswith("on") for name in values)
        self.tags.append(tag)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.links += [values["href"] or ""] if tag == "a" else []
        if tag not in {"meta", "link", "img", "br", "hr", "path", "use", "rect"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


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
        limits=limits or ReportLimits(),
    )


@cache
def _report() -> Report:
    return build_report(_given(world(models=("offline/keyword", "vendor/model"), lost=("rag",))))


def test_one_self_contained_page() -> None:
    report = _report()
    assert [page.name for page in report.pages] == ["report.html"]
    page = _Page(report.html)
    assert not {"script", "link", "iframe", "object"} & set(page.tags)
    assert "img" not in page.tags
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    outside = re.findall(r'(?:src|href)="(?!#)([^"]+)"', report.html)
    assert outside == []
    assert "default-src 'none'" in report.html


def test_the_headline_says_what_was_run_and_what_the_self_test_is() -> None:
    html = _report().html
    assert "2 models (offline/keyword, vendor/model) in 3 settings (S1, S4, S5) on 5 tasks" in html
    assert "offline/keyword is a pipeline self-test" in html
    assert "not screened by models" in html
    assert "2 ended in an error that is not the model" in html


def test_every_score_leads_to_its_run_and_every_run_to_its_task() -> None:
    page = _Page(_report().html)
    targets = {link.removeprefix("#") for link in page.links}
    assert targets <= set(page.ids)
    assert sum(name.startswith("run-") for name in page.ids) == 2 * 3 * 5
    assert {name for name in page.ids if name.startswith(("run-", "task-"))} <= targets


@pytest.mark.parametrize(
    "text",
    [
        "SELECT count(*)",
        "300 events",
        "all <code>task_requires_file</code> of <code>task_7</code>",
        "found nowhere on",
        "no text",
        "run it through OCR",
        "not recovered",
        "ambiguous",
        "model unavailable",
    ],
)
def test_proofs_ledger_and_recovery_are_shown(text: str) -> None:
    assert text in _report().html


def test_what_a_document_or_question_holds_is_inert() -> None:
    html = _report().html
    assert "<script" not in html
    assert "<img" not in html
    assert "\x00" not in html
    assert "&lt;script&gt;" in html


def test_equal_input_gives_equal_bytes() -> None:
    result = world(models=("offline/keyword", "vendor/model"), lost=("rag",))
    mixed = World(result.tasks[::-1], result.trajectories[::-1], result.scores[::-1])
    first = build_report(_given(result))
    assert dict(first.to_files()) == dict(build_report(_given(mixed)).to_files())
    assert Report.from_files(dict(first.to_files()).__getitem__) == first


def test_observations_are_cut_and_say_so() -> None:
    result = world()
    calls = [turn.call for run in result.trajectories for turn in run.turns if turn.call]
    longest = max(len(call.observation) for call in calls)
    limits = ReportLimits(observation_characters=40, least_characters=20)
    report = build_report(_given(result, limits))
    assert f"… {longest - 40} more characters" in report.html


def test_runs_that_do_not_fit_stand_on_a_page_per_cell() -> None:
    result = world(models=("offline/keyword", "vendor/model"))
    report = build_report(_given(result, ReportLimits(page_bytes=1_000)))
    assert [page.name for page in report.pages[1:]] == [
        cell_page(model, setting)
        for model in ("offline/keyword", "vendor/model")
        for setting in ("S1", "S4", "S5")
    ]
    ids = {page.name: set(_Page(page.html).ids) for page in report.pages}
    for page in report.pages:
        for link in _Page(page.html).links:
            name, _, anchor = link.partition("#")
            assert not anchor or anchor in ids[name or page.name]
            assert not name or name in ids


def test_cell_pages_of_like_named_models_differ() -> None:
    names = {cell_page(model, "S4") for model in ("a/b", "a_b", "A/b", "a/b|", "../a/b")}
    assert len(names) == 5
    assert all(re.fullmatch(r"[a-z0-9_]+\.html", name) for name in names)


def test_markdown_has_the_same_tables() -> None:
    markdown = _report().markdown
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
    assert "nothing was run" in report.html
    assert "Nothing was scored" in report.html
