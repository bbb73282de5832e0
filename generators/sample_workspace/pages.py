"""A small model of a written page, and its plain renderings: Markdown, text and HTML."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from generators.sample_workspace.tables import Cell, Row, Table


@dataclass(frozen=True)
class Section:
    """A heading, its paragraphs, and perhaps a table."""

    heading: str
    lines: tuple[str, ...]
    table: Table | None = None


@dataclass(frozen=True)
class Page:
    """A title and sections."""

    title: str
    sections: tuple[Section, ...]


def section(heading: str, *lines: str, table: Table | None = None) -> Section:
    """Write a section in one call."""
    return Section(heading, lines, table)


def page(title: str, *sections: Section) -> Page:
    """Write a page in one call."""
    return Page(title, sections)


def show(cell: Cell) -> str:
    """Write a cell as text; an empty one is an empty string."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return str(cell)


def as_markdown(written: Page) -> bytes:
    """Render a page as Markdown."""
    parts = [f"# {written.title}"]
    for part in written.sections:
        parts.append(f"## {part.heading}")
        parts.extend(part.lines)
        if part.table is not None:
            parts.append(_markdown_table(part.table))
    return ("\n\n".join(parts) + "\n").encode()


def as_text(written: Page) -> bytes:
    """Render a page as plain text with underlined headings."""
    parts = [f"{written.title}\n{'=' * len(written.title)}"]
    for part in written.sections:
        parts.append(f"{part.heading}\n{'-' * len(part.heading)}")
        parts.extend(part.lines)
    return ("\n\n".join(parts) + "\n").encode()


def as_html(written: Page) -> bytes:
    """Render a page as an HTML file."""
    body = [f"<h1>{escape(written.title)}</h1>"]
    for part in written.sections:
        body.append(f"<h2>{escape(part.heading)}</h2>")
        body.extend(f"<p>{escape(line)}</p>" for line in part.lines)
        if part.table is not None:
            body.append(_html_table(part.table))
    head = f'<head>\n<meta charset="utf-8">\n<title>{escape(written.title)}</title>\n</head>'
    lines = ["<!DOCTYPE html>", '<html lang="en">', head, "<body>", *body, "</body>", "</html>"]
    return ("\n".join(lines) + "\n").encode()


def _markdown_table(table: Table) -> str:
    def line(cells: Row) -> str:
        return f"| {' | '.join(show(cell) for cell in cells)} |"

    ruler = f"|{' --- |' * len(table.columns)}"
    return "\n".join([line(table.columns), ruler, *(line(row) for row in table.rows)])


def _html_table(table: Table) -> str:
    def line(tag: str, cells: Row) -> str:
        inner = "".join(f"<{tag}>{escape(show(cell))}</{tag}>" for cell in cells)
        return f"<tr>{inner}</tr>"

    rows = [line("th", table.columns), *(line("td", row) for row in table.rows)]
    return "\n".join(["<table>", *rows, "</table>"])
