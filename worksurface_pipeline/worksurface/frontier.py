"""The frontier of wing one: what is stale while all that it reads is fresh."""

from __future__ import annotations

from worksurface_pipeline.kernel import frontier
from worksurface_pipeline.worksurface.plan import Plan
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND


def outlook(plan: Plan, done: frozenset[str] = frozenset()) -> frontier.Outlook:
    """Judge every step of the layers but those in `done`, whose values are taken as they are."""
    left_out = ON_DEMAND | done
    return frontier.outlook(plan, [layer for layer in LAYERS if layer[0] not in left_out])
