"""The report: one self-contained page (and pages of runs where they would not fit), and Markdown.

Every figure leads on: a table to its CSV, a score to its task, proof and run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.table import Table, to_markdown
from worksurface_pipeline.worksurface.analysis.cost_table import cost_table
from worksurface_pipeline.worksurface.analysis.headline import headline, warnings
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.report_gold import gold_tables
from worksurface_pipeline.worksurface.analysis.report_graphs import graph_parts
from worksurface_pipeline.worksurface.analysis.report_model import (
    MAIN_PAGE,
    Page,
    Report,
    ReportInput,
    RunFacts,
    cell_page,
    run_key,
)
from worksurface_pipeline.worksurface.analysis.report_runs import (
    by_cell,
    observation_limit,
    run_href,
    runs_of_cell,
    runs_page,
)
from worksurface_pipeline.worksurface.analysis.report_source import (
    failure_table,
    ledger_table,
    recovery_table,
    refusal_table,
)
from worksurface_pipeline.worksurface.analysis.report_tasks import (
    scores_by_task,
    task_list,
    task_parts,
)
from worksurface_pipeline.worksurface.schema.scores import Score

__all__ = ("Page", "Report", "ReportInput", "RunFacts", "build_report")

_TITLE = "WorkSurface-Bench report"
_FIRST_TABLES = ("cells", "answer_by_task_type")


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs as they stand: on the main page, or on a page per cell."""

    is_inline: bool
    body: tuple[Markup, ...]
    pages: tuple[Page, ...]


def build_report(given: ReportInput) -> Report:
    """The whole report. Equal input gives equal bytes; nothing in it depends on the clock."""
    runs = _runs(given)
    sections = list(_sections(given, runs))
    nav = [(name, f"#{anchor}") for anchor, name, _ in sections]
    body = [
        *(pieces.paragraph(sentence) for sentence in headline(given)),
        *(pieces.note(sentence) for sentence in warnings(given)),
        *(pieces.section(anchor, name, content) for anchor, name, content in sections),
    ]
    main = Page(name=MAIN_PAGE, html=pieces.page_html(_TITLE, nav, *body))
    return Report(pages=(main, *runs.pages), markdown=_markdown(given), tables=given.tables.tables)


def _sections(given: ReportInput, runs: _Runs) -> Iterator[tuple[str, str, Markup]]:
    yield "results", "Results", _results(given)
    yield "figures", "Figures", pieces.join(_figures(given))
    yield "more", "More tables", pieces.join(_other_tables(given))
    yield "source", "Source and coverage", pieces.join(_source(given))
    if given.gold is not None:
        tables = gold_tables(given.gold)
        yield "gold", "How the gold came about", pieces.join(map(pieces.table_html, tables))
    if given.graphs:
        parts = graph_parts(given.graphs, given.limits.listed_failures)
        yield "graphs", "Graphs", pieces.join(parts)
    yield "tasks", "Tasks", pieces.join(_tasks(given, runs))
    yield "runs", "Runs", pieces.join(runs.body)
    yield "facts", "What was run", pieces.facts(given.run.facts)


def _results(given: ReportInput) -> Markup:
    found = (given.tables.named(name) for name in _FIRST_TABLES)
    parts = [Markup(table.html) for table in found if table is not None]
    return pieces.join(parts or [pieces.paragraph("Nothing was scored.")])


def _figures(given: ReportInput) -> Iterator[Markup]:
    for figure in given.figures.figures:
        numbers = pieces.details("Numbers behind it (CSV)", pieces.block(figure.csv))
        yield pieces.figure_html(figure.name, figure.title, figure.svg, numbers)


def _other_tables(given: ReportInput) -> Iterator[Markup]:
    for table in given.tables.tables:
        if table.name not in _FIRST_TABLES:
            yield pieces.details(table.title, Markup(table.html))
    costs = cost_table(given.trajectories, given.prices)
    yield pieces.details(costs.title, pieces.table_html(costs))
    for table in given.tables.tables:
        yield pieces.details(f"{table.name}.csv", pieces.block(table.csv))


def _source(given: ReportInput) -> Iterator[Markup]:
    for table in _source_tables(given):
        if table.name in ("failures", "refusals"):
            yield pieces.details(table.title, pieces.table_html(table))
        else:
            yield pieces.table_html(table)


def _source_tables(given: ReportInput) -> Iterator[Table]:
    if given.ledger:
        yield ledger_table(given.ledger)
        yield failure_table(given.ledger, given.limits.listed_failures)
    if given.rubric_figures:
        yield recovery_table(given.rubric_figures)
    if given.refusals:
        yield refusal_table(given.refusals)


def _tasks(given: ReportInput, runs: _Runs) -> Iterator[Markup]:
    scores = scores_by_task(given.scores)
    run_keys = {run_key(item) for item in given.trajectories}
    yield pieces.table_html(task_list(given.tasks, scores))
    yield from task_parts(given.tasks, scores, lambda key: run_href(key, runs.is_inline), run_keys)


def _runs(given: ReportInput) -> _Runs:
    limit = observation_limit(given.trajectories, given.limits)
    if limit:
        return _Runs(is_inline=True, body=tuple(_inline_runs(given, limit)), pages=())
    pages = tuple(_run_pages(given))
    links = [
        pieces.link(f"{model}, {setting_label(setting)}", cell_page(model, setting))
        for model, setting in by_cell(given.trajectories)
    ]
    return _Runs(is_inline=False, body=(pieces.bullets(links),), pages=pages)


def _inline_runs(given: ReportInput, limit: int) -> Iterator[Markup]:
    scores = _scores_by_run(given.scores)
    for (model, setting), runs in by_cell(given.trajectories).items():
        parts = runs_of_cell(runs, scores, limit, task_page="")
        yield pieces.details(f"{model}, {setting_label(setting)}: {len(runs)} runs", *parts)


def _run_pages(given: ReportInput) -> Iterator[Page]:
    scores = _scores_by_run(given.scores)
    for cell, runs in by_cell(given.trajectories).items():
        limit = max(observation_limit(runs, given.limits), given.limits.least_characters)
        body = tuple(runs_of_cell(runs, scores, limit, task_page=MAIN_PAGE))
        yield Page(name=cell_page(*cell), html=runs_page(cell, body))


def _scores_by_run(scores: Sequence[Score]) -> dict[tuple[str, str, str, int], Score]:
    return {run_key(score): score for score in scores}


def _markdown(given: ReportInput) -> str:
    said = "\n\n".join((*headline(given), *(f"> {text}" for text in warnings(given))))
    gold = gold_tables(given.gold) if given.gold is not None else ()
    source = "\n".join(to_markdown(table) for table in (*_source_tables(given), *gold))
    facts = "\n".join(f"- {name}: {value}" for name, value in given.run.facts)
    body = (f"# {_TITLE}", said, given.tables.markdown, source, facts)
    return "\n\n".join(part.strip() for part in body if part.strip()) + "\n"
