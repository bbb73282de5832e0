"""The site: static pages and data that read from a folder, offline.

Every page loads its own data alone: an overview leads to tables, a number to the questions it
counts, a question to its proof, its evidence in the thread where it stands, and the line of states
of its fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.mmenterprise.pages.addresses import (
    CASE_PAGE,
    FACTS,
    QUESTIONS,
    RECORDS,
    THREAD_PAGE,
    TIMELINE_PAGE,
    picture_file,
)
from worksurface_pipeline.mmenterprise.pages.cases import case_of, found_of, owners_of
from worksurface_pipeline.mmenterprise.pages.model import Checked, SiteInput
from worksurface_pipeline.mmenterprise.pages.overview import GROUP, overview_page
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.projects import LOOK, project_pages
from worksurface_pipeline.mmenterprise.pages.question_list import question_files
from worksurface_pipeline.mmenterprise.pages.record_list import fact_files, record_files
from worksurface_pipeline.mmenterprise.pages.results import SIGNS, Results
from worksurface_pipeline.mmenterprise.pages.sections import RESULTS, SECTIONS
from worksurface_pipeline.mmenterprise.pages.threads import threads_of
from worksurface_pipeline.mmenterprise.pages.timelines import timelines_of
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.cases import case_files
from worksurface_pipeline.site.page import WORKSPACE_SHEET, SitePage, site_pages
from worksurface_pipeline.site.sections import shown_table
from worksurface_pipeline.site.table import Column, simple_table
from worksurface_pipeline.site.threads import thread_files
from worksurface_pipeline.site.timelines import timeline_files

Files = Iterator[tuple[str, bytes]]
_BENCH = "MMEnterprise-Bench"
_ORIGIN, _RUN = "Where it comes from", "The run"


def site(given: SiteInput) -> Files:
    """All files of the site. Equal input gives equal bytes; nothing hangs on the clock."""
    title = given.limits.title
    projects = tuple(Project(one, title) for one in sorted(given.projects, key=lambda one: one.id))
    results = Results(given)
    pages = tuple(_pages(given, projects, results))
    yield from site_pages(f"{_BENCH} · {given.name}", pages, (WORKSPACE_SHEET,))
    yield from _numbers(given)
    yield from question_files(projects, results)
    yield from record_files(projects)
    yield from fact_files(projects)
    for one in projects:
        yield from _workspace(one)
    yield from _cases(given, projects, results)


def _pages(given: SiteInput, projects: Sequence[Project], results: Results) -> Iterator[SitePage]:
    yield overview_page(given, projects, results)
    for section in RESULTS:
        tables = SECTIONS.tables_in(section, given.tables.tables)
        if tables:
            body = tuple(map(shown_table, tables))
            yield SitePage(section.file, section.title, body, GROUP, section.short)
    yield from project_pages(projects, results)
    yield from _lists()
    for more in given.more:
        body = tuple(map(pieces.table_html, more.tables))
        yield SitePage(more.file, more.title, body, _ORIGIN)
    yield from _run(given)


def _lists() -> Iterator[SitePage]:
    said = f"Each sign in the last column is a cell, in the order below “In cell”: {SIGNS}."
    texts = {
        QUESTIONS: ("Questions", f"Every question with its proof and its answers. {said}"),
        RECORDS: ("Records", "Every record of every project, each in the thread it stands in."),
        FACTS: ("Facts", "Every fact of the ledgers, each on a time line of its states."),
    }
    for name, (title, text) in texts.items():
        body = (pieces.paragraph(text),)
        yield SitePage(f"{name}.html", title, body, LOOK, script="list", source=name)
    for file, title, within in (
        (CASE_PAGE, "Question", QUESTIONS),
        (THREAD_PAGE, "Thread", RECORDS),
        (TIMELINE_PAGE, "Fact", FACTS),
    ):
        script = file.removesuffix(".html")
        yield SitePage(file, title, (), script=script, within=f"{within}.html")


def _run(given: SiteInput) -> Iterator[SitePage]:
    dropped = [one for one in given.checks if not one.is_kept]
    if dropped:
        columns = [Column(name) for name in ("Step", "Outcome", "Project", "Question", "Why")]
        rows = [(one.step, one.outcome, one.project, one.text, one.reason) for one in dropped]
        title = "Questions that validation dropped"
        table = pieces.table_html(simple_table("dropped", title, columns, rows))
        yield SitePage("dropped.html", "Dropped questions", (table,), _RUN)
    body = (pieces.facts(given.facts),)
    yield SitePage("run.html", "What was run", body, _RUN)


def _numbers(given: SiteInput) -> Files:
    """The pictures of results, and the numbers behind them and behind the tables."""
    for figure in given.figures.figures:
        yield f"figures/{figure.name}.svg", figure.svg.encode()
        yield f"figures/{figure.name}.csv", figure.csv.encode()
    for table in given.tables.tables:
        yield f"tables/{table.name}.csv", table.csv.encode()


def _workspace(one: Project) -> Files:
    for thread in threads_of(one):
        yield from thread_files(thread)
    for line in timelines_of(one):
        yield from timeline_files(line)
    images = {unit.image for unit in one.units.values() if unit.is_visual}
    for image in sorted(images & set(one.given.contents)):
        yield picture_file(one.id, image), one.given.contents[image]


def _cases(given: SiteInput, projects: Sequence[Project], results: Results) -> Files:
    owners = owners_of(projects)
    checks = _by_question(given.checks)
    for one in projects:
        for item in one.given.questions:
            own = checks.get((one.id, item.id), ())
            found = found_of(one, item, results, owners, given.limits.found)
            yield from case_files(case_of(one, item, results, own, given.limits), found)


def _by_question(checks: Sequence[Checked]) -> Mapping[tuple[str, str], Sequence[Checked]]:
    found: dict[tuple[str, str], list[Checked]] = {}
    for one in checks:
        found.setdefault((one.project, one.question), []).append(one)
    return found
