"""Scores of trajectories, and the budgets that Efficiency is measured against."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.diagnosis import Departure, Diagnosis
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import Derivation, TaskType


class Budget(Frozen):
    """Token budget of one task: twice the tokens of the reference cell's trajectory on it.

    `is_comparable` is False when the reference model is the embedded self-test model.
    """

    task_id: str
    budget_tokens: int
    reference: str
    is_comparable: bool


class ProfileScore(Frozen):
    """What another profile than the primary one says of the same trajectory.

    Efficiency and what is unscored are the same under every profile and stand in the record once.
    """

    profile: str
    route_f1: float | None = None
    is_exact_route: bool | None = None
    evidence: float | None = None
    answer: float | None = None
    answer_matched_share: float | None = None
    aggregate: float | None = None


class Score(Frozen):
    """Scores of one trajectory under one profile, each in [0, 1]; None is *unscored*.

    `status` is scored, error or missing. An error has no score at all; what a model does wrong is
    scored. `unscored` names metrics that could not be computed, with the reason.
    `is_budget_comparable` is None without a budget (Efficiency is then 1), `has_unneeded_call` says
    whether a call, failed ones included, went to a surface that the task does not require.
    `also` holds the other profiles side by side, in their order; it is empty without a score.
    `diagnosis` is the run's one class, `departure` the earliest departure that was observed, and
    `is_over_routed` whether surfaces beyond the required were used; none of them enters a metric.
    """

    task_id: str
    source_task: str
    persona: str
    model: str
    setting: str
    epoch: int
    profile: str
    task_type: TaskType
    answer_type: AnswerType
    derivation: Derivation
    fingerprint: str
    status: str
    outcome: str
    stop_reason: str
    route_precision: float | None = None
    route_recall: float | None = None
    route_f1: float | None = None
    is_exact_route: bool | None = None
    evidence: float | None = None
    span_evidence: float | None = None
    answer: float | None = None
    answer_matched_share: float | None = None
    efficiency: float | None = None
    aggregate: float | None = None
    tokens: int | None = None
    budget_tokens: int | None = None
    is_budget_comparable: bool | None = None
    turns: int = 0
    tool_calls: int = 0
    tool_errors: int = 0
    has_unneeded_call: bool | None = None
    is_forced_answer: bool = False
    unscored: tuple[str, ...] = ()
    also: tuple[ProfileScore, ...] = ()
    diagnosis: Diagnosis | None = None
    departure: Departure | None = None
    is_over_routed: bool | None = None

    @property
    def departure_kind(self) -> str | None:
        """What the earliest observed departure was, None where none was observed."""
        return self.departure.kind.value if self.departure else None


class Repeat(Frozen):
    """The score of a task that was asked once more under the same condition, for the noise floor.

    `before` is what the endpoint called its model in the run of the first epoch and `after` in this
    one, with the fingerprint of its system where it gave one; empty where it said nothing.
    """

    score: Score
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
