"""Files documents and pictures: the file itself, and a unit for each page, slide or picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.records.documents import Outliner
from worksurface_pipeline.mmenterprise.records.ids import token
from worksurface_pipeline.mmenterprise.records.outline import Document, Drawn, Figure
from worksurface_pipeline.mmenterprise.records.papers import draw_paper, picture_slides
from worksurface_pipeline.mmenterprise.records.posts import Attached
from worksurface_pipeline.mmenterprise.records.shelf import Shelf
from worksurface_pipeline.mmenterprise.records.slides import write_deck
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Statement
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place

_PAGED = (Place.REPORT, Place.DECK)


@dataclass
class Filing:
    """Files what events make; `made` has the paths of each version of a document.

    `texts` are words of pages that were written elsewhere, by `page_key`.
    """

    words: Words
    outliner: Outliner
    shelf: Shelf
    kinds: Mapping[str, Place]
    makers: Mapping[tuple[str, int], str]
    made: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def attach(self, event: Event) -> tuple[Attached, tuple[str, ...]]:
        """What comes with the text of an event, and the paths of those files."""
        kind = self.kinds.get(event.document)
        if kind in _PAGED:
            return self._attach_document(event, kind)
        figures = self._attached_figures(event, kind)
        paths = self.pictures(event, figures) if figures else ()
        if kind is Place.IMAGE and not figures:
            name = self.words.document(event.document)
            named = f"{name} (version {event.version})"
            known = self.made.get((event.document, event.version), ())
            return Attached(document=named, is_picture=True), known
        return Attached(figures=figures), paths

    def document(self, event: Event, kind: Place) -> tuple[str, ...]:
        """A report or a deck with its pages or slides."""
        document = self.outliner.document(event, kind).worded(event.id, self.texts)
        if kind is Place.REPORT:
            data, drawn = draw_paper(document, event.at)
        else:
            data, drawn = write_deck(document, event.at), picture_slides(document, event.at)
        folder, ending = ("reports", "pdf") if kind is Place.REPORT else ("decks", "pptx")
        path = f"{folder}/{identifier(event.document)}_v{event.version}.{ending}"
        self.shelf.file(path, data, list(self._pages(event, kind, path, document, drawn)))
        self.made[event.document, event.version] = (path,)
        return (path,)

    def pictures(self, event: Event, figures: Sequence[Figure]) -> tuple[str, ...]:
        """Standalone pictures, a unit and a file each."""
        where = self.words.channels[event.channel]
        world = self.words.ledger.world
        paths = []
        for number, figure in enumerate(figures, 1):
            name = token(world.project, self.shelf.seed, "picture", event.id, number)
            path = f"images/{identifier(figure.caption)[:40]}_{name}.png"
            version = f", version {event.version}" if event.version else ""
            text = f"Picture: {figure.caption}{version}\nShared in {shown(where.place, where.name)}"
            unit = self.shelf.unit(
                event,
                Place.IMAGE,
                path.rpartition("/")[2],
                text,
                number=number,
                statements=figure.statements,
                picture=figure.png,
                path=path,
            )
            self.shelf.shown(unit, (figure,))
            paths.append(self.shelf.file(path, figure.png, (unit,)))
        if event.document:
            self.made.setdefault((event.document, event.version), tuple(paths))
        return tuple(paths)

    def _attach_document(self, event: Event, kind: Place) -> tuple[Attached, tuple[str, ...]]:
        title = self.words.document(event.document)
        version = (event.document, event.version)
        is_new = self.is_maker(event)
        if is_new:
            self.document(event, kind)
        hidden = () if is_new else self.words.visual(event.statements)
        figures = self.figures(event, hidden) if hidden else ()
        paths = (*self.made.get(version, ()), *(self.pictures(event, figures) if figures else ()))
        return Attached(figures, title, is_new=is_new, holds=is_new), paths

    def is_maker(self, event: Event) -> bool:
        """Whether this event makes the version of the document that it names."""
        return self.makers.get((event.document, event.version)) == event.id

    def figures(self, event: Event, statements: Sequence[Statement]) -> tuple[Figure, ...]:
        """Pictures of statements; where there are none, a picture of the seed if there is one."""
        if statements:
            return tuple(self.outliner.album.of(event, statements))
        borrowed = self.outliner.album.borrowed(event.id)
        return (borrowed,) if borrowed else ()

    def _attached_figures(self, event: Event, kind: Place | None) -> tuple[Figure, ...]:
        if kind is Place.IMAGE and self.is_maker(event):
            return self.figures(event, event.statements)
        hidden = self.words.visual(event.statements)
        return self.figures(event, hidden) if hidden else ()

    def _pages(
        self,
        event: Event,
        kind: Place,
        path: str,
        document: Document,
        drawn: Sequence[Drawn],
    ) -> Iterator[Unit]:
        word = "page" if kind is Place.REPORT else "slide"
        for number, (sheet, page) in enumerate(zip(document.sheets, drawn, strict=True), 1):
            place = f"{word} {number} of {len(drawn)}"
            unit = self.shelf.unit(
                event,
                kind,
                path.rpartition("/")[2],
                f"{document.title}, version {event.version}, {place}",
                number=number,
                statements=(
                    *sheet.statements,
                    *(item for figure in sheet.figures for item in figure.statements),
                ),
                text_layer=page.text,
                picture=page.png,
            )
            self.shelf.shown(unit, sheet.figures)
            yield unit


def shown(place: Place, name: str) -> str:
    """A place as people call it: channels of the chat with a hash sign."""
    return f"#{name.lstrip('#')}" if place is Place.CHAT else name
