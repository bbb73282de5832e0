"""Retrieval units: one record for each message, entry, mail, page, slide and picture."""

from __future__ import annotations

from datetime import datetime

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.schema.ledger import Statement
from worksurface_pipeline.mmenterprise.schema.world import Place


class Unit(Frozen):
    """What a retriever finds. `id` is opaque and unique over all projects.

    `text` of a page, slide or picture is its header alone (title, version, number); what stands on
    it is `text_layer`, off by default, and `image`, a file of the set. `statements` say what the
    unit asserts and stay out of everything that an agent or a retriever sees.
    """

    id: str
    project: str
    place: Place
    at: datetime
    author: str
    source: str
    version: int = 0
    number: int = 0
    text: str
    text_layer: str = ""
    image: str = ""
    events: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()

    @property
    def is_visual(self) -> bool:
        """Whether it has to be looked at."""
        return self.image != ""


class SourceFile(Frozen):
    """One real file of the workspace (.eml, .pdf, .pptx, .png, .md, .log), by its path in it."""

    path: str
    project: str
    at: datetime
    author: str
    version: int = 0
    units: tuple[str, ...] = ()


class UnitSet(RecordSet):
    """All units and files of a project."""

    units: tuple[Unit, ...] = ()
    files: tuple[SourceFile, ...] = ()
