from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.unit.harness.doubles import trajectory
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.ledger import BookkeepingError
from worksurface_pipeline.harness.pending import RunKey, still_pending
from worksurface_pipeline.harness.runner import run_pending
from worksurface_pipeline.harness.stopping import StopRun
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import LakeError, ModelConfigurationError

NAMES = [f"t{number:02d}" for number in range(20)]


def key(name: str) -> RunKey:
    return RunKey(fingerprint="f", task_id=name, persona="p", model="m", setting="S4")


KEYS = [key(name) for name in NAMES]


def done(run_key: RunKey) -> Trajectory:
    return trajectory(run_key.task_id)


def kept(folder: Path) -> list[str]:
    return [record.task_id for record in Journal(folder).read()]


@pytest.mark.parametrize("workers", [1, 4, 50])
def test_all_are_run_once_and_reported(tmp_path: Path, workers: int) -> None:
    seen: list[str] = []
    summary = run_pending(
        KEYS,
        done,
        Journal(tmp_path),
        workers=workers,
        on_done=lambda record: seen.append(record.task_id),
    )
    assert str(summary) == "20 done, 0 left"
    assert sorted(seen) == kept(tmp_path) == NAMES


def test_nothing_pending_is_nothing_done(tmp_path: Path) -> None:
    summary = run_pending([], done, Journal(tmp_path), workers=4)
    assert (summary.done, summary.left, summary.stopped) == (0, 0, "")
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_durable_before_its_worker_goes_on(tmp_path: Path) -> None:
    before: list[list[str]] = []

    def run_one(run_key: RunKey) -> Trajectory:
        before.append(kept(tmp_path))
        return done(run_key)

    run_pending(KEYS[:4], run_one, Journal(tmp_path), workers=1)
    assert before == [NAMES[:count] for count in range(4)]


def test_a_known_error_of_one_trajectory_is_its_record(tmp_path: Path) -> None:
    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id == "t03":
            raise LakeError("The table is gone")
        return done(run_key)

    summary = run_pending(KEYS, run_one, Journal(tmp_path), workers=3)
    assert (summary.done, summary.errors, summary.left) == (20, 1, 0)
    (bad,) = [item for item in Journal(tmp_path).read() if item.outcome is Outcome.ERRORED]
    assert (bad.task_id, bad.answer, bad.stop_reason) == ("t03", None, StopReason.TOOL_FAULT)
    assert bad.error == "The table is gone."
    left = still_pending(KEYS, Journal(tmp_path).state())
    assert [item.task_id for item in left] == ["t03"]


def test_a_wrong_configuration_stops_the_run(tmp_path: Path) -> None:
    def run_one(run_key: RunKey) -> Trajectory:
        raise ModelConfigurationError("No key is set")

    summary = run_pending(KEYS, run_one, Journal(tmp_path), workers=1)
    assert summary.stopped == "No key is set."
    assert summary.left > 0
    assert summary.done + summary.left == 20


def test_a_bug_is_raised_after_what_is_done_is_kept(tmp_path: Path) -> None:
    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id == "t05":
            raise KeyError("bug")
        return done(run_key)

    with pytest.raises(KeyError, match="bug"):
        run_pending(KEYS, run_one, Journal(tmp_path), workers=1)
    assert kept(tmp_path) == NAMES[:5]
    summary = run_pending(
        still_pending(KEYS, Journal(tmp_path).state()), done, Journal(tmp_path), workers=2
    )
    assert summary.done == 15
    assert kept(tmp_path) == NAMES


def test_an_unwritable_journal_is_raised(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LakeError, match="journal"):
        run_pending(KEYS, done, Journal(tmp_path / "file" / "j"), workers=3)


def test_an_unwritable_journal_lets_what_is_in_flight_end(tmp_path: Path) -> None:
    """Its calls are paid for, and their replies are kept elsewhere."""
    begun, released = threading.Event(), threading.Event()
    ended: list[str] = []

    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id == "t00":
            begun.wait(10)
            threading.Timer(0.6, released.set).start()  # longer than a look at the workers takes
            return done(run_key)
        begun.set()
        released.wait(10)
        ended.append(run_key.task_id)
        return done(run_key)

    (tmp_path / "file").write_text("")
    journal = Journal(tmp_path / "file" / "j")
    with pytest.raises(LakeError, match="journal"):
        run_pending(KEYS[:2], run_one, journal, workers=2, grace_seconds=0.0)
    assert ended == ["t01"]


