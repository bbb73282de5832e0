"""Markdown, plain text and code: files whose bytes are their text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.readers.clean import clean
from worksurface_pipeline.readers.declared import declared_source
from worksurface_pipeline.readers.decode import decode, encoding_remarks
from worksurface_pipeline.readers.failures import failure
from worksurface_pipeline.readers.kinds import CODE_LANGUAGES, MediaKind, extension_of
from worksurface_pipeline.readers.markdown import fence, first_heading
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Quality,
)


@dataclass(frozen=True, slots=True)
class LoadedText:
    """The clean text of a file, and what had to be done to it."""

    text: str
    quality: Quality
    remarks: tuple[str, ...] = ()


def load_text(path: Path, *, declared: str = "", keeps_spaces: bool = False) -> LoadedText:
    """Decode and clean a whole file. Raises OSError if it cannot be read."""
    return to_text(path.read_bytes(), declared=declared, keeps_spaces=keeps_spaces)


def to_text(data: bytes, *, declared: str = "", keeps_spaces: bool = False) -> LoadedText:
    """Decode and clean the bytes of a file."""
    decoded = decode(data, declared)
    cleaned = clean(decoded.text, keeps_spaces=keeps_spaces)
    quality = Quality(
        characters=len(cleaned.text),
        replaced_characters=cleaned.replaced,
        encoding=decoded.encoding,
        encoding_confidence=decoded.confidence,
    )
    controls = f"{cleaned.controls} control characters removed"
    remarks = (*encoding_remarks(decoded), *([controls] if cleaned.controls else ()))
    return LoadedText(cleaned.text, quality, remarks)


def read_markdown(path: Path) -> DocumentContent | ExtractionFailure:
    """A Markdown file as it is, decoded and cleaned."""
    return _plain(load_text(path), MediaKind.MARKDOWN)


def read_text(path: Path) -> DocumentContent | ExtractionFailure:
    """A plain text file as it is, decoded and cleaned; it has no title."""
    return _plain(load_text(path), MediaKind.TEXT)


def read_code(path: Path, name: str) -> DocumentContent | ExtractionFailure:
    """A code file in a fence that names its language."""
    language = CODE_LANGUAGES.get(extension_of(name), "")
    data = path.read_bytes()
    loaded = to_text(data, declared=declared_source(data), keeps_spaces=True)
    return fenced(loaded, MediaKind.CODE, language)


def fenced(
    loaded: LoadedText, kind: MediaKind, language: str, remarks: tuple[str, ...] = ()
) -> DocumentContent | ExtractionFailure:
    """Text in a fence; blank text is a failure."""
    if not loaded.text.strip():
        return blank()
    text = fence(loaded.text, language) + "\n"
    quality = loaded.quality.model_copy(update={"characters": len(text)})
    return DocumentContent(
        kind=kind, text=text, quality=quality, remarks=(*loaded.remarks, *remarks)
    )


def blank() -> ExtractionFailure:
    """The failure of a file that holds nothing but white space."""
    return failure(FailureReason.EMPTY, "The file holds no text")


def _plain(loaded: LoadedText, kind: MediaKind) -> DocumentContent | ExtractionFailure:
    if not loaded.text.strip():
        return blank()
    text = loaded.text + "\n"
    return DocumentContent(
        kind=kind,
        text=text,
        title=first_heading(text) if kind is MediaKind.MARKDOWN else "",
        quality=loaded.quality.model_copy(update={"characters": len(text)}),
        remarks=loaded.remarks,
    )
