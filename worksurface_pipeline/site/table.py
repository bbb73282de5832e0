"""Tables for people: one record, rendered as Markdown here and as HTML by `pieces`.

A table knows nothing of what it shows. Rows stand in groups, each under a heading of its own.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. `beside` is set small beside the text, `href` makes the text a link."""

    text: str
    beside: str = ""
    href: str = ""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column; numbers are set flush right. `group` spans neighbours that have the same one."""

    label: str
    is_number: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `is_shaded` sets it off, `anchor` is the id that links go to."""

    cells: tuple[Cell, ...]
    is_shaded: bool = False
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows under one heading ("" for none)."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its title and the notes that stand below it.

    `paper` is where a paper has the same table, like "Table 4"; "" where none has.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    groups: tuple[RowGroup, ...] = field(default=())
    notes: tuple[str, ...] = ()
    paper: str = ""

    @property
    def row_count(self) -> int:
        """Rows of all groups."""
        return sum(len(group.rows) for group in self.groups)

    @property
    def spans(self) -> tuple[tuple[str, int], ...]:
        """Column groups with the number of columns each spans; empty when no column has one."""
        spans: list[tuple[str, int]] = []
        for column in self.columns:
            if spans and spans[-1][0] == column.group:
                spans[-1] = (column.group, spans[-1][1] + 1)
            else:
                spans.append((column.group, 1))
        return tuple(spans) if any(label for label, _ in spans) else ()


def simple_table(
    name: str,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    notes: tuple[str, ...] = (),
    paper: str = "",
) -> Table:
    """A table of plain texts in one group."""
    body = tuple(Row(tuple(Cell(text) for text in row)) for row in rows)
    return Table(name, title, tuple(columns), (RowGroup("", body),), notes, paper)


def to_markdown(table: Table) -> str:
    """The table as GitHub Markdown under a level-three heading, notes below."""
    lines = [f"### {_inline(table.title)}", ""]
    lines.append(_line(_label(column) for column in table.columns))
    lines.append(_line("---:" if column.is_number else "---" for column in table.columns))
    for group in table.groups:
        if group.heading:
            padding = [""] * (len(table.columns) - 1)
            lines.append(_line([f"**{_inline(group.heading)}**", *padding]))
        lines += [_line(_markdown_cell(cell) for cell in row.cells) for row in group.rows]
    lines += ["", *(f"{_inline(note)}  " for note in table.notes)]
    return "\n".join(lines).rstrip() + "\n"


def to_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV with a header line and LF; None is an empty field, floats have twelve digits at most."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(map(_field, row) for row in rows)
    return buffer.getvalue()


def _field(value: object) -> object:
    """A value as it is written. The last digits of a sum differ between processors."""
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}")
    return "" if value is None else value


def _label(column: Column) -> str:
    return _inline(f"{column.group}: {column.label}" if column.group else column.label)


def _markdown_cell(cell: Cell) -> str:
    text = _inline(cell.text)
    marked = f"**{text}**" if cell.is_best and text else text
    return f"{marked} ({_inline(cell.beside)})" if cell.beside else marked


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _inline(text: str) -> str:
    """Text that cannot end a cell, open a tag or start a second line."""
    folded = " ".join(text.split())
    for sign, safe in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("`", "\\`"), ("*", "\\*")):
        folded = folded.replace(sign, safe)
    return folded
