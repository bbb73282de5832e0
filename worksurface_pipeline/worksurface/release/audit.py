"""Our gates over foreign gold: faults by task, and what they rest on.

What we say of foreign gold is only what was executed again or stands in the record itself; what
was merely read is told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.audit_limits import (
    AuditLimits,
    LimitedSession,
    Spending,
)
from worksurface_pipeline.worksurface.release.foreign_tasks import ForeignTasks
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
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
from worksurface_pipeline.worksurface.tasks.replay import Replayer, open_replayer
from worksurface_pipeline.worksurface.tasks.replay_graph import is_walkable

_FOREIGN = {"derivation": Derivation.FOREIGN}


class Verdict(StrEnum):
    """What the audit says of a task; sound is "nothing was found", not "nothing is there"."""

    SOUND = "sound"
    FAULT = "fault"


class AuditedTask(Frozen):
    """One foreign task: verdict, findings, and what of its proofs was executed or only read.

    `stopped` are those of the latter whose query could not be finished, with the reason.
    """

    task: str
    persona: str
    verdict: Verdict
    findings: tuple[GateFinding, ...]
    executed: tuple[str, ...]
    only_read: tuple[str, ...]
    remarks: tuple[str, ...]
    stopped: tuple[str, ...] = ()

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
        for item in self.tasks:
            yield from (f"{item.task}: only read, {reason}" for reason in item.stopped)
        executed = sum(bool(item.executed) for item in self.tasks)
        read = len(self.tasks) - executed
        yield (
            f"{counted(len(self.tasks), 'task')}, {len(self.faults)} with a fault; of {executed}"
            f" at least one proof was executed again, {read} {'was' if read == 1 else 'were'}"
            " only read"
        )


def audit_tasks(
    found: ForeignTasks,
    surfaces: Mapping[str, Surfaces],
    *,
    own: frozenset[str] = frozenset(),
    is_whole: bool = False,
    is_rebuilt: bool = False,
    is_task_scope: bool = True,
    spending: Spending | None = None,
) -> AuditReport:
    """Every gate over every task, with the surfaces of its persona where they are at hand.

    `own`: personas whose surfaces are stored as ours are; elsewhere families of ours mean nothing
    and all is judged as foreign. `is_whole`: the surfaces are all there are, so that what is
    missing is a fault. `is_rebuilt`: they were made after notes; such findings are labelled
    reconstructed. The reference promises uniqueness within the source task; without
    `is_task_scope` it is asked for in the persona. `spending` bounds what queries take together.
    """
    spent = spending or Spending(AuditLimits(), lambda: 0.0)
    remarks = found.by_task()
    audited: dict[str, AuditedTask] = {}
    for persona, tasks in sorted(_by_persona(found.tasks, own).items()):
        with ExitStack() as stack:
            known = surfaces.get(persona)
            context = Context(
                replayer=stack.enter_context(_opened(known, spent)) if known else None,
                pool=tasks,
                is_whole=is_whole,
                is_rebuilt=is_rebuilt,
                is_task_scope=is_task_scope,
            )
            for task in tasks:
                audited[task.id] = _audited(task, context, remarks.get(task.id, ()))
    return AuditReport(tasks=tuple(audited[task.id] for task in found.tasks))


def _by_persona(
    tasks: Sequence[AtomicTask], own: frozenset[str]
) -> Mapping[str, Sequence[AtomicTask]]:
    groups: dict[str, list[AtomicTask]] = {}
    for task in tasks:
        persona = task.source.persona
        is_own = persona in own
        groups.setdefault(persona, []).append(task if is_own else task.model_copy(update=_FOREIGN))
    return groups


@contextmanager
def _opened(surfaces: Surfaces, spending: Spending) -> Iterator[Replayer]:
    """A replayer whose queries are bounded."""
    with open_replayer(surfaces, spending.limits.query) as replayer:
        yield replace(replayer, session=LimitedSession(replayer.session, spending))


def _audited(task: AtomicTask, context: Context, remarks: Sequence[str]) -> AuditedTask:
    """A task with a query that had to be stopped is read alone: its probes would end no sooner."""
    tables = [item for item in task.gold_evidence if isinstance(item, TableEvidence)]
    found = ((_named(item), context.stopped(item.table, item.query)) for item in tables)
    stopped = tuple(f"{name}: {reason}" for name, reason in found if reason)
    judged = context.on_record() if stopped else context
    findings = findings_of(task, judged)
    done = [(_named(item), _is_executed(item, judged)) for item in task.gold_evidence]
    return AuditedTask(
        task=task.id,
        persona=task.source.persona,
        verdict=Verdict.FAULT if findings else Verdict.SOUND,
        findings=findings,
        executed=_names(done, is_executed=True),
        only_read=_names(done, is_executed=False),
        remarks=tuple(remarks),
        stopped=stopped,
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
    return f"absence of {', '.join(item.terms)}"


def _is_executed(item: Evidence, context: Context) -> bool:
    if isinstance(item, TableEvidence):
        return context.rows(item.table, item.query) is not None
    if isinstance(item, RagEvidence):
        return item.file in context.documents
    if isinstance(item, GraphSetEvidence):
        return item.node in context.nodes
    if isinstance(item, GraphPathEvidence):
        return is_walkable(item, context.nodes)
    return context.replayer is not None
