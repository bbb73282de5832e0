"""A fact before it is checked and numbered."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.seed import FactKind


class Draft(Frozen):
    """What a rule read: the fields of a fact without its id and seed."""

    kind: FactKind
    entity: str
    attribute: str
    value: str
    unit: str = ""
    quote: str
    page: int
    source: str = ""
