"""Why a run has no value of a metric: the sentences, and when each holds."""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.evidence import EvidenceScore

NO_TOOL_SETTING = "S1"
"""The setting without tools: Route is shown as "-" and counts 0."""
GIVEN_EVIDENCE_SETTING = "S7"
"""The arm that is shown the evidence: Answer and Efficiency are scored, the rest is "-"."""

PARTLY = "aggregate: a part of it is unscored"
NO_USAGE = "efficiency: a call reported no usage"
_ROUTE_GIVEN = "route: the evidence was given, no surface had to be found"
_ROUTE_SEVERAL = "route: several minimal sets of surfaces reach the task"
_ROUTE_NO_TOOLS = "route: the setting has no tools; counted 0 in the aggregate"
COUNTED = {_ROUTE_NO_TOOLS: 0.0}
"""What Route counts in the aggregate where it has no value; elsewhere there is no aggregate."""


def no_route(setting: str, has_route: bool) -> str:
    """Why a run has no Route, "" where it has.

    A task that several minimal sets reach has no right route in any setting.
    """
    if setting == GIVEN_EVIDENCE_SETTING:
        return _ROUTE_GIVEN
    if not has_route:
        return _ROUTE_SEVERAL
    return _ROUTE_NO_TOOLS if setting == NO_TOOL_SETTING else ""


def no_evidence(task: AtomicTask, setting: str, shown: EvidenceScore | None) -> str:
    """Why a run has no Evidence, "" where it has."""
    if task.answer_type is AnswerType.ABSTAIN:
        return "evidence: an abstain task has no evidence to show"
    if setting == GIVEN_EVIDENCE_SETTING:
        return "evidence: it was given, no tool had to show it"
    return "" if shown is not None else "evidence: no evidence items"
