"""The lake: immutable attempts, and one small CURRENT object that names the valid one.

Layout: `<root>/<asset>/<encoded partition>/<fingerprint>/<attempt>/` with the value's files and
`manifest.json`; `<root>/<asset>/<encoded partition>/CURRENT` is written last and readers go by it
alone. Paths are fsspec paths. Times and costs live in side records, which no digest covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

import fsspec
from pydantic import ValidationError

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_bytes, digest_json, digest_text
from worksurface_pipeline.kernel.lake_paths import encode_key, mapped
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import ReadFile, Stored

V = TypeVar("V", bound=Stored)

WHOLE = ""
"""The partition of an unpartitioned asset."""

_LAYOUT = 1


class StoredFile(Frozen):
    """One file of an attempt."""

    name: str
    sha256: str
    size: int


class Manifest(Frozen):
    """What an attempt holds and what it was made from. `digest` covers names and contents.

    `slices` are digests of parts of the value, by key, so that a consumer of one part stays fresh
    when another part changes.
    """

    layout: int
    asset: str
    partition: str
    attempt: int
    basis: Basis
    digest: str
    files: tuple[StoredFile, ...]
    slices: tuple[tuple[str, str], ...] = ()

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the basis."""
        return self.basis.fingerprint

    def slice_digest(self, key: str) -> str:
        """Digest of one part; a digest of nothing where the value has no such part."""
        return dict(self.slices).get(key, digest_text(""))


