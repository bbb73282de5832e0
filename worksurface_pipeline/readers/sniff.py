"""What a file is: from its content first, from its name only where content cannot tell."""

from __future__ import annotations

from pathlib import Path

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.readers.containers import (
    OLE_MAGIC,
    ZipContents,
    look_into_ole,
    look_into_zip,
)
from worksurface_pipeline.readers.decode import peek
from worksurface_pipeline.readers.kinds import (
    TEXT_KINDS,
    ZIP_KINDS,
    MediaKind,
    kind_of_name,
)
from worksurface_pipeline.readers.text_kind import text_kind
from worksurface_pipeline.readers.wide import wide_encoding

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
_OPEN_SHEET = "application/vnd.oasis.opendocument.spreadsheet"


class Sniffed(Frozen):
    """What a file is. `mismatch` is a remark, "" unless the extension claims another kind.

    `description` names a foreign format. `inflated` is the size in bytes of an office file's
    members, `inflation_fault` why they must not be unpacked, `is_whole` False for a container
    whose directory is damaged.
    """

    kind: MediaKind
    named: MediaKind
    mismatch: str = ""
    description: str = ""
    is_encrypted: bool = False
    is_whole: bool = True
    inflated: int = 0
    inflation_fault: str = ""


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
    kind, description = _zip_kind(contents)
    if kind is MediaKind.UNKNOWN and not contents.is_whole:
        kind = named if named in ZIP_KINDS else kind
    return Sniffed(
        kind=kind,
        named=named,
        description="" if kind is not MediaKind.UNKNOWN else description,
        is_encrypted=contents.is_encrypted,
        is_whole=contents.is_whole,
        inflated=contents.inflated,
        inflation_fault=contents.inflation_fault,
    )


def _zip_kind(contents: ZipContents) -> tuple[MediaKind, str]:
    """The kind of a zip archive, and words for it where no reader knows it."""
    if "xl/workbook.bin" in contents.names:
        return MediaKind.XLSB, ""
    if contents.media_type:
        is_sheet = contents.media_type.startswith(_OPEN_SHEET)
        return (MediaKind.ODS, "") if is_sheet else (MediaKind.UNKNOWN, _open_format(contents))
    return _office_kind(contents.names), "a zip archive"


def _open_format(contents: ZipContents) -> str:
    words = [char if char.isalnum() or char in "/.+-" else "?" for char in contents.media_type]
    return f"an OpenDocument or EPUB file ({''.join(words)})"


_ZIPPED = {"word/": MediaKind.DOCX, "xl/": MediaKind.XLSX, "ppt/": MediaKind.PPTX}


def _office_kind(names: tuple[str, ...]) -> MediaKind:
    """The format that most parts belong to: a stray part of another one changes nothing."""
    counts = {prefix: sum(1 for name in names if name.startswith(prefix)) for prefix in _ZIPPED}
    most = max(counts, key=lambda prefix: counts[prefix])
    return _ZIPPED[most] if counts[most] else MediaKind.UNKNOWN


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
    return Sniffed(kind=text_kind(peek(head), named), named=named)


def _is_binary(head: bytes, named: MediaKind) -> bool:
    if not head or head.startswith(_MARKS_WIDE) or wide_encoding(head):
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    limit = _BINARY_SHARE_NAMED if named in TEXT_KINDS else _BINARY_SHARE
    return controls / len(head) > limit


def _mismatch(found: Sniffed) -> str:
    if found.named in (MediaKind.UNKNOWN, found.kind):
        return ""
    if (found.named, found.kind) == (MediaKind.TEXT, MediaKind.CSV):
        return ""  # a table in a text file is a text as well
    content = found.description or f"{found.kind} content"
    return f"the name says {found.named}, the file holds {content}"
