"""PDF files of text: a title, wrapped lines in one of the built-in fonts, pages."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from itertools import islice

from generators.synthetic_workspace.pen import Pen

_WIDTH = 88  # characters of 10 points that a page of A4 takes
_LINES = 52
_HEAD = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
# Objects before the first page: catalogue, page tree, font.
_FIRST_PAGE = 4


def pdf_bytes(pen: Pen, characters: int) -> bytes:
    """A PDF of about so many characters. Latin script alone: it has the built-in fonts."""
    writer = Pen(str(pen.random.random()))
    lines = iter([writer.heading(), "", *_lines(writer, characters)])
    pages = []
    while page := list(islice(lines, _LINES)):
        pages.append(_stream(page))
    return _file(pages)


def _lines(pen: Pen, characters: int) -> Iterator[str]:
    for paragraph in pen.paragraphs(characters):
        line = ""
        for word in paragraph.split():
            if len(line) + len(word) >= _WIDTH:
                yield line
                line = word
            else:
                line = f"{line} {word}".lstrip()
        yield line
        yield ""


def _stream(lines: Sequence[str]) -> bytes:
    shown = " ".join(f"({_escaped(line)}) Tj T*" for line in lines)
    text = f"BT /F1 10 Tf 14 TL 56 790 Td {shown} ET".encode("cp1252")
    data = zlib.compress(text, 1)
    return (
        f"<< /Length {len(data)} /Filter /FlateDecode >>\nstream\n".encode() + data + b"\nendstream"
    )


def _escaped(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(streams: Sequence[bytes]) -> bytes:
    kids = " ".join(f"{_FIRST_PAGE + 2 * number} 0 R" for number in range(len(streams)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>".encode(),
        _FONT,
    ]
    for number, stream in enumerate(streams):
        content = _FIRST_PAGE + 2 * number + 1
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources "
            f"<< /Font << /F1 3 0 R >> >> /Contents {content} 0 R >>".encode()
        )
        objects.append(stream)
    return _written(objects)


def _written(objects: Sequence[bytes]) -> bytes:
    parts, offsets, place = [_HEAD], [], len(_HEAD)
    for number, content in enumerate(objects, 1):
        part = b"%d 0 obj\n%s\nendobj\n" % (number, content)
        offsets.append(place)
        place += len(part)
        parts.append(part)
    count = len(objects) + 1
    rows = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, rows))
    parts.append(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, place))
    return b"".join(parts)
