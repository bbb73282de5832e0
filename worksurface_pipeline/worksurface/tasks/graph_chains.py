"""Questions on chains of files: where a lineage ends or begins, and the latest of some versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import GraphNode, Surface
from worksurface_pipeline.worksurface.schema.tasks import AGAINST, Derivation, GraphPathEvidence
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks
from worksurface_pipeline.worksurface.tasks.graph_phrases import (
    LINEAGE_FIRST,
    LINEAGE_LAST,
    NEWER,
    OLDER,
)
from worksurface_pipeline.worksurface.tasks.lineage import LINEAGE, VERSION_OF, Lineage

_FEWEST_STEPS = 2
_MOST_VISITED = 200
Step = Callable[[str], tuple[str, ...]]


def lineage_end(seed: int, task: SourceTask, lineage: Lineage) -> Draft | str:
    """The one file in which a chain of at least two steps ends, or with which it begins."""
    drafts = [
        draft
        for node in _files(seed, task, lineage)
        for is_last in (True, False)
        if (draft := _chain(seed, task, lineage, node, is_last=is_last)) is not None
    ]
    if not drafts:
        return "no chain of at least two steps has one clear end"
    outputs = {node.label for node in lineage.files(task.task_id, "output")}
    # The only deliverable would be guessed; other ends say more.
    telling = [draft for draft in drafts if {draft.gold.answer} != outputs]
    return (telling or drafts)[0]


def _chain(
    seed: int, task: SourceTask, lineage: Lineage, node: GraphNode, *, is_last: bool
) -> Draft | None:
    def step(item: str) -> tuple[str, ...]:
        return lineage.after(item, LINEAGE) if is_last else lineage.before(item, LINEAGE)

    paths = walk(node.id, step)
    if paths is None or not all(_is_sound(lineage, item) for item in paths):
        return None
    ends = [item for item in paths if not step(item)]
    if len(ends) != 1 or len(paths[ends[0]]) <= _FEWEST_STEPS:
        return None
    path = _written(lineage, paths[ends[0]], is_last=is_last)
    forms = LINEAGE_LAST if is_last else LINEAGE_FIRST
    return _asked(seed, task, lineage, Derivation.LINEAGE_END, node, path, forms)


def walk(start: str, step: Step) -> dict[str, tuple[str, ...]] | None:
    """All that is reached from a node, by a shortest path each; None where a step leads back."""
    paths: dict[str, tuple[str, ...]] = {start: (start,)}
    ring = [start]
    while ring and len(paths) <= _MOST_VISITED:
        following: list[str] = []
        for node in ring:
            for far in step(node):
                if far in paths[node]:
                    return None
                if far not in paths:
                    paths[far] = (*paths[node], far)
                    following.append(far)
        ring = following
    return paths if len(paths) <= _MOST_VISITED else None


def _is_sound(lineage: Lineage, node: str) -> bool:
    return lineage.kind(node) in ("input", "output") and lineage.is_clear(node)


def _written(lineage: Lineage, nodes: Sequence[str], *, is_last: bool) -> tuple[str, ...]:
    path = [nodes[0]]
    for near, far in pairwise(nodes):
        relation = lineage.relation(near, far) if is_last else lineage.relation(far, near)
        path += [relation if is_last else AGAINST + relation, far]
    return tuple(path)


def version(seed: int, task: SourceTask, lineage: Lineage) -> Draft | str:
    """The latest, or the first, of the versions of one file."""
    for node in _files(seed, task, lineage):
        newer = lineage.before(node.id, (VERSION_OF,))
        older = lineage.after(node.id, (VERSION_OF,))
        for ends, step, forms in (
            (newer, AGAINST + VERSION_OF, NEWER),
            (older, VERSION_OF, OLDER),
        ):
            last = extreme(lineage, ends, is_newest=forms is NEWER)
            if last:
                draft = _asked(
                    seed, task, lineage, Derivation.VERSION, node, (node.id, step, last), forms
                )
                if draft is not None:
                    return draft
    return "no file of the source task is a version of another one"


def extreme(lineage: Lineage, ends: Sequence[str], *, is_newest: bool) -> str:
    """The one of the ends that no other is newer (or older) than, "" if there are several."""
    further = lineage.before if is_newest else lineage.after
    last = [end for end in ends if not further(end, (VERSION_OF,))]
    return last[0] if len(last) == 1 else ""


def _asked(
    seed: int,
    task: SourceTask,
    lineage: Lineage,
    family: Derivation,
    node: GraphNode,
    path: tuple[str, ...],
    forms: tuple[str, ...],
) -> Draft | None:
    form = choose(seed, f"{family.value} {task.persona} {task.task_id}", forms)
    draft = Draft(
        derivation=family,
        question=form.format(task=task.task_id, file=node.label),
        core="",
        gold=Gold(lineage.label(path[-1]), AnswerType.STRING),
        evidence=(GraphPathEvidence(graph_path=path),),
        surfaces=(Surface.GRAPH,),
    )
    return None if leaks(draft) else draft


def _files(seed: int, task: SourceTask, lineage: Lineage) -> list[GraphNode]:
    nodes = (*lineage.files(task.task_id, "input"), *lineage.files(task.task_id, "output"))
    return sorted(nodes, key=lambda node: (hash_unit(seed, node.id), node.id))
