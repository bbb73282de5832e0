"""Slide decks as .pptx: titles, bullets, tables, pictures; no clock shows in the bytes."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pptx import Presentation
from pptx.util import Inches, Pt

from worksurface_pipeline.mmenterprise.records.outline import Document, Figure, Sheet

_ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # zip's own epoch: the earliest that a member can carry
_UNIX = 3  # a member's field would otherwise say which system wrote it
_TITLE_ONLY = 5  # the default template's layout with a title alone
_NAME = "Element"  # of every shape: numbered names would put numbers into the file
# Inches: a wide slide is 13.33 by 7.5.
_WIDTH, _HEIGHT, _LEFT, _TOP = 13.33, 7.5, 0.7, 1.6
_LINE, _ROW, _GAP, _FOOT = 0.5, 0.42, 0.2, 0.4
_INSET = 0.1  # of a text box, left and right
_POINTS = 72  # in an inch

# In points: how wide a line may be, and the letters of titles and lines.
LINE_WIDTH = (_WIDTH - 2 * _LEFT - 2 * _INSET) * _POINTS
TITLE_SIZE, LINE_SIZE = 44, 18


def write_deck(document: Document, at: datetime) -> bytes:
    """The file of a deck; equal documents give equal bytes."""
    deck: Any = Presentation()
    deck.slide_width, deck.slide_height = Inches(_WIDTH), Inches(_HEIGHT)
    for sheet in document.sheets:
        _slide(deck, sheet)
    about = deck.core_properties
    about.title, about.author, about.last_modified_by = document.title, *[document.author] * 2
    about.created = about.modified = at
    about.revision = 1
    target = io.BytesIO()
    deck.save(target)
    return repacked(target.getvalue())


def room_below(sheet: Sheet) -> float:
    """Inches of a slide below its lines and its table: for pictures, below zero where it is over.

    Every line is taken to be short enough for one line of the slide.
    """
    lines = _LINE * len(sheet.lines) + _GAP if sheet.lines else 0.0
    rows = _ROW * len(sheet.table) + _GAP if sheet.table else 0.0
    return _HEIGHT - _FOOT - _TOP - lines - rows


def repacked(data: bytes) -> bytes:
    """An office file with its members in order and without times."""
    target = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as old, ZipFile(target, "w", ZIP_DEFLATED) as new:
        # The list of content types comes first, as every office expects.
        for name in sorted(old.namelist(), key=lambda name: (name[0] != "[", name)):
            member = ZipInfo(name, _ZIP_TIME)
            member.create_system = _UNIX
            member.compress_type = ZIP_DEFLATED
            new.writestr(member, old.read(name))
    return target.getvalue()


def _slide(deck: Any, sheet: Sheet) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[_TITLE_ONLY])
    title = slide.shapes.title
    title.left, title.top = Inches(_LEFT), Inches(0.4)
    title.width, title.height = Inches(_WIDTH - 2 * _LEFT), Inches(1.0)
    title.text = sheet.heading
    title.name = _NAME
    top = _lines(slide, sheet.lines, _TOP)
    top = _table(slide, sheet.table, top)
    for figure in sheet.figures:
        top = _picture(slide, figure, top, (_HEIGHT - _FOOT - top) / len(sheet.figures))


def _lines(slide: Any, lines: tuple[str, ...], top: float) -> float:
    if not lines:
        return top
    high = _LINE * len(lines)
    box = slide.shapes.add_textbox(
        Inches(_LEFT), Inches(top), Inches(_WIDTH - 2 * _LEFT), Inches(high)
    )
    box.name = _NAME
    frame = box.text_frame
    frame.word_wrap = True
    for number, line in enumerate(lines):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        paragraph.text = line
        paragraph.font.size = Pt(LINE_SIZE)
    return top + high + _GAP


def _table(slide: Any, rows: tuple[tuple[str, ...], ...], top: float) -> float:
    if not rows:
        return top
    high = _ROW * len(rows)
    place = (Inches(_LEFT), Inches(top), Inches(_WIDTH - 2 * _LEFT), Inches(high))
    frame = slide.shapes.add_table(len(rows), len(rows[0]), *place)
    frame.name = _NAME
    grid = frame.table
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            grid.cell(row, column).text = text
    return top + high + _GAP


def _picture(slide: Any, figure: Figure, top: float, room: float) -> float:
    """A picture; its alternative text is its caption, which says no value."""
    high = max(1.0, room - 0.6)
    shape = slide.shapes.add_picture(
        io.BytesIO(figure.png), Inches(_LEFT), Inches(top), height=Inches(high)
    )
    most = Inches(_WIDTH - 2 * _LEFT)
    if shape.width > most:
        shape.width, shape.height = most, round(shape.height * most / shape.width)
    shape.name = _NAME
    shape._element.nvPicPr.cNvPr.set("descr", figure.caption)
    box = slide.shapes.add_textbox(
        Inches(_LEFT), Inches(top + high), Inches(_WIDTH - 2 * _LEFT), Inches(0.4)
    )
    box.name = _NAME
    box.text_frame.text = figure.caption
    return top + room
