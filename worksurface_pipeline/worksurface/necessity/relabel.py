"""Labels from measurements: the one minimal set of surfaces, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.worksurface.necessity.records import LabelStatus, NecessityLabel
from worksurface_pipeline.worksurface.necessity.subsets import (
    Subset,
    in_order,
    minimal_sets,
    name_of,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    Quarantined,
    TaskType,
)
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.tasks.build import TOOLS

GATE = "necessity"
_UNDER = "Under the interface "
_TYPES: dict[Subset, TaskType] = {
    (Surface.RAG,): TaskType.RAG_ONLY,
    (Surface.TABLE,): TaskType.TABLE_ONLY,
    (Surface.GRAPH,): TaskType.GRAPH_ONLY,
}


def declared(task: AtomicTask, interface: Interface) -> Subset:
    """The surfaces that a task declares under an interface."""
    is_sealed = interface is Interface.SEALED
    return in_order(task.required_sealed if is_sealed else task.required_surfaces)


def label_of(task: AtomicTask, interface: Interface, reached: Sequence[Subset]) -> NecessityLabel:
    """The label that follows from the sets that reach the task.

    Of several minimal sets the declared one stays, else the first of the smallest.
    """
    before = declared(task, interface)
    minimal = minimal_sets(reached)
    status = _status(task, minimal)
    is_kept = status in (LabelStatus.ABSTAIN, LabelStatus.NONE) or before in minimal
    return NecessityLabel(
        task_id=task.id,
        interface=interface.value,
        declared=before,
        minimal=minimal,
        label=before if is_kept else minimal[0],
        status=status,
        is_for_route=status is LabelStatus.ONE,
    )


def relabelled(task: AtomicTask, opened: NecessityLabel, sealed: NecessityLabel) -> AtomicTask:
    """The task with measured surfaces, and with the type and tools that follow from them."""
    is_abstain = task.answer_type is AnswerType.ABSTAIN
    kind = TaskType.ABSTAIN if is_abstain else _TYPES.get(opened.label, TaskType.CROSS_SURFACE)
    is_same = opened.label == in_order(task.required_surfaces)
    tools = tuple(tool for surface in opened.label for tool in TOOLS[surface])
    return task.model_copy(
        update={
            "required_surfaces": opened.label,
            "required_sealed": sealed.label,
            "task_type": kind,
            "gold_tools": task.gold_tools if is_same else tools,
        }
    )


def refusal(task: AtomicTask, labels: Sequence[NecessityLabel]) -> Quarantined | None:
    """The task for a person to review, when under some interface no set or every set reaches it."""
    bad = [item for item in labels if item.status in (LabelStatus.NONE, LabelStatus.EMPTY)]
    findings = tuple(
        GateFinding(
            gate=GATE,
            reason=item.status.value,
            detail=f"{_UNDER}{item.interface!r}: {item.status.value}; it declares"
            f" {name_of(item.declared)}",
            checked=Checked.EXECUTED,
        )
        for item in bad
    )
    return Quarantined(task=task, findings=findings) if findings else None


def interface_of(finding: GateFinding) -> str:
    """The interface under which a finding of this stage was made, "" for that of another."""
    if finding.gate != GATE or not finding.detail.startswith(_UNDER):
        return ""
    return finding.detail.removeprefix(_UNDER).partition(":")[0].strip("'")


def _status(task: AtomicTask, minimal: Sequence[Subset]) -> LabelStatus:
    if task.answer_type is AnswerType.ABSTAIN:
        return LabelStatus.ABSTAIN
    if not minimal:
        return LabelStatus.NONE
    if minimal[0] == ():
        return LabelStatus.EMPTY
    return LabelStatus.ONE if len(minimal) == 1 else LabelStatus.SEVERAL
