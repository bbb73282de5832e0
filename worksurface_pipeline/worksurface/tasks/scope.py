"""What stands anywhere in a persona's surfaces: the search behind an abstain task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import polars as pl

from worksurface_pipeline.kernel.hashing import digest_all, digest_json
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.words import stems_of


class ScopeIndex:
    """Stems of all words and numbers of all three surfaces, built when first asked."""

    def __init__(self, surfaces: Surfaces) -> None:
        self._surfaces = surfaces
        self._stems: frozenset[str] | None = None

    def has(self, term: str) -> bool:
        """Whether every word of `term` occurs somewhere, in any form its stem covers."""
        if self._stems is None:
            self._stems = frozenset(_stems(_texts(self._surfaces)))
        return all(stem in self._stems for stem in stems_of(term))

    def lacks_all(self, term: str) -> bool:
        """Whether no word of `term` occurs anywhere: then nothing can be said about it."""
        return not any(self.has(stem) for stem in stems_of(term))


def scope_digest(surfaces: Surfaces) -> str:
    """Digest of everything a search of the scope reads."""
    digests = [document.digest for document in surfaces.documents.documents]
    digests += [record.digest for record in surfaces.tables.records]
    digests.append(digest_json(surfaces.graph))
    return digest_all(digests)


def _stems(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from stems_of(text)


def _texts(surfaces: Surfaces) -> Iterator[str]:
    for document in surfaces.documents.documents:
        yield document.text
        yield document.filename
        yield document.title
    for record in surfaces.tables.records:
        yield f"{record.filename} {record.sheet}"
        yield from (f"{column.name} {column.source_name}" for column in record.columns)
        layout = record.layout
        yield from (*layout.titles, *layout.notes, *layout.totals)
    for data in surfaces.tables.data.values():
        yield from _cells(data.texts)
    yield from (node.label for node in surfaces.graph.nodes)


def _cells(texts: pl.DataFrame) -> Iterator[str]:
    """The distinct source texts of each column: what a reader of the sheet would see."""
    for name in texts.columns:
        yield from texts[name].drop_nulls().unique().to_list()
