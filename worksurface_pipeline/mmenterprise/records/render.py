"""Renders a ledger: each event becomes its records, in order of time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from worksurface_pipeline.mmenterprise.records.desk import Desk
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.seed import SeedSet


def render(
    ledger: Ledger,
    seeds: SeedSet,
    contents: Mapping[str, bytes],
    seed: int,
    texts: Mapping[str, str] = MappingProxyType({}),
) -> WorkspaceRecords:
    """All records of a project; equal arguments give equal bytes.

    `contents` has the PNG bytes of the seed's pictures by `SeedPicture.file`. `texts` are said by
    the text records of these events, and by the pages of documents under their `page_key`, in units
    and files alike; templates word all others.
    """
    desk = Desk.of(ledger, seeds, contents, seed, texts)
    for event in ledger.events:
        desk.write(event)
    return desk.finished()
