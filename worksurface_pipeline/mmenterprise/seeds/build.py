"""From a registered PDF to its SeedSet: drafts of all kinds, clashes dropped, each fact checked."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument, SeedPicture, SeedSet
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.cells import TableReader, cells
from worksurface_pipeline.mmenterprise.seeds.check import Witness
from worksurface_pipeline.mmenterprise.seeds.claims import claims
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.guarded import Limits, readings_of
from worksurface_pipeline.mmenterprise.seeds.marks import figure_facts
from worksurface_pipeline.mmenterprise.seeds.parts import (
    DocumentParts,
    DocumentWords,
    FigurePart,
    Readings,
)
from worksurface_pipeline.mmenterprise.seeds.registry import SeedEntry
from worksurface_pipeline.mmenterprise.seeds.settings import settings
from worksurface_pipeline.mmenterprise.seeds.settling import settled
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason

PAGES = "pages beyond the last one that is read"
"""Counted beside the facts that are dropped: what stands on them nobody looked at."""

_HEADING = re.compile(r"^#{1,6}\s+(?P<words>.+)$")

# Titles that programs write, and the number of a chapter before one.
_NO_TITLE = re.compile(r"^\W*(?:untitled|anonymous|microsoft)|\.(?:docx?|pdf|pptx?|xlsx?)$", re.I)
_CHAPTER = re.compile(r"^(?:\d+(?:\.\d+)*\.?|[A-Z](?:\.\d+)*\.)\s+")
_TITLE_LETTERS = 90


def read_seed(entry: SeedEntry, limits: Limits | None = None) -> SeedBundle | ExtractionFailure:
    """All that can be taken from one registered PDF; a file that cannot be read is a failure."""
    readings = readings_of(entry.path, limits or Limits())
    if isinstance(readings, ExtractionFailure):
        return readings
    bundle = bundle_of(entry, readings)
    return bundle if bundle.seeds.facts else no_fact(bundle)


def no_fact(bundle: SeedBundle) -> ExtractionFailure:
    """Why a document that can be read gives no project all the same."""
    counts = "; ".join(f"{why}: {count}" for why, count in bundle.dropped.items())
    return ExtractionFailure(
        reason=FailureReason.EMPTY,
        detail=(
            "No number of it stands in a table with named rows and columns, a line of key and value"
            f" or a plain English sentence{f' ({counts})' if counts else ''}"
        ),
        remedy=(
            "Register a document with such numbers, name a model as source.model that points to its"
            " statements"
        ),
    )


def bundle_of(entry: SeedEntry, readings: Readings) -> SeedBundle:
    """The facts and pictures of a document that was taken apart and read a second time."""
    parts, words = readings.parts, readings.words
    named = list(_pictures(entry.id, parts))
    document = SeedDocument(
        id=entry.id,
        title=entry.title or _own_title(parts) or entry.id,
        domain=entry.domain,
        licence=entry.licence,
        digest=entry.digest,
        pages=max(readings.pages, len(words.pages)),
    )
    drafts = list(_drafts(parts, named, document.title))
    facts, left_out = settled(document, drafts, witness_of(parts, words))
    dropped = dict(left_out)
    if len(words.pages) < readings.pages:
        dropped[PAGES] = readings.pages - len(words.pages)
    pictures = tuple(picture for picture, _ in named)
    return SeedBundle(
        seeds=SeedSet(document=document, facts=facts, pictures=pictures),
        images={picture.file: base64.b64decode(figure.png) for picture, figure in named},
        dropped=dropped,
    )


def witness_of(parts: DocumentParts, words: DocumentWords) -> Witness:
    """What facts are checked against."""
    return Witness(
        words, {page.number: tuple(one.box for one in page.figures) for page in parts.pages}
    )


def figures_of(seed: str, parts: DocumentParts) -> Mapping[int, Mapping[str, FigurePart]]:
    """The figures of each page by the ids of their pictures."""
    return {
        page.number: {
            _picture_id(seed, page.number, number): figure
            for number, figure in enumerate(page.figures, 1)
        }
        for page in parts.pages
    }


def _picture_id(seed: str, page: int, number: int) -> str:
    return f"{seed}.picture.{page:02d}-{number}"


def _pictures(seed: str, parts: DocumentParts) -> Iterator[tuple[SeedPicture, FigurePart]]:
    for page in parts.pages:
        for number, figure in enumerate(page.figures, 1):
            name = _picture_id(seed, page.number, number)
            picture = SeedPicture(
                id=name,
                seed=seed,
                page=page.number,
                caption=figure.caption,
                file=f"pictures/{name}.png",
                box=figure.box,
            )
            yield picture, figure


def _drafts(
    parts: DocumentParts, named: Sequence[tuple[SeedPicture, FigurePart]], title: str
) -> Iterator[Draft]:
    heading, reader = title, TableReader()
    for page in parts.pages:
        start = heading
        for block in page.text.split("\n\n"):
            found = _HEADING.match(block)
            if found:
                heading = _CHAPTER.sub("", found["words"])
                continue
            yield from claims(block, page.number, heading)
            yield from settings(block, page.number, heading)
        for table in page.tables:
            grid = reader.read(table)
            yield from cells(table, grid, page.number, start if not table.caption else "")
            reader = TableReader(grid.names)
    for picture, figure in named:
        yield from figure_facts(figure, picture.page, picture.id)


def _own_title(parts: DocumentParts) -> str:
    """The first heading, else the title that the file states, else a short first line."""
    blocks = [block for page in parts.pages for block in page.text.split("\n\n")]
    heading = next((found["words"] for block in blocks if (found := _HEADING.match(block))), "")
    stated = "" if _NO_TITLE.search(parts.title) else parts.title
    first = blocks[0].split("\n")[0] if blocks else ""
    title = heading or stated or (first if len(first) <= _TITLE_LETTERS else "")
    return _CHAPTER.sub("", title).rstrip("*†‡ ")
