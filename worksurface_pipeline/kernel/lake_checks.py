"""Whether a lake still holds what was stored: pointers, manifests and files, a sentence a fault.

A pointer and the manifest of the attempt that it names are the same bytes, and a manifest bears the
digest of what it lists: so one flipped bit in either shows, as it does in a file of the value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.lake import Lake, Manifest, parse_manifest
from worksurface_pipeline.kernel.lake_paths import encode_key, mapped

_POINTER = "CURRENT"
_MANIFEST = "manifest.json"
_AGAIN = "Run again with --force: it is stored anew"


@dataclass(frozen=True, slots=True)
class Checked:
    """How many files were read, and a sentence for each that is not as it was stored."""

    files: int
    problems: tuple[str, ...]


def check_stored(
    lake: Lake, assets: Iterable[str], read_elsewhere: Collection[str] = ()
) -> Checked:
    """Check the valid attempts of these assets; of those read elsewhere, the manifests alone."""
    files = 0
    problems: list[str] = []
    for asset in dict.fromkeys(assets):
        for folder in sorted(lake.fs.glob(f"{lake.path(encode_key(asset))}/*")):
            pointer = f"{folder}/{_POINTER}"
            if not lake.fs.exists(pointer):
                problems += _lost(lake, folder, pointer)
                continue
            found = _manifest(lake, asset, pointer)
            files += 2  # the pointer and the manifest
            if isinstance(found, str):
                problems.append(found)
                continue
            problems += _manifest_problems(lake, found, pointer)
            is_there = lake.fs.exists(lake.place(found))
            if asset not in read_elsewhere and is_there:
                files += len(found.files)
                problems += lake.problems(found)
    return Checked(files, tuple(problems))


def _lost(lake: Lake, folder: str, pointer: str) -> Iterator[str]:
    """A pointer is written right after the manifest: one that is not there was lost."""
    if lake.fs.glob(f"{folder}/*/*/{_MANIFEST}"):
        yield _said("A stored value has lost the pointer to it", pointer)


def _manifest(lake: Lake, asset: str, pointer: str) -> Manifest | str:
    """What a pointer names, or what is wrong with it."""
    try:
        with mapped(pointer, "read"):
            manifest = parse_manifest(lake.fs.cat_file(pointer), pointer)
    except LakeError as error:
        return str(error)
    folder = lake.folder(manifest.asset, manifest.partition)
    if manifest.asset != asset or folder != pointer.rsplit("/", 1)[0]:
        return _said("A pointer names the value of another place", pointer)
    return manifest


def _manifest_problems(lake: Lake, manifest: Manifest, pointer: str) -> Iterator[str]:
    path = f"{lake.place(manifest)}/{_MANIFEST}"
    pairs = [[item.name, item.sha256] for item in manifest.files]
    if digest_json(pairs) != manifest.digest:
        yield _said("A pointer does not have the digest of the files that it lists", pointer)
    try:
        with mapped(path, "read"):
            is_same = lake.fs.cat_file(path) == lake.fs.cat_file(pointer)
    except LakeError as error:
        yield _said(f"{error.what} at what a pointer names", f"{pointer} and {path}")
        return
    if not is_same:
        yield _said("A pointer and the manifest that it names differ", f"{pointer} and {path}")


def _said(what: str, path: str) -> str:
    return str(LakeError(what, where=path, remedy=_AGAIN))
