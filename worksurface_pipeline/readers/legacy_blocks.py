"""Blocks of the tree that office-oxide makes of old office files, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.markdown import literal, table

Node = Mapping[str, Any]
NOTES = frozenset({"footnote", "endnote"})


def blocks_text(elements: Iterable[Node]) -> str:
    """The text of several blocks, a blank line between two."""
    return tidy("\n\n".join(text for text in map(standing_text, elements) if text.strip()))


def standing_text(node: Node) -> str:
    """The text of a block that stands by itself; a paragraph is no heading."""
    text = block_text(node)
    return literal(text) if node.get("type") == "paragraph" else text


def block_text(node: Node) -> str:
    """The text of one block, "" if it shows none."""
    kind = node.get("type", "")
    if kind == "heading":
        words = one_line(_inline(node["content"]))
        return f"{'#' * min(int(node.get('level', 1)), 6)} {words}" if words else ""
    if kind == "list":
        return _list(node, 0)
    if kind == "table":
        return _table(node)
    if kind in NOTES:
        return _note(node)
    if kind == "paragraph":
        return tidy(_inline(node["content"])).strip()
    content = node.get("content")
    return blocks_text(content) if isinstance(content, list) else ""


def _note(node: Node) -> str:
    text = blocks_text(node.get("content", ()))
    return f"[^{node['id']}]: {text}" if text else ""


def _inline(runs: Iterable[Node]) -> str:
    """Runs as plain text: emphasis is dropped, an address that leads out is kept."""
    return "".join(_run(run) for run in runs)


def _run(run: Node) -> str:
    if run.get("type") == "line_break":
        return "\n"
    text = str(run.get("text", ""))
    link = str(run.get("hyperlink") or "")
    if link and not link.startswith("#") and text.strip() and link != text.strip():
        return f"[{text}]({link})"
    nested = run.get("content")
    return text or (_inline(nested) if isinstance(nested, list) else "")


def _list(node: Node, depth: int) -> str:
    lines = []
    for number, item in enumerate(node["items"], 1):
        mark = f"{number}. " if node.get("ordered") else "- "
        for child in item.get("content", ()):
            text = "" if child.get("type") == "list" else one_line(block_text(child))
            if text:
                lines.append("  " * depth + mark + text)
        lines.extend(_list(child, depth + 1) for child in _inner_lists(item))
    return "\n".join(lines)


def _inner_lists(item: Node) -> Iterator[Node]:
    yield from (child for child in item.get("content", ()) if child.get("type") == "list")
    nested = item.get("nested")
    if isinstance(nested, Mapping):
        yield nested


def _table(node: Node) -> str:
    """Rows of a table; a cell that spans columns leaves the others empty."""
    rows = [[text for cell in row["cells"] for text in _cell(cell)] for row in node["rows"]]
    filled = [row for row in rows if any(row)]
    return table(filled)


def _cell(cell: Node) -> Iterator[str]:
    yield one_line("\n".join(map(block_text, cell.get("content", ()))))
    yield from [""] * (int(cell.get("col_span", 1)) - 1)
