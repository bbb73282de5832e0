"""The little language in which the documents are written: prose, tables and charts with ranges.

A file begins with lines `% title ...`, `% names KIND N: words` (N of the words are drawn). Then
blocks, parted by blank lines: `## heading`, `= key: value` lines, a table (`|grid| caption` or
`|plain| caption`, its columns, its rows), a chart (`!kind caption ; axis ; categories ; values`,
the axis as "measure" or "measure by category"), or a paragraph. In rows and categories {kind*}
stands for each name of a kind, one after the other.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from generators.seed_documents.drawing import Pen

_STAR = re.compile(r"\{(\w+)\*\}")
_NAMES = re.compile(r"names (\w+) (\d+): (.+)")


@dataclass(frozen=True)
class Heading:
    """A section's heading."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Settings:
    """Lines of a key and its value."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table:
    """A table with its caption; `is_ruled` has lines around each cell."""

    caption: str
    rows: tuple[tuple[str, ...], ...]
    is_ruled: bool


@dataclass(frozen=True)
class Chart:
    """A chart: each series has a name and a printed value for each category.

    `axis` is what is measured, `along` what the categories are ("" where their names tell).
    """

    kind: str
    caption: str
    axis: str
    along: str
    categories: tuple[str, ...]
    series: tuple[tuple[str, tuple[str, ...]], ...]


Block = Heading | Paragraph | Settings | Table | Chart


@dataclass(frozen=True)
class Document:
    """One document before it is set."""

    title: str
    domain: str
    blocks: tuple[Block, ...]


def write_document(script: str, seed: str) -> Document:
    """The document of a script and a seed. Charts are drawn last, from figures printed nowhere."""
    head = [line[2:] for line in script.splitlines() if line.startswith("% ")]
    pieces = [piece for piece in re.split(r"\n\s*\n", script) if not piece.startswith("% ")]
    source = random.Random(seed)
    pen = Pen(source, dict(_drawn_names(head, source)))
    plain = dict(line.split(" ", 1) for line in head if not line.startswith("names "))
    title = pen.fill(plain["title"])
    blocks: list[Block | str] = [
        piece if piece.startswith("!") else _block(piece, pen) for piece in pieces if piece.strip()
    ]
    for piece in blocks:
        if isinstance(piece, str):
            pen.note(pen.words(piece.partition(";")[0]))
    done = tuple(_chart(piece, pen) if isinstance(piece, str) else piece for piece in blocks)
    return Document(title, plain["domain"], done)


def _drawn_names(head: list[str], source: random.Random) -> Iterator[tuple[str, list[str]]]:
    for line in head:
        if found := _NAMES.fullmatch(line):
            words = [word.strip() for word in found[3].split(",")]
            yield found[1], source.sample(words, int(found[2]))


def _block(piece: str, pen: Pen) -> Block:
    lines = piece.strip().splitlines()
    if piece.startswith("## "):
        return Heading(pen.words(lines[0][3:]))
    if piece.startswith("= "):
        pairs = [_noted(pen, line[2:]).split(": ", 1) for line in lines]
        return Settings(tuple((key, value) for key, value in pairs))
    if piece.startswith("|"):
        return _table(lines, pen)
    return Paragraph(_noted(pen, " ".join(lines)))


def _table(lines: list[str], pen: Pen) -> Table:
    kind, caption = lines[0].strip("|").split("| ", 1)
    rows = [row for line in lines[1:] for row in _repeated(line, pen)]
    cells = tuple(_reckoned(row.strip("| ").split("|"), pen) for row in rows)
    return Table(pen.fill(caption), cells, kind == "grid")


def _reckoned(cells: list[str], pen: Pen) -> tuple[str, ...]:
    """Cells with those that follow from others in place: =3/2% and =100-2-3, to one decimal.

    Numbers below ten are columns of the row.
    """
    texts = [cell.strip() for cell in cells]
    for place, text in enumerate(texts):
        if text.startswith("="):
            operands = [
                float(texts[int(item) - 1].replace(",", "")) if len(item) == 1 else float(item)
                for item in re.split(r"[-/]", text[1:].rstrip("%"))
            ]
            first, *rest = operands
            result = 100 * first / rest[0] if "/" in text else first - sum(rest)
            texts[place] = f"{result:.1f}"
            pen.note(texts[place])
    return tuple(texts)


def _repeated(line: str, pen: Pen) -> list[str]:
    star = _STAR.search(line)
    if star is None:
        return [_noted(pen, line)]
    return [_noted(pen, line.replace(star[0], name)) for name in pen.names[star[1]]]


def _noted(pen: Pen, text: str) -> str:
    filled = pen.fill(text)
    pen.note(filled)
    return filled


def _chart(piece: str, pen: Pen) -> Chart:
    kind, rest = piece[1:].split(" ", 1)
    caption, axis, categories, values = (part.strip() for part in " ".join(rest.split()).split(";"))
    names = [name for part in categories.split(",") for name in _repeated(part.strip(), pen)]
    series = []
    for one in values.split("/"):
        name, _, span = one.strip().rpartition(" ")
        texts = [pen.fill(span, must_be_new=True) for _ in names]
        if kind == "rising":
            texts.sort(key=lambda text: float(text.replace(",", "")))
        series.append((pen.words(name), tuple(texts)))
    axis, _, along = axis.partition(" by ")
    return Chart(kind, pen.words(caption), axis, along, tuple(names), tuple(series))
