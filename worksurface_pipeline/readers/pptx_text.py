"""Texts and tables of slides: paragraphs with their levels, and cells that spans leave empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.docx_prepare import spelled
from worksurface_pipeline.readers.markdown import literal, table

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_WORDS = (f"{_A}r", f"{_A}fld")
_ON = ("1", "true", "on")


def body_text(body: Any, *, is_list: bool) -> str:
    """The paragraphs of a text body, as list items with their levels or as lines."""
    filled = [(level, text) for level, text in _paragraphs(body) if text.strip()]
    if not is_list or len(filled) < 2:
        return literal("\n".join(text for _, text in filled))
    return "\n".join("  " * level + "- " + text.replace("\n", " ") for level, text in filled)


def line_of(body: Any) -> str:
    """A text body on one line."""
    return one_line("\n".join(text for _, text in _paragraphs(body)))


def lines_of(root: Any) -> Iterator[str]:
    """Every paragraph below `root` that has words, each on one line."""
    for paragraph in root.iter(f"{_A}p"):
        text = one_line(paragraph_text(paragraph))
        if text:
            yield text


def paragraph_text(paragraph: Any) -> str:
    """The words of a paragraph; a line break is one, a formula is spelled out."""
    pieces = []
    for node in paragraph:
        if node.tag in _WORDS:
            pieces.append(node.findtext(f"{_A}t") or "")
        elif node.tag == f"{_A}br":
            pieces.append("\n")
        elif node.tag == f"{_MC}AlternateContent":
            pieces.extend(spelled(formula) for formula in node.iter(f"{_M}oMath"))
    return "".join(pieces)


def table_text(grid: Any) -> str:
    """The rows of a table that hold anything."""
    rows = [[_cell(cell) for cell in row.iter(f"{_A}tc")] for row in grid.iter(f"{_A}tr")]
    return table([row for row in rows if any(text.strip() for text in row)])


def _paragraphs(body: Any) -> Iterator[tuple[int, str]]:
    for paragraph in body.iter(f"{_A}p"):
        properties = paragraph.find(f"{_A}pPr")
        level = "0" if properties is None else properties.get("lvl", "0")
        yield int(level), tidy(paragraph_text(paragraph))


def _cell(cell: Any) -> str:
    """The words of a cell, "" for one that another spans."""
    if cell.get("hMerge") in _ON or cell.get("vMerge") in _ON:
        return ""
    return "\n".join(text for _, text in _paragraphs(cell))
