"""Limits of the edges that the program adds, and the one way to make such an edge."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.surfaces import EdgeEvidence, GraphEdge

PROGRAM = "program"
"""`origin` of an edge that the program found."""


class EnrichPolicy(Frozen):
    """`least_jaccard` and `least_shared` columns make a schema overlap, if one has a meaning.

    Above `most_paired` equal items are not paired each with each.
    """

    least_jaccard: float = 0.5
    least_shared: int = 2
    most_paired: int = 50


def program_edge(
    source: str,
    target: str,
    relation: str,
    reason: str,
    flags: tuple[str, ...] = (),
    *,
    evidence: tuple[EdgeEvidence, ...] = (),
    columns: tuple[str, ...] = (),
) -> GraphEdge:
    """An edge with origin `program`."""
    return GraphEdge(
        source=source,
        target=target,
        relation=relation,
        origin=PROGRAM,
        reason=reason,
        flags=flags,
        evidence=evidence,
        columns=columns,
    )
