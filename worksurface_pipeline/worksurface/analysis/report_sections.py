"""Which page of a report shows which of its tables: a table that no page claims is shown too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.site.result_tables import TableText
from worksurface_pipeline.site.sections import Section, Sections

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
_SECTIONS = Sections(
    (
        *(OVERVIEW, CONTRASTS, DIAGNOSIS, ABSTAINING),
        *(PERSONA_TABLES, FAMILY_TABLES, PAPER, COST),
    ),
    MORE,
)


def section_of(name: str) -> Section:
    """The page of the table called `name`."""
    return _SECTIONS.of(name)


def tables_in(section: Section, tables: Iterable[TableText]) -> Sequence[TableText]:
    """The tables of a page, in the order of its claims, then in their own."""
    return _SECTIONS.tables_in(section, tables)
