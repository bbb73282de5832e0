"""The words under which tables and figures show settings, types and models."""

from __future__ import annotations

from worksurface_pipeline.site.labels import plain_label
from worksurface_pipeline.worksurface.agents.settings import ARMS, SETTINGS, Hint
from worksurface_pipeline.worksurface.schema.tasks import TaskType

SETTING_LABELS = {item.key: item.name for item in (*SETTINGS, *ARMS)}

TASK_TYPE_LABELS = {
    TaskType.RAG_ONLY.value: "RAG",
    TaskType.TABLE_ONLY.value: "Table",
    TaskType.GRAPH_ONLY.value: "Graph",
    TaskType.CROSS_SURFACE.value: "Cross",
    TaskType.ABSTAIN.value: "Abstain",
}

GOLD_SURFACE_SETTINGS = frozenset(
    item.key for item in (*SETTINGS, *ARMS) if item.hint is Hint.REQUIRED or item.shows_evidence
)
"""The settings that are told of the gold, its surfaces or itself; the paper shades S5 and S6."""


def setting_label(setting: str) -> str:
    """Key and the paper's name, like S4 ReAct-all; a setting of the user's own keeps its key."""
    label = SETTING_LABELS.get(setting)
    return f"{setting} {label}" if label else setting


def task_type_label(key: str) -> str:
    """The paper's word for a task type."""
    return TASK_TYPE_LABELS.get(key, plain_label(key))