@dataclass(frozen=True, slots=True)
class Partitions(Generic[V]):
    """The present partitions of an asset, loaded one at a time, and the keys that are missing."""

    lake: Lake
    manifests: Mapping[str, Manifest]
    missing: tuple[str, ...]
    kind: type[V]

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the present partitions, sorted."""
        return tuple(sorted(self.manifests))

    def get(self, key: str) -> V:
        """The value of one present partition."""
        return self.lake.load(self.manifests[key], self.kind)

    def values(self) -> Iterator[V]:
        """The values of all present partitions, in the order of their keys."""
        return (self.get(key) for key in self.keys)


class Lake:
    """Reads and writes asset values under one root (a local path or an fsspec URL)."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.fs, self._base = fsspec.core.url_to_fs(root)

    def current(self, asset: str, partition: str = WHOLE) -> Manifest | None:
        """The valid manifest of an asset partition, None when nothing was stored yet."""
        pointer = f"{self.folder(asset, partition)}/CURRENT"
        if not self.fs.exists(pointer):
            return None
        with mapped(pointer, "read"):
            data = self.fs.cat_file(pointer)
        return parse_manifest(data, pointer)

    def attempt(self, asset: str, partition: str, digest: str) -> Manifest | None:
        """The latest attempt that holds a value of this digest, also one that is not valid now."""
        paths = self.fs.glob(f"{self.folder(asset, partition)}/*/*/manifest.json")
        found = (parse_manifest(self.fs.cat_file(path), path) for path in sorted(paths))
        same = [manifest for manifest in found if manifest.digest == digest]
        return max(same, key=lambda manifest: manifest.attempt, default=None)

    def partitions(self, asset: str) -> tuple[str, ...]:
        """Partitions of an asset that have a valid attempt, sorted."""
        pointers = self.fs.glob(f"{self._base}/{encode_key(asset)}/*/CURRENT")
        manifests = [parse_manifest(self.fs.cat_file(path), path) for path in pointers]
        return tuple(sorted(manifest.partition for manifest in manifests))

    def all_of(self, asset: str, keys: Iterable[str], kind: type[V]) -> Partitions[V]:
        """The partitions `keys` of an asset, as far as they are stored."""
        found = {key: self.current(asset, key) for key in sorted(set(keys))}
        present = {key: manifest for key, manifest in found.items() if manifest is not None}
        missing = tuple(key for key, manifest in found.items() if manifest is None)
        return Partitions(self, present, missing, kind)

    def load(self, manifest: Manifest, kind: type[V]) -> V:
        """The stored value; every file is checked against its digest when it is read."""
        return kind.from_files(self.reader(manifest))

    def reader(self, manifest: Manifest) -> ReadFile:
        """Reads single files of an attempt, each checked against its digest."""
        folder = self._attempt_folder(manifest.asset, manifest.partition, manifest)
        digests = {item.name: item.sha256 for item in manifest.files}

        def read(name: str) -> bytes:
            return self._read_checked(f"{folder}/{name}", digests.get(name, ""))

        return read

    def place(self, manifest: Manifest) -> str:
        """The folder of an attempt, for what is read by path, as pictures are."""
        return self._attempt_folder(manifest.asset, manifest.partition, manifest)

    def problems(self, manifest: Manifest) -> Iterator[str]:
        """A sentence for every file of an attempt that is missing or differs."""
        read = self.reader(manifest)
        for item in manifest.files:
            try:
                read(item.name)
            except LakeError as error:
                yield str(error)

    def store(self, asset: str, partition: str, basis: Basis, value: Stored) -> Manifest:
        """Write a new attempt and make it the valid one. Raises LakeError, e.g. on a full disk."""
        attempt = self._next_attempt(asset, partition, basis.fingerprint)
        folder = f"{self.folder(asset, partition)}/{basis.fingerprint}/{attempt}"
        files = tuple(self._write_files(folder, value))
        manifest = Manifest(
            layout=_LAYOUT,
            asset=asset,
            partition=partition,
            attempt=attempt,
            basis=basis,
            digest=digest_json([[item.name, item.sha256] for item in files]),
            files=files,
            slices=tuple(sorted(_slices(value).items())),
        )
        data = (manifest.model_dump_json(indent=1) + "\n").encode()
        self._write(f"{folder}/manifest.json", data)
        self._replace(f"{self.folder(asset, partition)}/CURRENT", data)
        return manifest

    def path(self, relative: str) -> str:
        """A path under the root for what is not an asset value: journals, caches, side records."""
        return f"{self._base}/{relative}"

    def folder(self, asset: str, partition: str) -> str:
        """Where the attempts of an asset partition and its CURRENT lie."""
        name = "~all" if partition == WHOLE else encode_key(partition)
        return f"{self._base}/{encode_key(asset)}/{name}"

    def peek(self, relative: str) -> bytes | None:
        """A small object under the root that is no asset value, None where there is none."""
        if not self.fs.exists(self.path(relative)):
            return None
        with mapped(self.path(relative), "read"):
            data: bytes = self.fs.cat_file(self.path(relative))
        return data

    def put(self, relative: str, data: bytes) -> None:
        """Write such an object; a reader sees the old one or the new one."""
        self._replace(self.path(relative), data)

    def _write_files(self, folder: str, value: Stored) -> Iterator[StoredFile]:
        for name, data in value.to_files():
            self._write(f"{folder}/{name}", data)
            yield StoredFile(name=name, sha256=digest_bytes(data), size=len(data))

    def _read_checked(self, path: str, expected: str) -> bytes:
        with mapped(path, "read"):
            data: bytes = self.fs.cat_file(path)
        if digest_bytes(data) != expected:
            raise LakeError(
                "A stored file differs from its manifest",
                where=path,
                remedy="Rebuild it with --force, or restore the file",
            )
        return data

    def _write(self, path: str, data: bytes) -> None:
        with mapped(path, "write"):
            self.fs.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
            self.fs.pipe_file(path, data)

    def _replace(self, path: str, data: bytes) -> None:
        """Write beside, then rename: a reader sees the old object or the new one."""
        self._write(f"{path}.new", data)
        with mapped(path, "write"):
            self.fs.mv(f"{path}.new", path)

    def _next_attempt(self, asset: str, partition: str, fingerprint: str) -> int:
        folder = f"{self.folder(asset, partition)}/{fingerprint}"
        if not self.fs.exists(folder):
            return 1
        numbers = [int(name.rsplit("/", 1)[-1]) for name in self.fs.ls(folder, detail=False)]
        return max(numbers, default=0) + 1

    def _attempt_folder(self, asset: str, partition: str, manifest: Manifest) -> str:
        return f"{self.folder(asset, partition)}/{manifest.fingerprint}/{manifest.attempt}"


def _slices(value: Stored) -> Mapping[str, str]:
    slices = getattr(value, "slices", None)
    return slices() if callable(slices) else {}


# A manifest lists the files of its attempt, thousands for a large persona, and is read many times
# in one run; what it says depends on its bytes alone.
_KEPT_MANIFESTS = 64


@lru_cache(maxsize=_KEPT_MANIFESTS)
def parse_manifest(data: bytes, path: str) -> Manifest:
    """The manifest that lies at a path. Raises LakeError for what is none of this layout."""
    try:
        manifest = Manifest.model_validate_json(data)
    except ValidationError as error:
        raise LakeError(
            "A lake pointer cannot be read", where=path, remedy="Delete it and run again"
        ) from error
    if manifest.layout != _LAYOUT:
        raise LakeError(
            f"The lake has layout {manifest.layout}, this version reads {_LAYOUT}",
            where=path,
            remedy="Use another lake folder or the version that wrote it",
        )
    return manifest
