"""Word and PowerPoint files of before 2007, and flat Word XML, through office-oxide.

The library gives a tree of plain dicts; this module is the only place that knows its shape. A flat
package of Word 2007 and later holds the parts of a docx and is read as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.docx_flat import is_flat_package, read_flat_docx
from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.legacy_blocks import (
    NOTES,
    Node,
    block_text,
    blocks_text,
    standing_text,
)
from worksurface_pipeline.readers.markdown import assemble, first_heading
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Quality,
)
from worksurface_pipeline.readers.text import blank

_MARGINS = [
    "header",
    "footer",
    "first_page_header",
    "first_page_footer",
    "even_page_header",
    "even_page_footer",
]
# Fields that office-oxide shows as a star, and what masters say where a slide says nothing.
_STAR = "*"
_MASTER_LINE = re.compile(r"Click to edit Master \w+ styles?$")
_MASTER_LEVELS = frozenset({"Second level", "Third level", "Fourth level", "Fifth level"})
_COMMENT = "comment"
_REMEDY = "Save the file as DOCX, PPTX or PDF and supply that"


def read_doc(path: Path) -> DocumentContent | ExtractionFailure:
    """A binary or flat-XML Word document."""
    if is_flat_package(path):
        return read_flat_docx(path)
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
    is_deck = kind is MediaKind.PPT
    part = _slide if is_deck else blocks_text
    notes = count(1)
    parts = [
        (number, part(_numbered(section["elements"], notes)))
        for number, section in enumerate(sections, 1)
    ]
    text, places = assemble("slide" if is_deck else "section", parts)
    if not text:
        return blank()
    comments = tuple(filter(None, map(_comment, _all_elements(sections))))
    return DocumentContent(
        kind=kind,
        text=text + "\n",
        title=first_heading(text) or one_line(tree["metadata"].get("title") or ""),
        places=places if is_deck else (),
        furniture=tuple(dict.fromkeys(_furniture(sections))),
        comments=comments,
        quality=Quality(
            characters=len(text) + 1,
            pages=len(sections) if is_deck else 0,
            empty_pages=sum(1 for _, part in parts if not part) if is_deck else 0,
            replaced_characters=text.count("\ufffd"),
            page_characters=tuple(len(part) for _, part in parts) if is_deck else (),
        ),
        remarks=tuple(_remarks(is_deck, len(comments))),
    )


def _remarks(is_deck: bool, comments: int) -> Iterator[str]:
    if is_deck:
        yield "speaker notes are not read from this format"
    if comments:
        yield f"comments kept apart: {comments}"


def _all_elements(sections: Iterable[Node]) -> Iterator[Node]:
    for section in sections:
        yield from section["elements"]


def _numbered(elements: Iterable[Node], notes: Iterator[int]) -> Iterator[Node]:
    """Elements without comments, foot- and endnotes numbered through the document."""
    for node in elements:
        if node.get("type") not in NOTES:
            yield node
        elif node.get("marker") != _COMMENT:
            yield {**node, "id": next(notes)}


def _slide(elements: Iterable[Node]) -> str:
    """The blocks of a slide without the fields and lines of its master."""
    kept: list[str] = []
    is_master = False
    for node in elements:
        text = block_text(node)
        words = text.lstrip("#- ").strip()
        is_master = bool(_MASTER_LINE.match(words)) or (is_master and words in _MASTER_LEVELS)
        if words and words != _STAR and not is_master:
            kept.append(standing_text(node))
    return tidy("\n\n".join(kept))


def _comment(node: Node) -> str:
    is_comment = node.get("type") in NOTES and node.get("marker") == _COMMENT
    return one_line(blocks_text(node.get("content", ()))) if is_comment else ""


def _furniture(sections: Iterable[Node]) -> Iterator[str]:
    for section in sections:
        for margin in _MARGINS:
            text = one_line(blocks_text((section.get(margin) or {}).get("content", ())))
            if text:
                yield text
