"""The desk: who gets which task, what is told, what is journaled, what comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.unit.agents.own_doubles import key, public, tickets, toolbox
from tests.unit.harness.doubles import FakeClock, FakeToolbox
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.agent.protocol import Observation
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.worksurface.agents.own.claims import Claims
from worksurface_pipeline.worksurface.agents.own.desk import MOST_TRIES, Desk
from worksurface_pipeline.worksurface.agents.own.task import OwnUsage
from worksurface_pipeline.worksurface.agents.own.told import NO_TICKET, Handed, NothingToDo
from worksurface_pipeline.worksurface.schema.public import PublicTask

Opening = Callable[[PublicTask], Any]
USAGE = OwnUsage(prompt_tokens=30, completion_tokens=4)


class Place:
    """A journal's folder, and the desks that are opened on it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.clock = FakeClock()
        self._stack = stack

    def desk(
        self, tasks: int = 2, box: Any = None, opening: Opening | None = None, **limits: Any
    ) -> Desk:
        bounds = AgentLimits.model_validate({"turns": 2, "seconds": 60, **limits})
        claims = self._stack.enter_context(Claims(self.folder / "claims.lock"))
        new = tickets()
        return Desk(
            {key(number): public(number) for number in range(1, tasks + 1)},
            self._stack.enter_context(Journal(self.folder)),
            claims,
            opening or (lambda _public: box or toolbox()),
            bounds,
            clock=self.clock,
            new_ticket=lambda: next(new),
        )

    @property
    def records(self) -> list[Trajectory]:
        return list(Journal(self.folder).read())


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with ExitStack() as stack:
        yield Place(tmp_path / "cell", stack)


def handed(desk: Desk) -> Handed:
    found = desk.next_task()
    assert isinstance(found, Handed)
    return found


def test_a_task_goes_out_is_worked_on_and_journaled(place: Place) -> None:
    desk = place.desk()
    first = handed(desk)
    assert (first.task.id, first.task.tool_calls, first.left) == ("q_1", 2, 1)
    assert not desk.call(first.ticket, "kb_search", {"query": "x"}).is_error
    receipt = desk.submit(first.ticket, 12, USAGE)
    assert (receipt.is_accepted, receipt.is_open) == (True, False)
    (record,) = place.records
    assert (record.answer, record.tokens, record.setting) == ("12", 34, "S4")
    assert record.used_surfaces == {"rag"}
    assert handed(desk).task.id == "q_2"
    assert desk.pending == 1


def test_without_usage_no_tokens_are_known(place: Place) -> None:
    desk = place.desk()
    desk.submit(handed(desk).ticket, "x")
    assert place.records[0].tokens is None


@pytest.mark.parametrize("ticket", ["", "ticket-99", "ticket-1 "])
def test_what_bears_no_ticket_of_an_open_task_is_told_so(place: Place, ticket: str) -> None:
    desk = place.desk()
    handed(desk)
    assert NO_TICKET in desk.call(ticket, "kb_search", {"query": "x"}).text
    receipt = desk.submit(ticket, 12)
    assert (receipt.sentence, receipt.is_accepted) == (NO_TICKET, False)
    assert place.records == []


def test_a_ticket_is_worth_nothing_after_the_answer(place: Place) -> None:
    desk = place.desk()
    ticket = handed(desk).ticket
    assert desk.submit(ticket, 12).is_accepted
    assert not desk.submit(ticket, 13).is_accepted
    assert desk.call(ticket, "kb_search", {"query": "x"}).is_error
    assert [record.answer for record in place.records] == ["12"]


def test_an_answer_that_is_none_may_be_mended_while_turns_are_left(place: Place) -> None:
    desk = place.desk()
    ticket = handed(desk).ticket
    first = desk.submit(ticket, {"a": 1})
    assert (first.is_accepted, first.is_open) == (False, True)
    assert desk.submit(ticket, 12, USAGE).is_accepted
    (record,) = place.records
    assert (record.answer, record.tokens) == ("12", 34)
    assert [turn.kind for turn in record.turns] == ["call", "final"]


