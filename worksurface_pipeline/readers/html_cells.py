"""HTML tables inside documents: every one becomes a rectangle of plain cells, or plain text.

Tables that only frame text are taken apart, tables inside cells become words of their cell. Typed
tables of exported pages are another reader's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bs4 import BeautifulSoup, Tag
from bs4.element import PageElement

BLOCKS = frozenset(
    {
        "p",
        "div",
        "li",
        "br",
        "tr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "dd",
        "dt",
        "blockquote",
        "pre",
    }
)
"""Tags that begin and end a line of text."""
_CELLS = ("td", "th")
_HEADINGS = re.compile("^h[1-6]$")
# Spans claimed by a page are believed up to here.
_MAX_SPAN = 200


def plain_tables(soup: BeautifulSoup, repeats_spans: bool) -> None:
    """Rebuild all tables in place; `repeats_spans` as in `html_tree.sanitize`.

    Innermost tables come first, so that one inside a cell is text when its cell is read.
    """
    frames: dict[int, bool] = {}
    for table in reversed(soup.find_all("table")):
        rows = _own_rows(table)
        if _is_layout(table, rows):
            _unwrap_table(table, rows)
        elif table.find_parent(["td", "th"]) is not None and not _in_layout(table, frames):
            table.replace_with(_flat(rows))
        else:
            _rebuild(soup, table, _grid(rows, repeats_spans))


def _own_rows(table: Tag) -> list[list[Tag]]:
    rows = [row for row in table.find_all("tr") if row.find_parent("table") is table]
    return [[cell for cell in _tags(row.children) if cell.name in _CELLS] for row in rows]


def _tags(nodes: Iterable[PageElement]) -> list[Tag]:
    return [node for node in nodes if isinstance(node, Tag)]


def _is_layout(table: Tag, rows: list[list[Tag]]) -> bool:
    """A frame around text, not data: one cell with words, or headings inside."""
    filled = sum(1 for cells in rows for cell in cells if cell.get_text(strip=True))
    return filled <= 1 or table.find(_HEADINGS) is not None


def _in_layout(table: Tag, frames: dict[int, bool]) -> bool:
    """Whether the table around is a frame; `frames` keeps what is known, by the tag's id."""
    outer = table.find_parent("table")
    if outer is None:
        return False
    if id(outer) not in frames:
        frames[id(outer)] = _is_layout(outer, _own_rows(outer))
    return frames[id(outer)]


def _unwrap_table(table: Tag, rows: list[list[Tag]]) -> None:
    for cells in rows:
        for cell in cells:
            cell.name = "div"
            cell.attrs = {}
    for part in table.find_all(["tr", "tbody", "thead", "tfoot", "colgroup", "col"]):
        if part.find_parent("table") is table:
            part.unwrap()
    table.unwrap()


def _flat(rows: list[list[Tag]]) -> str:
    lines = (", ".join(filter(None, map(_cell_text, cells))) for cells in rows)
    return " " + "; ".join(filter(None, lines)) + " "


def _cell_text(cell: Tag) -> str:
    """The words of a cell on one line; block ends are word ends."""
    # Most cells hold words alone; looking through the nodes costs far less than a search.
    for block in (tag for tag in _tags(cell.descendants) if tag.name in BLOCKS):
        block.insert_after(" ")
        block.insert(0, " ")
    return " ".join(cell.get_text().split())


def _grid(rows: list[list[Tag]], repeats_spans: bool) -> list[list[str]]:
    """A rectangle of texts, spans resolved."""
    cells: dict[tuple[int, int], str] = {}
    for number, row in enumerate(rows):
        column = 0
        for cell in row:
            while (number, column) in cells:
                column += 1
            _place(cells, cell, number, column, min(_span(cell, "rowspan"), len(rows) - number))
            if repeats_spans:
                _repeat_down(cells, number, column, _span(cell, "rowspan"), len(rows))
    width = max((column for _, column in cells), default=-1) + 1
    return [[cells.get((row, column), "") for column in range(width)] for row in range(len(rows))]


def _place(
    cells: dict[tuple[int, int], str], cell: Tag, row: int, column: int, height: int
) -> None:
    for down in range(height):
        for right in range(_span(cell, "colspan")):
            cells.setdefault((row + down, column + right), "")
    cells[row, column] = _cell_text(cell)


def _repeat_down(
    cells: dict[tuple[int, int], str], row: int, column: int, span: int, height: int
) -> None:
    for down in range(1, min(span, height - row)):
        cells[row + down, column] = cells[row, column]


def _span(cell: Tag, name: str) -> int:
    value = str(cell.get(name, "1")).strip()
    return max(1, min(_MAX_SPAN, int(value))) if value.isdecimal() else 1


def _rebuild(soup: BeautifulSoup, table: Tag, grid: list[list[str]]) -> None:
    """Replace the table by plain rows without empty ones; its caption goes before it."""
    caption = table.find("caption")
    if caption is not None:
        paragraph = soup.new_tag("p")
        paragraph.string = _cell_text(caption)
        table.insert_before(paragraph)
    table.clear()
    table.attrs = {}
    for texts in grid:
        if any(texts):
            row = soup.new_tag("tr")
            for text in texts:
                cell = soup.new_tag("td")
                cell.string = text.replace("|", "\\|")
                row.append(cell)
            table.append(row)
