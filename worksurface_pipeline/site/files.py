"""The files of a site as they are stored: names, and contents packed by the megabyte.

A site of a large sweep has thousands of files of mostly like text. In the lake they are rows of a
few compressed Parquet files, opened one at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self, overload

import polars as pl
from pydantic import field_validator

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import (
    ReadFile,
    frame_from_parquet,
    frame_to_parquet,
    from_jsonl,
    to_jsonl,
)

_PART_BYTES = 16 << 20  # of contents in one part: what is held while a site is written out
_NAME = re.compile(r"[a-z0-9_-]+(?:/[a-z0-9_-]+)*\.[a-z0-9]+")
_LISTING = "site.jsonl"


class SiteFile(Frozen):
    """One file of a site: a relative path in plain letters, its bytes, and the part it is in."""

    name: str
    size: int
    part: int

    @field_validator("name")
    @classmethod
    def _is_plain(cls, name: str) -> str:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no plain relative path")
        return name


@dataclass(frozen=True, slots=True)
class _StoredParts(Sequence[bytes]):
    """Parts that stay in the lake until they are asked for."""

    read: ReadFile
    size: int

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, place: int) -> bytes: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[bytes]: ...
    def __getitem__(self, place: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(self.size))]
        if not 0 <= place < self.size:
            raise IndexError(place)
        return self.read(_part_name(place))


@dataclass(frozen=True, slots=True)
class SiteFiles:
    """All files of a site, in the order in which they were made."""

    listing: tuple[SiteFile, ...]
    parts: Sequence[bytes]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(item.size for item in self.listing)

    def size_of(self, name: str) -> int:
        """Bytes of one file, 0 where there is none of that name."""
        return next((item.size for item in self.listing if item.name == name), 0)

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Names and contents; one part at a time is unpacked."""
        for part in self.parts:
            yield from frame_from_parquet(part).iter_rows()

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """The listing, and the parts."""
        yield _LISTING, to_jsonl(self.listing)
        yield from ((_part_name(number), part) for number, part in enumerate(self.parts))

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote; the parts stay where they are."""
        listing = tuple(from_jsonl(read(_LISTING), SiteFile))
        count = 1 + max((item.part for item in listing), default=-1)
        return cls(listing, _StoredParts(read, count))


def pack(files: Iterable[tuple[str, bytes]], part_bytes: int = _PART_BYTES) -> SiteFiles:
    """Pack files as they come; of their contents only one part is held unpacked.

    Raises ValueError for a name that is no plain relative path, or that comes twice.
    """
    listing: dict[str, SiteFile] = {}
    parts: list[bytes] = []
    held: list[tuple[str, bytes]] = []
    room = part_bytes
    for name, data in files:
        if name in listing:
            raise ValueError(f"two files of a site are called {name}")
        if held and len(data) > room:
            parts.append(_packed(held))
            held, room = [], part_bytes
        listing[name] = SiteFile(name=name, size=len(data), part=len(parts))
        held.append((name, data))
        room -= len(data)
    if held:
        parts.append(_packed(held))
    return SiteFiles(tuple(listing.values()), tuple(parts))


def _packed(files: Sequence[tuple[str, bytes]]) -> bytes:
    schema = {"name": pl.String, "data": pl.Binary}
    return frame_to_parquet(pl.DataFrame(files, schema=schema, orient="row"))


def _part_name(number: int) -> str:
    return f"site/{number:04d}.parquet"
