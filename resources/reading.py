"""The guarded readers of a workbench, composed with the digest check and the stored readings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from resources.progress import report_progress
from resources.workbench import Workbench
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.readers.edition import edition
from worksurface_pipeline.readers.guard import GuardedReader
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.surfaces.extraction import ReadingPolicy, SourceReader

READINGS = "readings"
"""Where readings lie in the lake."""


def reading_policy(bench: Workbench, is_fresh: bool = False) -> ReadingPolicy:
    """What decides a reading under these settings and readers."""
    return ReadingPolicy(edition(), bench.settings.surfaces.sheets, is_fresh)


@contextmanager
def source_reader(
    bench: Workbench, tasks: tuple[SourceTask, ...], label: str, is_fresh: bool = False
) -> Iterator[SourceReader]:
    """Reads the workspace's files in guarded processes, those of `tasks` ahead and in parallel.

    `is_fresh` reads them all again; else a stored reading of the same content is taken.
    """
    chosen = bench.settings.surfaces
    policy = reading_policy(bench, is_fresh)
    blobs = Blobs(bench.lake.path(READINGS))
    with GuardedReader(chosen.workers, chosen.seconds, chosen.memory_mib) as guarded:
        reader = SourceReader(bench.root(), guarded.read_packs, blobs, policy)
        files = [file for task in tasks for file in task.files]
        reader.read_ahead(files, partial(report_progress, f"{label}: reading files"))
        yield reader
