"""A question that names no place: no file that its proof reads, and no source task.

Taught by an own question "Which files are its inputs?" and by "How long must each sensor soak, in
minutes?": who reads it among the files of many tasks cannot tell what it is about.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    Evidence,
    GateFinding,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.text import source_tasks_in
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
)

NAME = "asked_place"
REASON = "question names no place"


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds questions that name neither a file of their proof nor their source task."""
    if not is_worded_elsewhere(task):
        return None
    if task.source.task_id in source_tasks_in(task.question):
        return None
    for item in task.gold_evidence:
        names = list(_places(item, context))
        if names and not any(name.casefold() in task.question.casefold() for name in names):
            places = dict.fromkeys([*names, f"Task {task.source.task_id}"])
            detail = f"the question does not name {' or '.join(places)}"
            return finding(NAME, REASON, detail, context, Checked.STORED)
    return None


def _places(item: Evidence, context: Context) -> Iterator[str]:
    """What the file of a proof is called."""
    if isinstance(item, TableEvidence):
        yield item.source_file
    elif isinstance(item, RagEvidence) and item.file in context.documents:
        yield context.documents[item.file].filename
    elif isinstance(item, GraphSetEvidence):
        yield label_of(item.node, context)


def label_of(node: str, context: Context) -> str:
    """What a question calls a node of the graph: a file by its name, a source task by its id."""
    return labels(context).get(node, (node, ""))[0]


def labels(context: Context) -> dict[str, tuple[str, str]]:
    """Name and kind of every node of the graph."""
    surfaces = context.surfaces
    if surfaces is None:
        return {}

    def make() -> dict[str, tuple[str, str]]:
        return {
            one.id: (f"Task {one.task_id}" if one.kind == "task" else one.label, one.kind)
            for one in surfaces.graph.nodes
        }

    return context.once("labels", "", make)
