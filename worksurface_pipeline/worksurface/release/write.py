"""Writing a release: a new folder, never an old one; the manifest last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.hashing import canonical_json, digest_bytes, digest_file
from worksurface_pipeline.kernel.records import to_jsonl
from worksurface_pipeline.worksurface.release.changes import (
    FIRST,
    apply_challenges,
    compare,
    next_version,
)
from worksurface_pipeline.worksurface.release.gold_form import gold_lines
from worksurface_pipeline.worksurface.release.hub.extras import (
    about_files,
    data_files,
    write_runs,
)
from worksurface_pipeline.worksurface.release.hub.model import (
    PUBLIC_PATH,
    RUNS_FOLDER,
    Facts,
    Publication,
)
from worksurface_pipeline.worksurface.release.integrity import content_digest
from worksurface_pipeline.worksurface.release.model import (
    GOLD,
    MANIFEST,
    SERVED,
    Challenge,
    FileDigest,
    Manifest,
)
from worksurface_pipeline.worksurface.release.package import profile_folder, surface_files
from worksurface_pipeline.worksurface.release.read import TASKS, read_gold, read_manifest
from worksurface_pipeline.worksurface.release.scan.model import ScanReport
from worksurface_pipeline.worksurface.release.scan.scan import refuse_findings, scan_folder
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.benchmark import assemble

_GOLD_FILE = f"{GOLD}/{TASKS}"


def write_release(
    target: Path,
    benchmark: str,
    tasks: Sequence[AtomicTask],
    personas: Sequence[Surfaces],
    *,
    previous: Path | None = None,
    challenges: Sequence[Challenge] = (),
    publication: Publication | None = None,
) -> Manifest:
    """Write the next version into the new folder `target`.

    Accepted challenges withdraw their tasks from it. Raises PackageError when the folder exists,
    nothing changed since the `previous` release, or something was found in it that its
    `publication` does not allow; DuplicateIdError for a double id.
    """
    if target.exists():
        raise PackageError(
            "A release is never overwritten", where=target.name, remedy="Name a new folder"
        )
    about = publication or Publication()
    kept, accepted = apply_challenges(assemble([tasks]).tasks, challenges)
    target.mkdir(parents=True)
    written = [_written(target, path, data) for path, data in _files(kept, personas, about)]
    written += [_digested(target, path) for path in write_runs(target, about)]
    draft = _draft(benchmark, kept, written, previous, accepted, personas)
    scan = scan_folder(target, about.allowed) if publication else ScanReport(files=0)
    refuse_findings(scan)
    facts = Facts(
        benchmark, draft.version, kept, personas, draft.changes, about, scan, tuple(written)
    )
    written += [_written(target, path, data) for path, data in about_files(facts)]
    whole = draft.model_copy(update={"files": tuple(sorted(written, key=lambda one: one.path))})
    manifest = whole.model_copy(update={"content": content_digest(whole)})
    (target / MANIFEST).write_bytes((canonical_json(manifest) + "\n").encode())
    return manifest


def _digested(target: Path, path: str) -> FileDigest:
    return FileDigest(path=path, sha256=digest_file(target / path))


def _written(target: Path, path: str, data: bytes) -> FileDigest:
    place = target / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return FileDigest(path=path, sha256=digest_bytes(data))


def _files(
    tasks: Sequence[AtomicTask], personas: Sequence[Surfaces], about: Publication
) -> Iterator[tuple[str, bytes]]:
    yield f"{SERVED}/{TASKS}", to_jsonl(task.public() for task in tasks)
    yield _GOLD_FILE, gold_lines(tasks)
    yield from data_files(tasks, about)
    for surfaces in sorted(personas, key=lambda item: item.persona):
        folder = profile_folder(surfaces.persona)
        for path, data in surface_files(surfaces):
            yield f"{SERVED}/{folder}/{path}", data


def _draft(
    benchmark: str,
    tasks: Sequence[AtomicTask],
    written: Sequence[FileDigest],
    previous: Path | None,
    accepted: Sequence[Challenge],
    personas: Sequence[Surfaces],
) -> Manifest:
    """The manifest without its files and digest: what the card is written from."""
    last = read_manifest(previous) if previous else None
    changes = compare(read_gold(previous) if previous else (), tasks, accepted)
    if last and not changes and _compared(last.files) == _compared(written):
        raise PackageError(
            f"Nothing changed since version {last.version}", remedy="Keep that version"
        )
    return Manifest(
        benchmark=benchmark,
        version=next_version(last.version, changes) if last else FIRST,
        content="",
        previous_version=last.version if last else "",
        previous_content=last.content if last else "",
        personas=tuple(sorted(item.persona for item in personas)),
        tasks=len(tasks),
        changes=changes,
    )


def _compared(files: Sequence[FileDigest]) -> frozenset[FileDigest]:
    """The files that agents are served, and the runs; the gold is compared task by task.

    The public tasks as Parquet are those of the JSONL once more, and older releases lack them.
    """
    folders = (f"{SERVED}/", f"{RUNS_FOLDER}/")
    return frozenset(
        item for item in files if item.path.startswith(folders) and item.path != PUBLIC_PATH
    )
