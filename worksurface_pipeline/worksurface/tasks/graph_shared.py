"""Which other source tasks hold the same content as a file: by the graph's shared_artifact."""

from __future__ import annotations

import re

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import GraphNode, Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, GraphSetEvidence
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks
from worksurface_pipeline.worksurface.tasks.graph_phrases import FORMS
from worksurface_pipeline.worksurface.tasks.lineage import SHARED, Lineage

_HOLDERS = re.compile(r"; (\d+) listed files hold it\.")
_NODE = re.compile(r"t(.+?)::")


def shared_tasks(seed: int, task: SourceTask, lineage: Lineage) -> Draft | str:
    """The other source tasks that hold one of the task's files: the draft, or why there is none."""
    nodes = sorted(
        lineage.files(task.task_id, "input"), key=lambda node: (hash_unit(seed, node.id), node.id)
    )
    drafts = [draft for node in nodes if (draft := _of_file(seed, task, lineage, node)) is not None]
    if not drafts:
        return "no file of the source task is wholly known to be shared with another one"
    sound = [draft for draft in drafts if not leaks(draft)]
    return sound[0] if sound else "the answer would stand in the question"


def _of_file(seed: int, task: SourceTask, lineage: Lineage, node: GraphNode) -> Draft | None:
    edges = lineage.touching(node.id, SHARED)
    ends = sorted({end for edge in edges for end in (edge.source, edge.target)} - {node.id})
    holders = {int(found[1]) for edge in edges if (found := _HOLDERS.search(edge.reason))}
    if not ends or holders != {len(ends) + 1}:
        return None  # not shared, or in a group too large to be linked each with each
    tasks = tuple(sorted({task_of(end) for end in ends} - {task.task_id}))
    if not tasks:
        return None
    form = choose(seed, f"shared {node.id}", FORMS[Derivation.SHARED_TASKS])
    proof = GraphSetEvidence(
        node=node.id, relation=SHARED, verified_complete_set=tuple(ends), direction="both"
    )
    return Draft(
        derivation=Derivation.SHARED_TASKS,
        question=form.format(task=task.task_id, file=node.label),
        core="",
        gold=Gold(tasks, AnswerType.LIST),
        evidence=(proof,),
        surfaces=(Surface.GRAPH,),
    )


def task_of(node: str) -> str:
    """The source task in the id of an input node."""
    found = _NODE.match(node)
    return found[1] if found else ""
