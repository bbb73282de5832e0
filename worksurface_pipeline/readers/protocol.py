"""The one way to read a file: a `Reader`. Guarded in production, in-process in tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.model import Extraction, SheetOverride
from worksurface_pipeline.readers.packing import pack


@dataclass(frozen=True, slots=True)
class Asked:
    """A file to be read: its path, its clean name, and what the settings state of its sheets."""

    path: Path
    name: str
    overrides: tuple[SheetOverride, ...] = ()


class Reader(Protocol):
    """Reads files; a bad file is a failure value, never an exception."""

    def read(self, path: Path, name: str, overrides: tuple[SheetOverride, ...] = ()) -> Extraction:
        """What the file at `path` holds; `name` is its clean name with the extension.

        `overrides` are what the settings state of its sheets; only table files heed them.
        """
        ...

    def read_many(self, files: Iterable[tuple[Path, str]]) -> Iterator[Extraction]:
        """One result for each (path, name), in input order."""
        ...


class InProcessReader:
    """Reads in this process: no limits of time or memory, so for tests and trusted files."""

    def read(self, path: Path, name: str, overrides: tuple[SheetOverride, ...] = ()) -> Extraction:
        """Read one file here and now."""
        return read_any(path, name, overrides)

    def read_many(self, files: Iterable[tuple[Path, str]]) -> Iterator[Extraction]:
        """Read files one after the other."""
        return (read_any(path, name) for path, name in files)

    def read_packs(self, files: Iterable[Asked]) -> Iterator[bytes]:
        """One pack (readers.packing) for each file, in input order."""
        return (pack(read_any(one.path, one.name, one.overrides)) for one in files)
