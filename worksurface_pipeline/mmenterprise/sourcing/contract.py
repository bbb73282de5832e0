"""The form of a reply about a stretch of a document."""

from __future__ import annotations

from typing import Literal

from worksurface_pipeline.kernel.model import Frozen


class WrittenClaim(Frozen):
    """One claim of a reply; the first of `numbers` is what it is about."""

    kind: Literal["claim", "configuration", "figure"]
    entity: str
    label: str
    numbers: tuple[str, ...]
    unit: str
    quote: str
    page: int


class Reply(Frozen):
    """A reply on one stretch."""

    summary: str
    components: tuple[str, ...]
    steps: tuple[str, ...]
    claims: tuple[WrittenClaim, ...]
