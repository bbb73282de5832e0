"""A question with its gold, its proof and its evidence, and what each cell made of it.

The first shard of a case is what its page shows at once; what was found for it in each cell is in a
second one, loaded when a cell is opened.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.records import Extract, Fact, Tag
from worksurface_pipeline.site.script_data import record_json, shard
from worksurface_pipeline.site.threads import Claim, Spot, Way


class Piece(Frozen):
    """One record of the evidence as it reads, or its picture."""

    spot: Spot
    extract: Extract
    picture: str = ""
    claims: tuple[Claim, ...] = ()


class Related(Frozen):
    """Questions that belong with this one, under what they are to it."""

    name: str
    ways: tuple[Way, ...]


class Outcome(Frozen):
    """What one cell made of it: a row, with its answer and what is known of it."""

    id: str
    group: str
    name: str
    tags: tuple[Tag, ...]
    figures: tuple[str, ...]
    answer: str = ""
    facts: tuple[Fact, ...] = ()


class Case(Frozen):
    """One question. `query` is what proves its gold, of the facts of `timelines` and at `acts`.

    `pieces` are the evidence as it reads, `sets` all sufficient sets of records.
    """

    id: str
    name: str
    title: str
    tags: tuple[Tag, ...] = ()
    facts: tuple[Fact, ...] = ()
    query: tuple[Fact, ...] = ()
    timelines: tuple[Way, ...] = ()
    acts: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    sets: tuple[tuple[Spot, ...], ...] = ()
    related: tuple[Related, ...] = ()
    checks: tuple[Extract, ...] = ()
    heads: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


class Hit(Frozen):
    """One record that some cell was shown; `part` says what it is to the proof, "" for nothing."""

    spot: Spot
    text: str
    part: str = ""


class Shown(Frozen):
    """What some cells were shown: numbers of hits, and the rank of each where known (else 0)."""

    cells: tuple[str, ...]
    hits: tuple[int, ...]
    ranks: tuple[int, ...] = ()


class Found(Frozen):
    """All that was found for a case; cells that were shown the same stand together."""

    hits: tuple[Hit, ...] = ()
    shown: tuple[Shown, ...] = ()


def case_files(case: Case, found: Found) -> Iterator[tuple[str, bytes]]:
    """The two shards of a case."""
    yield shard(f"cases/{case.id}", record_json(case))
    yield shard(f"found/{case.id}", record_json(found))
