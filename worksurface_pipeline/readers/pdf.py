"""PDF documents through PyMuPDF: lines by geometry, reading order and paragraphs by us."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from worksurface_pipeline.readers.clean import one_line
from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.markdown import assemble, first_heading
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Place,
    Quality,
)
from worksurface_pipeline.readers.pdf_columns import regions
from worksurface_pipeline.readers.pdf_furniture import find_furniture
from worksurface_pipeline.readers.pdf_lines import Fragment, Row, rows_of
from worksurface_pipeline.readers.pdf_page import Page, read_page
from worksurface_pipeline.readers.pdf_text import Typesetter
from worksurface_pipeline.readers.pdf_words import broken_word

# Titles that programs write when the author gives none, or that are file names.
_NO_TITLES = ("untitled", "(anonymous)", "anonymous", "microsoft word", "microsoft powerpoint")


def read_pdf(path: Path) -> DocumentContent | ExtractionFailure:
    """A PDF as text with the place of each page that has some."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        with pymupdf.open(stream=path.read_bytes(), filetype="pdf") as document:
            return _read(document)
    except (RuntimeError, ValueError, IndexError, KeyError, pymupdf.mupdf.FzErrorBase) as error:
        return corrupt("pdf", error)


def _read(document: Any) -> DocumentContent | ExtractionFailure:
    if document.needs_pass:
        return failure(FailureReason.ENCRYPTED, "The PDF is protected by a password")
    pages = [read_page(page, number) for number, page in enumerate(document, 1)]
    if not any(page.has_text for page in pages):
        return _no_text(pages, is_repaired=bool(document.is_repaired))
    metadata = document.metadata or {}
    return _content(pages, bool(document.is_repaired), one_line(metadata.get("title") or ""))


def _no_text(pages: Sequence[Page], *, is_repaired: bool) -> ExtractionFailure:
    count = f"{len(pages)} page{'s' if len(pages) != 1 else ''}"
    if any(page.has_pictures for page in pages):
        return failure(FailureReason.NO_TEXT, f"A scan: {count} with pictures and no text layer")
    if is_repaired or not pages:
        return failure(FailureReason.CORRUPT, f"The PDF is damaged: {count} and no text recovered")
    return failure(FailureReason.EMPTY, f"The PDF is blank: {count} without text or pictures")


def _content(pages: Sequence[Page], is_repaired: bool, property_title: str) -> DocumentContent:
    setter = Typesetter(row for page in pages for row in rows_of(page.upright or _all(page)))
    dropped, furniture = find_furniture(pages, setter.body_size)
    laid_out = {page.number: _lay_out(page, dropped) for page in pages}
    text, places = assemble(
        "page", [(number, setter.write(page)) for number, page in laid_out.items()]
    )
    empty = sum(1 for page in pages if not page.has_text)
    return DocumentContent(
        kind=MediaKind.PDF,
        text=text + "\n",
        title=first_heading(text) or _own_title(property_title),
        places=places,
        furniture=tuple(furniture),
        quality=Quality(
            characters=len(text) + 1,
            pages=len(pages),
            empty_pages=empty,
            columns_guess=max(map(_columns, laid_out.values()), default=1),
            replaced_characters=text.count("\ufffd"),
            page_characters=_page_characters(pages, places, len(text)),
            hyphen_breaks=sum(map(_hyphen_breaks, laid_out.values())),
        ),
        remarks=_remarks(is_repaired, empty, len(pages)),
    )


def _all(page: Page) -> list[Fragment]:
    return [fragment for group in page.turned for fragment in group]


def _lay_out(page: Page, dropped: set[Any]) -> list[list[Row]]:
    """Regions of the upright text, then of the turned text."""
    upright = [item for item in page.upright if (page.number, item) not in dropped]
    found = regions(upright)
    for group in page.turned:
        found.extend(regions(group))
    return found


def _page_characters(
    pages: Sequence[Page], places: Sequence[Place], length: int
) -> tuple[int, ...]:
    """Characters of each page's text, 0 for a page without any."""
    ends = [*(place.start for place in places[1:]), length]
    sizes = {place.number: end - place.start for place, end in zip(places, ends, strict=True)}
    return tuple(sizes.get(page.number, 0) for page in pages)


def _hyphen_breaks(page: Sequence[Sequence[Row]]) -> int:
    """Lines of a page that end within a word."""
    return sum(1 for rows in page for row in rows if broken_word(row[-1].text))


def _columns(page: Sequence[Sequence[Row]]) -> int:
    """How many regions of the page stand beside each other at most."""
    boxes = [
        (min(row[0].y0 for row in rows), max(row[-1].y1 for row in rows)) for rows in page if rows
    ]
    return max(
        (sum(1 for top, bottom in boxes if top <= (a + b) / 2 <= bottom) for a, b in boxes),
        default=1,
    )


def _own_title(title: str) -> str:
    is_file_name = title.lower().endswith((".doc", ".docx", ".pdf", ".ppt", ".pptx", ".xlsx"))
    return "" if is_file_name or title.lower().startswith(_NO_TITLES) else title


def _remarks(is_repaired: bool, empty: int, pages: int) -> tuple[str, ...]:
    remarks = []
    if is_repaired:
        remarks.append("the PDF is damaged and was repaired: text may be missing")
    if empty:
        remarks.append(f"{empty} of {pages} pages have no text")
    return tuple(remarks)
