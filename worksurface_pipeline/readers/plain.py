"""The words of a document and nothing else, as fast as its format allows.

No reading order, headings or tables' shape: this is for looks over many files, and what a naive
extractor is compared with like for like. Surfaces are made from `dispatch.read_document`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from worksurface_pipeline.readers.decode import decode
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.ooxml import DAMAGE, Package
from worksurface_pipeline.readers.sniff import sniff

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_UNSEEN = ("script", "style", "noscript", "template")


def plain_text(path: Path, name: str) -> str:
    """The words of the document at `path`; "" if it is damaged, locked or has no text.

    Why a file has none is told by the full reader. Raises OSError if it cannot be opened.
    """
    found = sniff(path, name)
    read = _READERS.get(found.kind, _decoded)
    if found.is_encrypted or not found.is_whole or found.kind in _TEXTLESS:
        return ""
    try:
        return read(path)
    except DAMAGE:
        return ""


def pdf_text(path: Path) -> str:
    """The text of a PDF in the order of the file."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    with pymupdf.open(path, filetype="pdf") as document:
        if document.needs_pass:
            return ""
        return "\n".join(page.get_text("text") for page in document)


def docx_text(path: Path) -> str:
    """The paragraphs of a Word document, those of its tables included, one a line."""
    with Package(path) as package:
        root = package.tree(package.main_part("word/document.xml"))
    if root is None:
        return ""
    _without_fallbacks(root)
    return "".join(_words(root, f"{_W}p", f"{_W}t", {f"{_W}tab": "\t", f"{_W}br": "\n"}))


def pptx_text(path: Path) -> str:
    """The paragraphs of all slides in their order, those of tables and groups included."""
    with Package(path) as package:
        return "\n".join(_slides(package))


def html_text(path: Path) -> str:
    """The words of a web page without its scripts and styles."""
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(decode(path.read_bytes()).text.encode(), parser)
    if root is None:
        return ""
    etree.strip_elements(root, *_UNSEEN, with_tail=False)
    return "\n".join(text for text in map(str.strip, root.itertext()) if text)


def _slides(package: Package) -> Iterator[str]:
    main = package.main_part("ppt/presentation.xml")
    relations = package.relations(main)
    for link in package.tree(main).iter(f"{_P}sldId"):
        root = package.tree(relations[link.get(f"{_R}id")].target)
        if root is not None:
            _without_fallbacks(root)
            yield "".join(_words(root, f"{_A}p", f"{_A}t", {f"{_A}br": "\n"}))


def _without_fallbacks(root: Any) -> None:
    """Older programs' copy of what stands beside it."""
    for copy in list(root.iter(_FALLBACK)):
        copy.getparent().remove(copy)


def _words(root: Any, paragraph: str, text: str, breaks: dict[str, str]) -> Iterator[str]:
    for element in root.iter(paragraph, text, *breaks):
        if element.tag == text:
            yield element.text or ""
        else:
            yield breaks.get(element.tag, "\n")


def _decoded(path: Path) -> str:
    return decode(path.read_bytes()).text


def _legacy_text(path: Path) -> str:
    from office_oxide import Document, OfficeOxideError

    kind = "ppt" if b"P\0o\0w\0e\0r\0P\0o\0i\0n\0t\0 \0D\0" in path.read_bytes() else "doc"
    try:
        with Document.from_bytes(path.read_bytes(), kind) as document:
            return str(document.plain_text())
    except OfficeOxideError:
        return ""


_TEXTLESS = frozenset({MediaKind.IMAGE, MediaKind.UNKNOWN})
_READERS: dict[MediaKind, Callable[[Path], str]] = {
    MediaKind.PDF: pdf_text,
    MediaKind.DOCX: docx_text,
    MediaKind.PPTX: pptx_text,
    MediaKind.HTML: html_text,
    MediaKind.DOC: _legacy_text,
    MediaKind.PPT: _legacy_text,
}
