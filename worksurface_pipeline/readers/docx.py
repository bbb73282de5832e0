"""Word documents: mammoth gives clean HTML, the HTML reader's tree makes it Markdown.

Tracked changes are resolved as accepted, footnotes and endnotes stand at the end as `[^1]:`,
comments are left out, headers and footers become furniture, pictures keep their words.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

from bs4 import BeautifulSoup, Tag

from worksurface_pipeline.readers.clean import one_line
from worksurface_pipeline.readers.containers import ZIP_DAMAGE
from worksurface_pipeline.readers.docx_xml import XML_DAMAGE, fast_mammoth
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
from worksurface_pipeline.readers.text import blank

_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh"
_MARGIN_PART = re.compile(r"^word/(?:header|footer)\d*\.xml$")
_WORDS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_NOTE = re.compile(r"^(?:foot|end)note-\d+$")
_NOTE_MARK = re.compile(r"^(?:foot|end)note-ref-\d+$")
# What a damaged package makes zipfile, expat and mammoth raise.
_DAMAGE = (
    *ZIP_DAMAGE,
    *XML_DAMAGE,
    ExpatError,
    ParseError,
    KeyError,
    ValueError,
    AttributeError,
    IndexError,
    TypeError,
)


def read_docx(path: Path) -> DocumentContent | ExtractionFailure:
    """A Word document as Markdown; title from its first heading, else its properties."""
    try:
        markup, has_pictures = _convert(path)
        furniture, title = _margins_and_title(path)
    except RecursionError:
        return failure(FailureReason.CORRUPT, "The docx file is nested too deeply")
    except _DAMAGE as error:
        return corrupt("docx", error)
    soup = parse(markup)
    _plain_notes(soup)
    text, remarks = to_markdown(soup, repeats_spans=False)
    if not text:
        return _no_text(has_pictures)
    return DocumentContent(
        kind=MediaKind.DOCX,
        text=text + "\n",
        title=first_heading(text) or title,
        furniture=furniture,
        quality=Quality(characters=len(text) + 1, replaced_characters=text.count("\ufffd")),
        remarks=remarks,
    )


def _convert(path: Path) -> tuple[str, bool]:
    """HTML without picture data, and whether there were pictures."""
    mammoth = fast_mammoth()
    pictures = []

    def skip(image: object) -> dict[str, str]:
        pictures.append(image)
        return {"src": ""}

    with path.open("rb") as stream:
        result = mammoth.convert_to_html(
            stream, style_map=_STYLES, convert_image=mammoth.images.img_element(skip)
        )
    return result.value, bool(pictures)


def _no_text(has_pictures: bool) -> ExtractionFailure:
    if has_pictures:
        return failure(FailureReason.NO_TEXT, "The document holds pictures but no text")
    return blank()


def _plain_notes(soup: BeautifulSoup) -> None:
    """Links that mammoth makes for notes as `[^1]` marks and `[^1]: ...` paragraphs."""
    for mark in soup.find_all("a", id=_NOTE_MARK):
        mark.replace_with("[^" + mark.get_text().strip("[]") + "]")
    for number, note in enumerate(soup.find_all("li", id=_NOTE), 1):
        for back in note.find_all("a", href=re.compile(r"-ref-\d+$")):
            back.decompose()
        _prefix_note(note, f"[^{number}]: ")
    for note in soup.find_all("li", id=_NOTE):
        if note.parent is not None and note.parent.name == "ol":
            note.parent.unwrap()
        note.name = "div"


def _prefix_note(note: Tag, mark: str) -> None:
    first = note.find("p") or note
    first.insert(0, mark)


def _margins_and_title(path: Path) -> tuple[tuple[str, ...], str]:
    """Texts of headers and footers, and the title property."""
    from defusedxml.ElementTree import fromstring

    furniture: dict[str, None] = {}
    title = ""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if _MARGIN_PART.match(name):
                furniture.update(dict.fromkeys(_paragraphs(archive.read(name))))
            elif name == "docProps/core.xml":
                found = fromstring(archive.read(name)).find(
                    "{http://purl.org/dc/elements/1.1/}title"
                )
                title = one_line(found.text or "") if found is not None else ""
    return tuple(furniture), title


def _paragraphs(data: bytes) -> Iterator[str]:
    from defusedxml.ElementTree import fromstring

    for paragraph in fromstring(data).iter(f"{_WORDS}p"):
        text = one_line("".join(part.text or "" for part in paragraph.iter(f"{_WORDS}t")))
        if text:
            yield text
