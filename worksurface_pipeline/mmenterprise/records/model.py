"""What a rendering is made of and how it is stored: units, files, their bytes, plotted series."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import ReadFile, RecordSet
from worksurface_pipeline.mmenterprise.schema.units import SourceFile, Unit, UnitSet


class Mark(Frozen):
    """One value as it is drawn in a picture: what it is called there, and what is printed."""

    slot: str
    label: str
    value: str


class Plotted(Frozen):
    """What a picture shows. These rows stay outside the corpus: no agent or retriever sees them.

    `unit` is the unit in whose image it stands; `picture` tells pictures of one page apart.
    """

    unit: str
    picture: int
    marks: tuple[Mark, ...]


class Written(RecordSet):
    """The records of one project that have no bytes of their own."""

    project: str
    units: tuple[Unit, ...] = ()
    files: tuple[SourceFile, ...] = ()
    plotted: tuple[Plotted, ...] = ()


class WorkspaceRecords(Written):
    """One project's workspace: units, files with their bytes, and the series behind pictures.

    `contents` has the bytes of every file of the workspace and of every unit's image, by path.
    """

    contents: Mapping[str, bytes] = Field(default_factory=dict, exclude=True, repr=False)

    def unit_set(self) -> UnitSet:
        """What others may read: units and files, without the series."""
        return UnitSet(units=self.units, files=self.files)

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """The records, and each file as it is."""
        names = set(Written.model_fields)
        yield from Written(**{name: getattr(self, name) for name in sorted(names)}).to_files()
        yield from ((_stored(path), self.contents[path]) for path in sorted(self.contents))

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote."""
        found = Written.from_files(read)
        paths = {item.path for item in found.files}
        paths |= {unit.image for unit in found.units if unit.is_visual}
        contents = {path: read(_stored(path)) for path in sorted(paths)}
        fields = {name: getattr(found, name) for name in Written.model_fields}
        return cls(**fields, contents=contents)


def _stored(path: str) -> str:
    return f"contents/{path}"
