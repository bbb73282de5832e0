"""Reports as PDF, and pictures of their pages. Slides are pictured by the same means."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pymupdf

from worksurface_pipeline.mmenterprise.records.outline import Document, Drawn, Sheet
from worksurface_pipeline.mmenterprise.records.painter import PAPER, SLIDE, Layout, Painter

_PDF: Any = pymupdf
# Pages have some 740 × 1050 pixels, slides 1070 × 600: their smallest letters can be read.
_PAPER_DPI, _SLIDE_DPI = 90, 80


def draw_paper(document: Document, at: datetime) -> tuple[bytes, tuple[Drawn, ...]]:
    """The PDF of a report and its pages; equal documents give equal bytes."""
    data = _pdf(document, at, PAPER)
    return data, _pages(data, document, _PAPER_DPI)


def picture_slides(document: Document, at: datetime) -> tuple[Drawn, ...]:
    """A deck's slides as we draw them: the same content as its file, since no office is here."""
    return _pages(_pdf(document, at, SLIDE), document, _SLIDE_DPI)


def text_layer(sheet: Sheet) -> str:
    """What can be copied off a sheet: everything on it but its pictures."""
    rows = [" | ".join(row) for row in sheet.table]
    captions = [figure.caption for figure in sheet.figures]
    return "\n".join([sheet.heading, *sheet.lines, *rows, *captions])


def paint(paper: Any, document: Document, number: int, layout: Layout) -> list[float]:
    """Draw one sheet of a document, or measure it where `paper` is None.

    Gives the sizes of its pictures. Raises PackageError where something has no room.
    """
    footer = f"{document.author} · {number} of {len(document.sheets)}"
    header = f"{document.title} · {document.subtitle}"
    painter = Painter(paper, layout)
    painter.sheet(document.sheets[number - 1], header, footer)
    return painter.scales


def _pdf(document: Document, at: datetime, layout: Layout) -> bytes:
    paper = _PDF.open()
    for number in range(1, len(document.sheets) + 1):
        paint(paper, document, number, layout)
    paper.subset_fonts()
    stamp = at.strftime("D:%Y%m%d%H%M%S")
    about = {"title": document.title, "author": document.author}
    paper.set_metadata({**about, "creationDate": stamp, "modDate": stamp})
    data: bytes = paper.tobytes(garbage=3, deflate=True, no_new_id=True)
    return data


def _pages(data: bytes, document: Document, dpi: int) -> tuple[Drawn, ...]:
    pages = _PDF.open(stream=data, filetype="pdf")
    pictures = (page.get_pixmap(dpi=dpi).tobytes("png") for page in pages)
    texts = (text_layer(sheet) for sheet in document.sheets)
    return tuple(Drawn(png, text) for png, text in zip(pictures, texts, strict=True))
