"""Runs what is pending of a cell: a few workers, each record durable before its worker goes on."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from worksurface_pipeline.harness.handover import Handover
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.ledger import BookkeepingError
from worksurface_pipeline.harness.pending import RunKey, errored
from worksurface_pipeline.harness.stopping import StopRun
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import LakeError, WorksurfaceError
from worksurface_pipeline.kernel.model import Frozen

MOST_IN_A_ROW = 10
"""So many errors one after the other, each after its retries, are no passing fault."""
INTERRUPTED = "interrupted"
"""What `RunSummary.stopped` says after a KeyboardInterrupt."""
_POLL_SECONDS = 0.2  # how soon a request to stop is seen while every worker is busy


class RunSummary(Frozen):
    """What a run did: records written, errors among them, and how many are left.

    `stopped` says why it ended early, "" when it did not.
    """

    done: int
    errors: int
    left: int
    stopped: str = ""

    def __str__(self) -> str:
        errors = f", {self.errors} in error" if self.errors else ""
        text = f"{self.done - self.errors} done{errors}, {self.left} left"
        return f"{text} ({self.stopped})" if self.stopped else text


RunOne = Callable[[RunKey], Trajectory]
OnDone = Callable[[Trajectory], None]
Counted = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class _Ended:
    """A worker went home; `error` is what it stumbled over, None when nothing was left to do."""

    error: BaseException | None


_Message = Trajectory | _Ended


def counting(told: Counted, total: int) -> OnDone:
    """Tells, with each record, how many of `total` are done."""
    numbers = count(1)
    return lambda _record: told(next(numbers), total)


def run_pending(
    pending: Sequence[RunKey],
    run_one: RunOne,
    journal: Journal,
    *,
    workers: int,
    on_done: OnDone | None = None,
    stop: threading.Event | None = None,
    grace_seconds: float = 5.0,
) -> RunSummary:
    """Run all of `pending` and journal each record at once; `on_done` is called in this thread.

    Ends early, with what is finished kept: when `stop` is set (a handler of SIGTERM may do that) or
    on KeyboardInterrupt, after at most `grace_seconds` for what is in flight; when the model's
    configuration is wrong, because every further call would fail alike; on StopRun, and where calls
    cannot be booked or replies not kept: such a trajectory leaves no record, while those in flight
    end in their own time. A WorksurfaceError of one trajectory becomes its record; any other
    exception is a bug and is raised after the workers have journaled what they had.
    """
    shift = _Shift(pending, run_one, journal, stop or threading.Event())
    shift.begin(workers)
    try:
        shift.attend(on_done, grace_seconds)
    except KeyboardInterrupt:
        shift.interrupt()
        shift.attend(on_done, grace_seconds)
    finally:
        shift.close()
    if shift.error is not None:
        raise shift.error
    return shift.summary()


class _Shift:
    """The workers of one run, and the queue over which they report to the calling thread."""

    def __init__(
        self, pending: Sequence[RunKey], run_one: RunOne, journal: Journal, stop: threading.Event
    ) -> None:
        self._todo = deque(pending)
        self._total = len(self._todo)
        self._run_one = run_one
        self._journal = journal
        self._asked = stop
        self._halt = threading.Event()
        self._reports: queue.SimpleQueue[_Message] = queue.SimpleQueue()
        self._at_work = 0
        self._done = 0
        self._errors = 0
        self._stopped = ""
        self._in_a_row = 0
        self._is_unhurried = False
        self.error: BaseException | None = None

    def begin(self, workers: int) -> None:
        """Start the workers. They are daemons: one that hangs never keeps the process alive."""
        self._at_work = max(1, min(workers, self._total))
        for number in range(self._at_work):
            name = f"trajectory-{number}"
            threading.Thread(target=self._work, name=name, daemon=True).start()

    def interrupt(self) -> None:
        """Ask the workers to go home after what they have in hand."""
        self._stopped = self._stopped or INTERRUPTED
        self._is_unhurried = False
        self._halt.set()

    def attend(self, on_done: OnDone | None, grace_seconds: float) -> None:
        """Take reports until all workers are home, or the grace after a stop is used up."""
        grace = grace_seconds
        while self._at_work:
            try:
                report = self._reports.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                if not self._is_hurried():
                    continue  # nobody has anything to report yet
                grace -= _POLL_SECONDS
                if grace <= 0.0:
                    return
                continue
            self._take(report, on_done)

    def close(self) -> None:
        """Let nobody begin anything new, and end the segment."""
        self._halt.set()
        self._journal.close()

    def summary(self) -> RunSummary:
        """What was done and what is left."""
        left = self._total - self._done
        stopped = self._stopped or ("stopped" if left else "")
        return RunSummary(done=self._done, errors=self._errors, left=left, stopped=stopped)

    def _take(self, report: _Message, on_done: OnDone | None) -> None:
        if isinstance(report, _Ended):
            self._at_work -= 1
            self._stumbled(report.error)
            return
        self._done += 1
        self._errors += report.outcome is Outcome.ERRORED
        self._give_up_on(report)
        if report.stop_reason is StopReason.MODEL_CONFIGURATION:
            self._stopped = self._stopped or report.error
            self._halt.set()
        if on_done is not None:
            on_done(report)

    def _give_up_on(self, report: Trajectory) -> None:
        """An endpoint that only fails is left alone: each further try would cost its time-outs."""
        self._in_a_row = self._in_a_row + 1 if report.outcome is Outcome.ERRORED else 0
        if self._in_a_row >= MOST_IN_A_ROW:
            last = report.error.rstrip(".")
            self._stopped = self._stopped or f"{self._in_a_row} errors in a row, the last: {last}"
            self._halt.set()

    def _stumbled(self, error: BaseException | None) -> None:
        """A bug, or a journal that cannot be written: the others finish what they have in hand."""
        if isinstance(error, StopRun | LakeError):
            self._is_unhurried = True  # what is in flight is paid for, and its replies are kept
        if isinstance(error, StopRun):
            self._stopped = self._stopped or str(error)
        elif error is not None:
            self.error = self.error or error
        if error is not None:
            self._halt.set()

    def _is_stopping(self) -> bool:
        """Whether the caller asked for it (its event is only read here), or this run did."""
        return self._halt.is_set() or self._asked.is_set()

    def _is_hurried(self) -> bool:
        """Whether the grace runs. What is in flight when a ceiling is reached has been paid for."""
        return self._is_stopping() and (self._asked.is_set() or not self._is_unhurried)

    def _work(self) -> None:
        with Handover(lambda error: self._reports.put(_Ended(error))):
            while not self._is_stopping():
                try:
                    key = self._todo.popleft()
                except IndexError:
                    return
                record = self._run(key)
                self._journal.append(record)
                self._reports.put(record)

    def _run(self, key: RunKey) -> Trajectory:
        try:
            return self._run_one(key)
        except BookkeepingError as error:
            raise StopRun(str(error)) from error
        except WorksurfaceError as error:
            return errored(key, error)
