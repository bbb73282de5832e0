"""Word and PowerPoint files, and the repacking that makes every office zip reproducible."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.style import WD_STYLE_TYPE
from pptx import Presentation

from generators.sample_workspace.pages import Page, show
from generators.sample_workspace.tables import Row, Table
from generators.sample_workspace.world import COMPANY

# Zip's own epoch: the earliest time that a member can carry.
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_STAMP = "2024-07-01T09:00:00Z"

# Parts that the libraries' templates bring along and no reader needs.
_UNWANTED = re.compile(
    r"thumbnail\.jpeg|customXml/|printerSettings|stylesWithEffects\.xml|webSettings\.xml"
)
_RELATION = re.compile(r"<Relationship\b[^>]*?/>")
_OVERRIDE = re.compile(r"<Override\b[^>]*?/>")

_CORE = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    "<cp:coreProperties"
    ' xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
    f"<dc:creator>{COMPANY}</dc:creator>"
    f'<dcterms:created xsi:type="dcterms:W3CDTF">{_STAMP}</dcterms:created>'
    f'<dcterms:modified xsi:type="dcterms:W3CDTF">{_STAMP}</dcterms:modified>'
    "</cp:coreProperties>"
)
_APP = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/'
    'extended-properties"><Application>Sample</Application></Properties>'
)
_FIXED = {"docProps/core.xml": _CORE.encode(), "docProps/app.xml": _APP.encode()}


def repack(data: bytes) -> bytes:
    """Rewrite an office file so that neither the clock nor zlib's version shows in it."""
    target = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(target, "w", ZIP_STORED) as new:
        for name in sorted(old.namelist()):
            if not _UNWANTED.search(name):
                member = ZipInfo(name, _ZIP_TIME)
                # Otherwise the field says which system the generator ran on.
                member.create_system = 3
                new.writestr(member, _FIXED.get(name) or _without_unwanted(name, old.read(name)))
    return target.getvalue()


def _without_unwanted(name: str, content: bytes) -> bytes:
    if name.endswith(".rels"):
        return _cut(_RELATION, content)
    if name == "[Content_Types].xml":
        return _cut(_OVERRIDE, content)
    return content


def _cut(element: re.Pattern[str], content: bytes) -> bytes:
    def keep(match: re.Match[str]) -> str:
        return "" if _UNWANTED.search(match.group()) else match.group()

    return element.sub(keep, content.decode()).encode()


def as_docx(written: Page) -> bytes:
    """Render a page as a Word file with real headings and tables."""
    document = Document()
    _drop_table_styles(document)
    document.add_heading(written.title, level=0)
    for part in written.sections:
        document.add_heading(part.heading, level=1)
        for line in part.lines:
            document.add_paragraph(line)
        if part.table is not None:
            grid = document.add_table(rows=0, cols=len(part.table.columns))
            for texts in _table_texts(part.table):
                for cell, text in zip(grid.add_row().cells, texts, strict=True):
                    cell.text = text
    target = BytesIO()
    document.save(target)
    return repack(target.getvalue())


def as_pptx(written: Page) -> bytes:
    """Render a page as slides: the title, then one slide for each section."""
    deck = Presentation()
    title_layout, body_layout = deck.slide_layouts[0], deck.slide_layouts[1]
    for layout in list(deck.slide_layouts)[2:]:
        deck.slide_layouts.remove(layout)
    first = deck.slides.add_slide(title_layout)
    first.shapes.title.text = written.title
    first.placeholders[1].text = COMPANY
    for part in written.sections:
        slide = deck.slides.add_slide(body_layout)
        slide.shapes.title.text = part.heading
        slide.placeholders[1].text = "\n".join(part.lines)
    target = BytesIO()
    deck.save(target)
    return repack(target.getvalue())


def _drop_table_styles(document: WordDocument) -> None:
    """Remove the template's hundred table styles: stored unpacked they are most of the file."""
    for style in list(document.styles):
        if style.type == WD_STYLE_TYPE.TABLE and style.name != "Normal Table":
            style.delete()


def _table_texts(table: Table) -> list[list[str]]:
    lines: list[Row] = [table.columns, *table.rows]
    return [[show(cell) for cell in line] for line in lines]
