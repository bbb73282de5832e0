"""The guarded reader of a workbench, composed with the digest check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from resources.progress import report_progress
from resources.workbench import Workbench
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.readers.model import Extraction
from worksurface_pipeline.worksurface.surfaces.extraction import SourceReader


@contextmanager
def source_reader(bench: Workbench, label: str) -> Iterator[SourceReader]:
    """Reads the workspace's files in a guarded worker, and reports how many were read."""
    limits = bench.settings.surfaces
    read = 0
    with GuardedReader(workers=1, seconds=limits.seconds, memory_mib=limits.memory_mib) as guarded:

        def counted(path: Path, name: str) -> Extraction:
            nonlocal read
            read += 1
            report_progress(f"{label}: reading files", read, 0)
            return guarded.read(path, name)

        yield SourceReader(bench.root(), counted)
