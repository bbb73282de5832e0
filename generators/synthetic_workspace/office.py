"""Word files and slides: the libraries' own empty file once, then only the parts that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from xml.sax.saxutils import escape

from docx import Document
from pptx import Presentation

from generators.synthetic_workspace.packages import parts_of, zipped
from generators.synthetic_workspace.pen import Pen
from generators.synthetic_workspace.tables import Table, make_table, shown

_INNER_TABLE = 700
_SECTION = 1_500
_SLIDE = 350
_MOST_SLIDES = 60
_BODY = re.compile(rb"<w:body>.*?(?=<w:sectPr)", re.DOTALL)
_UNWANTED = re.compile(r"thumbnail|printerSettings|docProps/")
_RELATION = re.compile(rb"<Relationship\b[^>]*?/>")
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
_SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SLIDE_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml"
_FIRST_SLIDE_ID = 256  # the least that the format allows


def docx_bytes(pen: Pen, characters: int, subject: str, cited: Sequence[str]) -> bytes:
    """A Word file with headings, prose, list items and a table here and there."""
    parts = _docx_parts()
    body = "".join(_docx_body(pen, characters, subject, cited)).encode()
    document = _BODY.sub(lambda _: b"<w:body>" + body, parts["word/document.xml"], count=1)
    return zipped({**parts, "word/document.xml": document})


def pptx_bytes(pen: Pen, characters: int, subject: str) -> bytes:
    """Slides with a title and points; every fourth shows a table."""
    parts = _pptx_parts()
    count = min(_MOST_SLIDES, max(2, characters // _SLIDE))
    slides = [_slide(pen, subject, has_table=number % 4 == 3) for number in range(count)]
    return zipped({**parts, **dict(_slide_parts(parts, slides))})


@cache
def _docx_parts() -> dict[str, bytes]:
    target = BytesIO()
    document = Document()
    document.add_paragraph()
    document.save(target)
    return _kept(parts_of(target.getvalue()))


@cache
def _pptx_parts() -> dict[str, bytes]:
    """An empty deck with the layout of title and body alone."""
    deck = Presentation()
    for number, layout in enumerate(list(deck.slide_layouts)):
        if number != 1:
            deck.slide_layouts.remove(layout)
    target = BytesIO()
    deck.save(target)
    return _kept(parts_of(target.getvalue()))


def _kept(parts: dict[str, bytes]) -> dict[str, bytes]:
    """Without thumbnails, printer settings and properties, which hold the clock or nothing."""
    kept = {name: data for name, data in parts.items() if not _UNWANTED.search(name)}
    for name, data in kept.items():
        if name.endswith(".rels"):
            kept[name] = _RELATION.sub(_needed, data)
        elif name == "[Content_Types].xml":
            kept[name] = re.sub(rb"<Override\b[^>]*?/>", _needed, data)
    return kept


def _needed(match: re.Match[bytes]) -> bytes:
    return b"" if _UNWANTED.search(match[0].decode()) else match[0]


def _docx_body(pen: Pen, characters: int, subject: str, cited: Sequence[str]) -> Iterator[str]:
    yield _paragraph(pen.heading(), "Title")
    if cited:
        yield _paragraph(f"The figures come from {' and '.join(cited)}.")
    for number, start in enumerate(range(0, characters, _SECTION)):
        yield _paragraph(pen.heading(), "Heading1")
        for text in pen.paragraphs(min(_SECTION, characters - start)):
            yield _paragraph(text)
        for _ in range(number % 4):
            yield _paragraph(pen.words(5), "ListBullet")
        if number % 3 == 1:
            yield _word_table(make_table(pen, subject, _INNER_TABLE))


def _paragraph(text: str, style: str = "") -> str:
    look = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{look}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def _word_table(table: Table) -> str:
    grid = "<w:gridCol/>" * len(table.headers)
    rows = "".join(
        f"<w:tr>{''.join(f'<w:tc><w:tcPr/>{_paragraph(text)}</w:tc>' for text in row)}</w:tr>"
        for row in _texts(table)
    )
    look = '<w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr>'
    return f"<w:tbl>{look}<w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>"


def _texts(table: Table) -> Iterator[Sequence[str]]:
    yield table.headers
    for row in table.rows:
        yield [shown(cell) for cell in row]


def _slide(pen: Pen, subject: str, *, has_table: bool) -> bytes:
    points = "".join(
        f"<a:p><a:r><a:t>{escape(pen.sentence())}</a:t></a:r></a:p>" for _ in range(_SLIDE // 90)
    )
    shapes = _shape(2, "title", "", f"<a:p><a:r><a:t>{escape(pen.heading())}</a:t></a:r></a:p>")
    shapes += _slide_table(make_table(pen, subject, _SLIDE)) if has_table else ""
    shapes += "" if has_table else _shape(3, "body", ' idx="1"', points)
    return (
        f'<p:sld xmlns:a="{_DRAWING}/main" xmlns:p="{_SLIDES}" xmlns:r="{_OFFICE}"><p:cSld>'
        '<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
        f"<p:grpSpPr/>{shapes}</p:spTree></p:cSld></p:sld>"
    ).encode()


def _shape(number: int, kind: str, index: str, paragraphs: str) -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{kind}"/><p:cNvSpPr/><p:nvPr>'
        f'<p:ph type="{kind}"{index}/></p:nvPr></p:nvSpPr><p:spPr/>'
        f"<p:txBody><a:bodyPr/>{paragraphs}</p:txBody></p:sp>"
    )


def _slide_table(table: Table) -> str:
    columns = '<a:gridCol w="1000000"/>' * len(table.headers)
    rows = "".join(
        f'<a:tr h="300000">{"".join(map(_slide_cell, row))}</a:tr>' for row in _texts(table)
    )
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="table"/>'
        '<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/>'
        f'<a:ext cx="8000000" cy="3000000"/></p:xfrm><a:graphic><a:graphicData uri="{_DRAWING}/'
        f'table"><a:tbl><a:tblPr/><a:tblGrid>{columns}</a:tblGrid>{rows}</a:tbl>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )


def _slide_cell(text: str) -> str:
    run = f"<a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p>"
    return f"<a:tc><a:txBody><a:bodyPr/>{run}</a:txBody><a:tcPr/></a:tc>"


def _slide_parts(parts: dict[str, bytes], slides: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
    layout = next(name for name in parts if re.fullmatch(r"ppt/slideLayouts/\w+\.xml", name))
    numbers = range(1, len(slides) + 1)
    overrides = "".join(
        f'<Override PartName="/ppt/slides/slide{n}.xml" ContentType="{_SLIDE_TYPE}"/>'
        for n in numbers
    )
    relations = "".join(
        f'<Relationship Id="rIdS{n}" Type="{_OFFICE}/slide" Target="slides/slide{n}.xml"/>'
        for n in numbers
    )
    ids = "".join(f'<p:sldId id="{_FIRST_SLIDE_ID + n}" r:id="rIdS{n}"/>' for n in numbers)
    listed = f"<p:sldIdLst>{ids}</p:sldIdLst>"
    yield _with(parts, "[Content_Types].xml", "</Types>", f"{overrides}</Types>")
    name = "ppt/_rels/presentation.xml.rels"
    yield _with(parts, name, "</Relationships>", f"{relations}</Relationships>")
    yield _with(parts, "ppt/presentation.xml", "<p:sldIdLst/>", listed)
    target = layout.replace("ppt/", "../")
    own = f'<Relationship Id="rId1" Type="{_OFFICE}/slideLayout" Target="{target}"/>'
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    for number, slide in zip(numbers, slides, strict=True):
        yield f"ppt/slides/slide{number}.xml", slide
        rels = f'<Relationships xmlns="{package}">{own}</Relationships>'
        yield f"ppt/slides/_rels/slide{number}.xml.rels", rels.encode()


def _with(parts: dict[str, bytes], name: str, mark: str, new: str) -> tuple[str, bytes]:
    """A part with a mark that it must hold replaced."""
    if mark.encode() not in parts[name]:
        raise ValueError(f"the empty deck's {name} has no {mark}")
    return name, parts[name].replace(mark.encode(), new.encode(), 1)
