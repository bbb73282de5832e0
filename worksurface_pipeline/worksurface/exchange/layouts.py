"""The exported tables of runs and scores; `docs/parquet.md` shows the same schema.

A column is never renamed and never gets another type; new ones come at the end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from worksurface_pipeline.harness.trajectory import ToolCall, Trajectory, Turn
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.exchange.columns import (
    Column,
    Kind,
    Layout,
    field,
    label,
    run_columns,
)
from worksurface_pipeline.worksurface.schema.scores import ProfileScore, Score


class TurnRow(NamedTuple):
    """A turn with the run that it is of."""

    run: Trajectory
    turn: Turn


def _itself(record: Any) -> Any:
    return record


def _surfaces(names: frozenset[str] | tuple[str, ...]) -> str:
    """Surfaces as one text, as the public release writes them: "rag+table"."""
    return "+".join(sorted(names) if isinstance(names, frozenset) else names)


def _departure(name: str, kind: Kind, meaning: str) -> Column:
    def of(score: Score) -> object:
        found = score.departure
        return None if found is None else getattr(found, name)

    return Column(f"departure_{name}", kind, meaning, of)


SCORES = Layout(
    "scores",
    "the scores of one run under one profile",
    (
        *run_columns(_itself),
        field("source_task", "text", "source task that the task comes from"),
        field("profile", "name", "scoring profile"),
        label("task_type", "which surfaces the task needs"),
        label("answer_type", "form of the gold answer"),
        label("derivation", "family that derived the task"),
        field("status", "name", "scored, error or missing"),
        field("outcome", "name", "how the run ended"),
        field("stop_reason", "name", "why it ended"),
        field("route_precision", "number", "share of the used surfaces that are required"),
        field("route_recall", "number", "share of the required surfaces that were used"),
        field("route_f1", "number", "Route"),
        field("is_exact_route", "flag", "the used surfaces are the required ones"),
        field("evidence", "number", "Evidence: share of items whose artifact was shown"),
        field("span_evidence", "number", "share of items whose span or rows were shown"),
        field("answer", "number", "Answer"),
        field("answer_matched_share", "number", "share of a composite's elements that match"),
        field("efficiency", "number", "Efficiency"),
        field("aggregate", "number", "weighted sum of the four"),
        field("tokens", "integer", "tokens of all model calls"),
        field("budget_tokens", "integer", "token budget of the task"),
        field("is_budget_comparable", "flag", "the budget is of a real model's run"),
        field("turns", "integer", "number of turns"),
        field("tool_calls", "integer", "calls, failed ones included"),
        field("tool_errors", "integer", "failed calls"),
        field("has_unneeded_call", "flag", "a call went to a surface that is not required"),
        field("is_forced_answer", "flag", "answered only at the last request"),
        Column(
            "unscored",
            "text",
            "metrics without a value and why, a line each",
            lambda score: "\n".join(score.unscored),
        ),
        label("diagnosis", "the run's one class"),
        _departure("turn", "integer", "turn of the earliest departure observed"),
        _departure("kind", "name", "what was observed there"),
        _departure("what", "text", "the same in words"),
        field("is_over_routed", "flag", "surfaces beyond the required ones were used"),
    ),
    ("model", "setting", "task_id", "epoch", "profile"),
)


class ProfileRow(NamedTuple):
    """What a profile beside the primary one says of a run."""

    run: Score
    also: ProfileScore


def _also(name: str, kind: Kind, meaning: str) -> Column:
    return Column(name, kind, meaning, lambda row: getattr(row.also, name))


PROFILES = Layout(
    "profiles",
    "the scores of one run under a profile beside the primary one",
    (
        *run_columns(lambda row: row.run),
        _also("profile", "name", "scoring profile"),
        _also("route_f1", "number", "Route"),
        _also("is_exact_route", "flag", "the used surfaces are the required ones"),
        _also("evidence", "number", "Evidence"),
        _also("answer", "number", "Answer"),
        _also("answer_matched_share", "number", "share of a composite's elements that match"),
        _also("aggregate", "number", "weighted sum; Efficiency is that of the scores"),
    ),
    ("model", "setting", "task_id", "epoch", "profile"),
)

TRAJECTORIES = Layout(
    "trajectories",
    "one run of an agent on one task",
    (
        *run_columns(_itself),
        label("outcome", "answered, abstained, model_failed, limited or errored"),
        label("stop_reason", "why it ended, within its outcome"),
        field("answer", "text", "the submitted answer as JSON; none without one"),
        Column("exposed", "name", "surfaces it had tools for", lambda run: _surfaces(run.exposed)),
        Column("hinted", "name", "surfaces named in its prompt", lambda run: _surfaces(run.hinted)),
        Column(
            "used",
            "name",
            "surfaces with a call that returned",
            lambda run: _surfaces(run.used_surfaces),
        ),
        Column(
            "attempted",
            "name",
            "surfaces with any call",
            lambda run: _surfaces(run.attempted_surfaces),
        ),
        field("tokens", "integer", "tokens of all model calls; none if any is not reported"),
        Column("turns", "integer", "number of turns", lambda run: len(run.turns)),
        Column("tool_calls", "integer", "number of calls", lambda run: len(run.calls)),
        field("is_forced_answer", "flag", "answered only at the last request"),
        field("error", "text", "the fault that ended an errored run"),
        field("origin", "text", "earlier sweep, or release, that the run was taken over from"),
    ),
    ("model", "setting", "task_id", "epoch"),
)


def _turn(name: str, kind: Kind, meaning: str, column: str = "") -> Column:
    return Column(column or name, kind, meaning, lambda row: getattr(row.turn, name))


def _usage(name: str, meaning: str) -> Column:
    return Column(name, "integer", meaning, lambda row: getattr(row.turn.usage, name))


def _call(name: str, kind: Kind, meaning: str) -> Column:
    def of(row: TurnRow) -> object:
        return None if row.turn.call is None else getattr(row.turn.call, name)

    return Column(name, kind, meaning, of)


def _shown(row: TurnRow) -> str | None:
    call: ToolCall | None = row.turn.call
    if call is None:
        return None
    return canonical_json([[one.kind, one.id, one.start, one.end] for one in call.shown])


TURNS = Layout(
    "turns",
    "one turn of a run",
    (
        *run_columns(lambda row: row.run),
        _turn("index", "integer", "place of the turn in the run, from 0", "turn"),
        _turn("kind", "name", "route, tool, final, repair, forced or call"),
        _turn("reply", "text", "what the model replied"),
        _turn("problem", "text", "what was wrong with the reply"),
        _usage("prompt_tokens", "tokens of the request, as reported"),
        _usage("completion_tokens", "tokens of the reply, as reported"),
        _call("tool", "name", "tool that was called"),
        _call("surface", "name", "surface of the tool"),
        _call("args", "text", "its arguments as JSON"),
        _call("observation", "text", "what it returned to the model"),
        _call("is_error", "flag", "the call failed"),
        Column("shown", "text", "artifacts it showed, as JSON: [kind, id, start, end]", _shown),
        _turn("model_returned", "name", "model that the endpoint says it ran"),
        _turn("finish_reason", "name", "why the endpoint ended the reply"),
        _turn("attempts", "integer", "requests that it took"),
        _turn("system_fingerprint", "name", "what the endpoint says of its system"),
    ),
    ("model", "setting", "task_id", "epoch", "turn"),
)

LAYOUTS = (SCORES, PROFILES, TRAJECTORIES, TURNS)
"""All tables of an export."""
