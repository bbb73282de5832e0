"""Keys, tasks and a clock for tests of agents of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from tests.unit.harness.doubles import FakeToolbox
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask

FOUND = '{"results":[{"document":"t1__a.md","text":"12 tools"}]}'


def public(number: int = 1) -> PublicTask:
    return PublicTask(
        id=f"q_{number}",
        question=f"How many tools, {number}?",
        answer_type=AnswerType.NUMBER,
        source_task="15",
        persona="operations_manager",
    )


def key(number: int = 1) -> RunKey:
    task = public(number)
    return RunKey(
        fingerprint=digest_text(task.id),
        task_id=task.id,
        persona=task.persona,
        model="agent/mine",
        setting="S4",
    )


def toolbox(**texts: str | Exception) -> FakeToolbox:
    return FakeToolbox({"kb_search": FOUND, **texts})


def tickets() -> Iterator[str]:
    return (f"ticket-{number}" for number in count(1))
