"""Diagnosis: one class a run, and the earliest observed departure of its turns.

`RULES` is the one place that states which class comes before which; docs/diagnosis.md says the
same in words. Nothing here enters a score.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.stats import ERROR, MISSING, SCORED
from worksurface_pipeline.worksurface.schema.diagnosis import Diagnosis
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Evidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.scoring.departure import Seen, earliest_departure
from worksurface_pipeline.worksurface.scoring.evidence import (
    can_be_shown,
    counted_items,
    score_evidence,
)
from worksurface_pipeline.worksurface.scoring.reasons import GIVEN_EVIDENCE_SETTING
from worksurface_pipeline.worksurface.scoring.route import required_surfaces
from worksurface_pipeline.worksurface.scoring.trace import Trace, read_trace

_NONE = frozenset[str]()
_NO_ROWS = re.compile(r'"count": ?0\b')  # of an observation of table_query


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rules look at.

    `answer` and `matched` are the score of the answer (None where no scorer could cope with it)
    and the share of its parts that match.
    `is_offered` says whether any surface could be used at all, `is_given` whether the evidence
    stood in the prompt. `is_asked` says whether any call was made to a tool that there is;
    `reached` are the surfaces that a call named and the setting exposed;
    `required` is None where several sets of surfaces reach the task. `has_artifacts` says whether
    every evidence item was shown as Evidence counts it, `has_all` that of documents the very
    passages were, and of views any rows. Where a task has no evidence items, use of all required
    surfaces stands for both.
    """

    status: str = SCORED
    outcome: str = ""
    answer: float | None = 0.0
    matched: float = 0.0
    is_offered: bool = True
    is_given: bool = False
    is_asked: bool = False
    reached: frozenset[str] = _NONE
    used: frozenset[str] = _NONE
    required: frozenset[str] | None = _NONE
    has_artifacts: bool = False
    has_all: bool = False

    @property
    def is_right(self) -> bool:
        """Whether the whole gold was answered, abstention included."""
        return self.answer == 1.0

    @property
    def unreached(self) -> frozenset[str]:
        """Required surfaces that no call reached for."""
        return (self.required or _NONE) - self.reached


RULES: tuple[tuple[Diagnosis, Callable[[Facts], bool]], ...] = (
    (Diagnosis.MISSING, lambda facts: facts.status == MISSING),
    (Diagnosis.MACHINE_ERROR, lambda facts: facts.status == ERROR),
    (Diagnosis.PROTOCOL_FAILURE, lambda facts: facts.outcome == Outcome.MODEL_FAILED),
    (Diagnosis.LIMIT, lambda facts: facts.outcome == Outcome.LIMITED),
    (Diagnosis.UNSCORED, lambda facts: facts.answer is None),
    (Diagnosis.CORRECT_WITH_EVIDENCE, lambda facts: facts.is_right and facts.has_artifacts),
    (Diagnosis.CORRECT_WITHOUT_EVIDENCE, lambda facts: facts.is_right),
    (Diagnosis.NO_TOOLS, lambda facts: not facts.is_offered and not facts.is_given),
    (Diagnosis.WRONG_ABSTENTION, lambda facts: facts.outcome == Outcome.ABSTAINED),
    (Diagnosis.PARTIAL, lambda facts: max(facts.answer or 0.0, facts.matched) > 0),
    (Diagnosis.CLOSED_BOOK, lambda facts: not facts.is_asked and not facts.is_given),
    (Diagnosis.WRONG_SURFACE, lambda facts: bool(facts.unreached) and not facts.has_all),
    (Diagnosis.EVIDENCE_MISSING, lambda facts: not facts.has_all),
    (Diagnosis.WRONG_WITH_EVIDENCE, lambda _facts: True),
)
"""Classes with what they ask for. The first that holds is the run's; the last one always does."""


