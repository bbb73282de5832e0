"""What a file is: from its content first, from its name only where content cannot tell."""

from __future__ import annotations

import re
from pathlib import Path

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.readers.containers import OLE_MAGIC, look_into_ole, look_into_zip
from worksurface_pipeline.readers.decode import peek, wide_encoding
from worksurface_pipeline.readers.kinds import TABLE_KINDS, TEXT_KINDS, MediaKind, kind_of_name

# Enough for every magic number and for the look of a text.
_HEAD_BYTES = 1 << 16
# Readers of PDF accept leading rubbish up to here.
_PDF_REACH = 1024
# Share of control bytes above which a file is binary; a text-like name earns patience.
_BINARY_SHARE = 0.02
_BINARY_SHARE_NAMED = 0.1
_MARKS_WIDE = (b"\xff\xfe", b"\xfe\xff")
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27})
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_FOREIGN = (
    (b"{\\rtf", "a rich-text (RTF) file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
)
_HTML = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_XML = re.compile(r"\s*<(?:\?xml|!DOCTYPE|[A-Za-z_][\w.:-]*[\s/>])")
_FLAT_WORD = re.compile(r"progid=\"Word\.Document\"|<pkg:package\b|<w:wordDocument\b")
_DELIMITERS = ",\t;|"


class Sniffed(Frozen):
    """What a file is. `mismatch` is a remark, "" unless the extension claims another kind.

    `description` names a foreign format. `inflated` is the size in bytes of an office file's
    members, `is_whole` False for a container whose directory is damaged.
    """

    kind: MediaKind
    named: MediaKind
    mismatch: str = ""
    description: str = ""
    is_encrypted: bool = False
    is_whole: bool = True
    inflated: int = 0


def sniff(path: Path, name: str) -> Sniffed:
    """Look at the file at `path`, known as `name`. Raises OSError if it cannot be read."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
    named = kind_of_name(name)
    found = _container(path, head, named) or _magic(head, named) or _text(head, named)
    return found.model_copy(update={"mismatch": _mismatch(found)})


def _container(path: Path, head: bytes, named: MediaKind) -> Sniffed | None:
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip(path, named)
    return _ole(path, named) if head.startswith(OLE_MAGIC) else None


def _zip(path: Path, named: MediaKind) -> Sniffed:
    contents = look_into_zip(path)
    names = contents.names
    kind, description = MediaKind.UNKNOWN, "a zip archive"
    if "xl/workbook.bin" in names:
        description = "a binary Excel workbook (.xlsb)"
    elif "mimetype" in names:
        description = "an OpenDocument or EPUB file"
    else:
        kind = _office_kind(names)
        if kind is MediaKind.UNKNOWN and not contents.is_whole:
            kind = named if named in _ZIPPED.values() else kind
    return Sniffed(
        kind=kind,
        named=named,
        description="" if kind is not MediaKind.UNKNOWN else description,
        is_whole=contents.is_whole,
        inflated=contents.inflated,
    )


_ZIPPED = {"word/": MediaKind.DOCX, "xl/": MediaKind.XLSX, "ppt/": MediaKind.PPTX}


def _office_kind(names: tuple[str, ...]) -> MediaKind:
    for prefix, kind in _ZIPPED.items():
        if any(name.startswith(prefix) for name in names):
            return kind
    return MediaKind.UNKNOWN


_STREAMS = {
    "WordDocument": MediaKind.DOC,
    "PowerPoint Document": MediaKind.PPT,
    "Workbook": MediaKind.XLS,
    "Book": MediaKind.XLS,
}


def _ole(path: Path, named: MediaKind) -> Sniffed:
    contents = look_into_ole(path)
    if "EncryptedPackage" in contents.streams:
        return Sniffed(kind=named, named=named, is_encrypted=True)
    for stream, kind in _STREAMS.items():
        if stream in contents.streams:
            is_locked = kind is MediaKind.DOC and contents.is_word_encrypted
            return Sniffed(kind=kind, named=named, is_encrypted=is_locked)
    if named in _STREAMS.values():
        return Sniffed(kind=named, named=named, is_whole=False)
    return Sniffed(kind=MediaKind.UNKNOWN, named=named, description="an unknown OLE2 file")


def _magic(head: bytes, named: MediaKind) -> Sniffed | None:
    if b"%PDF-" in head[:_PDF_REACH]:
        return Sniffed(kind=MediaKind.PDF, named=named)
    if head.startswith(_IMAGES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return Sniffed(kind=MediaKind.IMAGE, named=named)
    if head.startswith(b"BM") and named is MediaKind.IMAGE:
        return Sniffed(kind=MediaKind.IMAGE, named=named)
    # A BIFF stream without its container begins with a BOF record: 09 00, 09 02, 09 04 or 09 08.
    if head[:1] == b"\x09" and head[1:2] in b"\x00\x02\x04\x08" and head[3:4] == b"\x00":
        return Sniffed(kind=MediaKind.XLS, named=named)
    for mark, description in _FOREIGN:
        if head.startswith(mark) and (_is_binary(head, named) or mark == b"{\\rtf"):
            return Sniffed(kind=MediaKind.UNKNOWN, named=named, description=description)
    return None


def _text(head: bytes, named: MediaKind) -> Sniffed:
    if _is_binary(head, named):
        kind = MediaKind.UNKNOWN if named in TEXT_KINDS else named
        return Sniffed(kind=kind, named=named, description="binary data", is_whole=False)
    return Sniffed(kind=_text_kind(peek(head), named), named=named)


def _text_kind(text: str, named: MediaKind) -> MediaKind:
    """A text-like name is believed, an office or absent one is not."""
    if named is MediaKind.IMAGE and "<svg" in text:
        return MediaKind.IMAGE
    if named in TEXT_KINDS and not (named is MediaKind.CSV and _HTML.match(text)):
        return named
    if _FLAT_WORD.search(text[:_PDF_REACH]):
        return MediaKind.DOC
    if not text.strip():
        return named if named is not MediaKind.UNKNOWN else MediaKind.TEXT
    return _look(text, named)


def _look(text: str, named: MediaKind) -> MediaKind:
    if _HTML.match(text) or (named is MediaKind.XLS and "<table" in text.lower()):
        return MediaKind.HTML
    if _XML.match(text):
        return MediaKind.XML
    if text.lstrip()[:1] in ("{", "[") and text.rstrip()[-1:] in ("}", "]"):
        return MediaKind.JSON
    if _is_delimited(text):
        return MediaKind.CSV
    # Prose under a workbook's name is a broken workbook, and its reader says so.
    return named if named in TABLE_KINDS else MediaKind.TEXT


def _is_delimited(text: str) -> bool:
    """At least three lines that all hold one delimiter equally often."""
    lines = [line for line in text.split("\n")[:20] if line.strip()]
    counts = [{line.count(mark) for line in lines} for mark in _DELIMITERS]
    return len(lines) >= 3 and any(len(seen) == 1 and seen != {0} for seen in counts)


def _is_binary(head: bytes, named: MediaKind) -> bool:
    if not head or head.startswith(_MARKS_WIDE) or wide_encoding(head):
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    limit = _BINARY_SHARE_NAMED if named in TEXT_KINDS else _BINARY_SHARE
    return controls / len(head) > limit


def _mismatch(found: Sniffed) -> str:
    if found.named in (MediaKind.UNKNOWN, found.kind):
        return ""
    content = found.description or f"{found.kind} content"
    return f"the name says {found.named}, the file holds {content}"
