"""Reading source files for the surfaces: digest checked, guarded, each content read once.

The reader is passed in, so that production reads in a guarded worker and tests in-process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.model import Extraction, ExtractionFailure
from worksurface_pipeline.readers.sniff import sniff
from worksurface_pipeline.worksurface.schema.source import SourceFile
from worksurface_pipeline.worksurface.source.freeze import open_verified

ReadPath = Callable[[Path, str], Extraction]
"""Reads the file at a path, known by its clean name: a `readers.protocol.Reader`'s `read`."""

# Kinds that are told by magic numbers and can never hold a table, so that `tables` may pass them.
_NEVER_TABLES = frozenset(
    {
        MediaKind.PDF,
        MediaKind.DOCX,
        MediaKind.PPTX,
        MediaKind.DOC,
        MediaKind.PPT,
        MediaKind.IMAGE,
    }
)
# What the contents kept for a second listing of the same file may have as source bytes.
_CACHE_BYTES = 64 << 20

_Key = tuple[str, str]


class SourceReader:
    """Reads listed files under `root`; a call gives content or the failure.

    Equal contents under one extension are read once while they fit in `cache_bytes` of source
    files. Failures are not kept: a time-out may pass.
    """

    def __init__(self, root: Path, read: ReadPath, cache_bytes: int = _CACHE_BYTES) -> None:
        self._root = root
        self._read = read
        self._cache_bytes = cache_bytes
        self._kept: OrderedDict[_Key, tuple[int, Extraction]] = OrderedDict()
        self._bytes = 0

    def __call__(self, file: SourceFile) -> Extraction:
        """Content of `file` after its digest was checked again."""
        path = open_verified(self._root, file)
        if isinstance(path, ExtractionFailure):
            return path
        key = (file.sha256 or "", PurePosixPath(file.filename).suffix.casefold())
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][1]
        content = self._read(path, file.filename)
        if not isinstance(content, ExtractionFailure):
            self._keep(key, file.size or 0, content)
        return content

    def may_hold_tables(self, file: SourceFile) -> bool:
        """Whether the first bytes leave room for a table; True when they cannot be read."""
        try:
            return sniff(self._root / file.path, file.filename).kind not in _NEVER_TABLES
        except OSError:
            return True  # reading it will say why, as a failure of this file

    def _keep(self, key: _Key, size: int, content: Extraction) -> None:
        if size > self._cache_bytes:
            return
        self._kept[key] = (size, content)
        self._bytes += size
        while self._bytes > self._cache_bytes:
            _, (freed, _) = self._kept.popitem(last=False)
            self._bytes -= freed
