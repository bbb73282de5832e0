"""From a registered PDF to its SeedSet: drafts of all kinds, clashes dropped, each fact checked."""

from __future__ import annotations

import base64
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.seed import (
    FactKind,
    SeedDocument,
    SeedFact,
    SeedPicture,
    SeedSet,
)
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
from worksurface_pipeline.mmenterprise.seeds.readable import is_attribute
from worksurface_pipeline.mmenterprise.seeds.registry import SeedEntry
from worksurface_pipeline.mmenterprise.seeds.settings import settings
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason

CLASH = "two values for one entity and attribute"
"""The reason for which facts that contradict each other are dropped."""

_HEADING = re.compile(r"^#{1,6}\s+(?P<words>.+)$")

# Titles that programs write, and the number of a chapter before one.
_NO_TITLE = re.compile(r"^\W*(?:untitled|anonymous|microsoft)|\.(?:docx?|pdf|pptx?|xlsx?)$", re.I)
_CHAPTER = re.compile(r"^\d+(?:\.\d+)*\.?\s+")
_TITLE_LETTERS = 90


_NO_FACT = ExtractionFailure(
    reason=FailureReason.EMPTY,
    detail="The document states no value of anything: no table row, setting or claim with a number",
    remedy="Register a document with numbers in tables, sentences or figures",
)


def read_seed(entry: SeedEntry, limits: Limits | None = None) -> SeedBundle | ExtractionFailure:
    """All that can be taken from one registered PDF; a file that cannot be read is a failure."""
    readings = readings_of(entry.path, limits or Limits())
    if isinstance(readings, ExtractionFailure):
        return readings
    bundle = bundle_of(entry, readings)
    return bundle if bundle.seeds.facts else _NO_FACT


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
        pages=len(words.pages),
    )
    drafts = list(_drafts(parts, named, document.title))
    facts, dropped = _settled(entry.id, drafts, witness_of(parts, words))
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


def _pictures(seed: str, parts: DocumentParts) -> Iterator[tuple[SeedPicture, FigurePart]]:
    for page in parts.pages:
        for number, figure in enumerate(page.figures, 1):
            name = f"{seed}.picture.{page.number:02d}-{number}"
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
                heading = found["words"]
                continue
            yield from claims(block, page.number, heading)
            yield from settings(block, page.number, heading)
        for table in page.tables:
            grid = reader.read(table)
            yield from cells(table, grid, page.number, start if not table.caption else "")
            reader = TableReader(grid.names)
    for picture, figure in named:
        yield from figure_facts(figure, picture.page, picture.id)


def _settled(
    seed: str, drafts: Sequence[Draft], witness: Witness
) -> tuple[tuple[SeedFact, ...], dict[str, int]]:
    """Facts that stand, numbered by kind, and how many were dropped for which reason."""
    drafts = _qualified(drafts)
    values = _values(drafts)
    facts: dict[tuple[str, str], SeedFact] = {}
    numbers: Counter[FactKind] = Counter()
    dropped: Counter[str] = Counter()
    for draft in drafts:
        if len(values[_subject(draft)]) > 1:
            dropped[CLASH] += 1
        elif _subject(draft) not in facts:
            fact = _fact(seed, draft, numbers[draft.kind] + 1)
            fault = witness.fault(fact)
            if fault is None:
                numbers[draft.kind] += 1
                facts[_subject(draft)] = fact
            else:
                dropped[fault.value] += 1
    return tuple(facts.values()), dict(sorted(dropped.items()))


def _values(drafts: Sequence[Draft]) -> Mapping[tuple[str, str], set[str]]:
    values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for draft in drafts:
        values[_subject(draft)].add(draft.value)
    return values


def _qualified(drafts: Sequence[Draft]) -> list[Draft]:
    """Cells of two tables that would clash, told apart by what their tables are called."""
    values = _values(drafts)
    done = []
    for draft in drafts:
        attribute = f"{draft.attribute} ({draft.source})"
        is_told = draft.kind is FactKind.CELL and draft.source and is_attribute(attribute)
        if len(values[_subject(draft)]) > 1 and is_told:
            done.append(draft.model_copy(update={"attribute": attribute}))
        else:
            done.append(draft)
    return done


def _subject(draft: Draft) -> tuple[str, str]:
    return normalise(draft.entity), normalise(draft.attribute)


def _fact(seed: str, draft: Draft, number: int) -> SeedFact:
    return SeedFact(
        id=f"{seed}.{draft.kind}.{number:03d}",
        seed=seed,
        numbers=(draft.value,),
        **draft.model_dump(),
    )


def _own_title(parts: DocumentParts) -> str:
    """The first heading, else the title that the file states, else a short first line."""
    blocks = [block for page in parts.pages for block in page.text.split("\n\n")]
    heading = next((found["words"] for block in blocks if (found := _HEADING.match(block))), "")
    stated = "" if _NO_TITLE.search(parts.title) else parts.title
    first = blocks[0].split("\n")[0] if blocks else ""
    title = heading or stated or (first if len(first) <= _TITLE_LETTERS else "")
    return _CHAPTER.sub("", title).rstrip("*†‡ ")
