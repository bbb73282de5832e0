"""Whether a release is still, file by file and word by word, the one that was written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.hashing import digest_file, digest_json
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.model import (
    FORMER,
    FORMER_CARD,
    MANIFEST,
    FileDigest,
    Manifest,
)
from worksurface_pipeline.worksurface.source.paths import unsafe_reason

_NAMED = 3
_BY_MACHINE = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What desktops leave behind wherever a folder is opened."""


def content_digest(manifest: Manifest) -> str:
    """Digest of everything that a manifest states but itself: version, changes, every file."""
    if manifest.format == FORMER:
        return digest_json(sorted([item.path, item.sha256] for item in manifest.files))
    return digest_json(manifest.model_dump(mode="json", exclude={"content"}))


def file_problems(release: Path, manifest: Manifest) -> Iterator[str]:
    """A sentence for everything in which the folder is not what was released."""
    if content_digest(manifest) != manifest.content:
        yield f"{MANIFEST} is not the one that was released: its content has another digest"
    for item in manifest.files:
        yield from _file_problem(release, item)
    listed = {item.path for item in manifest.files} | {MANIFEST}
    if manifest.format == FORMER:
        listed.add(FORMER_CARD)
    yield from (f"{path} was not released" for path in _present(release) if path not in listed)


def format_remarks(manifest: Manifest) -> tuple[str, ...]:
    """What a reader must know of a release in the former format."""
    if manifest.format != FORMER:
        return ()
    return (
        f"The release has the former format {FORMER}: its digest covers neither {FORMER_CARD} nor"
        " the version; the next release covers both",
    )


def refuse_changed(release: Path, problems: Sequence[str]) -> None:
    """Raises PackageError naming what of the folder is not as it was released, if anything."""
    if problems:
        raise PackageError(
            f"The release is not as it was released: {_shortened(problems)}",
            where=str(release),
            remedy="Fetch it again; `worksurface verify` lists everything",
        )


def _shortened(problems: Sequence[str]) -> str:
    more = len(problems) - _NAMED
    told = [*problems[:_NAMED], *([f"and {counted(more, 'thing')} more"] if more > 0 else [])]
    return "; ".join(told)


def _file_problem(release: Path, item: FileDigest) -> Iterator[str]:
    reason = unsafe_reason(item.path)
    path = release / item.path
    if reason:
        yield f"{MANIFEST} lists {item.path!r}, which is not read: {reason}"
    elif not path.is_file():
        yield f"{item.path} is missing"
    elif digest_file(path) != item.sha256:
        yield f"{item.path} is not the file that was released"


def _present(release: Path) -> Iterator[str]:
    """All files below a release, by their paths in it, in order."""
    for folder, folders, files in os.walk(release):
        folders.sort()
        for name in sorted(set(files) - _BY_MACHINE):
            yield (Path(folder) / name).relative_to(release).as_posix()
