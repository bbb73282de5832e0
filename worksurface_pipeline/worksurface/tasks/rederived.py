"""What a change of the source did to a persona's tasks: which had read it, and what became of them.

A task reads the artifacts that its proofs name: documents, views, the graph slice of a source
task; an absence reads all that was in scope. Whatever else a source change touches leaves the
task as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.surfaces import ArtifactDigest, GraphNode
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
)

Artifact = tuple[str, str]
"""Kind and id, as in the bundle: ("document", id), ("view", id), ("graph", slice)."""


class Rederived(Frozen):
    """Ids of tasks, sorted. `invalidated` had read a changed artifact; the next three split them.

    `new` were not there before; `touched` differ although nothing that they read has changed:
    what was chosen among equals fell out otherwise.
    """

    unchanged: int = 0
    invalidated: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()


def rederived(
    before: Sequence[AtomicTask],
    after: Sequence[AtomicTask],
    changed: frozenset[Artifact],
    nodes: Iterable[GraphNode],
) -> Rederived:
    """What became of the tasks of `before`; `nodes` are those of the graph they were made from."""
    old, new = {task.id: task for task in before}, {task.id: task for task in after}
    owners = {node.id: node.task_id for node in nodes}
    read = {name for name, task in old.items() if _reads_any(task, changed, owners)}
    differs = {name for name, task in old.items() if new.get(name) != task}
    return Rederived(
        unchanged=len(old.keys() - read - differs),
        invalidated=tuple(sorted(read)),
        equal=tuple(sorted(read - differs)),
        changed=tuple(sorted(read & differs & new.keys())),
        gone=tuple(sorted((read & differs) - new.keys())),
        new=tuple(sorted(new.keys() - old.keys())),
        touched=tuple(sorted(differs - read)),
    )


def changed_artifacts(
    before: Iterable[ArtifactDigest], after: Iterable[ArtifactDigest]
) -> frozenset[Artifact]:
    """Artifacts of two bundles that differ, are gone or are new."""
    old, new = _digests(before), _digests(after)
    return frozenset(key for key in {*old, *new} if old.get(key) != new.get(key))


def artifacts_read(task: AtomicTask, owners: Mapping[str, str]) -> frozenset[Artifact] | None:
    """What the proofs of a task name; None is everything in scope. `owners`: task ids by node."""
    found: set[Artifact] = set()
    for evidence in task.gold_evidence:
        if isinstance(evidence, AbsenceEvidence):
            return None
        found |= _named(evidence, owners)
    return frozenset(found)


def _reads_any(task: AtomicTask, changed: frozenset[Artifact], owners: Mapping[str, str]) -> bool:
    read = artifacts_read(task, owners)
    return bool(changed) if read is None else bool(read & changed)


def _named(evidence: Evidence, owners: Mapping[str, str]) -> set[Artifact]:
    if isinstance(evidence, RagEvidence):
        return {("document", evidence.file)}
    if isinstance(evidence, GraphSetEvidence):
        return _slices((evidence.node, *evidence.verified_complete_set), owners)
    if isinstance(evidence, GraphPathEvidence):
        return _slices(evidence.graph_path[::2], owners)
    if isinstance(evidence, AbsenceEvidence):
        return set()
    return {("view", evidence.table)}


def _slices(nodes: Iterable[str], owners: Mapping[str, str]) -> set[Artifact]:
    """Graph slices of the source tasks that nodes belong to."""
    return {("graph", f"task_{owners[node]}") for node in nodes if node in owners}


def _digests(artifacts: Iterable[ArtifactDigest]) -> dict[Artifact, str]:
    return {(item.kind, item.id): item.digest for item in artifacts}
