"""The second extractor of each format, which shares no walk with the format's reader.

PDF: the words in the order of the file, as PyMuPDF gives them without any layout of ours. Word and
PowerPoint: python-docx and python-pptx. Web pages: the standard library's parser. Text: the bytes.
Files of before 2007 have only office-oxide's own plain text, which shares its parser with ours.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from worksurface_pipeline.readers.decode import decode
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.ooxml import DAMAGE
from worksurface_pipeline.readers.sniff import sniff

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}p": "\n", f"{_W}tc": "\n"}
_UNSEEN = frozenset({"script", "style", "noscript", "template"})
_BLOCKS = frozenset(("p", "div", "br", "li", "td", "th", "tr", "table", "pre", "dt", "dd"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
# Words whose middles differ by less than this share of their height stand on one line.
_SAME_ROW = 0.5


def second_text(path: Path, name: str) -> str:
    """The words of a document by its second extractor, "" where that reads none."""
    found = sniff(path, name)
    read = _EXTRACTORS.get(found.kind)
    if read is None or found.is_encrypted or not found.is_whole:
        return ""
    try:
        return read(path)
    except DAMAGE:
        return ""


def _pdf(path: Path) -> str:
    import pymupdf

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    try:
        with pymupdf.open(path, filetype="pdf") as document:
            if document.needs_pass:
                return ""
            return "\n".join(page.get_text("text", flags=flags, sort=False) for page in document)
    except pymupdf.mupdf.FzErrorBase:
        return ""


def second_rows(path: Path, name: str) -> list[str]:
    """The lines of a PDF's pages from top to bottom, whatever their order in the file."""
    if sniff(path, name).kind is not MediaKind.PDF:
        return []
    import pymupdf

    try:
        with pymupdf.open(path, filetype="pdf") as document:
            if document.needs_pass:
                return []
            return [row for page in document for row in _rows(page.get_text("words"))]
    except (*DAMAGE, pymupdf.mupdf.FzErrorBase):
        return []


def _rows(words: list[tuple[float, float, float, float, str, int, int, int]]) -> Iterator[str]:
    row: list[tuple[float, str]] = []
    middle = height = 0.0
    for x0, y0, _, y1, word, *_ in sorted(words, key=lambda item: (item[1] + item[3], item[0])):
        if row and abs((y0 + y1) / 2 - middle) > _SAME_ROW * height:
            yield " ".join(text for _, text in sorted(row))
            row = []
        if not row:
            middle, height = (y0 + y1) / 2, y1 - y0
        row.append((x0, word))
    yield " ".join(text for _, text in sorted(row))


def _docx(path: Path) -> str:
    """Body, foot- and endnotes, through python-docx's package."""
    from docx import Document
    from docx.opc.exceptions import OpcError
    from docx.oxml import parse_xml

    try:
        document = Document(str(path))
    except OpcError:
        return ""
    roots = [document.element.body]
    for part in document.part.package.iter_parts():
        if str(part.partname).endswith(("/footnotes.xml", "/endnotes.xml")):
            roots.append(parse_xml(part.blob))
    return "\n".join("".join(_word_pieces(root)) for root in roots)


def _word_pieces(root: Any) -> Iterator[str]:
    for node in root.iter(f"{_W}t", *_BREAKS):
        yield (node.text or "") if node.tag == f"{_W}t" else _BREAKS[node.tag]


def _pptx(path: Path) -> str:
    """Slides, notes and charts through python-pptx."""
    from pptx import Presentation

    pieces: list[str] = []
    for slide in Presentation(str(path)).slides:
        pieces.extend(_paragraphs(slide.element))
        pieces.extend(line for shape in _all_shapes(slide.shapes) for line in _chart(shape))
        if slide.has_notes_slide:
            pieces.extend(_paragraphs(slide.notes_slide.element))
    return "\n".join(pieces)


def _paragraphs(root: Any) -> Iterator[str]:
    for paragraph in root.iter(f"{_A}p"):
        yield "".join(node.text or "\n" for node in paragraph.iter(f"{_A}t", f"{_A}br"))


def _all_shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        yield from _all_shapes(shape.shapes) if hasattr(shape, "shapes") else (shape,)


def _chart(shape: Any) -> Iterator[str]:
    """One line a category: its name and the values of all series."""
    if not getattr(shape, "has_chart", False):
        return
    for plot in shape.chart.plots:
        series = [tuple(item.values) for item in plot.series]
        yield " ".join(str(item.name) for item in plot.series)
        for number, label in enumerate(plot.categories):
            values = (item[number] for item in series if number < len(item))
            yield " ".join(
                [str(label), *(f"{value:.15g}" for value in values if value is not None)]
            )


class _Words(HTMLParser):
    """Collects the text of a page that a reader sees."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        self.pieces.append("\n" if tag in _BLOCKS | _HEADINGS else "")

    def handle_endtag(self, tag: str) -> None:
        self._unseen = max(self._unseen - (tag in _UNSEEN), 0)
        self.pieces.append("\n" if tag in _BLOCKS | _HEADINGS else "")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.pieces.append(data)


def _html(path: Path) -> str:
    parser = _Words()
    parser.feed(_plain(path))
    parser.close()
    return "".join(parser.pieces)


def _plain(path: Path) -> str:
    return decode(path.read_bytes()).text


def _json(path: Path) -> str:
    """The file as it is, and once more with its escapes resolved."""
    text = _plain(path)
    try:
        return f"{text}\n{json.dumps(json.loads(text), ensure_ascii=False)}"
    except (ValueError, RecursionError):
        return text


def _legacy(kind: MediaKind) -> Callable[[Path], str]:
    def read(path: Path) -> str:
        from office_oxide import Document, OfficeOxideError

        try:
            with Document.from_bytes(path.read_bytes(), str(kind)) as document:
                return str(document.plain_text())
        except OfficeOxideError:
            return ""

    return read


_EXTRACTORS: dict[MediaKind, Callable[[Path], str]] = {
    MediaKind.PDF: _pdf,
    MediaKind.DOCX: _docx,
    MediaKind.PPTX: _pptx,
    MediaKind.HTML: _html,
    MediaKind.JSON: _json,
    MediaKind.DOC: _legacy(MediaKind.DOC),
    MediaKind.PPT: _legacy(MediaKind.PPT),
    **dict.fromkeys((MediaKind.MARKDOWN, MediaKind.TEXT, MediaKind.CODE, MediaKind.XML), _plain),
}
