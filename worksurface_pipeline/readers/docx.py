"""Word documents: mammoth gives clean HTML, the HTML reader's tree makes it Markdown.

Tracked changes are resolved as accepted, footnotes and endnotes stand at the end as `[^1]:`,
comments are kept apart, headers and footers become furniture, pictures keep their words.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

from worksurface_pipeline.readers.clean import one_line
from worksurface_pipeline.readers.docx_marks import number_lists, plain_boxes, plain_notes
from worksurface_pipeline.readers.docx_numbers import read_styles
from worksurface_pipeline.readers.docx_prepare import Preparation, outline_styles
from worksurface_pipeline.readers.docx_xml import PREPARE, fast_mammoth
from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.html import parse, to_markdown
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.markdown import first_heading
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Quality,
)
from worksurface_pipeline.readers.ooxml import DAMAGE, Package
from worksurface_pipeline.readers.text import blank

_STYLES = "\n".join(
    (
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='Subtitle'] => h2:fresh",
        outline_styles(),
    )
)
_MAIN_PART = "word/document.xml"
_MARGIN_PART = re.compile(r"^word/(?:header|footer)\d*\.xml$")
_WORDS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# What a damaged package makes our own look into it, expat and mammoth raise.
_DAMAGE = (*DAMAGE, ExpatError, ParseError)


@dataclass(frozen=True, slots=True)
class _Converted:
    """A document as HTML, and what stands beside its text."""

    markup: str
    has_pictures: bool
    furniture: tuple[str, ...]
    comments: tuple[str, ...]
    title: str
    hidden: int


def read_docx(path: Path) -> DocumentContent | ExtractionFailure:
    """A Word document as Markdown; title from its first heading, else its properties."""
    with path.open("rb") as stream:
        return read_docx_stream(stream)


def read_docx_stream(stream: BinaryIO) -> DocumentContent | ExtractionFailure:
    """The same for an open file."""
    try:
        found = _convert(stream)
    except RecursionError:
        return failure(FailureReason.CORRUPT, "The docx file is nested too deeply")
    except _DAMAGE as error:
        return corrupt("docx", error)
    soup = parse(found.markup)
    plain_notes(soup)
    plain_boxes(soup)
    number_lists(soup)
    text, remarks = to_markdown(soup, repeats_spans=False)
    if not text:
        return _no_text(found.has_pictures)
    return DocumentContent(
        kind=MediaKind.DOCX,
        text=text + "\n",
        title=first_heading(text) or found.title,
        furniture=found.furniture,
        comments=found.comments,
        quality=Quality(characters=len(text) + 1, replaced_characters=text.count("\ufffd")),
        remarks=(*_remarks(found), *remarks),
    )


def _remarks(found: _Converted) -> Iterator[str]:
    if found.hidden:
        yield f"hidden text left out: {found.hidden} pieces"
    if found.comments:
        yield f"comments kept apart: {len(found.comments)}"


def _convert(stream: BinaryIO) -> _Converted:
    """HTML without picture data, and what stands beside it."""
    mammoth = fast_mammoth()
    pictures = []

    def skip(image: object) -> dict[str, str]:
        pictures.append(image)
        return {"src": ""}

    with Package(stream) as package:
        prepare = _prepare(package)
        token = PREPARE.set(prepare)
        try:
            result = mammoth.convert_to_html(
                stream, style_map=_STYLES, convert_image=mammoth.images.img_element(skip)
            )
        finally:
            PREPARE.reset(token)
        return _Converted(
            markup=result.value,
            has_pictures=bool(pictures),
            furniture=_margins(package),
            comments=_comments(package),
            title=package.title(),
            hidden=prepare.hidden,
        )


def _no_text(has_pictures: bool) -> ExtractionFailure:
    if has_pictures:
        return failure(FailureReason.NO_TEXT, "The document holds pictures but no text")
    return blank()


def _prepare(package: Package) -> Preparation:
    folder = posixpath.dirname(package.main_part(_MAIN_PART))
    styles = read_styles(package.tree(f"{folder}/styles.xml"))
    return Preparation(styles, package.tree(f"{folder}/numbering.xml"))


def _margins(package: Package) -> tuple[str, ...]:
    """Texts of headers and footers."""
    parts = sorted(name for name in package.names if _MARGIN_PART.match(name))
    return tuple(dict.fromkeys(line for name in parts for line in _lines(package.tree(name))))


def _comments(package: Package) -> tuple[str, ...]:
    """What reviewers wrote beside the text, one entry a comment."""
    root = package.tree(f"{posixpath.dirname(package.main_part(_MAIN_PART))}/comments.xml")
    if root is None:
        return ()
    found = (" ".join(_lines(comment)) for comment in root.iter(f"{_WORDS}comment"))
    return tuple(text for text in found if text)


def _lines(root: Any) -> Iterator[str]:
    for paragraph in root.iter(f"{_WORDS}p"):
        text = one_line("".join(part.text or "" for part in paragraph.iter(f"{_WORDS}t")))
        if text:
            yield text