def diagnosed(
    score: Score,
    task: AtomicTask,
    trajectory: Trajectory | None,
    interface: str,
    trace: Trace | None = None,
) -> Score:
    """The score with its class, its earliest observed departure, and whether it over-routed.

    `score` is complete otherwise; `trace` is that of the trajectory, where it was read already.
    Over-routing (used surfaces beyond the required) is None where no set of surfaces is the right
    one, and for errors and missing runs.
    """
    required = _required(score, task, interface)
    facts = Facts(status=score.status, required=None)
    if trajectory is not None and score.status == SCORED:
        facts = _facts_of(score, task, trajectory, required, trace or read_trace(trajectory.calls))
    label = classify(facts)
    has_items = can_be_shown(task.gold_evidence)
    seen = Seen(label, required, facts.is_offered, facts.has_all, has_items)
    return score.model_copy(
        update={
            "diagnosis": label,
            "departure": earliest_departure(trajectory, seen) if trajectory else None,
            "is_over_routed": _is_over_routed(facts),
        }
    )


def classify(facts: Facts) -> Diagnosis:
    """The one class of a run."""
    return next(label for label, holds in RULES if holds(facts))


def _facts_of(
    score: Score,
    task: AtomicTask,
    trajectory: Trajectory,
    required: frozenset[str] | None,
    trace: Trace,
) -> Facts:
    is_given = score.setting == GIVEN_EVIDENCE_SETTING
    is_shown = is_given or _is_shown(score, required, trace.used)
    is_wrong = score.answer != 1.0
    items = counted_items(task.gold_evidence, required or _NONE)
    return Facts(
        status=score.status,
        outcome=score.outcome,
        answer=score.answer,
        matched=score.answer_matched_share or 0.0,
        is_offered=bool(trajectory.exposed) or any(t.kind == "route" for t in trajectory.turns),
        is_given=is_given,
        is_asked=bool(trace.attempted),
        reached=frozenset(trace.used | trace.attempted.intersection(trajectory.exposed)),
        used=frozenset(trace.used),
        required=required,
        has_artifacts=is_shown,
        has_all=is_shown and (is_given or not is_wrong or _has_contents(items, trace)),
    )


def _required(score: Score, task: AtomicTask, interface: str) -> frozenset[str] | None:
    """The surfaces that the task requires, None where no set of them is the right one."""
    is_open = score.setting == GIVEN_EVIDENCE_SETTING or interface in task.not_for_route
    return None if is_open else required_surfaces(task, interface)


def _is_shown(score: Score, required: frozenset[str] | None, used: Set[str]) -> bool:
    """Whether Evidence is whole; where it is unscored, whether what had to be searched was."""
    if score.evidence is not None:
        return score.evidence == 1.0
    return bool(used) and used >= (required or _NONE)


def _has_contents(items: Sequence[Evidence], trace: Trace) -> bool:
    """Whether of what was shown the contents were: passages of documents, rows of views."""
    return _has_rows(items, trace) and _has_passages(items, trace)


def _has_rows(items: Sequence[Evidence], trace: Trace) -> bool:
    """Whether every view among the evidence gave a query any row: an empty result tells nothing."""
    views = {item.table for item in items if isinstance(item, TableEvidence)}
    read = (trace.results.get(view, ()) for view in views)
    return all(not texts or not all(map(_NO_ROWS.search, texts)) for texts in read)


def _has_passages(items: Sequence[Evidence], trace: Trace) -> bool:
    """Whether of every document among the evidence the very passage was shown.

    Rows that a query gave and a node that was listed are what the answer is computed from; of a
    document another passage says nothing. Where a record does not tell passages, none is missed.
    """
    documents = [item for item in items if isinstance(item, RagEvidence)]
    told = [item for item in documents if _tells_passages(trace.documents.get(item.file, []))]
    found = score_evidence(told, trace)
    return found is None or found.spans == 1.0


def _tells_passages(stretches: Sequence[tuple[int, int]]) -> bool:
    return all(start >= 0 for start, _ in stretches) and bool(stretches)


def _is_over_routed(facts: Facts) -> bool | None:
    if facts.status != SCORED or facts.required is None:
        return None
    return bool(facts.used - facts.required)
