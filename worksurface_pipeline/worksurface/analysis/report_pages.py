"""The pages of a report, each from what it shows; a page with nothing to show is not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.page import SitePage
from worksurface_pipeline.site.result_tables import TableText
from worksurface_pipeline.site.sections import Section, shown_table
from worksurface_pipeline.site.table import Table
from worksurface_pipeline.worksurface.analysis.addresses import (
    ABSTAIN,
    ANSWERABLE,
    ASKS,
    RUNS_PAGE,
    TASK_PAGE,
    TASKS_PAGE,
    Narrowed,
    runs_href,
    tasks_href,
)
from worksurface_pipeline.worksurface.analysis.headline import headline, warnings
from worksurface_pipeline.worksurface.analysis.report_classes import (
    classes_link,
    classes_part,
    interval_rule,
)
from worksurface_pipeline.worksurface.analysis.report_ends import asked_of, ends_tables
from worksurface_pipeline.worksurface.analysis.report_file_table import FileFigures, files_page
from worksurface_pipeline.worksurface.analysis.report_gold import gold_tables
from worksurface_pipeline.worksurface.analysis.report_graphs import GraphPart
from worksurface_pipeline.worksurface.analysis.report_groups import (
    FAMILIES,
    PERSONAS,
    Grouped,
    group_pages,
    group_table,
)
from worksurface_pipeline.worksurface.analysis.report_lists import HELD, RUNS, TASKS
from worksurface_pipeline.worksurface.analysis.report_model import (
    MAIN_PAGE,
    ReportInput,
)
from worksurface_pipeline.worksurface.analysis.report_sections import (
    ABSTAINING,
    CONTRASTS,
    COST,
    DIAGNOSIS,
    FAMILY_TABLES,
    MORE,
    OVERVIEW,
    PAPER,
    PERSONA_TABLES,
    tables_in,
)
from worksurface_pipeline.worksurface.analysis.report_source import source_tables
from worksurface_pipeline.worksurface.analysis.report_states import SIGNS

_RESULTS, _LOOK, _GOLD, _RUN = "Results", "Look closer", "Where it comes from", "The run"
_NECESSITY = frozenset({"necessity"})
_SCREENING = frozenset({"agreement"})


@dataclass(frozen=True, slots=True)
class Parts:
    """What was made before the pages are: groups, graphs, costs, files, what is said of runs."""

    groups: Grouped
    graphs: Sequence[GraphPart]
    costs: Table
    files: FileFigures
    said: tuple[tuple[str, str], ...]


def report_pages(given: ReportInput, parts: Parts) -> Iterator[SitePage]:
    """All pages, the overview first."""
    yield _overview(given)
    yield from _tables_page(CONTRASTS, given.tables.tables)
    classes = classes_part(given.scores)
    yield from _tables_page(DIAGNOSIS, given.tables.tables, after=[classes] if classes else [])
    yield from _tables_page(ABSTAINING, given.tables.tables)
    yield from files_page(parts.files, _RESULTS)
    yield from _groups(given, parts)
    yield from _tables_page(COST, given.tables.tables, (parts.costs,))
    yield from _tables_page(PAPER, given.tables.tables)
    yield from _tables_page(MORE, given.tables.tables)
    yield from _lists(given)
    yield from _origins(given, parts)
    yield SitePage("run.html", "What was run", _facts(given, parts), _RUN)


def _overview(given: ReportInput) -> SitePage:
    shown = tables_in(OVERVIEW, given.tables.tables)
    tables = [shown_table(table) for table in shown]
    ends = [*map(pieces.table_html, ends_tables(given.scores))]
    body = (
        *(pieces.lead(sentence) for sentence in headline(given)),
        *(pieces.note(sentence) for sentence in warnings(given)),
        pieces.tiles(_tiles(given)),
        *(tables[:1] or [pieces.paragraph("Nothing was scored.")]),
        *(interval_rule(table.html) for table in shown[:1]),
        *ends,
        *([classes_link()] if ends else []),
        *tables[1:],
        *_figures(given),
    )
    return SitePage(MAIN_PAGE, "WorkSurface-Bench report", body, _RESULTS, "Overview")


def _tiles(given: ReportInput) -> Iterator[tuple[str, Markup | str]]:
    personas = {task.source.persona for task in given.tasks}
    cells = {(score.model, score.setting) for score in given.scores}
    yield from _by_asks("tasks", Counter(map(asked_of, given.tasks)), tasks_href)
    if personas:
        yield "Personas", pieces.link(f"{len(personas):,}", PERSONA_TABLES.file)
    yield "Cells", f"{len(cells):,}"
    yield from _by_asks("trajectories", Counter(map(asked_of, given.scores)), runs_href)
    if given.gold is not None:
        yield "Tasks held back", pieces.link(f"{len(given.gold.held):,}", "gold.html")


def _by_asks(
    noun: str, counts: Counter[str], href: Callable[[Narrowed], str]
) -> Iterator[tuple[str, Markup]]:
    """What has an answer and what is to be abstained from, never in one number."""
    if not counts[ABSTAIN]:
        yield noun.title(), pieces.link(f"{counts.total():,}", href(()).partition("#")[0])
        return
    for asks, name in ((ANSWERABLE, f"Answerable {noun}"), (ABSTAIN, f"Abstain {noun}")):
        yield name, pieces.link(f"{counts[asks]:,}", href(((ASKS, asks),)))


def _figures(given: ReportInput) -> Iterator[Markup]:
    for figure in given.figures.figures:
        numbers = pieces.link("Numbers as CSV", f"figures/{figure.name}.csv")
        yield pieces.picture(f"figures/{figure.name}.svg", figure.title, numbers)


def _tables_page(
    section: Section,
    tables: Iterable[TableText],
    more: Sequence[Table] = (),
    after: Sequence[Markup] = (),
) -> Iterator[SitePage]:
    """A page of tables; the rule of the mark stands before the first that has intervals."""
    shown = tables_in(section, tables)
    rule = [part for part in (interval_rule(table.html) for table in shown) if part][:1]
    body = [*map(pieces.table_html, more), *rule, *map(shown_table, shown), *after]
    if body:
        yield SitePage(section.file, section.title, tuple(body), _RESULTS, section.short)


def _groups(given: ReportInput, parts: Parts) -> Iterator[SitePage]:
    """The two pages that list groups, with the tables that compare them, and a page for each."""
    for grouping, section in ((PERSONAS, PERSONA_TABLES), (FAMILIES, FAMILY_TABLES)):
        if given.tasks:
            listed = (group_table(grouping, parts.groups),)
            yield from _tables_page(section, given.tables.tables, listed)
            yield from group_pages(grouping, parts.groups)


def _lists(given: ReportInput) -> Iterator[SitePage]:
    tasks = pieces.paragraph(
        "Every task with its proof and its runs. Each sign in the last column is a cell, in the "
        f"order of the cells below “In cell”: {SIGNS}."
    )
    yield SitePage(TASKS_PAGE, "Tasks", (tasks,), _LOOK, script="list", source=TASKS)
    cut = (
        f"In a trajectory, a reply or observation is cut at {given.limits.characters:,} characters."
    )
    runs = pieces.paragraph("Every run, one row each; a row opens its turns. ", cut)
    yield SitePage(RUNS_PAGE, "Trajectories", (runs,), _LOOK, script="list", source=RUNS)
    yield SitePage(TASK_PAGE, "Task", (), script="item", within=TASKS_PAGE)


def _origins(given: ReportInput, parts: Parts) -> Iterator[SitePage]:
    if given.gold is not None:
        tables = list(gold_tables(given.gold))
        usual = [one for one in tables if one.name not in _NECESSITY | _SCREENING]
        body = tuple(pieces.table_html(table) for table in usual)
        drawn = ("list", HELD) if given.gold.held else ("", "")
        yield SitePage("gold.html", "Gold and quarantine", body, _GOLD, "", *drawn)
        yield from _some("necessity.html", "Necessity", tables, _NECESSITY)
        yield from _some("screening.html", "Screening", tables, _SCREENING)
    if parts.graphs:
        bodies = tuple(part.body for part in parts.graphs)
        yield SitePage("graph.html", "Graph", bodies, _GOLD)
    tables = list(source_tables(given))
    if tables:
        body = tuple(map(pieces.table_html, tables))
        yield SitePage("source.html", "Source and coverage", body, _GOLD)


def _some(
    file: str, title: str, tables: Iterable[Table], names: frozenset[str]
) -> Iterator[SitePage]:
    body = tuple(pieces.table_html(table) for table in tables if table.name in names)
    if body:
        yield SitePage(file, title, body, _GOLD)


def _facts(given: ReportInput, parts: Parts) -> tuple[Markup, ...]:
    return (pieces.facts((*given.run.facts, *parts.said)),)
