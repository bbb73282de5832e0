"""The earliest observed departure of a run: what, turn by turn, first left the straight way.

The straight way is: calls that succeed, to surfaces that the task requires, then the right answer
with its evidence shown. What is found is an observation. It says nothing of causes: a run may go
astray and come back, and another may fail without ever having left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from worksurface_pipeline.harness.trajectory import Outcome, ToolCall, Trajectory, Turn
from worksurface_pipeline.worksurface.schema.diagnosis import (
    Departure,
    DepartureKind,
    Diagnosis,
)

_SUBMITTED = frozenset({Outcome.ANSWERED, Outcome.ABSTAINED})
_CORRECT = frozenset({Diagnosis.CORRECT_WITH_EVIDENCE, Diagnosis.CORRECT_WITHOUT_EVIDENCE})
_SEARCHED = "all surfaces that must be searched were searched"
_FORCED = "forced"  # a call that the setting makes: where it goes is not the agent's doing

Found = tuple[DepartureKind, str] | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of the run as a whole: its class, and what the task asked of it.

    `required` is None where no set of surfaces is the right one. A task without evidence items, as
    one to abstain from, has `has_items` False: `has_all` says then that all was searched.
    """

    label: Diagnosis
    required: frozenset[str] | None
    is_offered: bool
    has_all: bool
    has_items: bool = True

    @property
    def after_all(self) -> str:
        """In words: the run had what it needs."""
        return "with the whole evidence shown" if self.has_items else f"after {_SEARCHED}"

    @property
    def before_all(self) -> str:
        """In words: the run lacked some of it."""
        return "before the whole evidence was shown" if self.has_items else f"before {_SEARCHED}"


def earliest_departure(run: Trajectory, seen: Seen) -> Departure | None:
    """The first departure in the order of turns, None where nothing was observed."""
    for turn in run.turns:
        found = _in_turn(turn, run, seen)
        if found is not None:
            return Departure(turn=turn.index, kind=found[0], what=found[1])
    found = _at_end(run)
    return Departure(turn=len(run.turns), kind=found[0], what=found[1]) if found else None


def _in_turn(turn: Turn, run: Trajectory, seen: Seen) -> Found:
    if turn.call is not None:
        return _of_call(turn.call, turn.kind, seen.required)
    look = _OF_KIND.get(turn.kind, _unusable)
    return look(turn, run, seen)


def _of_call(call: ToolCall, kind: str, required: frozenset[str] | None) -> Found:
    is_own = kind != _FORCED and call.surface != ""
    if is_own and required is not None and call.surface not in required:
        what = f"first call to a surface that the task does not require: {call.surface}"
        return DepartureKind.UNNEEDED_SURFACE, what
    if not call.is_error:
        return None
    named = f"to {call.surface}" if call.surface else "to a tool that there is not"
    return DepartureKind.FAILED_CALL, f"first failed call, {named}"


def _of_route(turn: Turn, run: Trajectory, seen: Seen) -> Found:
    if turn.problem:
        return DepartureKind.UNUSABLE_REPLY, "first reply that names no surface"
    unneeded = [name for name in run.exposed if seen.required and name not in seen.required]
    if not unneeded:
        return None
    what = f"choice of a surface that the task does not require: {unneeded[0]}"
    return DepartureKind.UNNEEDED_SURFACE, what


def _unusable(_turn: Turn, _run: Trajectory, _seen: Seen) -> Found:
    return DepartureKind.UNUSABLE_REPLY, "first reply that is neither a call nor an answer"


def _of_final(_turn: Turn, run: Trajectory, seen: Seen) -> Found:
    if run.outcome not in _SUBMITTED:
        return _at_end(run)
    if seen.label in _CORRECT:
        return _without_evidence(seen)
    if run.outcome is Outcome.ABSTAINED:
        when = seen.after_all if seen.has_all else seen.before_all
        return DepartureKind.ABSTENTION, f"abstention {when}"
    if seen.has_all:
        what = f"an answer that is not the gold, {seen.after_all}"
        return DepartureKind.WRONG_ANSWER, what
    return _without_evidence(seen)


def _without_evidence(seen: Seen) -> Found:
    """Where a setting exposes nothing, an answer without evidence is what it asks for."""
    if seen.label is Diagnosis.CORRECT_WITH_EVIDENCE or not seen.is_offered:
        return None
    return DepartureKind.ANSWER_WITHOUT_EVIDENCE, f"answer {seen.before_all}"


def _at_end(run: Trajectory) -> Found:
    reason = run.stop_reason.value.replace("_", " ")
    if run.outcome is Outcome.ERRORED:
        return DepartureKind.MACHINE_ERROR, f"end by a fault not of the model's making: {reason}"
    if run.outcome is Outcome.LIMITED:
        return DepartureKind.LIMIT, f"end at a limit: {reason}"
    if run.outcome is Outcome.MODEL_FAILED:
        return DepartureKind.UNUSABLE_REPLY, f"end without an answer: {reason}"
    return None


_OF_KIND: Mapping[str, Callable[[Turn, Trajectory, Seen], Found]] = {
    "route": _of_route,
    "final": _of_final,
}
