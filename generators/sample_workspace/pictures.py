"""PDF and PNG files without clocks, random ids or compression."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any

import pymupdf

from generators.sample_workspace.pages import Page, Section
from generators.sample_workspace.world import COMPANY

# The library has no type hints; one untyped name keeps that from spreading.
_PDF: Any = pymupdf

_TEXT_BOX = (60, 60, 535, 780)
_WIDTH = 160
_HEIGHT = 96
_PALETTE = bytes((255, 255, 255, 34, 60, 84, 214, 122, 60, 120, 160, 110))


def as_pdf(written: Page) -> bytes:
    """Render a page as a PDF with one sheet of paper for each section."""
    document = _PDF.open()
    for number, part in enumerate(written.sections):
        title = written.title if number == 0 else ""
        _paper(document, title, part)
    # Fixed here, as the library would otherwise leave room for its own version and the date.
    document.set_metadata({"title": written.title, "author": COMPANY})
    data: bytes = document.tobytes(garbage=3, deflate=False, no_new_id=True)
    return data


def _paper(document: Any, title: str, part: Section) -> None:
    paper = document.new_page(width=595, height=842)
    text = "\n\n".join(line for line in (title, part.heading, *part.lines) if line)
    left = paper.insert_textbox(_PDF.Rect(*_TEXT_BOX), text, fontsize=11, fontname="helv")
    if left < 0:
        raise ValueError(f"section {part.heading!r} does not fit on a page")


def bars_png(heights: Sequence[int]) -> bytes:
    """Draw a bar chart as a palette PNG; only the relative heights matter."""
    top = max(heights)
    wide = _WIDTH // len(heights)
    columns = [heights[min(x // wide, len(heights) - 1)] * _HEIGHT // top for x in range(_WIDTH)]
    lines = []
    for y in range(_HEIGHT):
        filled = [_HEIGHT - y <= height for height in columns]
        colours = [1 + (x // wide) % 3 if on else 0 for x, on in enumerate(filled)]
        lines.append(b"\0" + bytes(colours))
    return _png(b"".join(lines))


def _png(pixels: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 3, 0, 0, 0)
    chunks = [
        _chunk(b"IHDR", header),
        _chunk(b"PLTE", _PALETTE),
        _chunk(b"IDAT", _stored(pixels)),
        _chunk(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)


def _stored(content: bytes) -> bytes:
    """Wrap bytes as one stored zlib block by hand: how zlib splits blocks may change."""
    size = len(content)
    block = b"\x01" + struct.pack("<HH", size, size ^ 0xFFFF) + content
    return b"\x78\x01" + block + struct.pack(">I", zlib.adler32(content))
