"""Writing a release: a new folder, never an old one; the manifest last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.hashing import canonical_json, digest_bytes, digest_json
from worksurface_pipeline.kernel.records import to_jsonl
from worksurface_pipeline.worksurface.release.card import card_text
from worksurface_pipeline.worksurface.release.changes import (
    FIRST,
    apply_challenges,
    compare,
    next_version,
)
from worksurface_pipeline.worksurface.release.model import (
    CARD,
    GOLD,
    MANIFEST,
    SERVED,
    Challenge,
    FileDigest,
    Manifest,
)
from worksurface_pipeline.worksurface.release.package import profile_folder, surface_files
from worksurface_pipeline.worksurface.release.read import read_gold, read_manifest
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.benchmark import assemble


def write_release(
    target: Path,
    benchmark: str,
    tasks: Sequence[AtomicTask],
    personas: Sequence[Surfaces],
    *,
    previous: Path | None = None,
    challenges: Sequence[Challenge] = (),
) -> Manifest:
    """Write the next version into the new folder `target`.

    Accepted challenges withdraw their tasks from it. Raises PackageError when the folder exists
    or nothing changed since the `previous` release; DuplicateIdError for a double id.
    """
    if target.exists():
        raise PackageError(
            "A release is never overwritten", where=target.name, remedy="Name a new folder"
        )
    kept, accepted = apply_challenges(assemble([tasks]).tasks, challenges)
    target.mkdir(parents=True)
    files = []
    for path, data in _files(kept, personas):
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        files.append(FileDigest(path=path, sha256=digest_bytes(data)))
    files.sort(key=lambda item: item.path)
    manifest = _manifest(benchmark, kept, files, previous, accepted, personas)
    card = card_text(benchmark, manifest.version, manifest.content, kept, manifest.changes)
    (target / CARD).write_bytes(card.encode())
    (target / MANIFEST).write_bytes((canonical_json(manifest) + "\n").encode())
    return manifest


def content_digest(files: Sequence[FileDigest]) -> str:
    """Digest of everything served and of the gold; card and manifest are about it."""
    return digest_json(sorted([item.path, item.sha256] for item in files))


def _files(
    tasks: Sequence[AtomicTask], personas: Sequence[Surfaces]
) -> Iterator[tuple[str, bytes]]:
    yield f"{SERVED}/tasks.jsonl", to_jsonl(task.public() for task in tasks)
    yield f"{GOLD}/tasks.jsonl", to_jsonl(tasks)
    for surfaces in sorted(personas, key=lambda item: item.persona):
        folder = profile_folder(surfaces.persona)
        for path, data in surface_files(surfaces):
            yield f"{SERVED}/{folder}/{path}", data


def _manifest(
    benchmark: str,
    tasks: Sequence[AtomicTask],
    files: Sequence[FileDigest],
    previous: Path | None,
    accepted: Sequence[Challenge],
    personas: Sequence[Surfaces],
) -> Manifest:
    content = content_digest(files)
    last = read_manifest(previous) if previous else None
    if last and last.content == content:
        raise PackageError(
            f"Nothing changed since version {last.version}", remedy="Keep that version"
        )
    old = read_gold(previous) if previous else ()
    changes = compare(old, tasks, accepted)
    return Manifest(
        benchmark=benchmark,
        version=next_version(last.version, changes) if last else FIRST,
        content=content,
        previous_version=last.version if last else "",
        previous_content=last.content if last else "",
        personas=tuple(sorted(item.persona for item in personas)),
        tasks=len(tasks),
        changes=changes,
        files=tuple(files),
    )
