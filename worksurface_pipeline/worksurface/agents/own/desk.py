"""The desk at which agents of one's own are served: tasks go out, calls and answers come in.

A task that is handed out has a ticket, which every further word about it must bear: clients need
no session, and two of them never have the same. What is finished is in the journal before its
client hears of it. Safe to share between threads.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.agent.protocol import Observation, Toolbox
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.agents.own.claims import Claims
from worksurface_pipeline.worksurface.agents.own.run import OwnRun
from worksurface_pipeline.worksurface.agents.own.submitting import refused
from worksurface_pipeline.worksurface.agents.own.task import OwnUsage, own_task
from worksurface_pipeline.worksurface.agents.own.told import (
    NO_TICKET,
    Handed,
    NothingToDo,
    Receipt,
    receipt,
)
from worksurface_pipeline.worksurface.schema.public import PublicTask

MOST_TRIES = 3
"""So often a server hands out a task that only ever ends in an error."""


class Desk:
    """Hands out the pending trajectories of one cell, and journals them.

    `toolbox_of` opens the tools of a task's scope, `new_ticket` gives a text that nobody guesses.
    Raises LakeError where the journal cannot be written or the tools cannot be opened.
    """

    def __init__(
        self,
        tasks: Mapping[RunKey, PublicTask],
        journal: Journal,
        claims: Claims,
        toolbox_of: Callable[[PublicTask], Toolbox],
        limits: AgentLimits,
        *,
        clock: Callable[[], float],
        new_ticket: Callable[[], str],
    ) -> None:
        self._tasks = tasks
        self._journal = journal
        self._claims = claims
        self._toolbox_of = toolbox_of
        self._limits = limits
        self._clock = clock
        self._new_ticket = new_ticket
        self._open: dict[str, OwnRun] = {}
        self._late: dict[str, OwnRun] = {}  # ended, but for the usage
        self._tries: Counter[RunKey] = Counter()
        self._lock = threading.RLock()
        errors = journal.state().errors
        ordered = sorted(tasks, key=lambda key: errors.get(key.journal_key, 0))
        self._pending: dict[RunKey, None] = dict.fromkeys(ordered)  # in the order they go out
        self._seen: tuple[tuple[str, int], ...] | None = None
        self._drop_finished()

    def next_task(self) -> Handed | NothingToDo:
        """The next task that is neither finished nor in anybody's hands, failed ones last."""
        with self._lock:
            self._close_expired()
            key = self._claimed()
            if key is None:
                return NothingToDo(in_hands=len(self._pending))
            run = self._opened(key)
            ticket = self._new_ticket()
            self._tries[key] += 1
            self._open[ticket] = run
            left = len(self._pending) - len(self._open)
            return Handed(ticket=ticket, task=own_task(self._tasks[key], self._limits), left=left)

    def call(self, ticket: str, tool: str, args: Mapping[str, Any]) -> Observation:
        """Run one tool for the holder of a ticket; without one it is told so."""
        run = self._run_of(ticket)
        if run is None:
            return refused(NO_TICKET)
        seen = run.call(tool, args)
        self._settle(ticket, run, run.record)
        return seen

    def submit(self, ticket: str, answer: Any, usage: OwnUsage | None = None) -> Receipt:
        """Take an answer; one that is none is told, and may be mended while turns are left.

        After the limit of turns the usage is still taken, until the limit of time.
        """
        run = self._run_of(ticket)
        if run is None:
            return self._late_word(ticket, usage)
        wrong = run.submit(answer, usage)
        self._settle(ticket, run, run.record)
        return receipt(wrong, is_open=run.record is None)

    @property
    def pending(self) -> int:
        """Tasks without a finished record, those in hands included."""
        with self._lock:
            return len(self._pending)

    def _run_of(self, ticket: str) -> OwnRun | None:
        with self._lock:
            self._close_expired()
            return self._open.get(ticket)

    def _opened(self, key: RunKey) -> OwnRun:
        """A run with its tools; where they cannot be opened, the claim is given back."""
        try:
            toolbox = self._toolbox_of(self._tasks[key])
        except WorksurfaceError:
            self._claims.release(key.fingerprint)
            raise
        return OwnRun(key, toolbox, self._limits, self._clock)

    def _settle(self, ticket: str, run: OwnRun, record: Trajectory | None) -> None:
        """Journal a run that has ended, once, and give its claim back.

        Where the journal cannot be written the ticket stays: the next word at the desk tries again.
        """
        with self._lock:
            if record is None or ticket not in self._open:
                return
            self._journal.append(record)
            del self._open[ticket]
            if run.takes_usage:
                self._late[ticket] = run
            is_error = record.outcome is Outcome.ERRORED
            self._pending.pop(run.key, None)
            if is_error and self._tries[run.key] < MOST_TRIES:
                self._pending[run.key] = None
            self._claims.release(run.key.fingerprint)

    def _close_expired(self) -> None:
        """Whoever went away with a task has had it until its limit of time."""
        for ticket, run in list(self._open.items()):
            self._settle(ticket, run, run.ended())
        for ticket in list(self._late):
            self._settle_usage(ticket)

    def _late_word(self, ticket: str, usage: OwnUsage | None) -> Receipt:
        """What is said of a task that is closed: of one at the limit of turns usage is taken."""
        with self._lock:
            run = self._late.get(ticket)
            if run is None:
                return Receipt(sentence=NO_TICKET, is_accepted=False, is_open=False)
            wrong = run.submit(None, usage)
            self._settle_usage(ticket)
            return receipt(wrong, is_open=False)

    def _settle_usage(self, ticket: str) -> None:
        """Journal the record once more when its usage is there: of two the newer counts."""
        run = self._late[ticket]
        if run.takes_usage:
            return
        record = run.record
        if record is not None and record.tokens is not None:
            self._journal.append(record)
        del self._late[ticket]

    def _claimed(self) -> RunKey | None:
        """A pending task that is ours now.

        The journal is looked at again under the claim: another server may have finished the task.
        """
        for key in list(self._pending):
            if key not in self._pending or not self._claims.take(key.fingerprint):
                continue  # finished meanwhile, or in other hands
            self._drop_finished()
            if key in self._pending:
                return key
            self._claims.release(key.fingerprint)
        return None

    def _drop_finished(self) -> None:
        """Look at the journal where another server wrote; what this one did is known."""
        others = self._journal.others()
        if others == self._seen:
            return
        self._seen = others
        done = self._journal.state().done
        self._pending = {key: None for key in self._pending if key.journal_key not in done}
