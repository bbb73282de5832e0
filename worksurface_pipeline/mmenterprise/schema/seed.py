"""A seed document and the facts taken from it, each as it stands there."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet


class FactKind(StrEnum):
    """Where a fact stands: a claim in prose, a configuration, a table's cell, a figure alone."""

    CLAIM = "claim"
    CONFIGURATION = "configuration"
    CELL = "cell"
    FIGURE = "figure"


class SeedDocument(Frozen):
    """One registered document. `id` is its slug; `digest` the SHA-256 of its file."""

    id: str
    title: str
    domain: str
    licence: str
    digest: str
    pages: int


class SeedFact(Frozen):
    """One value of a seed: what is measured (`entity`, `attribute`) and its exact printed `value`.

    `numbers` are the figures in `value` as printed, `quote` the text (or table row, or mark of a
    figure) in which they stand verbatim on `page` (from 1). A fact of kind FIGURE stands nowhere in
    the text of the document.
    """

    id: str
    seed: str
    kind: FactKind
    entity: str
    attribute: str
    value: str
    unit: str = ""
    numbers: tuple[str, ...] = ()
    quote: str
    page: int
    source: str = ""


class SeedPicture(Frozen):
    """One picture of a seed, cut out as PNG: its file name in the set, page and caption.

    `box` is its place on the page: left, top, right, bottom in points, () where it is unknown.
    """

    id: str
    seed: str
    page: int
    caption: str
    file: str
    box: tuple[float, ...] = ()


class SourceAsking(Frozen):
    """What a model was asked about some pages, and what came of it.

    `errors` are all problems of all replies, a refused claim each with its reason; `facts` are ids
    of those that the document bears out. `summary`, `components` and `steps` say in the model's
    words what these pages are about.
    """

    pages: str
    model: str
    prompt_version: str
    calls: int
    errors: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    summary: str = ""
    components: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


class SeedSet(RecordSet):
    """One seed document with all that was taken from it; `asked` where a model took part."""

    document: SeedDocument
    facts: tuple[SeedFact, ...] = ()
    pictures: tuple[SeedPicture, ...] = ()
    asked: tuple[SourceAsking, ...] = Field(default=(), exclude_if=lambda found: not found)
