"""The registry of seed documents as it was frozen: what is there, by digest, and what is absent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.hashing import digest_file, digest_json
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.seeds.registry import SeedEntry, registered


class FrozenSeed(Frozen):
    """One registered file by its name in the folder; `digest` is "" where it was absent.

    `twin` is the file before it that holds the same bytes, "" where none does.
    """

    id: str
    file: str
    title: str
    domain: str
    licence: str
    digest: str
    twin: str = Field(default="", exclude_if=lambda name: not name)


class FrozenSeeds(RecordSet):
    """All registered seed documents, by id."""

    seeds: tuple[FrozenSeed, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The keys of the projects that grow from them."""
        return tuple(seed.id for seed in self.seeds)

    @property
    def absent(self) -> tuple[FrozenSeed, ...]:
        """Those that are registered and not there."""
        return tuple(seed for seed in self.seeds if not seed.digest)

    @property
    def state_digest(self) -> str:
        """Digest of all of it."""
        return digest_json(self.seeds)

    def slices(self) -> Mapping[str, str]:
        """The digest of each seed's part, so that a project depends on its own seed alone."""
        return {seed.id: digest_json(seed) for seed in self.seeds}

    def of(self, seed_id: str) -> FrozenSeed:
        """One seed. Raises KeyError."""
        return {seed.id: seed for seed in self.seeds}[seed_id]


def freeze_seeds(registry: Path) -> FrozenSeeds:
    """The registry as it is now, its files digested. Raises WorksurfaceError, see `registered`."""
    entries = sorted(registered(registry), key=lambda entry: entry.id)
    first: dict[str, str] = {}
    seeds = []
    for entry in entries:
        name = entry.path.name
        known = first.setdefault(entry.digest, name) if entry.digest else name
        seeds.append(
            FrozenSeed(
                id=entry.id,
                file=name,
                title=entry.title,
                domain=entry.domain,
                licence=entry.licence,
                digest=entry.digest,
                twin=known if known != name else "",
            )
        )
    return FrozenSeeds(seeds=tuple(seeds))


def frozen_entry(seed: FrozenSeed, folder: Path) -> SeedEntry:
    """The registry's entry of a frozen seed.

    Raises SourceError when its file is absent, is not the one that was frozen, or is there twice.
    """
    if seed.twin:
        raise SourceError(
            f"The seed document {seed.file} holds the same bytes as {seed.twin}",
            where=str(folder),
            remedy="Take one of them out: two projects of one document would share their facts",
        )
    path = folder / seed.file
    if not path.is_file():
        raise SourceError(
            f"The seed document {seed.file} is registered and not there",
            where=str(folder),
            remedy="Put it there, or take its entry out of the registry",
        )
    if digest_file(path) != seed.digest:
        raise SourceError(
            f"The seed document {seed.file} changed after it was frozen",
            where=str(folder),
            remedy="Run again",
        )
    return SeedEntry(path=path, **seed.model_dump(exclude={"file", "twin"}))
