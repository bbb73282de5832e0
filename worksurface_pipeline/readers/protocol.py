"""The one way to read a file: a `Reader`. Guarded in production, in-process in tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.model import Extraction


class Reader(Protocol):
    """Reads files; a bad file is a failure value, never an exception."""

    def read(self, path: Path, name: str) -> Extraction:
        """What the file at `path` holds; `name` is its clean name with the extension."""
        ...

    def read_many(self, files: Iterable[tuple[Path, str]]) -> Iterator[Extraction]:
        """One result for each (path, name), in input order."""
        ...


class InProcessReader:
    """Reads in this process: no limits of time or memory, so for tests and trusted files."""

    def read(self, path: Path, name: str) -> Extraction:
        """Read one file here and now."""
        return read_any(path, name)

    def read_many(self, files: Iterable[tuple[Path, str]]) -> Iterator[Extraction]:
        """Read files one after the other."""
        return (read_any(path, name) for path, name in files)
