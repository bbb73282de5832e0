"""The front page: what the corpus is, what each cell reached, and what to be careful with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from worksurface_pipeline.kernel.intervals import rate
from worksurface_pipeline.mmenterprise.pages.addresses import (
    FACTS,
    FRONT,
    PROJECTS,
    QUESTIONS,
    RECORDS,
    narrowed,
)
from worksurface_pipeline.mmenterprise.pages.model import SiteInput
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.results import (
    ABSENT,
    FAILED,
    RIGHT,
    UNSCORED,
    WRONG,
    Results,
)
from worksurface_pipeline.mmenterprise.pages.sections import OVERVIEW, SECTIONS
from worksurface_pipeline.mmenterprise.schema.evaluation import Cell
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.labels import SELF_TEST, is_self_test, percent
from worksurface_pipeline.site.page import SitePage
from worksurface_pipeline.site.sections import shown_table
from worksurface_pipeline.site.table import Cell as Box
from worksurface_pipeline.site.table import Column, Row, RowGroup, Table

GROUP = "Results"
_TITLE = "MMEnterprise-Bench report"


def overview_page(given: SiteInput, projects: Sequence[Project], results: Results) -> SitePage:
    """The front page."""
    tables = [shown_table(one) for one in SECTIONS.tables_in(OVERVIEW, given.tables.tables)]
    body = (
        *(pieces.lead(sentence) for sentence in _lead(projects, results)),
        *(pieces.note(sentence) for sentence in _warnings(projects, results)),
        pieces.tiles(_tiles(projects, results)),
        *(tables or [pieces.table_html(cell_table(projects, results))] if results.cells else ()),
        *([] if not results.cells else [pieces.table_html(states_table(projects, results))]),
        *_figures(given),
    )
    return SitePage(FRONT, _TITLE, body, GROUP, "Overview")


def _lead(projects: Sequence[Project], results: Results) -> Iterator[str]:
    units = [unit for one in projects for unit in one.units.values()]
    asked = sum(len(one.given.questions) for one in projects)
    visual = sum(unit.is_visual for unit in units)
    share = f", {percent(visual / len(units))} % of them to be looked at" if units else ""
    yield (
        f"{_counted(len(projects), 'project')} with {len(units):,} records{share}, and "
        f"{asked:,} questions whose gold is a query over the ledger of each project."
    )
    models = list(dict.fromkeys(cell.model for cell in results.cells))
    if models:
        conditions = list(dict.fromkeys(cell.condition for cell in results.cells))
        yield (
            f"{_counted(len(models), 'model')} ({', '.join(models)}) under "
            f"{_counted(len(conditions), 'condition')} ({', '.join(conditions)})."
        )
    else:
        yield "No model was asked."


def _warnings(projects: Sequence[Project], results: Results) -> Iterator[str]:
    tests = [model for model in {cell.model: 0 for cell in results.cells} if is_self_test(model)]
    if tests:
        yield f"{', '.join(tests)} is a {SELF_TEST}: its numbers are no baseline."
    blind = list(dict.fromkeys(c.model for c in results.cells if c.key in results.text_only))
    if blind:
        yield (
            f"Text alone: {', '.join(blind)} was shown no picture, only the header of each: "
            "what stands in pictures alone it cannot know."
        )
    counts = _all_states(projects, results)
    if counts[UNSCORED]:
        yield f"{counts[UNSCORED]:,} answers have no verdict: they are in no accuracy."
    if counts[FAILED] or counts[ABSENT]:
        yield (
            f"{counts[FAILED]:,} answers ended in an error that is not the model's, "
            f"{counts[ABSENT]:,} are missing."
        )


def _tiles(projects: Sequence[Project], results: Results) -> Iterator[tuple[str, Markup | str]]:
    units = sum(len(one.units) for one in projects)
    facts = sum(len(one.given.ledger.slots) for one in projects)
    asked = [item for one in projects for item in one.given.questions]
    absent = sum(item.absence is not None for item in asked)
    yield "Projects", pieces.link(f"{len(projects):,}", f"{PROJECTS}.html")
    yield "Records", pieces.link(f"{units:,}", f"{RECORDS}.html")
    yield "Facts", pieces.link(f"{facts:,}", f"{FACTS}.html")
    answerable = narrowed(QUESTIONS, [("asks", "answerable")])
    yield "Answerable questions", pieces.link(f"{len(asked) - absent:,}", answerable)
    abstain = narrowed(QUESTIONS, [("asks", "abstain")])
    yield "Unanswerable questions", pieces.link(f"{absent:,}", abstain)
    yield "Cells", f"{len(results.cells):,}"


def cell_table(projects: Sequence[Project], results: Results) -> Table:
    """Accuracy of each cell with an exact interval, for a sweep without tables of its own."""
    rows = [(cell.model, _accuracy(cell, projects, results)) for cell in results.cells]
    groups = tuple(
        RowGroup(model, tuple(row for name, row in rows if name == model))
        for model in dict.fromkeys(name for name, _ in rows)
    )
    labels = ("Accuracy (%)", "95 % interval", "Right", "Judged")
    columns = (Column("Cell"), *(Column(name, True) for name in labels))
    note = "Intervals are exact for independent questions; those of one project are not."
    return Table("accuracy", "Accuracy by cell", columns, groups, (note,))


def _accuracy(cell: Cell, projects: Sequence[Project], results: Results) -> Row:
    counts = _states(cell, projects, results)
    found = rate(counts[RIGHT], counts[RIGHT] + counts[WRONG])
    bounds = f"{percent(found.interval.low)} to {percent(found.interval.high)}"
    texts = (percent(found.value), bounds, f"{found.count:,}", f"{found.n:,}")
    return Row((Box(cell.condition), *map(Box, texts)))


def states_table(projects: Sequence[Project], results: Results) -> Table:
    """What became of the questions in each cell; each count leads to those questions."""
    shown = (RIGHT, WRONG, UNSCORED, FAILED, ABSENT)
    groups: dict[str, list[Row]] = {}
    for cell in results.cells:
        counts = _states(cell, projects, results)
        boxes = (_count(cell, state, counts[state], results) for state in shown)
        groups.setdefault(cell.model, []).append(Row((Box(cell.condition), *boxes)))
    columns = (Column("Cell"), *(Column(state.title(), True) for state in shown))
    rows = tuple(RowGroup(model, tuple(found)) for model, found in groups.items())
    return Table(
        "states",
        "What became of the questions",
        columns,
        rows,
        ("A count leads to its questions.",),
    )


def _count(cell: Cell, state: str, count: int, results: Results) -> Box:
    href = narrowed(QUESTIONS, [("at1", results.id(cell)), ("is1", state)]) if count else ""
    return Box(f"{count:,}", href=href)


def _states(cell: Cell, projects: Sequence[Project], results: Results) -> Counter[str]:
    return Counter(results.state(cell, item) for one in projects for item in one.given.questions)


def _all_states(projects: Sequence[Project], results: Results) -> Counter[str]:
    return sum((_states(cell, projects, results) for cell in results.cells), Counter())


def _figures(given: SiteInput) -> Iterator[Markup]:
    for figure in given.figures.figures:
        numbers = pieces.link("Numbers as CSV", f"figures/{figure.name}.csv")
        yield pieces.picture(f"figures/{figure.name}.svg", figure.title, numbers)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
