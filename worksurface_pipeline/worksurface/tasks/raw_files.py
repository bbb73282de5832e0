"""The source files themselves, as the cross-check of the gates reads them: as frozen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.readers.model import ExtractionFailure
from worksurface_pipeline.worksurface.schema.source import SourceFile, SourceTask
from worksurface_pipeline.worksurface.source.files import open_verified
from worksurface_pipeline.worksurface.tasks.gates.contract import RawFile


def raw_files(root: Path, tasks: Sequence[SourceTask]) -> RawFile:
    """The bytes of a listed file of these source tasks, None where it is not what was frozen."""
    files = {(file.task_id, file.filename): file for task in tasks for file in task.files}

    def read(task_id: str, filename: str) -> bytes | None:
        file = files.get((task_id, filename))
        return None if file is None else _verified(root, file)

    return read


def _verified(root: Path, file: SourceFile) -> bytes | None:
    """Read once and compared with the digest, so that no other bytes are ever handed on."""
    found = open_verified(root, file)
    if isinstance(found, ExtractionFailure):
        return None
    try:
        data = found.read_bytes()
    except OSError:
        return None  # it went away just now; the cross-check says what it did not see
    return data if digest_bytes(data) == file.sha256 else None
