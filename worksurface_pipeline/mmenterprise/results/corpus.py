"""What the workspace is made of: projects, records by place, files, people, time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.results.given import Evaluation, ProjectFacts
from worksurface_pipeline.mmenterprise.results.words import PLACES
from worksurface_pipeline.site.labels import percent
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, simple_table, to_csv

Made = tuple[Table, str]
_TOTAL = "All"
_COUNTS: Mapping[str, str] = {
    "questions": "Questions",
    "records": "Records",
    "textual": "Textual",
    "visual": "Visual",
    "files": "Files",
    "versions": "Versions",
    "channels": "Channels",
    "people": "People",
    "events": "Events",
    "days": "Days",
}


@dataclass(frozen=True, slots=True)
class _Project:
    """One project's counts by name, with its words."""

    given: ProjectFacts
    counts: Mapping[str, int]
    words: int

    @property
    def visual_share(self) -> float | None:
        """The share of its records that have to be looked at."""
        total = self.counts["records"]
        return self.counts["visual"] / total if total else None


def corpus_tables(given: Evaluation) -> Iterator[Made]:
    """Projects, records by place, and the seed documents with the size of each project."""
    own = [_counted(item) for item in sorted(given.projects, key=lambda item: item.id)]
    yield _projects(own)
    yield _by_place(given)
    yield _documents(own)


def _counted(item: ProjectFacts) -> _Project:
    world, units = item.ledger.world, item.units.units
    visual = sum(unit.is_visual for unit in units)
    counts = {
        "questions": len(item.questions),
        "records": len(units),
        "textual": len(units) - visual,
        "visual": visual,
        "files": len(item.units.files),
        "versions": sum(file.version > 0 for file in item.units.files),
        "channels": len(world.channels),
        "people": len(world.people),
        "events": len(item.ledger.events),
        "days": len({unit.at.date() for unit in units}),
    }
    return _Project(item, counts, sum(len(unit.text.split()) for unit in units))


def _projects(own: Sequence[_Project]) -> Made:
    names = list(_COUNTS)
    total = {name: sum(item.counts[name] for item in own) for name in names}
    columns = (
        Column("Project"),
        *(Column(_COUNTS[name], True) for name in names),
        Column("Visual (%)", True),
    )
    rows = [
        _line(item.given.id, [item.counts[name] for name in names], item.visual_share)
        for item in own
    ]
    whole = total["visual"] / total["records"] if total["records"] else None
    table = Table(
        name="corpus",
        title="The workspace",
        columns=columns,
        groups=(
            RowGroup("", tuple(rows)),
            RowGroup("", (_line(_TOTAL, [total[name] for name in names], whole),)),
        ),
        notes=(
            "Versions are files that have a version, like the first and second issue of a report. "
            "Days are those on which some record was made; over all projects they are added up.",
        ),
        paper="Table 3a",
    )
    lines = ((item.given.id, *item.counts.values(), item.visual_share) for item in own)
    return table, to_csv(("project", *names, "visual_share"), lines)


def _line(name: str, counts: Sequence[int], visual: float | None) -> Row:
    return Row((Cell(name), *(Cell(f"{count:,}") for count in counts), Cell(percent(visual))))


def _by_place(given: Evaluation) -> Made:
    counts: Counter[tuple[str, str]] = Counter()
    for project in given.projects:
        counts.update((project.id, unit.place.value) for unit in project.units.units)
    projects = sorted(project.id for project in given.projects)
    looked_at = {unit.place.value for unit in given.units.values() if unit.is_visual}
    of_place = {place: sum(counts[name, place] for name in projects) for place in PLACES}
    total = sum(of_place.values())
    columns = (
        *(Column("Form"), Column("Source"), Column("Records", True), Column("%", True)),
        *(Column("Lowest project", True), Column("Highest project", True)),
    )
    rows = []
    for place, label in PLACES.items():
        each = [counts[name, place] for name in projects]
        share = percent(of_place[place] / total if total else None)
        ends = (str(min(each, default=0)), str(max(each, default=0)))
        rows.append((_form(place, looked_at), label, f"{of_place[place]:,}", share, *ends))
    lines = ((name, place, counts[name, place]) for name in projects for place in PLACES)
    title = "Records by source type"
    table = simple_table("corpus_sources", title, columns, rows, paper="Table 3b")
    return table, to_csv(("project", "place", "records"), lines)


def _form(place: str, looked_at: set[str]) -> str:
    return "visual" if place in looked_at else "textual"


def _documents(own: Sequence[_Project]) -> Made:
    columns = (
        *(Column("Project"), Column("Seed document"), Column("Domain"), Column("Licence")),
        *(Column("Pages", True), Column("Records", True)),
        *(Column("Words", True), Column("Pictures", True)),
    )
    rows, lines = [], []
    for item in own:
        document = item.given.document
        records, pictures = item.counts["records"], item.counts["visual"]
        about = (item.given.id, document.title, document.domain, document.licence)
        numbers = (document.pages, records, item.words, pictures)
        rows.append((*about, *(f"{number:,}" for number in numbers)))
        lines.append((*about, document.digest, *numbers))
    table = simple_table(
        "corpus_documents",
        "Seed documents and sizes of their projects",
        columns,
        rows,
        ("Words of the records' text as an agent sees it; a picture's is its header.",),
        "Appendix A, Table 1",
    )
    head = ("project", "title", "domain", "licence", "digest", "pages", "records", "words")
    return table, to_csv((*head, "pictures"), lines)
