"""One cell of a sweep: what has to run, what an earlier sweep already holds, and the result.

Agents see public tasks; the required surfaces that S5 and S6 are told come in as values here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from pydantic import Field

from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.pending import RunKey, still_pending
from worksurface_pipeline.harness.runner import INTERRUPTED, Counted, counting, run_pending
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet, uncollected
from worksurface_pipeline.worksurface.agents.condition import acting
from worksurface_pipeline.worksurface.agents.prompts import PROMPT_VERSION
from worksurface_pipeline.worksurface.agents.settings import setting as setting_named
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.settings import Condition, Scope

AGENT_VERSION = 1
"""Raise it when loop, tools or embedded model change what a trajectory holds."""


class SweepItem(Frozen):
    """A task as a sweep needs it: what the agent sees, and what a setting may tell it beside.

    `required` are the surfaces that hints name; `evidence` is set for the arm that shows it. One
    that is `asked_again` is run once more beyond its epochs, for the noise floor.
    """

    public: PublicTask
    required: tuple[str, ...]
    evidence: str = ""
    asked_again: bool = False


class TrajectorySet(RecordSet):
    """All trajectories of a cell, by task and epoch.

    `again` are the repeats of a sample of the tasks for the noise floor, apart so that no mean,
    budget or export takes them in.
    """

    trajectories: tuple[Trajectory, ...] = ()
    again: tuple[Trajectory, ...] = Field(default=(), exclude_if=lambda value: not value)

    @property
    def every(self) -> tuple[Trajectory, ...]:
        """The trajectories and the repeats."""
        return (*self.trajectories, *self.again)

    @property
    def errors(self) -> int:
        """Trajectories, repeats among them, that ended in a fault not of the model's making."""
        return sum(item.outcome is Outcome.ERRORED for item in self.every)

    def slices(self) -> dict[str, str]:
        """The number of errors, so that a retry finds the cells that have some."""
        return {"errors": str(self.errors)}


@dataclass(frozen=True, slots=True)
class CellWork:
    """Everything a cell is made of, as values.

    `scope_digests` gives the digest of the scope of each (persona, source task). `only` are the
    fingerprints of the trajectories that are wanted of it, None for all.
    """

    cell: Cell
    condition: Condition
    model: ModelSettings
    items: tuple[SweepItem, ...]
    scope_digests: Mapping[tuple[str, str], str]
    only: frozenset[str] | None = None

    def keys(self) -> Iterator[tuple[RunKey, SweepItem]]:
        """Every trajectory of the cell with its fingerprint, in the items' order, by epoch.

        Repeats come last, when what was asked first is no longer at hand in an endpoint. Each is
        one more epoch, so that a higher number of epochs takes it over as one of them.
        """
        epochs = self.condition.epochs
        whole = ((item, epoch) for item in self.items for epoch in range(epochs))
        again = ((item, epochs) for item in self.items if item.asked_again)
        for item, epoch in chain(whole, again):
            key = self._key(item, epoch)
            if self.only is None or key.fingerprint in self.only:
                yield key, item

    def gathered(self, records: Iterable[Trajectory]) -> TrajectorySet:
        """Records of the keys, in their order, the repeats apart from the epochs."""
        found = tuple(records)
        epochs = self.condition.epochs
        return TrajectorySet(
            trajectories=tuple(record for record in found if record.epoch < epochs),
            again=tuple(record for record in found if record.epoch >= epochs),
        )

    def _key(self, item: SweepItem, epoch: int) -> RunKey:
        return RunKey(
            fingerprint=self._fingerprint(item, epoch),
            task_id=item.public.id,
            persona=item.public.persona,
            model=self.cell.model,
            setting=self.cell.setting,
            epoch=epoch,
        )

    def _fingerprint(self, item: SweepItem, epoch: int) -> str:
        scope = self.scope_digests[(item.public.persona, item.public.source_task)]
        setting = setting_named(self.cell.setting)
        told = setting.told(item.required, item.public.id)
        condition = acting(self.condition, setting)
        shown = {"evidence": item.evidence} if item.evidence else {}
        return digest_json(
            {
                **shown,
                "agent_version": AGENT_VERSION,
                "prompt_version": PROMPT_VERSION,
                "task": item.public,
                "told": list(told),
                "scope": scope,
                "epoch": epoch,
                "condition": condition.model_dump(mode="json", exclude={"epochs"}),
                "model": self.model.identity,
                "setting": self.cell.setting,
            }
        )


