"""What an archive would unpack to, and whether its parts are safe to hand to a library.

Sizes are judged by the directory alone; a part that states less than it holds is found by
unpacking it, block by block and only where the lie could matter. No part may have a document
type: office formats forbid one, and entities come in no other way.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from worksurface_pipeline.readers.prolog import declares_doctype

# Real decks and workbooks stay far below all of these.
MAX_MEMBERS = 20_000
MAX_INFLATED_BYTES = 1 << 30
MAX_MEMBER_BYTES = 512 << 20
# Sheets of one repeated value reach some hundreds to one while small; bombs do when large.
_BOMB_BYTES, _BOMB_RATIO = 100 << 20, 200
# What deflate can make of one byte at most.
_DEFLATE_RATIO = 1032
_BLOCK = 1 << 20
_LOCAL_HEADER_BYTES = 30
_MARKUP = (".xml", ".rels", ".vml")


def inflation_fault(members: Sequence[zipfile.ZipInfo]) -> str:
    """Why an archive with this directory must not be unpacked, "" if it may."""
    if len(members) > MAX_MEMBERS:
        return f"it has {len(members):,} parts"
    total = sum(member.file_size for member in members)
    if total > MAX_INFLATED_BYTES:
        return f"it unpacks to {total >> 20:,} MiB"
    for member in members:
        if member.file_size > MAX_MEMBER_BYTES:
            return f"one part unpacks to {member.file_size >> 20:,} MiB"
        if _is_bomb(member):
            ratio = member.file_size // max(1, member.compress_size)
            return f"one part unpacks to {member.file_size >> 20:,} MiB, {ratio:,} times its size"
    return "its parts overlap" if _overlap(members) else ""


def content_fault(path: Path) -> str:
    """Why the parts of a whole archive must not be parsed, "" if they may.

    Raises what zipfile raises for damaged parts.
    """
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if not member.filename.lower().endswith(_MARKUP):
                continue
            if _understates(archive, member):
                return "a part unpacks to more than it states"
            if _has_doctype(archive, member):
                return "a part declares a document type or entities"
    return ""


def _is_bomb(member: zipfile.ZipInfo) -> bool:
    is_large = member.file_size > _BOMB_BYTES
    return is_large and member.file_size > max(1, member.compress_size) * _BOMB_RATIO


def _overlap(members: Sequence[zipfile.ZipInfo]) -> bool:
    """Whether two members share bytes, as in bombs that unpack one kernel many times."""
    ordered = sorted(members, key=lambda member: member.header_offset)
    return any(
        first.header_offset + _LOCAL_HEADER_BYTES + first.compress_size > second.header_offset
        for first, second in pairwise(ordered)
    )


def _has_doctype(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    with archive.open(member) as stream:
        return declares_doctype(stream)


def _understates(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Whether deflated data goes on beyond the stated size; small data cannot go far."""
    could_reach = member.compress_size * _DEFLATE_RATIO
    if member.compress_type != zipfile.ZIP_DEFLATED or could_reach <= MAX_MEMBER_BYTES:
        return False
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    size = 0
    for packed in _raw(archive, member):
        data = packed
        while data and size <= member.file_size:
            size += len(inflate.decompress(data, _BLOCK))
            data = inflate.unconsumed_tail
    return size > member.file_size


def _raw(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> list[bytes]:
    """The packed bytes of a member, in blocks."""
    stream = archive.fp
    if stream is None:
        return []
    stream.seek(member.header_offset)
    header = stream.read(_LOCAL_HEADER_BYTES)
    names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    stream.seek(member.header_offset + _LOCAL_HEADER_BYTES + names)
    data = stream.read(member.compress_size)
    return [data[start : start + _BLOCK] for start in range(0, len(data), _BLOCK)]
