"""Which page of a report shows which of its tables: a table that no page claims is shown too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worksurface_pipeline.site.result_tables import TableText


@dataclass(frozen=True, slots=True)
class Section:
    """A page of tables, which it claims by the beginnings of their names.

    `short` is what the way around calls it where its title is long.
    """

    file: str
    title: str
    names: tuple[str, ...]
    short: str = ""


OVERVIEW = Section("index.html", "Overview", ("cells", "answer_by_task_type", "arms"))
CONTRASTS = Section(
    "contrasts.html",
    "Contrasts and intervals",
    (
        *("contrast", "differences", "gap", "arm_pairs", "power", "noise", "estimands"),
        *("source_tasks", "joined", "repeat", "association", "correlation", "rank", "weight"),
        "profiles",
    ),
    short="Contrasts",
)
DIAGNOSIS = Section(
    "diagnosis.html",
    "Diagnosis",
    ("diagnosis", "departures", "behaviour", "routing", "closed_book", "answer_by_surfaces"),
)
ABSTAINING = Section("abstain.html", "Abstain tasks", ("abstain",))
PERSONA_TABLES = Section("personas.html", "Personas", ("answer_by_persona",))
FAMILY_TABLES = Section(
    "families.html", "Families", ("answer_by_derivation", "answer_by", "composition")
)
PAPER = Section("paper.html", "Beside the paper", ("reconciliation", "dataset", "checks", "paper"))
COST = Section("cost.html", "Tokens and cost", ("cost",))
MORE = Section("tables.html", "More tables", ())
_CLAIMS = (
    *(OVERVIEW, CONTRASTS, DIAGNOSIS, ABSTAINING),
    *(PERSONA_TABLES, FAMILY_TABLES, PAPER, COST),
)


def section_of(name: str) -> Section:
    """The page of the table called `name`: that with the longest claim on it."""
    claims = [
        (len(start), section)
        for section in _CLAIMS
        for start in section.names
        if name.startswith(start)
    ]
    return max(claims, key=lambda claim: claim[0], default=(0, MORE))[1]


def tables_in(section: Section, tables: Iterable[TableText]) -> Sequence[TableText]:
    """The tables of a page, in the order of its claims, then in their own."""
    found = [table for table in tables if section_of(table.name) is section]

    def order(table: TableText) -> int:
        starts = (place for place, name in enumerate(section.names) if table.name.startswith(name))
        return next(starts, len(section.names))

    return sorted(found, key=order)
