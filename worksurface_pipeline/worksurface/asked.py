"""What the runs of a cell were asked under: noted beside its journal, so that sweeps compare.

A trajectory's fingerprint says that something differed, and not what. The note says what: the
condition, prompts, tools and model by name, and of each task digests of its gold and surfaces.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from worksurface_pipeline.kernel.hashing import canonical_json, digest_json, short
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.prompts import PROMPT_VERSION
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.sweep import AGENT_VERSION, CellWork
from worksurface_pipeline.worksurface.tools.specs import ToolSettings, tool_specs

PROMPT = "prompt version"
"""The name under which a note keeps the version of the prompts."""
INTERFACE = "condition.interface"
"""The name under which a note keeps the tool interface."""
EPOCHS = "condition.epochs"
"""The name under which a note keeps the number of epochs."""
GOLD_FIELDS = (
    *("gold_answer", "answer_type", "answer_unit", "answer_digits"),
    *("required_surfaces", "required_sealed", "gold_evidence"),
)
"""The fields of a task that a run is scored against."""
_DIGITS = 12  # of a digest: enough to tell apart what one cell was ever asked

Pairs = tuple[tuple[str, str], ...]


class AskedTask(Frozen):
    """One task as it was asked; `fingerprints` are those of its runs, by epoch.

    `gold` is "" where the benchmark was not at hand.
    """

    task_id: str
    gold: str
    scope: str
    fingerprints: tuple[str, ...]


class Asked(Frozen):
    """All that a cell was asked for under one set of circumstances.

    `made` names them, sorted, each with its value as canonical JSON. Of several notes of a cell
    the one of the highest `order` was asked last.
    """

    made: Pairs
    tasks: tuple[AskedTask, ...]
    order: int = 0

    @property
    def key(self) -> str:
        """A digest of the circumstances, the same whatever was asked."""
        return short(digest_json(self.made), _DIGITS)

    def beside(self, earlier: Asked | None, order: int) -> Asked:
        """The note with what an earlier one of the same circumstances holds beyond it."""
        tasks = {task.task_id: task for task in (earlier.tasks if earlier else ())}
        tasks.update((task.task_id, task) for task in self.tasks)
        return self.model_copy(
            update={"order": order, "tasks": tuple(tasks[name] for name in sorted(tasks))}
        )


def gold_digest(task: AtomicTask) -> str:
    """A digest of all that a run of the task is scored against."""
    return short(digest_json([getattr(task, name) for name in GOLD_FIELDS]), _DIGITS)


def epochs_of(notes: Iterable[Asked]) -> float:
    """The epochs of a sweep by the notes of a cell; what was run beyond is for the noise floor.

    Infinite where nothing is noted: such runs are older than any repeat.
    """
    noted = (dict(note.made).get(EPOCHS) for note in notes)
    return max((int(epochs) for epochs in noted if epochs is not None), default=math.inf)


def asked_of(work: CellWork, golds: Mapping[str, str]) -> Asked:
    """The note of a cell, or of the part of it that the work is; `golds` are digests by task."""
    fingerprints: dict[str, list[str]] = {}
    scopes: dict[str, str] = {}
    for key, item in list(work.keys()):
        fingerprints.setdefault(key.task_id, []).append(key.fingerprint)
        place = (item.public.persona, item.public.source_task)
        scopes[key.task_id] = short(work.scope_digests[place], _DIGITS)
    return Asked(
        made=tuple(sorted(_made(work))),
        tasks=tuple(
            AskedTask(
                task_id=name,
                gold=golds.get(name, ""),
                scope=scopes[name],
                fingerprints=tuple(fingerprints[name]),
            )
            for name in sorted(fingerprints)
        ),
    )


def _made(work: CellWork) -> Iterator[tuple[str, str]]:
    yield PROMPT, PROMPT_VERSION
    yield "agent version", str(AGENT_VERSION)
    yield "tools", short(digest_json(tool_specs(ToolSettings(), Surface)), _DIGITS)
    yield from _named("condition", work.condition.model_dump(mode="json"))
    yield from _named("model", work.model.identity.model_dump(mode="json"))


def _named(part: str, values: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return ((f"{part}.{name}", canonical_json(value)) for name, value in values.items())
