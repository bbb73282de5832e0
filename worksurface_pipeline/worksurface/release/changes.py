"""What differs between two versions, and the version that this makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.worksurface.release.model import (
    Challenge,
    ChallengeStatus,
    ChangedTask,
)
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

FIRST = "1.0.0"
# A change of these alters what an answer is scored against.
_SCORED = frozenset(
    {"question", "gold_answer", "answer_type", "answer_unit", "gold_evidence", "required_surfaces"}
)


def compare(
    old: Sequence[AtomicTask], new: Sequence[AtomicTask], withdrawn: Iterable[Challenge] = ()
) -> tuple[ChangedTask, ...]:
    """Added, removed and changed tasks, by id; withdrawn ones say which claim did it."""
    before = {task.id: task for task in old}
    after = {task.id: task for task in new}
    reasons = {item.task: f"challenge: {item.claim}" for item in withdrawn}
    found = []
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            reason = reasons.get(name, "")
            found.append(ChangedTask(task=name, kind="removed", reason=reason))
        elif name not in before:
            found.append(ChangedTask(task=name, kind="added"))
        elif before[name] != after[name]:
            fields = _fields(before[name], after[name])
            found.append(ChangedTask(task=name, kind="changed", fields=fields))
    return tuple(found)


def next_version(version: str, changes: Sequence[ChangedTask]) -> str:
    """Major when a task is gone or scored otherwise, minor when some are new, else patch."""
    major, minor, patch = (int(part) for part in version.split("."))
    if any(item.kind == "removed" or _SCORED & set(item.fields) for item in changes):
        return f"{major + 1}.0.0"
    if any(item.kind == "added" for item in changes):
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"


def apply_challenges(
    tasks: Sequence[AtomicTask], challenges: Sequence[Challenge]
) -> tuple[tuple[AtomicTask, ...], tuple[Challenge, ...]]:
    """The tasks that stay for a new version, and the accepted challenges that withdrew others."""
    known = {task.id for task in tasks}
    accepted = tuple(
        item
        for item in challenges
        if item.status is ChallengeStatus.ACCEPTED and item.task in known
    )
    gone = {item.task for item in accepted}
    return tuple(task for task in tasks if task.id not in gone), accepted


def _fields(before: AtomicTask, after: AtomicTask) -> tuple[str, ...]:
    names = type(before).model_fields
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))
