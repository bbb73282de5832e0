"""Questions on a source task's lineage: deliverables, what they rest on, what follows from a file.

Each family gives a draft or the reason why it gives none. Files are asked about only under names
that the source task has once, and only where no edge is reversed, two-way or dangling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import GraphNode, Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, GraphSetEvidence
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold, leaks
from worksurface_pipeline.worksurface.tasks.graph_chains import lineage_end, version
from worksurface_pipeline.worksurface.tasks.graph_phrases import FORMS, KIND_COUNTS
from worksurface_pipeline.worksurface.tasks.graph_shared import shared_tasks
from worksurface_pipeline.worksurface.tasks.lineage import (
    DEPENDS,
    LINEAGE,
    PRODUCES,
    REQUIRES,
    SUPPORTS,
    Lineage,
)

# Nobody lists more by hand, and a tool's answer would be cut.
_MOST_LISTED = 30
Family = Callable[[int, SourceTask, Lineage], Draft | str]


def graph_drafts(
    seed: int, task: SourceTask, lineage: Lineage
) -> tuple[tuple[Derivation, Draft | str], ...]:
    """One draft of each graph family, or the reason why there is none."""
    return tuple((family, make(seed, task, lineage)) for family, make in _FAMILIES.items())


def output_files(seed: int, task: SourceTask, lineage: Lineage) -> Draft | str:
    """All deliverables of the source task."""
    node = f"task_{task.task_id}"
    targets = lineage.after(node, (PRODUCES,))
    names = tuple(sorted(lineage.label(item) for item in targets))
    if not targets or len(targets) > _MOST_LISTED:
        return "the source task lists no output file, or too many for a list"
    if names != tuple(sorted(set(task.output_files))):
        return "the graph and the metadata name different output files"
    if len(names) != len(lineage.files(task.task_id, "output")):
        return "an output file has the name of another file of the source task"
    return _listed(seed, task, Derivation.OUTPUT_FILES, "", names, _set(node, PRODUCES, targets))


def output_inputs(seed: int, task: SourceTask, lineage: Lineage) -> Draft | str:
    """The inputs that one deliverable is made from: not all of them where there is only one."""
    every = lineage.files(task.task_id, "input")
    found = [
        (node, sources)
        for node in _shuffled(seed, lineage.files(task.task_id, "output"))
        if lineage.is_clear(node.id)
        and 0 < len(sources := lineage.before(node.id, (SUPPORTS,))) <= _MOST_LISTED
    ]
    if not found:
        return "no output file has an input and a clear origin"
    is_choice = len(task.output_files) > 1
    some = [item for item in found if len(item[1]) < len(every) or is_choice]
    if not some:
        return "every input goes into the output: it is the question for all inputs again"
    node, sources = some[0]
    names = tuple(sorted(map(lineage.label, sources)))
    proof = _set(node.id, SUPPORTS, sources, "in")
    return _listed(seed, task, Derivation.OUTPUT_INPUTS, node.label, names, proof)


def dependents(seed: int, task: SourceTask, lineage: Lineage) -> Draft | str:
    """What is directly based on one input: not only what every input goes into."""
    outputs = {node.id for node in lineage.files(task.task_id, "output")}
    found = [
        (node, targets)
        for node in _shuffled(seed, lineage.files(task.task_id, "input"))
        if lineage.is_clear(node.id)
        and 0 < len(targets := lineage.after(node.id, LINEAGE)) <= _MOST_LISTED
        and set(targets) != outputs
        and all(lineage.kind(item) in ("input", "output") for item in targets)
    ]
    if not found:
        return "no input leads to other files than the outputs"
    node, targets = max(found, key=lambda item: min(len(item[1]), 2))
    names = tuple(sorted({lineage.label(item) for item in targets}))
    proofs = tuple(
        _set(node.id, one, lineage.after(node.id, (one,))) for one in (DEPENDS, SUPPORTS)
    )
    return _listed(seed, task, Derivation.DEPENDENTS, node.label, names, *proofs)


def file_counts(seed: int, task: SourceTask, lineage: Lineage) -> Draft | str:
    """How many inputs there are, and how many feed one deliverable or are of one kind."""
    node = f"task_{task.task_id}"
    every = lineage.after(node, (REQUIRES,))
    if len(every) != len(task.files):
        return "the graph and the manifest name different input files"
    listed = output_inputs(seed, task, lineage)
    direct = None if isinstance(listed, str) else listed.evidence[0]
    forms, said = FORMS[Derivation.FILE_COUNTS], ""
    if isinstance(direct, GraphSetEvidence) and direct.verified_complete_set != every:
        said = lineage.label(direct.node)
    else:
        direct, forms = _of_one_kind(seed, node, every), KIND_COUNTS
        said = direct.suffix if direct else ""
    if direct is None:
        return "every input goes into the output, and all are of one kind"
    counts = (len(every), len(direct.verified_complete_set))
    form = choose(seed, f"counts {task.persona} {task.task_id}", forms)
    draft = Draft(
        derivation=Derivation.FILE_COUNTS,
        question=form.format(task=task.task_id, file=said),
        core="",
        gold=Gold("; ".join(map(str, counts)), AnswerType.STRING),
        evidence=(_set(node, REQUIRES, every), direct),
        surfaces=(Surface.GRAPH,),
    )
    return "the answer would stand in the question" if leaks(draft) else draft


def _of_one_kind(seed: int, node: str, every: Sequence[str]) -> GraphSetEvidence | None:
    """The inputs with one extension that some, not all, of them have."""
    suffixes = Counter(PurePosixPath(name).suffix.lower() for name in every)
    some = [one for one, count in sorted(suffixes.items()) if one and count < len(every)]
    if not some:
        return None
    several = [one for one in some if suffixes[one] > 1]
    suffix = choose(seed, f"kind {node}", several or some)
    found = tuple(name for name in every if name.lower().endswith(suffix))
    return GraphSetEvidence(
        node=node, relation=REQUIRES, verified_complete_set=found, suffix=suffix
    )


def _listed(
    seed: int,
    task: SourceTask,
    family: Derivation,
    file: str,
    names: tuple[str, ...],
    *proofs: GraphSetEvidence,
) -> Draft | str:
    form = choose(seed, f"{family.value} {task.persona} {task.task_id}", FORMS[family])
    draft = Draft(
        derivation=family,
        question=form.format(task=task.task_id, file=file),
        core="",
        gold=Gold(names, AnswerType.LIST),
        evidence=proofs,
        surfaces=(Surface.GRAPH,),
    )
    return "the answer would stand in the question" if leaks(draft) else draft


def _set(node: str, relation: str, ends: tuple[str, ...], way: str = "out") -> GraphSetEvidence:
    if way == "in":
        return GraphSetEvidence(
            node=node, relation=relation, verified_complete_set=ends, direction="in"
        )
    return GraphSetEvidence(node=node, relation=relation, verified_complete_set=ends)


def _shuffled(seed: int, nodes: Sequence[GraphNode]) -> list[GraphNode]:
    return sorted(nodes, key=lambda node: (hash_unit(seed, node.id), node.id))


_FAMILIES: dict[Derivation, Family] = {
    Derivation.OUTPUT_FILES: output_files,
    Derivation.OUTPUT_INPUTS: output_inputs,
    Derivation.DEPENDENTS: dependents,
    Derivation.LINEAGE_END: lineage_end,
    Derivation.VERSION: version,
    Derivation.SHARED_TASKS: shared_tasks,
    Derivation.FILE_COUNTS: file_counts,
}
