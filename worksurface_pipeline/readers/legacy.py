"""Word and PowerPoint files of before 2007, and flat Word XML, through office-oxide.

The library gives a tree of plain dicts; this module is the only place that knows its shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.markdown import assemble, first_heading, table
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Quality,
)
from worksurface_pipeline.readers.text import blank

Node = Mapping[str, Any]
_MARGINS = [
    "header",
    "footer",
    "first_page_header",
    "first_page_footer",
    "even_page_header",
    "even_page_footer",
]
_REMEDY = "Save the file as DOCX, PPTX or PDF and supply that"


def read_doc(path: Path) -> DocumentContent | ExtractionFailure:
    """A binary or flat-XML Word document."""
    return _read(path, MediaKind.DOC)


def read_ppt(path: Path) -> DocumentContent | ExtractionFailure:
    """A binary PowerPoint deck; its notes are not in what the library gives."""
    return _read(path, MediaKind.PPT)


def _read(path: Path, kind: MediaKind) -> DocumentContent | ExtractionFailure:
    from office_oxide import Document, OfficeOxideError

    try:
        with Document.from_bytes(path.read_bytes(), str(kind)) as document:
            tree: Node = document.to_ir()
    except OfficeOxideError as error:
        if "password" in str(error).lower() or "encrypt" in str(error).lower():
            return failure(FailureReason.ENCRYPTED, "The file is protected by a password")
        return corrupt(str(kind), error)
    try:
        return _content(tree, kind)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        detail = f"The {kind} file has a structure that the reader does not know: {error}"
        return failure(FailureReason.UNSUPPORTED, detail, _REMEDY)


def _content(tree: Node, kind: MediaKind) -> DocumentContent | ExtractionFailure:
    sections: Sequence[Node] = tree["sections"]
    parts = [(number, _blocks(section["elements"])) for number, section in enumerate(sections, 1)]
    text, places = assemble("slide" if kind is MediaKind.PPT else "section", parts)
    if not text:
        return blank()
    is_deck = kind is MediaKind.PPT
    return DocumentContent(
        kind=kind,
        text=text + "\n",
        title=first_heading(text) or one_line(tree["metadata"].get("title") or ""),
        places=places if is_deck else (),
        furniture=tuple(dict.fromkeys(_furniture(sections))),
        quality=Quality(
            characters=len(text) + 1,
            pages=len(sections) if is_deck else 0,
            empty_pages=sum(1 for _, part in parts if not part) if is_deck else 0,
            replaced_characters=text.count("\ufffd"),
        ),
        remarks=("speaker notes are not read from this format",) if is_deck else (),
    )


def _blocks(elements: Iterable[Node]) -> str:
    return tidy("\n\n".join(text for text in map(_block, elements) if text.strip()))


def _block(node: Node) -> str:
    kind = node.get("type", "")
    if kind == "heading":
        words = one_line(_inline(node["content"]))
        return f"{'#' * min(int(node.get('level', 1)), 6)} {words}" if words else ""
    if kind == "list":
        return _list(node, 0)
    if kind == "table":
        return _table(node)
    if kind == "paragraph":
        return tidy(_inline(node["content"])).strip()
    content = node.get("content")
    return _blocks(content) if isinstance(content, list) else ""


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
            text = "" if child.get("type") == "list" else one_line(_block(child))
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
    yield one_line(_blocks(cell.get("content", ())))
    yield from [""] * (int(cell.get("col_span", 1)) - 1)


def _furniture(sections: Iterable[Node]) -> Iterator[str]:
    for section in sections:
        for margin in _MARGINS:
            text = one_line(_blocks((section.get(margin) or {}).get("content", ())))
            if text:
                yield text
