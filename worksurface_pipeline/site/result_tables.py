"""Tables as records: the numbers behind each, and its forms for people."""

from __future__ import annotations

from dataclasses import replace

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.site.latex import to_latex
from worksurface_pipeline.site.pieces import table_html
from worksurface_pipeline.site.table import Table, to_markdown


class TableText(Frozen):
    """One table in four forms. CSV has both means and all counts, the others are for people.

    `paper` names the table of the paper that it is, like "Table 4"; "" where the paper has none.
    """

    name: str
    title: str
    csv: str
    markdown: str
    html: str
    latex: str = ""
    paper: str = ""


class ResultTables(RecordSet):
    """The tables of a sweep, the main one first."""

    tables: tuple[TableText, ...] = ()

    def named(self, name: str) -> TableText | None:
        """The table called `name`, None when the sweep has none."""
        return next((table for table in self.tables if table.name == name), None)

    @property
    def markdown(self) -> str:
        """All tables, one below the other."""
        return "\n".join(table.markdown for table in self.tables)


def table_text(table: Table, csv: str) -> TableText:
    """A table and its numbers as a record; one of the paper's says so below."""
    notes = (f"{table.paper} of the paper.", *table.notes) if table.paper else table.notes
    shown = replace(table, notes=notes)
    return TableText(
        name=table.name,
        title=table.title,
        csv=csv,
        markdown=to_markdown(shown),
        html=str(table_html(shown)),
        latex=to_latex(shown),
        paper=table.paper,
    )
