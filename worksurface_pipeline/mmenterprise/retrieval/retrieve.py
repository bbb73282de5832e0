"""What each retriever finds for each question, over the units of all projects.

It sees the public view of units and of questions alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus, CorpusUnit
from worksurface_pipeline.mmenterprise.retrieval.ranking import nearest, unit_length
from worksurface_pipeline.mmenterprise.schema.evaluation import Found, Retrieved
from worksurface_pipeline.mmenterprise.schema.questions import PublicMmQuestion
from worksurface_pipeline.retrieval.lexical import LexicalIndex
from worksurface_pipeline.retrieval.word_vectors import Vectors, WordVectors, load_vectors

LEXICAL = "lexical"
VECTORS = "vectors"

Ids = tuple[str, ...]


class Embedding(Protocol):
    """An endpoint for embeddings; one row of any length for each text or unit, in their order."""

    @property
    def is_multimodal(self) -> bool:
        """Whether it takes pictures for units that have one."""
        ...

    def texts(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts."""
        ...

    def pictures(self, units: Sequence[CorpusUnit]) -> Vectors:
        """Vectors of the pictures of units; only asked of one that is multimodal."""
        ...


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit as an index takes it: what it says, under its author and source."""

    id: str
    document_id: str
    text: str
    heading: str


def retrieve(
    corpus: Corpus,
    questions: Sequence[PublicMmQuestion],
    name: str,
    depth: int,
    embed: Embedding | None = None,
) -> Retrieved:
    """The best `depth` units for each question, in the questions' order.

    `name` is `lexical`, `vectors`, or that of the endpoint `embed`. Raises SettingsError where an
    endpoint is named and none is given, or the bundled vectors are not installed.
    """
    asked = [question.question for question in questions]
    ranked = _ranked(corpus, asked, name, depth, embed)
    pairs = zip(questions, ranked, strict=True)
    return Retrieved(
        retriever=name,
        depth=depth,
        is_text_only=embed is None or not embed.is_multimodal,
        found=tuple(Found(question=question.id, units=units) for question, units in pairs),
    )


def passage_of(unit: CorpusUnit) -> Passage:
    """A unit as it is searched; the name of a file says what its picture is of."""
    return Passage(unit.id, unit.source, unit.text, f"{unit.source} {unit.author}")


def _ranked(
    corpus: Corpus, asked: Sequence[str], name: str, depth: int, embed: Embedding | None
) -> Iterator[Ids]:
    if embed is not None:
        return _embedded(corpus, asked, depth, embed)
    if name == LEXICAL:
        return _lexical(corpus, asked, depth)
    if name == VECTORS:
        return _vectors(corpus, asked, depth)
    raise SettingsError(
        f"The retriever {name} has no endpoint",
        where="retrieval.endpoints",
        remedy=f"Add [[retrieval.endpoints]] with this id, or use {LEXICAL} or {VECTORS}",
    )


def _lexical(corpus: Corpus, asked: Sequence[str], depth: int) -> Iterator[Ids]:
    index = LexicalIndex(map(passage_of, corpus.units))
    for question in asked:
        yield tuple(hit.passage.id for hit in index.search(question, depth))


def _vectors(corpus: Corpus, asked: Sequence[str], depth: int) -> Iterator[Ids]:
    encoder = _bundled()
    units = encoder.encode([text_of(unit) for unit in corpus.units])
    return nearest(units, encoder.encode(asked), _ids(corpus), depth)


def _bundled() -> WordVectors:
    """The bundled vectors; what is wrong with them is said of this wing's setting."""
    try:
        return load_vectors()
    except SettingsError as error:
        where = "retrieval.retrievers"
        raise SettingsError(error.what, where=where, remedy=error.remedy) from error


def _embedded(corpus: Corpus, asked: Sequence[str], depth: int, embed: Embedding) -> Iterator[Ids]:
    """Pictures go as such where the endpoint takes them, and by their header where not."""
    units = corpus.units
    looked_at = [row for row, unit in enumerate(units) if unit.is_visual and embed.is_multimodal]
    read = sorted(set(range(len(units))).difference(looked_at))
    parts = [embed.texts([text_of(units[row]) for row in read])] if read else []
    parts += [embed.pictures([units[row] for row in looked_at])] if looked_at else []
    if not parts or not asked:
        return iter(() for _ in asked)
    order = np.argsort([*read, *looked_at])
    vectors = unit_length(np.concatenate(parts)[order])
    return nearest(vectors, unit_length(embed.texts(asked)), _ids(corpus), depth)


def text_of(unit: CorpusUnit) -> str:
    """A unit as it is embedded."""
    passage = passage_of(unit)
    return f"{passage.heading}\n{passage.text}"


def _ids(corpus: Corpus) -> list[str]:
    return [unit.id for unit in corpus.units]
