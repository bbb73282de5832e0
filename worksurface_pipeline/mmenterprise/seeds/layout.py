"""A PDF taken apart with PyMuPDF. Runs in the guarded child alone: files may be hostile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.mmenterprise.seeds.captions import Caption, caption_of, find_captions
from worksurface_pipeline.mmenterprise.seeds.figures import figures
from worksurface_pipeline.mmenterprise.seeds.loose import FoundTable, loose_tables
from worksurface_pipeline.mmenterprise.seeds.parts import (
    Box,
    DocumentParts,
    DocumentWords,
    FigurePart,
    PagePart,
    PageWords,
    TablePart,
    Word,
    is_inside,
)
from worksurface_pipeline.mmenterprise.seeds.tables import ruled_tables
from worksurface_pipeline.readers.clean import one_line
from worksurface_pipeline.readers.pdf_columns import regions
from worksurface_pipeline.readers.pdf_furniture import find_furniture
from worksurface_pipeline.readers.pdf_lines import Fragment, rows_of
from worksurface_pipeline.readers.pdf_page import Page, read_page
from worksurface_pipeline.readers.pdf_text import Typesetter


@dataclass(frozen=True, slots=True)
class _Parted:
    """One page with its parts, and the fragments that are body text."""

    page: Page
    tables: tuple[TablePart, ...]
    figures: tuple[FigurePart, ...]
    body: tuple[Fragment, ...]


def take_apart(document: Any, most_pages: int) -> DocumentParts:
    """Text, tables and figures of an open document, its first `most_pages` pages at most."""
    sheets = [document[number] for number in range(min(most_pages, len(document)))]
    read = [read_page(sheet, number) for number, sheet in enumerate(sheets, 1)]
    setter = Typesetter(row for page in read for row in rows_of(page.upright))
    furniture, _ = find_furniture(read, setter.body_size)
    parted = [_parted(sheet, page, furniture) for sheet, page in zip(sheets, read, strict=True)]
    body = Typesetter(row for one in parted for row in rows_of(one.body))
    pages = tuple(
        PagePart(
            number=one.page.number,
            text=body.write(regions(one.body)),
            tables=one.tables,
            figures=one.figures,
        )
        for one in parted
    )
    return DocumentParts(title=one_line((document.metadata or {}).get("title") or ""), pages=pages)


def all_words(document: Any, most_pages: int) -> DocumentWords:
    """Every word of the same pages, by PyMuPDF's own reading and nothing of ours."""
    pages = []
    for number in range(min(most_pages, len(document))):
        words = tuple(
            Word(box=(float(x0), float(y0), float(x1), float(y1)), text=text)
            for x0, y0, x1, y1, text, *_ in document[number].get_text("words")
        )
        pages.append(PageWords(number=number + 1, words=words))
    return DocumentWords(pages=tuple(pages))


def _parted(sheet: Any, page: Page, furniture: set[tuple[int, Fragment]]) -> _Parted:
    upright = [item for item in page.upright if (page.number, item) not in furniture]
    captions = [caption for region in regions(upright) for caption in find_captions(region)]
    ruled = ruled_tables(sheet)
    drawn = figures(sheet, [table.box for table in ruled], captions)
    free = _outside(upright, [figure.box for figure in drawn])
    ruled = [one for one in ruled if not any(is_inside(one.box, part.box) for part in drawn)]
    free = _outside(free, [caption.box for caption in captions])
    free = _outside(free, [table.box for table in ruled])
    loose = [table for region in regions(free) for table in loose_tables(region)]
    body = _outside(free, [table.box for table in loose])
    tables = sorted([*ruled, *loose], key=lambda table: (table.box[1], table.box[0]))
    return _Parted(page, _captioned(tables, captions), tuple(drawn), tuple(body))


def _captioned(tables: Sequence[FoundTable], captions: Sequence[Caption]) -> tuple[TablePart, ...]:
    parts = []
    for table in tables:
        caption = caption_of(table.box, captions, is_table=True)
        parts.append(TablePart(caption=caption.words if caption else "", rows=table.rows))
    return tuple(parts)


def _outside(fragments: Sequence[Fragment], boxes: Sequence[Box]) -> list[Fragment]:
    return [
        item
        for item in fragments
        if not any(is_inside((item.x0, item.y0, item.x1, item.y1), box) for box in boxes)
    ]
