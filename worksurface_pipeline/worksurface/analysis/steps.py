"""The steps from one setting to another that a sweep is read by, and what each measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from worksurface_pipeline.worksurface.agents.settings import ARMS
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings


class Kind(StrEnum):
    """What a contrast may be used for.

    Confirmatory ones were fixed before the sweep; those across conditions are confounded.
    """

    CONFIRMATORY = "confirmatory"
    EXPLORATORY = "exploratory"
    CONFOUNDED = "confounded"


@dataclass(frozen=True, slots=True)
class Step:
    """From a setting to another, on a metric."""

    before: str
    after: str
    metric: str
    what: str
    kind: Kind


_MEASURED = {
    ("S1", "S2"): "a forced search",
    ("S2", "S3"): "a choice of one surface",
    ("S3", "S4"): "freedom to use all surfaces",
    ("S4", "S6"): "naming the required surfaces",
    ("S6", "S5"): "taking the other tools away",
    ("S4", "S6p"): "effect of being told anything",
    ("S6p", "S6"): "information in the right hint",
    ("S6p", "S6w"): "obedience to a wrong hint",
    ("S5", "S7"): "acquisition; what S7 still misses is synthesis",
    **{("S5", arm.key): f"need of {arm.without}" for arm in ARMS if arm.without},
}
ARM_NOTES = (
    "Arms stand outside the paper's tables, figures and correlations. S7 is shown the gold "
    "evidence and has no tools: Answer and Efficiency are scored, the rest is \u2013. S5 without "
    "a surface runs on the tasks that require it, and is scored against all required surfaces; "
    "S6w runs on those that have a surface which is not required.",
)
_OTHER_METRICS = ("evidence", "route_f1", "efficiency", "aggregate")
"""Beside Answer, for the steps that the paper takes a hint apart by."""
_PAPER_STEPS = (("S4", "S6"), ("S6", "S5"))


def steps(settings: AnalysisSettings) -> Iterator[Step]:
    """All steps: the confirmatory first, then every other one."""
    confirmatory = [(before.value, after.value) for before, after in settings.confirmatory]
    for before, after in confirmatory:
        yield _step(before, after, Kind.CONFIRMATORY)
    for before, after in _MEASURED:
        if (before, after) not in confirmatory:
            yield _step(before, after, Kind.EXPLORATORY)
    for before, after in _PAPER_STEPS:
        for metric in _OTHER_METRICS:
            yield _step(before, after, Kind.EXPLORATORY, metric)


def _step(before: str, after: str, kind: Kind, metric: str = "answer") -> Step:
    return Step(before, after, metric, _MEASURED.get((before, after), "this step"), kind)
