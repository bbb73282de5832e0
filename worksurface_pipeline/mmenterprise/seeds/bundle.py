"""A seed set with the pictures that it names: the value that an asset stores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from pydantic import TypeAdapter

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.records import ReadFile
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet

_DROPPED = "dropped.json"


@dataclass(frozen=True, slots=True)
class SeedBundle:
    """`images` are PNGs by `SeedPicture.file`; `dropped` counts facts that did not stand."""

    seeds: SeedSet
    images: Mapping[str, bytes] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """The files of the set, one for each picture, and the counts."""
        yield from self.seeds.to_files()
        yield from sorted(self.images.items())
        yield _DROPPED, (canonical_json(self.dropped) + "\n").encode()

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote."""
        seeds = SeedSet.from_files(read)
        dropped = TypeAdapter(dict[str, int]).validate_json(read(_DROPPED))
        return cls(seeds, {one.file: read(one.file) for one in seeds.pictures}, dropped)
