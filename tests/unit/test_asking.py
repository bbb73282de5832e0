"""What a sensor asks for: nothing twice, nothing lost, nothing at every tick."""

from __future__ import annotations

from schedules.asking import Memory, choose, remembered
from worksurface_pipeline.kernel.frontier import Due
from worksurface_pipeline.kernel.steps import Stale

NOBODY: frozenset[tuple[str, str]] = frozenset()


def _due(partition: str, state: str = "s", job: str = "build") -> Due:
    return Due(job, partition, (Stale("tables", partition, ("never built",)),), state)


def _ticks(count: int, states: dict[int, str] | None = None) -> list[int]:
    """The ticks at which one partition that never becomes fresh is asked for."""
    memory, asked, state = Memory(), [], "s"
    for tick in range(1, count + 1):
        state = (states or {}).get(tick, state)
        choice = choose([_due("a", state)], memory, NOBODY, 9)
        memory = remembered(choice.memory.model_dump_json())
        asked += [tick] if choice.chosen else []
    return asked


def test_a_failing_run_comes_back_ever_more_rarely_and_for_ever() -> None:
    assert _ticks(1000) == [1, 11, 31, 71, 151, 311, 631, 951]


def test_a_change_is_asked_for_at_once() -> None:
    assert _ticks(20, {5: "another", 6: "s"}) == [1, 5, 6, 16]


def test_what_is_at_work_is_left_alone_and_asked_for_if_it_ends_without_success() -> None:
    first = choose([_due("a")], Memory(), NOBODY, 9)
    second = choose([_due("a")], first.memory, frozenset({("build", "a")}), 9)
    assert second.chosen == ()
    assert second.held == ("build[a] is queued or at work",)
    assert second.memory.asked == first.memory.asked


def test_a_run_of_another_job_or_partition_holds_nothing_back() -> None:
    at_work = frozenset({("measure", "a"), ("build", "b")})
    assert len(choose([_due("a")], Memory(), at_work, 9).chosen) == 1


def test_a_tick_asks_for_a_bounded_number_and_the_next_for_the_rest() -> None:
    due = [_due(name) for name in "abcde"]
    first = choose(due, Memory(), NOBODY, 2)
    assert [item.partition for item in first.chosen] == ["a", "b"]
    assert first.held[0] == "build[c] waits for the next tick"
    busy = frozenset(("build", item.partition) for item in first.chosen)
    second = choose(due, first.memory, busy, 2)
    assert [item.partition for item in second.chosen] == ["c", "d"]


def test_what_became_fresh_is_forgotten() -> None:
    first = choose([_due("a")], Memory(), NOBODY, 9)
    assert choose([], first.memory, NOBODY, 9).memory.asked == ()


def test_a_cursor_of_another_form_is_no_cursor() -> None:
    assert remembered('{"digest": "x"}').asked == remembered("2024-01-01").asked == ()
    assert remembered(None) == Memory()
