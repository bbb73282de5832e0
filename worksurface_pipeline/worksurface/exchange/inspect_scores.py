"""Scores of runs in an Inspect log: the five metrics of a sample, and their means over a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.worksurface.analysis.frames import mean_of, score_frame
from worksurface_pipeline.worksurface.exchange.extra import optional
from worksurface_pipeline.worksurface.schema.scores import Score

METRICS = {
    "Route": "route_f1",
    "Evidence": "evidence",
    "Answer": "answer",
    "Efficiency": "efficiency",
    "Aggregate": "aggregate",
}
"""The metrics by the name they have in a log, with their fields."""
_SCORER = "worksurface"


def sample_scores(score: Score, submitted: str | None) -> dict[str, Any] | None:
    """The metrics of a run that have a value; None of a run that was not scored."""
    if score.status != SCORED:
        return None
    made = optional("inspect_ai.scorer").Score
    why = "; ".join(score.unscored) or None
    values = {name: getattr(score, field) for name, field in METRICS.items()}
    return {
        name: made(value=value, answer=submitted, explanation=why, metadata=_about(score))
        for name, value in values.items()
        if value is not None
    }


def cell_results(scores: Sequence[Score], completed: int) -> Any:
    """The means of a cell over the runs that have the metric, with their numbers."""
    log = optional("inspect_ai.log")
    frame = score_frame(scores)
    found = []
    for name, field in METRICS.items():
        mean = mean_of(frame, field)
        if mean.value is not None:
            shown = {"mean": log.EvalMetric(name="mean", value=mean.value)}
            number = frame[field].count()
            found.append(
                log.EvalScore(
                    name=name,
                    scorer=_SCORER,
                    scored_samples=number,
                    unscored_samples=len(scores) - number,
                    metrics=shown,
                )
            )
    return log.EvalResults(total_samples=len(scores), completed_samples=completed, scores=found)


def _about(score: Score) -> dict[str, Any]:
    diagnosis = score.diagnosis.value if score.diagnosis else None
    return {"profile": score.profile, "diagnosis": diagnosis}
