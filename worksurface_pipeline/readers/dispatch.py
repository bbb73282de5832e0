"""From a file to its reader: sniff, check what needs no reader, call one.

Each format's reader (and its library) is imported when a file first asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from worksurface_pipeline.readers.containers import ZIP_DAMAGE
from worksurface_pipeline.readers.failures import failure, os_failure
from worksurface_pipeline.readers.inflation import content_fault
from worksurface_pipeline.readers.kinds import TABLE_KINDS, ZIP_KINDS, MediaKind
from worksurface_pipeline.readers.model import (
    DocumentContent,
    Extraction,
    ExtractionFailure,
    FailureReason,
    Picture,
    SheetOverride,
    Workbook,
)
from worksurface_pipeline.readers.sniff import Sniffed, sniff

R = TypeVar("R")
DocumentResult = DocumentContent | Picture | ExtractionFailure
# Documents above this are dumps, not documents; reading one would need a hundred times as much.
MAX_DOCUMENT_BYTES = 256 << 20
# A web page or XML under a workbook's name is an export that the table reader may know.
_EXPORTS = frozenset({MediaKind.HTML, MediaKind.XML})


def read_document(path: Path, name: str) -> DocumentResult:
    """The document or picture at `path`; a table file is refused as such. Never raises."""
    return _safely(lambda: _document(path, name, _sniffed(path, name)))


def read_any(path: Path, name: str, overrides: tuple[SheetOverride, ...] = ()) -> Extraction:
    """The document, tables or picture at `path`, chosen by content. Never raises.

    `overrides` are what the settings state of its sheets.
    """
    return _safely(lambda: _any(path, name, _sniffed(path, name), overrides))


def _safely(read: Callable[[], R]) -> R | ExtractionFailure:
    """What the system refuses is a failure like any other."""
    try:
        return read()
    except OSError as error:
        return os_failure(error)
    except MemoryError:
        return failure(FailureReason.TOO_LARGE, "The file needs more memory than the reader has")


def _sniffed(path: Path, name: str) -> Sniffed | ExtractionFailure:
    if not path.exists():
        return failure(FailureReason.ABSENT, "The file does not exist")
    if not path.is_file():
        remedy = "Put the file itself in its place, or remove it from the manifest"
        detail = "Not a regular file but a folder, pipe or device"
        return failure(FailureReason.UNSUPPORTED, detail, remedy)
    if path.stat().st_size == 0:
        return failure(FailureReason.EMPTY, "The file is empty: zero bytes")
    found = sniff(path, name)
    if found.is_encrypted:
        return failure(FailureReason.ENCRYPTED, "The file is protected by a password")
    if found.inflation_fault:
        return failure(FailureReason.TOO_LARGE, f"The archive is refused: {found.inflation_fault}")
    return _hostile(path, found) or found


def _hostile(path: Path, found: Sniffed) -> ExtractionFailure | None:
    """Why the parts of an office archive must not be parsed."""
    if found.kind not in ZIP_KINDS or not found.is_whole:
        return None
    try:
        fault = content_fault(path)
    except ZIP_DAMAGE:
        return None  # its reader says what is damaged, or reads what is whole
    return (
        failure(FailureReason.CORRUPT, f"The {found.kind} file is refused: {fault}")
        if fault
        else None
    )


def _any(
    path: Path,
    name: str,
    found: Sniffed | ExtractionFailure,
    overrides: tuple[SheetOverride, ...],
) -> Extraction:
    if isinstance(found, ExtractionFailure):
        return found
    if found.kind in TABLE_KINDS:
        return _tables(path, name, found, overrides)
    if found.kind in _EXPORTS and found.named in TABLE_KINDS:
        tables = _tables(path, name, found, overrides)
        if isinstance(tables, Workbook) and tables.tables:
            return tables
    return _document(path, name, found)


def _tables(
    path: Path, name: str, found: Sniffed, overrides: tuple[SheetOverride, ...]
) -> Workbook | ExtractionFailure:
    from worksurface_pipeline.readers.remarks import workbook_remarks
    from worksurface_pipeline.readers.tables import read_workbook

    book = read_workbook(path, name, overrides)
    if isinstance(book, ExtractionFailure):
        return book
    return replace(book, remarks=(*workbook_remarks(book, found.mismatch), *book.remarks))


def _document(path: Path, name: str, found: Sniffed | ExtractionFailure) -> DocumentResult:
    fault = found if isinstance(found, ExtractionFailure) else _refused(path, found)
    if isinstance(found, ExtractionFailure) or fault is not None:
        return fault or failure(FailureReason.UNSUPPORTED, "The file has no reader")
    result = _reader(found.kind)(path, name)
    if isinstance(result, DocumentContent) and found.mismatch:
        return result.model_copy(update={"remarks": (found.mismatch, *result.remarks)})
    return result


def _refused(path: Path, found: Sniffed) -> ExtractionFailure | None:
    """Why no reader should try, if so."""
    if found.kind is MediaKind.UNKNOWN:
        return failure(FailureReason.UNSUPPORTED, f"No reader for {found.description}")
    if found.kind in TABLE_KINDS:
        return failure(FailureReason.UNSUPPORTED, f"A table file ({found.kind}), not a document")
    if path.stat().st_size > MAX_DOCUMENT_BYTES:
        return failure(FailureReason.TOO_LARGE, f"Larger than {MAX_DOCUMENT_BYTES >> 20} MiB")
    if not found.is_whole:
        return failure(FailureReason.CORRUPT, f"The {found.kind} file is corrupt or truncated")
    return None


def _reader(kind: MediaKind) -> Callable[[Path, str], DocumentResult]:
    """The reader of a document kind, imported now."""
    if kind in (MediaKind.MARKDOWN, MediaKind.TEXT, MediaKind.CODE):
        return _plain_reader(kind)
    if kind in (MediaKind.HTML, MediaKind.JSON, MediaKind.XML):
        return _markup_reader(kind)
    return _binary_reader(kind)


def _plain_reader(kind: MediaKind) -> Callable[[Path, str], DocumentResult]:
    from worksurface_pipeline.readers.text import read_code, read_markdown, read_text

    if kind is MediaKind.CODE:
        return read_code
    plain = read_markdown if kind is MediaKind.MARKDOWN else read_text
    return lambda path, _name: plain(path)


def _markup_reader(kind: MediaKind) -> Callable[[Path, str], DocumentResult]:
    if kind is MediaKind.HTML:
        from worksurface_pipeline.readers.html import read_html

        return lambda path, _name: read_html(path)
    from worksurface_pipeline.readers.data_text import read_json, read_xml

    data = read_json if kind is MediaKind.JSON else read_xml
    return lambda path, _name: data(path)


def _binary_reader(kind: MediaKind) -> Callable[[Path, str], DocumentResult]:
    if kind is MediaKind.PDF:
        from worksurface_pipeline.readers.pdf import read_pdf

        return lambda path, _name: read_pdf(path)
    if kind is MediaKind.IMAGE:
        from worksurface_pipeline.readers.picture import read_picture

        return lambda path, _name: read_picture(path)
    return _office_reader(kind)


def _office_reader(kind: MediaKind) -> Callable[[Path, str], DocumentResult]:
    if kind is MediaKind.DOCX:
        from worksurface_pipeline.readers.docx import read_docx

        return lambda path, _name: read_docx(path)
    if kind is MediaKind.PPTX:
        from worksurface_pipeline.readers.pptx import read_pptx

        return lambda path, _name: read_pptx(path)
    from worksurface_pipeline.readers.legacy import read_doc, read_ppt

    legacy = read_doc if kind is MediaKind.DOC else read_ppt
    return lambda path, _name: legacy(path)
