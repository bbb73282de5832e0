"""Tiny real files of each document format, written by the libraries that own the format."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import pymupdf
from docx import Document
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

Line = tuple[float, float, str, float]


def write_pdf(path: Path, pages: Sequence[Sequence[Line]], password: str = "") -> Path:
    """A PDF of pages of lines (x, baseline y, text, size) on letter paper."""
    document = pymupdf.open()
    for lines in pages:
        page = document.new_page(width=612, height=792)
        for x, y, text, size in lines:
            page.insert_text((x, y), text, fontsize=size)
    if password:
        document.save(
            path,
            encryption=pymupdf.PDF_ENCRYPT_AES_256,
            user_pw=password,
            owner_pw=password + "owner",
        )
    else:
        document.save(path)
    return path


def write_scan(path: Path) -> Path:
    """A PDF whose only page is a picture."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_image(pymupdf.Rect(50, 50, 300, 300), stream=png_bytes(4, 3))
    document.save(path)
    return path


def write_docx(path: Path) -> Path:
    """Heading, list, table, header and footer, a picture."""
    document = Document()
    document.add_heading("Stock policy", level=1)
    document.add_paragraph("Reorder at 40_units *always*.")
    document.add_paragraph("First", style="List Bullet")
    document.add_paragraph("Second", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for row, texts in enumerate((("Site", "Days"), ("North|East", "12"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    document.add_picture(io.BytesIO(png_bytes(4, 3)))
    document.sections[0].header.paragraphs[0].text = "Company confidential"
    document.save(str(path))
    return path


def write_pptx(path: Path) -> Path:
    """Three slides: list, group and notes; table and chart; hidden."""
    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "Quarter"
    first.placeholders[1].text = "Orders rose\nReturns fell"
    group = first.shapes.add_group_shape()
    group.shapes.add_textbox(Inches(1), Inches(6), Inches(2), Inches(1)).text_frame.text = "Boxed"
    first.notes_slide.notes_text_frame.text = "Say it slowly"
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Figures"
    grid = second.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row, texts in enumerate((("Region", "Units"), ("West", "31"))):
        for column, text in enumerate(texts):
            grid.cell(row, column).text = text
    data = CategoryChartData()
    data.categories = ["Jan", "Feb"]
    data.add_series("Orders", (10, 20.5))
    box = (Inches(1), Inches(4), Inches(4), Inches(2))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *box, data)
    third = deck.slides.add_slide(deck.slide_layouts[5])
    third.shapes.title.text = "Spare"
    third._element.set("show", "0")
    deck.save(str(path))
    return path


def png_bytes(width: int, height: int) -> bytes:
    """A grey PNG."""
    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body
