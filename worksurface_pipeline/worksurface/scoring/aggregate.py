"""Aggregate: the weighted sum of four scores of one task, never of their means."""

from __future__ import annotations

import math

from worksurface_pipeline.worksurface.scoring.profiles import Weights

_DECIMALS = 12  # below any figure printed, above the noise of a sum of four


def combine(
    weights: Weights,
    *,
    answer: float | None,
    evidence: float | None,
    route_f1: float | None,
    efficiency: float | None,
) -> float | None:
    """The weighted sum; None when any of the four is unscored."""
    if answer is None or evidence is None or route_f1 is None or efficiency is None:
        return None
    total = math.fsum(
        (
            weights.answer * answer,
            weights.evidence * evidence,
            weights.route * route_f1,
            weights.efficiency * efficiency,
        )
    )
    return min(1.0, round(total, _DECIMALS))
