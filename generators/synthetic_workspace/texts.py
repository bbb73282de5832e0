"""Files that are text: csv, Markdown, plain text, JSON and HTML."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO

from generators.synthetic_workspace.pen import Pen
from generators.synthetic_workspace.tables import Table, make_table, shown

# Of the tables in a document: rows are few, the rest is prose.
_INNER_TABLE = 600
_SECTION = 1_500
# A text wraps its lines at about this many characters.
_WIDTH = 90


def csv_bytes(table: Table, *, is_semicolon: bool) -> bytes:
    """A text table; the semicolon kind has a byte order mark, as Excel writes it."""
    stream = StringIO()
    writer = csv.writer(stream, delimiter=";" if is_semicolon else ",", lineterminator="\n")
    writer.writerow(table.headers)
    writer.writerows(table.rows)
    return stream.getvalue().encode("utf-8-sig" if is_semicolon else "utf-8")


def markdown_bytes(pen: Pen, characters: int, subject: str, cited: Sequence[str]) -> bytes:
    """Headings, prose, lists and a table here and there; says which files it rests on."""
    lines = [f"# {pen.heading()}", "", *_cited(cited)]
    for number, size in enumerate(_sections(characters)):
        lines += [f"## {pen.heading()}", "", *_spaced(pen.paragraphs(size))]
        lines += [f"- {pen.words(5)}" for _ in range(number % 4)]
        if number % 3 == 1:
            lines += ["", *_pipes(make_table(pen, subject, _INNER_TABLE)), ""]
    return "\n".join(lines).encode() + b"\n"


def text_bytes(pen: Pen, characters: int, cited: Sequence[str]) -> bytes:
    """Prose in wrapped lines, as a mail or a log of minutes."""
    lines = [pen.heading(), "", *_cited(cited)]
    for paragraph in pen.paragraphs(characters):
        lines += [*_wrapped(paragraph), ""]
    return "\n".join(lines).encode() + b"\n"


def json_bytes(pen: Pen, characters: int, subject: str) -> bytes:
    """Records of a table under a few facts about them."""
    table = make_table(pen, subject, characters // 4)
    records = [
        {header: _jsonable(cell) for header, cell in zip(table.headers, row, strict=True)}
        for row in table.rows
    ]
    value = {"title": pen.heading(), "note": pen.sentence(), "records": records}
    return json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"


def html_bytes(pen: Pen, characters: int, subject: str, cited: Sequence[str]) -> bytes:
    """A page with headings, prose, tables and what every page has around them."""
    title = escape(pen.heading())
    parts = [
        f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{title}</title>",
        "<style>body{font:14px sans-serif}td{padding:2px}</style></head>",
        f"<body><h1>{title}</h1>",
        *(f"<p>{line}</p>" for line in _cited(cited)),
    ]
    for number, size in enumerate(_sections(characters)):
        parts.append(f"<h2>{escape(pen.heading())}</h2>")
        parts += [f"<p>{escape(text)}</p>" for text in pen.paragraphs(size)]
        if number % 2:
            parts.append(_markup(make_table(pen, subject, _INNER_TABLE)))
    parts.append("<script>window.loaded = true;</script></body></html>")
    return "\n".join(parts).encode() + b"\n"


def _sections(characters: int) -> Iterator[int]:
    left = characters
    while left > 0:
        yield min(left, _SECTION)
        left -= _SECTION


def _cited(names: Sequence[str]) -> list[str]:
    return [f"The figures come from {' and '.join(names)}.", ""] if names else []


def _spaced(paragraphs: Iterator[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield paragraph
        yield ""


def _wrapped(paragraph: str) -> Iterator[str]:
    line = ""
    for word in paragraph.split(" "):
        if line and len(line) + len(word) >= _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _pipes(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(table.headers)} |"
    yield f"|{' --- |' * len(table.headers)}"
    for row in table.rows:
        yield f"| {' | '.join(map(shown, row))} |"


def _markup(table: Table) -> str:
    head = "".join(f"<th>{escape(header)}</th>" for header in table.headers)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(shown(cell))}</td>' for cell in row)}</tr>"
        for row in table.rows
    )
    return f"<table><tr>{head}</tr>{rows}</table>"


def _jsonable(cell: object) -> str | int | float:
    return cell if isinstance(cell, (int, float)) else str(cell)