def test_who_only_ever_submits_what_is_no_answer_has_failed(place: Place) -> None:
    desk = place.desk()
    ticket = handed(desk).ticket
    assert [desk.submit(ticket, "").is_open for _ in range(3)] == [True, True, False]
    (record,) = place.records
    assert (record.outcome, record.stop_reason) == (Outcome.MODEL_FAILED, StopReason.EMPTY)
    assert desk.pending == 1


def test_calls_beyond_the_limit_end_the_task(place: Place) -> None:
    desk = place.desk()
    ticket = handed(desk).ticket
    seen = [desk.call(ticket, "kb_search", {"query": "x"}) for _ in range(4)]
    assert [item.is_error for item in seen] == [False, False, True, True]
    (record,) = place.records
    assert (record.outcome, record.stop_reason) == (Outcome.LIMITED, StopReason.TURN_LIMIT)


def test_finished_tasks_are_never_handed_out_again(place: Place) -> None:
    first = place.desk()
    first.submit(handed(first).ticket, 12)
    again = place.desk()
    assert handed(again).task.id == "q_2"
    assert isinstance(again.next_task(), NothingToDo)


def test_a_client_that_goes_away_leaves_its_task_open(tmp_path: Path) -> None:
    with ExitStack() as stack:
        assert handed(Place(tmp_path, stack).desk()).task.id == "q_1"
    with ExitStack() as stack:
        place = Place(tmp_path, stack)
        assert place.records == []
        assert handed(place.desk()).task.id == "q_1"


def test_who_stays_away_beyond_the_limit_of_time_loses_the_task(place: Place) -> None:
    desk = place.desk()
    gone = handed(desk)
    desk.call(gone.ticket, "kb_search", {"query": "x"})
    place.clock.sleep(61)
    assert handed(desk).task.id == "q_2"
    (record,) = place.records
    assert (record.outcome, record.stop_reason) == (Outcome.ERRORED, StopReason.TIME_LIMIT)
    assert len(record.calls) == 1
    assert NO_TICKET in desk.submit(gone.ticket, 12).sentence
    assert handed(desk).task.id == "q_1", "what failed comes back after all others"


def _beyond(desk: Desk) -> str:
    """A ticket whose task reached the limit of turns, and what was said then."""
    ticket = handed(desk).ticket
    said = [desk.call(ticket, "kb_search", {"query": "x"}).text for _ in range(4)]
    assert "Only usage is still taken" in said[-1]
    return ticket


def test_usage_is_taken_after_the_limit_of_turns_and_the_answer_is_not(place: Place) -> None:
    desk = place.desk(tasks=1)
    ticket = _beyond(desk)
    (before,) = place.records
    assert (before.outcome, before.tokens) == (Outcome.LIMITED, None), "journaled at once"
    assert desk.pending == 0
    without = desk.submit(ticket, 12)
    assert (without.is_accepted, without.is_open) == (False, False)
    told = desk.submit(ticket, 12, USAGE)
    assert (told.is_accepted, told.is_open) == (False, False)
    assert "its usage is recorded" in told.sentence
    (record,) = place.records
    assert (record.outcome, record.answer, record.tokens) == (Outcome.LIMITED, None, 34)
    assert desk.submit(ticket, 12, USAGE).sentence == NO_TICKET, "once"
    assert desk.next_task() == NothingToDo(in_hands=0)


def test_usage_is_not_taken_after_the_limit_of_time(place: Place) -> None:
    desk = place.desk(tasks=1)
    ticket = _beyond(desk)
    place.clock.sleep(61)
    assert desk.submit(ticket, 12, USAGE).sentence == NO_TICKET
    (record,) = place.records
    assert (record.outcome, record.tokens) == (Outcome.LIMITED, None)


