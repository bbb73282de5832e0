"""The words under which tables and figures show settings, types and models."""

from __future__ import annotations

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

NO_ROUTE = "–"
"""What stands where a value cannot exist."""

SELF_TEST = "pipeline self-test"
NOT_COMPARABLE = "not comparable"

_SELF_TEST_PREFIX = "offline/"


def is_self_test(model: str) -> bool:
    """Whether a model is embedded: it shows that the pipeline runs, and is on no leaderboard."""
    return model.startswith(_SELF_TEST_PREFIX)


def setting_label(setting: str) -> str:
    """Key and the paper's name, like S4 ReAct-all; a setting of the user's own keeps its key."""
    label = SETTING_LABELS.get(setting)
    return f"{setting} {label}" if label else setting


def plain_label(key: str) -> str:
    """A key for people: `operations_manager` is "operations manager"."""
    return key.replace("_", " ")


def task_type_label(key: str) -> str:
    """The paper's word for a task type."""
    return TASK_TYPE_LABELS.get(key, plain_label(key))


def percent(value: float | None) -> str:
    """A share as the paper prints it: 48.7; a dash for None."""
    return NO_ROUTE if value is None else f"{100 * value:.1f}"
