"""What of a lake nothing refers to any more, and its removal.

Valid are the attempts that a CURRENT names, and those whose value a valid attempt was made from:
they tell what an edit changed. A removal cut short leaves a readable lake: the manifest of an
attempt goes first, and without one its folder is no attempt. Only with nobody else at work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.lake import Lake, Manifest
from worksurface_pipeline.kernel.lake_paths import encode_key, mapped

_MANIFEST = "manifest.json"
_POINTER = "CURRENT"


@dataclass(frozen=True, slots=True)
class Garbage:
    """A folder or file that nothing refers to: its path below the lake's root, what, and bytes."""

    path: str
    what: str
    size: int


def idle_attempts(lake: Lake, assets: Iterable[str]) -> Iterator[Garbage]:
    """Attempts of the assets that are neither valid nor what a valid one was made from."""
    valid = [manifest for asset in assets for manifest in _valid(lake, asset)]
    kept = {_place(lake, manifest) for manifest in valid}
    read = {(item.name, item.digest) for manifest in valid for item in manifest.basis.inputs}
    read -= {_named(manifest) for manifest in valid}  # of equal values the valid one will do
    for asset in dict.fromkeys(assets):
        for folder in _attempt_folders(lake, asset):
            manifest = _manifest(lake, folder)
            is_read = manifest is not None and _named(manifest) in read
            if folder not in kept and not is_read:
                yield _garbage(lake, folder, f"an earlier attempt of {asset}")


def idle_blobs(lake: Lake, store: str, kept: frozenset[str], what: str) -> Iterator[Garbage]:
    """Blobs of a store whose keys are not among those kept, drafts of dead writers among them."""
    for path in sorted(lake.fs.glob(f"{lake.path(store)}/*/*")):
        if path.rsplit("/", 1)[-1] not in kept:
            yield _garbage(lake, path, what)


def idle_folders(lake: Lake, folder: str, kept: frozenset[str], what: str) -> Iterator[Garbage]:
    """What lies right below a folder and is not named among those kept."""
    for path in sorted(lake.fs.glob(f"{lake.path(folder)}/*")):
        if path.rsplit("/", 1)[-1] not in kept:
            yield _garbage(lake, path, what)


def whole(lake: Lake, relative: str, what: str) -> Iterator[Garbage]:
    """A folder with all that is in it, if it is there."""
    path = lake.path(relative)
    if lake.fs.exists(path):
        yield _garbage(lake, path, what)


def partition_garbage(lake: Lake, asset: str, partition: str, what: str) -> Iterator[Garbage]:
    """All attempts of an asset partition, its CURRENT with them."""
    yield from whole(lake, lake.folder(asset, partition).removeprefix(lake.path("")), what)


def remove(lake: Lake, garbage: Garbage) -> None:
    """Remove it; what names a value goes before the value. Raises LakeError."""
    path = lake.path(garbage.path)
    with mapped(path, "clean"):
        for name in (_POINTER, _MANIFEST):
            for found in sorted(lake.fs.find(path)):
                if found.rsplit("/", 1)[-1] == name:
                    lake.fs.rm_file(found)
        if lake.fs.exists(path):
            lake.fs.rm(path, recursive=True)
        above = path.rsplit("/", 1)[0]
        if lake.fs.exists(above) and not lake.fs.ls(above, detail=False):
            lake.fs.rm(above, recursive=True)


def _valid(lake: Lake, asset: str) -> Iterator[Manifest]:
    found = (lake.current(asset, key) for key in lake.partitions(asset))
    yield from (manifest for manifest in found if manifest is not None)


def _named(manifest: Manifest) -> tuple[str, str]:
    """The name and digest under which a basis lists the value."""
    key = manifest.partition
    return f"{manifest.asset}[{key}]" if key else manifest.asset, manifest.digest


def _place(lake: Lake, manifest: Manifest) -> str:
    folder = lake.folder(manifest.asset, manifest.partition)
    return f"{folder}/{manifest.fingerprint}/{manifest.attempt}"


def _attempt_folders(lake: Lake, asset: str) -> list[str]:
    return sorted(lake.fs.glob(f"{lake.path(encode_key(asset))}/*/*/*"))


def _manifest(lake: Lake, folder: str) -> Manifest | None:
    """The manifest of an attempt; None where its writing or its removal was cut short."""
    path = f"{folder}/{_MANIFEST}"
    if not lake.fs.exists(path):
        return None
    with mapped(path, "read"):
        return Manifest.model_validate_json(lake.fs.cat_file(path))


def _garbage(lake: Lake, path: str, what: str) -> Garbage:
    size = int(sum(lake.fs.du(path, total=False).values()))
    return Garbage(path.removeprefix(lake.path("")), what, size)
