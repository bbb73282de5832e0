"""Where units, files and their bytes are gathered while a project is rendered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.mmenterprise.records.ids import unit_id
from worksurface_pipeline.mmenterprise.records.model import Plotted, WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.outline import Figure
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Statement
from worksurface_pipeline.mmenterprise.schema.units import SourceFile, Unit
from worksurface_pipeline.mmenterprise.schema.world import Place


@dataclass
class Shelf:
    """The growing records of one project."""

    words: Words
    seed: int
    units: list[Unit] = field(default_factory=list)
    files: dict[str, SourceFile] = field(default_factory=dict)
    plotted: list[Plotted] = field(default_factory=list)
    contents: dict[str, bytes] = field(default_factory=dict)

    def unit(
        self,
        event: Event,
        place: Place,
        source: str,
        text: str,
        *,
        number: int = 0,
        version: int | None = None,
        statements: Sequence[Statement] = (),
        text_layer: str = "",
        picture: bytes = b"",
        path: str = "",
    ) -> Unit:
        """Put one unit on the shelf; a picture goes to `path`, or to a place of its own."""
        project = self.words.ledger.world.project
        key = unit_id(project, self.seed, event.id, place.value, number)
        image = (path or f"pictures/{key}.png") if picture else ""
        if picture:
            self.contents[image] = picture
        unit = Unit(
            id=key,
            project=project,
            place=place,
            at=event.at,
            author=self.words.name(event.actor),
            source=source,
            version=event.version if version is None else version,
            number=number,
            text=text,
            text_layer=text_layer,
            image=image,
            events=(event.id,),
            statements=tuple(statements),
        )
        self.units.append(unit)
        return unit

    def shown(self, unit: Unit, figures: Sequence[Figure]) -> None:
        """Note what the pictures of a unit show."""
        for number, figure in enumerate(figures, 1):
            if figure.marks:
                row = Plotted(unit=unit.id, picture=number, marks=figure.marks)
                self.plotted.append(row)

    def file(self, path: str, data: bytes, units: Sequence[Unit]) -> str:
        """Put one file on the shelf; its author is named where it has but one."""
        if path in self.files:
            raise DuplicateIdError(
                "Two files of a workspace have one path",
                where=path,
                remedy="Give each version of a document its own number",
            )
        authors = {unit.author for unit in units}
        self.files[path] = SourceFile(
            path=path,
            project=self.words.ledger.world.project,
            at=max(unit.at for unit in units),
            author=authors.pop() if len(authors) == 1 else "",
            version=max(unit.version for unit in units),
            units=tuple(unit.id for unit in units),
        )
        self.contents[path] = data
        return path

    def records(self) -> WorkspaceRecords:
        """All that was gathered, in order of time."""
        return WorkspaceRecords(
            project=self.words.ledger.world.project,
            units=tuple(sorted(self.units, key=lambda unit: (unit.at, unit.place, unit.number))),
            files=tuple(self.files[path] for path in sorted(self.files)),
            plotted=tuple(sorted(self.plotted, key=lambda row: (row.unit, row.picture))),
            contents=self.contents,
        )
