"""Our gates over foreign gold: faults by task, and what they rest on.

What we say of foreign gold is only what was executed again or stands in the record itself; what
was merely read is told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.release.foreign_tasks import ForeignTasks
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Evidence,
    GateFinding,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.run import findings_of
from worksurface_pipeline.worksurface.tasks.replay import open_replayer


class Verdict(StrEnum):
    """What the audit says of a task; sound is "nothing was found", not "nothing is there"."""

    SOUND = "sound"
    FAULT = "fault"


class AuditedTask(Frozen):
    """One foreign task: verdict, findings, and what of its proofs was executed or only read."""

    task: str
    persona: str
    verdict: Verdict
    findings: tuple[GateFinding, ...]
    executed: tuple[str, ...]
    only_read: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons in short."""
        return tuple(one.reason for one in self.findings)


class AuditReport(RecordSet):
    """The audit of a set of foreign tasks."""

    tasks: tuple[AuditedTask, ...] = ()

    @property
    def faults(self) -> tuple[AuditedTask, ...]:
        """Tasks in which a gate found something."""
        return tuple(item for item in self.tasks if item.verdict is Verdict.FAULT)

    @property
    def counts(self) -> dict[str, int]:
        """Tasks at fault by gate."""
        return dict(Counter(one.gate for item in self.faults for one in item.findings))

    def lines(self) -> Iterator[str]:
        """The faults for a reader, then what was executed and what only read."""
        for item in self.faults:
            for one in item.findings:
                yield f"{item.task}: {one.reason} ({one.checked.value}): {one.detail}"
        executed = sum(bool(item.executed) for item in self.tasks)
        yield (
            f"{len(self.tasks)} tasks, {len(self.faults)} with a fault; of {executed} at least one"
            f" proof was executed again, {len(self.tasks) - executed} were only read"
        )


def audit_tasks(
    found: ForeignTasks,
    surfaces: Mapping[str, Surfaces],
    *,
    is_whole: bool = False,
    is_rebuilt: bool = False,
    is_task_scope: bool = True,
) -> AuditReport:
    """Every gate over every task, with the surfaces of its persona where they are at hand.

    `is_whole`: the surfaces are all there are, so that what is missing is a fault. `is_rebuilt`:
    they were made after notes; such findings are labelled reconstructed. The reference promises
    uniqueness within the source task; without `is_task_scope` it is asked for in the persona.
    """
    audited: dict[str, AuditedTask] = {}
    for persona in sorted({task.source.persona for task in found.tasks}):
        tasks = [task for task in found.tasks if task.source.persona == persona]
        with ExitStack() as stack:
            known = surfaces.get(persona)
            context = Context(
                replayer=stack.enter_context(open_replayer(known)) if known else None,
                pool=tasks,
                is_whole=is_whole,
                is_rebuilt=is_rebuilt,
                is_task_scope=is_task_scope,
            )
            audited |= {task.id: _audited(task, context, found) for task in tasks}
    return AuditReport(tasks=tuple(audited[task.id] for task in found.tasks))


def _audited(task: AtomicTask, context: Context, found: ForeignTasks) -> AuditedTask:
    findings = findings_of(task, context)
    done = [(_named(item), _is_executed(item, context)) for item in task.gold_evidence]
    return AuditedTask(
        task=task.id,
        persona=task.source.persona,
        verdict=Verdict.FAULT if findings else Verdict.SOUND,
        findings=findings,
        executed=_names(done, is_executed=True),
        only_read=_names(done, is_executed=False),
        remarks=found.remarks_of(task.id),
    )


def _names(done: Sequence[tuple[str, bool]], *, is_executed: bool) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name, was in done if was is is_executed))


def _named(item: Evidence) -> str:
    if isinstance(item, TableEvidence):
        return f"query on {item.table}" if item.query else f"table {item.table} without a query"
    if isinstance(item, RagEvidence):
        return f"span in {item.file}"
    if isinstance(item, GraphSetEvidence):
        return f"{item.relation} at {item.node}"
    if isinstance(item, GraphPathEvidence):
        return f"path to {item.graph_path[-1]}"
    return "absence"


def _is_executed(item: Evidence, context: Context) -> bool:
    if isinstance(item, TableEvidence):
        return context.rows(item.table, item.query) is not None
    if isinstance(item, RagEvidence):
        return item.file in context.documents
    nodes = context.nodes
    if isinstance(item, GraphSetEvidence):
        return item.node in nodes
    return isinstance(item, GraphPathEvidence) and item.graph_path[0] in nodes