def test_a_request_to_stop_keeps_what_is_in_hand(tmp_path: Path) -> None:
    stop = threading.Event()

    def on_done(record: Trajectory) -> None:
        stop.set()

    gate = threading.Semaphore(3)

    def run_one(run_key: RunKey) -> Trajectory:
        if not gate.acquire(blocking=False):
            stop.wait(10)
        return done(run_key)

    summary = run_pending(KEYS, run_one, Journal(tmp_path), workers=2, on_done=on_done, stop=stop)
    assert summary.stopped == "stopped"
    assert 0 < summary.done < 20
    assert len(kept(tmp_path)) == summary.done == 20 - summary.left


def test_a_run_that_ends_well_does_not_set_the_callers_event(tmp_path: Path) -> None:
    stop = threading.Event()
    run_pending(KEYS, done, Journal(tmp_path), workers=2, stop=stop)
    assert not stop.is_set()


def test_an_interrupt_waits_for_what_is_in_hand_and_says_what_is_left(tmp_path: Path) -> None:
    count = 0

    def on_done(record: Trajectory) -> None:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt

    gate = threading.Event()

    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id >= "t04":
            gate.wait(0.5)
        return done(run_key)

    summary = run_pending(KEYS, run_one, Journal(tmp_path), workers=1, on_done=on_done)
    assert summary.stopped == "interrupted"
    assert summary.done == len(kept(tmp_path)) < 20


def test_a_hanging_worker_is_left_behind_after_the_grace(tmp_path: Path) -> None:
    release = threading.Event()

    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id == "t01":
            release.wait(30)
        return done(run_key)

    stop = threading.Event()
    summary = run_pending(
        KEYS,
        run_one,
        Journal(tmp_path),
        workers=1,
        on_done=lambda record: stop.set(),
        stop=stop,
        grace_seconds=0.2,
    )
    release.set()
    assert summary.done + summary.left == 20
    assert summary.done >= 1


def test_a_stop_from_inside_leaves_no_record_and_lets_the_others_finish(tmp_path: Path) -> None:
    """What is in flight has been paid for: it ends in its own time, without a grace."""
    is_stopped, all_here = threading.Event(), threading.Barrier(3)

    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id in NAMES[:3]:
            all_here.wait(10)
        if run_key.task_id == "t01":
            is_stopped.set()
            raise StopRun("the ceiling is reached")
        is_stopped.wait(10)
        return done(run_key)

    summary = run_pending(KEYS, run_one, Journal(tmp_path), workers=3, grace_seconds=0.0)
    assert {"t00", "t02"} <= set(kept(tmp_path)) == set(NAMES[: summary.done + 1]) - {"t01"}
    assert summary.left == len(NAMES) - summary.done
    assert str(summary).endswith("left (the ceiling is reached)")


def test_what_a_stop_left_is_run_the_next_time(tmp_path: Path) -> None:
    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id > "t04":
            raise StopRun("enough")
        return done(run_key)

    run_pending(KEYS, run_one, Journal(tmp_path), workers=2)
    left = still_pending(KEYS, Journal(tmp_path).state())
    assert {run_key.task_id for run_key in left} >= set(NAMES[5:])
    assert run_pending(left, done, Journal(tmp_path), workers=2).errors == 0
    assert kept(tmp_path) == NAMES


def test_where_calls_cannot_be_booked_the_run_stops_at_once(tmp_path: Path) -> None:
    def run_one(run_key: RunKey) -> Trajectory:
        if run_key.task_id == "t03":
            raise BookkeepingError("The ledger cannot be written", where="calls.jsonl")
        return done(run_key)

    summary = run_pending(KEYS, run_one, Journal(tmp_path), workers=1)
    assert (summary.done, summary.errors, summary.left) == (3, 0, 17)
    assert summary.stopped == "The ledger cannot be written (calls.jsonl)."