RunOne = Callable[[RunKey, SweepItem], Trajectory]


@dataclass(frozen=True, slots=True)
class Kept:
    """What a cell did not have to run: from its own journal, and from earlier sweeps.

    `damaged_replies` could no longer be read from the cache and were asked for again. `errors` are
    the trajectories among all of them that ended in a fault not of the model's making, `again` says
    what runs those once more.
    """

    resumed: int
    taken_over: int
    ran: int
    damaged_replies: int = 0
    errors: int = 0
    again: str = "`worksurface sweep --retry-errors` runs them again"

    def __str__(self) -> str:
        over = f", {self.taken_over} taken over from an earlier sweep" if self.taken_over else ""
        total = self.resumed + self.taken_over + self.ran
        lost = f"; {self.damaged_replies} kept replies were damaged and asked for again"
        noted = lost if self.damaged_replies else ""
        bad = f"; {self.errors} errored: {self.again}" if self.errors else ""
        return f"ran {self.ran} of {total} trajectories, {self.resumed} unchanged{over}{noted}{bad}"


def run_cell(
    work: CellWork,
    journal: Journal,
    earlier: Iterable[tuple[str, Journal]],
    run_one: RunOne,
    on_done: Counted,
    *,
    is_forced: bool = False,
) -> tuple[TrajectorySet, Kept]:
    """All trajectories of a cell: resumed, taken over from earlier sweeps, and run.

    With `is_forced` all are run, whatever is finished; a new record counts, unless it is an error.
    Raises WorksurfaceError ("n done, m left") when it was stopped before all were run; what is
    done stays in the journal, and the next run goes on from there.
    """
    pairs = list(work.keys())
    items = {key: item for key, item in pairs}
    pending = tuple(items) if is_forced else still_pending(items, journal.state())
    taken = 0 if is_forced else take_over(pending, journal, earlier)
    pending = still_pending(pending, journal.state()) if taken else pending
    summary = run_pending(
        pending,
        lambda key: run_one(key, items[key]),
        journal,
        workers=work.model.concurrency,
        on_done=counting(on_done, len(pending)),
    )
    if summary.stopped == INTERRUPTED:
        raise KeyboardInterrupt(str(summary))
    if summary.left:
        raise WorksurfaceError(
            f"{work.cell.key}: {summary}", remedy="Mend what it names and run again"
        )
    with uncollected():
        done = {record.fingerprint: record for record in journal.read()}
    value = work.gathered(done[key.fingerprint] for key, _ in pairs)
    resumed = len(pairs) - len(pending) - taken
    return value, Kept(resumed, taken, len(pending), errors=value.errors)


def take_over(
    pending: Sequence[RunKey], journal: Journal, earlier: Iterable[tuple[str, Journal]]
) -> int:
    """Copy finished records of earlier sweeps with equal fingerprints, origin noted."""
    wanted = {key.fingerprint for key in pending}
    count = 0
    for origin, other in earlier if wanted else ():
        for record in other.read():
            if record.fingerprint in wanted and record.outcome is not Outcome.ERRORED:
                wanted.discard(record.fingerprint)
                journal.append(record.model_copy(update={"origin": record.origin or origin}))
                count += 1
    return count


def sweep_id(condition: Condition, name: str = "") -> str:
    """The sweep's folder: 12 hex of its condition's digest, with its name before it if given."""
    digest = digest_json(condition)[:12]
    return f"{name}-{digest}" if name else digest


def scope_task(condition: Condition, source_task: str) -> str | None:
    """The source task that bounds a scope, None where the whole persona is in scope."""
    return source_task if condition.scope is Scope.TASK else None
