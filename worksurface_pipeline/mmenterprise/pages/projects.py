"""The pages of projects: who works there, where they speak, what they made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from worksurface_pipeline.mmenterprise.ledger.view import VERSIONED
from worksurface_pipeline.mmenterprise.pages.addresses import (
    FACTS,
    PROJECTS,
    QUESTIONS,
    RECORDS,
    narrowed,
    project_file,
    thread_href,
    thread_id,
)
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.results import RIGHT, WRONG, Results
from worksurface_pipeline.mmenterprise.pages.texts import moment
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.labels import percent, plain_label
from worksurface_pipeline.site.page import SitePage
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, simple_table

LOOK = "Look closer"
_NOUNS = {
    Place.CHAT: "Channels",
    Place.MAIL: "Mail",
    Place.WIKI: "Wiki pages",
    Place.NOTES: "Meeting notes",
    Place.LOG: "Logs",
    Place.REPORT: "Reports",
    Place.DECK: "Slides",
    Place.IMAGE: "Pictures",
}


def project_pages(projects: Sequence[Project], results: Results) -> Iterator[SitePage]:
    """The list of projects, and a page for each."""
    listed = pieces.table_html(_projects_table(projects, results))
    yield SitePage(f"{PROJECTS}.html", "Projects", (listed,), LOOK)
    for one in projects:
        yield SitePage(
            project_file(one.id),
            f"{one.name}: {one.world.product} for {one.world.customer}",
            tuple(_body(one)),
            within=f"{PROJECTS}.html",
        )


def _projects_table(projects: Sequence[Project], results: Results) -> Table:
    columns = (
        *(Column("Project"), Column("Key"), Column("Company"), Column("Seed document")),
        *(Column("Records", True), Column("Visual %", True), Column("Questions", True)),
        Column("Right %", True),
    )
    rows = tuple(_project_row(one, results) for one in projects)
    note = "Right: over all cells, of what was judged."
    return Table("projects", "Projects", columns, (RowGroup("", rows),), (note,))


def _project_row(one: Project, results: Results) -> Row:
    units = one.units.values()
    visual = sum(unit.is_visual for unit in units) / len(units) if units else None
    states = Counter(results.state(c, item) for c in results.cells for item in one.given.questions)
    judged = states[RIGHT] + states[WRONG]
    document = one.given.document
    texts = (
        *(one.id, one.world.company, document.title),
        *(f"{len(units):,}", percent(visual), f"{len(one.given.questions):,}"),
        percent(states[RIGHT] / judged if judged else None),
    )
    return Row((Cell(one.name, href=project_file(one.id)), *map(Cell, texts)))


def _body(one: Project) -> Iterator[Markup]:
    world, document = one.world, one.given.document
    own = [("project", one.id)]
    yield pieces.lead(
        f"{world.company}, {_article(plain_label(world.archetype))}, works on {world.product} "
        f"for {world.customer}, {moment(world.starts)} to {moment(world.ends)} {world.ends.year}."
    )
    yield pieces.tiles(
        (
            ("Records", pieces.link(f"{len(one.units):,}", narrowed(RECORDS, own))),
            ("Facts", pieces.link(f"{len(one.given.ledger.slots):,}", narrowed(FACTS, own))),
            ("Questions", pieces.link(f"{len(one.given.questions):,}", narrowed(QUESTIONS, own))),
            ("Events", f"{len(one.given.ledger.events):,}"),
        )
    )
    yield pieces.table_html(_threads_table(one))
    yield pieces.table_html(_people_table(one))
    yield pieces.table_html(_channels_table(one))
    if world.milestones:
        yield pieces.table_html(_milestones_table(one))
    yield pieces.section(
        "seed",
        "Seed document",
        pieces.facts(
            (
                *(("Title", document.title), ("Domain", document.domain)),
                *(("Licence", document.licence), ("Pages", str(document.pages))),
                ("SHA-256", document.digest),
            )
        ),
    )


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _threads_table(one: Project) -> Table:
    """Where its records stand, by kind, each with the way there."""
    groups: dict[Place, list[Row]] = {place: [] for place in _NOUNS}
    for key, units in one.threads.items():
        groups[units[0].place].append(_thread_row(one, key, units))
    columns = (
        *(Column("Where"), Column("Versions", True), Column("Records", True)),
        *(Column("First"), Column("Last"), Column("Questions", True)),
    )
    found = tuple(RowGroup(_NOUNS[place], tuple(rows)) for place, rows in groups.items() if rows)
    note = "Questions: those whose evidence holds one of its records."
    return Table("threads", "Workspace", columns, found, (note,))


def _thread_row(one: Project, key: str, units: Sequence[Unit]) -> Row:
    asked = {item.id for unit in units for item in one.citing.get(unit.id, ())}
    is_revised = units[0].place in VERSIONED
    versions = {unit.version for unit in units if is_revised} - {0}
    texts = (
        *(str(len(versions)) if versions else "", f"{len(units):,}"),
        *(moment(units[0].at), moment(units[-1].at), f"{len(asked):,}"),
    )
    name = one.thread_name(units[0])
    return Row((Cell(name, href=thread_href(thread_id(one.id, key))), *map(Cell, texts)))


def _people_table(one: Project) -> Table:
    counts = Counter(unit.author for unit in one.units.values())
    rows = []
    for person in one.world.people:
        own = [("project", one.id), ("author", person.name)]
        href = narrowed(RECORDS, own) if counts[person.name] else ""
        is_late = person.joins > one.world.starts
        texts = (person.role, person.voice, moment(person.joins) if is_late else "from the start")
        count = Cell(f"{counts[person.name]:,}", href=href)
        rows.append(Row((Cell(person.name), *map(Cell, texts), count)))
    columns = (
        *(Column("Name"), Column("Role"), Column("Voice"), Column("Joins")),
        Column("Records", True),
    )
    return Table("people", "People", columns, (RowGroup("", tuple(rows)),))


def _channels_table(one: Project) -> Table:
    people = one.view.people
    rows = [
        (
            *(channel.name, channel.place.value, channel.purpose),
            "private" if channel.is_private else "open to members",
            ", ".join(people[key].name for key in channel.members if key in people),
        )
        for channel in one.world.channels
    ]
    columns = [Column(name) for name in ("Name", "Kind", "For", "Access", "Members")]
    return simple_table("channels", "Channels, lists, pages and folders", columns, rows)


def _milestones_table(one: Project) -> Table:
    rows = [
        (item.name, moment(item.at), "the customer" if item.is_external else "the team")
        for item in one.world.milestones
    ]
    columns = [Column(name) for name in ("Milestone", "First planned for", "Faces")]
    return simple_table("milestones", "Milestones", columns, rows)
