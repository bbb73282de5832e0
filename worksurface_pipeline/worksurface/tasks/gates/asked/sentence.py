"""The sentence, row or line of a document that a quote stands in, and what stands above it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import RagEvidence
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.segments import parse
from worksurface_pipeline.worksurface.tasks.words import name_parts

_SIGNS = "%$€£¥"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, row or line at `start` in its document; `around` are stems of what is above.

    Signs of units in the headers of a row are among them.
    """

    start: int
    text: str
    stems: frozenset[str]
    around: frozenset[str]


def sentence_of(item: RagEvidence, context: Context) -> Sentence | None:
    """Where a quote stands; None where the document is not at hand."""
    document = context.documents.get(item.file)
    if document is None:
        return None
    found = [one for one in sentences_of(document, context) if one.start <= item.start]
    if found and found[-1].start + len(found[-1].text) > item.start:
        return found[-1]
    return next(_lines(document, item.start, item.end), None)


def sentences_of(document: Document, context: Context) -> tuple[Sentence, ...]:
    """All sentences and rows of a document, in order."""
    return context.once("sentences", document.id, lambda: tuple(_sentences(document)))


def _sentences(document: Document) -> Iterator[Sentence]:
    for segment in parse(document).segments:
        text = document.text[segment.start : segment.end]
        titles = frozenset().union(*(cell.header for cell in segment.cells))
        stems = frozenset(name_parts(text)) | titles
        signs = {sign for cell in segment.cells for sign in cell.title if sign in _SIGNS}
        yield Sentence(segment.start, text, stems, segment.around | signs)


def _lines(document: Document, start: int, end: int) -> Iterator[Sentence]:
    """The lines of a quote in code or data, with the line above."""
    first = document.text.rfind("\n", 0, start) + 1
    last = document.text.find("\n", end)
    text = document.text[first : last if last >= 0 else len(document.text)]
    above = document.text[document.text.rfind("\n", 0, max(first - 1, 0)) + 1 : first]
    around = frozenset(name_parts(f"{above} {document.filename} {document.title}"))
    yield Sentence(first, text, frozenset(name_parts(text)), around)
