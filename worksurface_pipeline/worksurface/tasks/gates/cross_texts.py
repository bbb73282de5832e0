"""The text of a document by another reader: pypdf, python-docx, the XML of slides, else plain.

Only words and their order are compared: line ends, hyphens and markup differ between readers.
"""

from __future__ import annotations

import html
import io
import re
import zipfile

import docx
import pypdf
import pypdf.errors

_SPACES = re.compile(r"[\s|*_`#>\\\u00ad-]+")
_TAG = re.compile(r"<[^>]{1,200}>")
_SLIDE = re.compile(r"ppt/(?:slides/slide|notesSlides/notesSlide)\d+\.xml")
_RUN = re.compile(r"<a:t>([^<]*)</a:t>")
_MOST_BYTES = 8 << 20
_MOST_PAGES = 200


def second_text(filename: str, raw: bytes) -> str | None:
    """The words of a file, squeezed; None where no second reader knows it."""
    suffix = filename.rpartition(".")[2].lower()
    if len(raw) > _MOST_BYTES:
        return None
    if raw[:5] == b"%PDF-":
        return _pdf(raw)
    if suffix == "docx" and raw[:2] == b"PK":
        return _docx(raw)
    if suffix == "pptx" and raw[:2] == b"PK":
        return _slides(raw)
    if suffix in ("md", "txt", "csv", "json", "xml", "html", "htm", "py", "java"):
        return _plain(raw, is_markup=suffix in ("html", "htm", "xml"))
    return None


def squeezed(text: str) -> str:
    """The text without spaces, dashes at line ends and marks of markup."""
    return _SPACES.sub("", html.unescape(text)).casefold()


def _pdf(raw: bytes) -> str | None:
    try:
        reader = pypdf.PdfReader(io.BytesIO(raw))
        pages = reader.pages[:_MOST_PAGES]
        return squeezed(" ".join(page.extract_text() for page in pages))
    except (pypdf.errors.PyPdfError, ValueError, KeyError, TypeError):
        return None  # the first reader says what is wrong with the file


def _docx(raw: bytes) -> str | None:
    try:
        document = docx.Document(io.BytesIO(raw))
    except (ValueError, KeyError, zipfile.BadZipFile):
        return None
    parts = [paragraph.text for paragraph in document.paragraphs]
    for table in document.tables:
        parts += [cell.text for row in table.rows for cell in row.cells]
    return squeezed(" ".join(parts))


def _slides(raw: bytes) -> str | None:
    """The runs of text of all slides and notes, straight from their XML."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as parts:
            names = [
                one.filename
                for one in parts.infolist()
                if _SLIDE.fullmatch(one.filename) and one.file_size <= _MOST_BYTES
            ]
            runs = [_RUN.findall(parts.read(name).decode("utf-8")) for name in sorted(names)]
    except (zipfile.BadZipFile, UnicodeDecodeError, KeyError):
        return None
    return squeezed(" ".join(run for each in runs for run in each))


def _plain(raw: bytes, *, is_markup: bool) -> str | None:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return squeezed(_TAG.sub(" ", text) if is_markup else text)
