"""Which page of a site shows which of its tables: a table that no page claims is shown too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from worksurface_pipeline.site import pieces
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


@dataclass(frozen=True, slots=True)
class Sections:
    """The pages that claim tables, and the one for what none of them claims."""

    claiming: tuple[Section, ...]
    rest: Section

    def of(self, name: str) -> Section:
        """The page of the table called `name`: that with the longest claim on it."""
        claims = [
            (len(start), section)
            for section in self.claiming
            for start in section.names
            if name.startswith(start)
        ]
        return max(claims, key=lambda claim: claim[0], default=(0, self.rest))[1]

    def tables_in(self, section: Section, tables: Iterable[TableText]) -> Sequence[TableText]:
        """The tables of a page, in the order of its claims, then in their own."""
        found = [table for table in tables if self.of(table.name) is section]

        def order(table: TableText) -> int:
            named = enumerate(section.names)
            starts = (place for place, name in named if table.name.startswith(name))
            return next(starts, len(section.names))

        return sorted(found, key=order)


def shown_table(table: TableText) -> Markup:
    """A table with the way to the numbers behind it."""
    numbers = pieces.link("Numbers as CSV", f"tables/{table.name}.csv")
    return pieces.join((Markup(table.html), pieces.paragraph(numbers)))
