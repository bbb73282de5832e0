"""Writes what people open to a stable place: the old files stay until the new ones are whole."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.lake_paths import lake_error

LATEST = "latest"


def export_files(lake: Lake, files: Iterable[tuple[str, bytes]]) -> Path:
    """Put files, by relative name, in place of what the stable folder held; that folder."""
    folder = Path(lake.path(LATEST))
    fresh = folder.with_name(f"{LATEST}.new")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)  # also where nothing could be made
        for name, data in files:
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    except OSError as error:
        raise lake_error(error, str(folder), "write") from error
    return folder
