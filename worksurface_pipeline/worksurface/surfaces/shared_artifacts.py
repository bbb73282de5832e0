"""`shared_artifact`: files with equal content, within and across source tasks and personas.

A file of another persona is named by its edge alone: it gets no node in this persona's graph.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import combinations, pairwise

from worksurface_pipeline.kernel.hashing import digest_bytes, short
from worksurface_pipeline.worksurface.schema.source import SharedContent
from worksurface_pipeline.worksurface.schema.surfaces import GraphEdge
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy, program_edge

RELATION = "shared_artifact"
SAME_TASK = "same_task"
"""Flag of an edge between two files of one source task."""
LEAVES_PERSONA = "leaves_persona"
"""Flag of an edge of which one end belongs to another persona."""
_NOTHING = digest_bytes(b"")


def shared_artifacts(
    own: Container[str], shared: Iterable[SharedContent], policy: EnrichPolicy
) -> Iterator[GraphEdge]:
    """Edges with at least one end among `own`, the ids of the persona's nodes.

    Files without a byte share nothing.
    """
    for content in shared:
        if content.sha256 == _NOTHING:
            continue  # not a loss: such a file is a failure in the ledger
        for one, other in _pairs(content, policy):
            if one in own or other in own:
                yield _edge(content, one, other, leaves=not (one in own and other in own))


def _pairs(content: SharedContent, policy: EnrichPolicy) -> Iterator[tuple[str, str]]:
    """All pairs of a small group; neighbours in sorted order of a large one."""
    members = sorted(set(content.members))
    is_large = len(members) > policy.most_paired
    yield from pairwise(members) if is_large else combinations(members, 2)


def _edge(content: SharedContent, one: str, other: str, *, leaves: bool) -> GraphEdge:
    count = len(set(content.members))
    reason = f"Equal content, sha256 {short(content.sha256, 16)}; {count} listed files hold it."
    flags = [LEAVES_PERSONA] if leaves else []
    if _task_of(one) == _task_of(other):
        flags.append(SAME_TASK)
    return program_edge(one, other, RELATION, reason, tuple(flags))


def _task_of(node: str) -> str:
    """The source task in the id `t<task>::<file>` of an input node."""
    return node.partition("::")[0].removeprefix("t")