@pytest.mark.parametrize("is_limit_journaled", [True, False])
def test_usage_after_the_limit_is_not_lost_where_the_journal_cannot_be_written(
    place: Place, monkeypatch: pytest.MonkeyPatch, is_limit_journaled: bool
) -> None:
    desk = place.desk(tasks=1)
    ticket = _beyond(desk) if is_limit_journaled else handed(desk).ticket

    def call() -> Observation:
        return desk.call(ticket, "kb_search", {"query": "x"})

    def full(_journal: Journal, _record: Trajectory) -> None:
        raise LakeError("The disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        if not is_limit_journaled:
            assert [call().is_error for _ in range(3)] == [False, False, True]
            with pytest.raises(LakeError):
                call()
        with pytest.raises(LakeError):
            desk.submit(ticket, 12, USAGE)
    if is_limit_journaled:
        assert desk.next_task() == NothingToDo(in_hands=0), "the next word journals it"
    else:
        assert not desk.submit(ticket, 12, USAGE).is_accepted
    (record,) = place.records
    assert (record.outcome, record.answer, record.tokens) == (Outcome.LIMITED, None, 34)


def test_a_task_that_only_fails_is_given_up_by_this_server(place: Place) -> None:
    desk = place.desk(tasks=1)
    for _ in range(MOST_TRIES):
        handed(desk)
        place.clock.sleep(61)
    assert desk.next_task() == NothingToDo(in_hands=0)
    assert handed(place.desk(tasks=1)).task.id == "q_1"


def test_what_failed_for_an_earlier_server_goes_out_last(place: Place) -> None:
    first = place.desk()
    assert handed(first).task.id == "q_1"
    place.clock.sleep(61)
    handed(first)
    again = place.desk()
    assert [handed(again).task.id for _ in range(2)] == ["q_2", "q_1"]


def test_a_journal_that_cannot_be_written_loses_no_answer(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = place.desk(tasks=1)
    ticket = handed(desk).ticket

    def full(_journal: Journal, _record: Trajectory) -> None:
        raise LakeError("The disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        with pytest.raises(LakeError):
            desk.submit(ticket, 12)
    assert place.records == []
    assert desk.next_task() == NothingToDo(in_hands=0), "the next word journals it"
    assert [record.answer for record in place.records] == ["12"]


def test_a_fault_of_the_tools_gives_the_task_back(place: Place) -> None:
    desk = place.desk(tasks=1, box=toolbox(kb_search=LakeError("Gone")))
    ticket = handed(desk).ticket
    assert desk.call(ticket, "kb_search", {"query": "x"}).is_error
    (record,) = place.records
    assert record.stop_reason is StopReason.TOOL_FAULT
    assert handed(desk).task.id == "q_1"


def test_two_clients_of_one_desk_never_have_the_same_task(place: Place) -> None:
    desk = place.desk(tasks=30)
    barrier = threading.Barrier(4)

    def work(_number: int) -> list[str]:
        barrier.wait()
        return [_answered(desk) for _ in range(7)]

    with ThreadPoolExecutor(4) as pool:
        done = [name for names in pool.map(work, range(4)) for name in names]
    assert len(set(done)) == len(done) == 28
    assert sorted(record.task_id for record in place.records) == sorted(done)


def _answered(desk: Desk) -> str:
    found = handed(desk)
    assert desk.submit(found.ticket, 12).is_accepted
    return found.task.id


def test_a_task_finished_by_another_server_meanwhile_is_passed_over(place: Place) -> None:
    """Locks of one process do not shut one another out, so that the journal alone decides here."""
    first, second = place.desk(), place.desk()
    first.submit(handed(first).ticket, 12)
    assert handed(second).task.id == "q_2"


def test_tools_that_cannot_be_opened_give_the_claim_back(place: Place) -> None:
    answers: list[Any] = [LakeError("Gone", where="a place on the disk"), toolbox()]

    def opening(_public: PublicTask) -> Any:
        found = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    desk = place.desk(tasks=1, opening=opening)
    with pytest.raises(LakeError):
        desk.next_task()
    assert handed(desk).task.id == "q_1"


def test_a_call_at_work_holds_nobody_else_up(place: Place) -> None:
    inside, release = threading.Event(), threading.Event()

    class Slow(FakeToolbox):
        def call(self, name: str, args: Mapping[str, Any]) -> Observation:
            inside.set()
            assert release.wait(10)
            return super().call(name, args)

    desk = place.desk(box=Slow())
    ticket = handed(desk).ticket
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(desk.call, ticket, "table_list", {})
        assert inside.wait(10)
        assert handed(desk).task.id == "q_2"
        release.set()
        assert not waiting.result(10).is_error
