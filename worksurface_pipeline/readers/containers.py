"""A look into the two office containers: members of a zip, streams of an OLE2 file.

Only directories are read, never content, so that damaged and hostile files cost nothing. What an
archive may unpack to is judged in `inflation`.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.readers.inflation import inflation_fault

# What a damaged or locked member makes zipfile raise while it is read.
ZIP_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_MEMBER = 0x1
_MEDIA_TYPE_BYTES = 128
_HEADER_BYTES = 512
_ENTRY_BYTES = 128
_SECTOR_SHIFTS = (9, 12)
# The header names 109 sectors of the allocation table: files up to about 7 MB of directory reach.
_HEADER_FAT_SECTORS = 109
# No real office file has more directory sectors; a longer chain is a loop.
_MAX_DIRECTORY_SECTORS = 4096
_LAST_SECTOR = 0xFFFFFFFA
_MINI_STREAM_BYTES = 4096
_WORD_FLAGS_OFFSET = 0x0A
_WORD_ENCRYPTED = 0x0100


@dataclass(frozen=True, slots=True)
class ZipContents:
    """Member names, their total inflated size in bytes, and whether the directory was whole.

    `media_type` is what an OpenDocument or EPUB file says it is; `inflation_fault` says why the
    archive must not be unpacked, "" if it may; `is_encrypted` if a member needs a password.
    """

    names: tuple[str, ...]
    inflated: int
    is_whole: bool
    media_type: str = ""
    inflation_fault: str = ""
    is_encrypted: bool = False


@dataclass(frozen=True, slots=True)
class OleContents:
    """Stream names of an OLE2 file, and whether its Word stream is marked as encrypted."""

    streams: frozenset[str]
    is_word_encrypted: bool = False


def look_into_zip(path: Path) -> ZipContents:
    """Members of a zip; of a truncated one, the folder names that its bytes still show."""
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            media_type = _media_type(archive)
    except (*ZIP_DAMAGE, ValueError):
        return ZipContents(names=_names_in_ruins(path), inflated=0, is_whole=False)
    return ZipContents(
        names=tuple(info.filename for info in infos),
        inflated=sum(info.file_size for info in infos),
        is_whole=True,
        media_type=media_type,
        inflation_fault=inflation_fault(infos),
        is_encrypted=any(info.flag_bits & _ENCRYPTED_MEMBER for info in infos),
    )


def look_into_ole(path: Path) -> OleContents:
    """Streams of an OLE2 file; none if its directory is damaged."""
    data = path.read_bytes()
    try:
        entries = dict(_entries(data))
        is_encrypted = _is_word_encrypted(data, entries.get("WordDocument"))
    except (struct.error, IndexError):
        return OleContents(streams=frozenset())
    return OleContents(streams=frozenset(entries), is_word_encrypted=is_encrypted)


def _media_type(archive: zipfile.ZipFile) -> str:
    """The content of the member `mimetype`, which stands first and is not packed."""
    if "mimetype" not in archive.namelist():
        return ""
    with archive.open("mimetype") as stream:
        return stream.read(_MEDIA_TYPE_BYTES).decode("ascii", "replace").strip()


def _names_in_ruins(path: Path) -> tuple[str, ...]:
    data = path.read_bytes()
    return tuple(name for name in ("word/", "ppt/", "xl/") if name.encode() in data)


def _entries(data: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
    """Name -> (first sector, size) of each directory entry that is a stream or storage."""
    size = _sector_bytes(data)
    for sector in _chain(data, size, struct.unpack_from("<I", data, 0x30)[0]):
        start = _HEADER_BYTES + sector * size if size == _HEADER_BYTES else (sector + 1) * size
        for offset in range(start, min(start + size, len(data) - _ENTRY_BYTES + 1), _ENTRY_BYTES):
            length, kind = struct.unpack_from("<HB", data, offset + 64)
            if kind in (1, 2) and 2 <= length <= 64:
                name = data[offset : offset + length - 2].decode("utf-16-le", "replace")
                yield name, struct.unpack_from("<II", data, offset + 116)


def _sector_bytes(data: bytes) -> int:
    """512 or 4,096; anything else is damage."""
    shift: int = struct.unpack_from("<H", data, 0x1E)[0]
    if shift not in _SECTOR_SHIFTS:
        raise struct.error("no sector size")
    return 1 << shift


def _chain(data: bytes, size: int, first: int) -> Iterator[int]:
    table = struct.unpack_from(f"<{_HEADER_FAT_SECTORS}I", data, 0x4C)
    per_sector = size // 4
    sector, seen = first, 0
    while sector < _LAST_SECTOR and seen < _MAX_DIRECTORY_SECTORS:
        yield sector
        seen += 1
        fat_sector = table[sector // per_sector]
        offset = (fat_sector + 1) * size + (sector % per_sector) * 4
        sector = struct.unpack_from("<I", data, offset)[0]


def _is_word_encrypted(data: bytes, entry: tuple[int, int] | None) -> bool:
    if entry is None or entry[1] < _MINI_STREAM_BYTES:
        return False
    size = _sector_bytes(data)
    start = (entry[0] + 1) * size
    flags: int = struct.unpack_from("<H", data, start + _WORD_FLAGS_OFFSET)[0]
    return bool(flags & _WORD_ENCRYPTED)
