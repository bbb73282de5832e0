"""One graph task per source task: the complete list of its required input files."""

from __future__ import annotations

from worksurface_pipeline.kernel.sampling import choose
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import Derivation, GraphSetEvidence
from worksurface_pipeline.worksurface.surfaces.sets import GraphSet
from worksurface_pipeline.worksurface.tasks.build import Draft, Gold

RELATION = "task_requires_file"
# As many as the largest source task of the public source has; nobody would list more.
_MOST_LISTED = 100
_QUESTIONS = (
    "Which input files come with Task {task}?",
    "I am setting up Task {task}. Which input files are handed out with it?",
    "A teammate sent me Task {task} without its attachments. Which input files belong to it?",
    "Please list every file that is listed as an input of Task {task}.",
    "Which files are given to whoever works on Task {task}? List all of its inputs.",
    "For Task {task}, what is the full list of input files that come with it?",
)


def required_inputs(seed: int, task: SourceTask, graph: GraphSet) -> Draft | str:
    """The draft, or the reason why there is none.

    The manifest and the graph must name the same files: neither outputs nor mentions count.
    """
    node = f"task_{task.task_id}"
    targets = edges_from(graph, node, RELATION)
    if not targets:
        return "the source task has no input file"
    if len(targets) > _MOST_LISTED:
        return f"the source task has more than {_MOST_LISTED} input files, too many for a list"
    if set(targets) != {file.node_id for file in task.files}:
        return "the graph and the manifest name different input files"
    names = tuple(sorted({file.filename for file in task.files}))
    question = choose(seed, f"inputs {task.persona} {task.task_id}", _QUESTIONS)
    return Draft(
        derivation=Derivation.REQUIRED_INPUTS,
        question=question.format(task=task.task_id),
        core="",
        gold=Gold(names, AnswerType.LIST),
        evidence=(GraphSetEvidence(node=node, relation=RELATION, verified_complete_set=targets),),
        surfaces=(Surface.GRAPH,),
    )


def edges_from(graph: GraphSet, node: str, relation: str) -> tuple[str, ...]:
    """All distinct targets of a relation from a node, sorted."""
    targets = {
        edge.target for edge in graph.edges if edge.source == node and edge.relation == relation
    }
    return tuple(sorted(targets))
