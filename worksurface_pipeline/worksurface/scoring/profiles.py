"""Scoring profiles as data: what counts as equal, and how four scores become one.

`paper` is complete. A further profile is one more entry of `PROFILES`, and a field where it needs a
rule that no profile had before.
"""

from __future__ import annotations

from decimal import Decimal

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.model import Frozen


class Weights(Frozen):
    """Weights of the aggregate; they sum to 1."""

    answer: float
    evidence: float
    route: float
    efficiency: float


class AnswerRules(Frozen):
    """When two numbers are equal.

    Integer golds up to `exact_up_to` in absolute value match exactly, all others within
    `relative_tolerance` of the gold (the bound included). A percent sign in an answer is dropped
    and scales nothing: "89.2%" and "89.2" are the gold 89.2, 0.892 is not. Telling percent from
    fraction by the gold's unit is a rule of the profile `strict`.
    """

    exact_up_to: Decimal
    relative_tolerance: Decimal


class Profile(Frozen):
    """All rules of one way to score."""

    name: str
    answer: AnswerRules
    weights: Weights


PAPER_WEIGHTS = Weights(answer=0.35, evidence=0.30, route=0.25, efficiency=0.10)

ROBUSTNESS_WEIGHTS = {
    "paper": PAPER_WEIGHTS,
    "equal": Weights(answer=0.25, evidence=0.25, route=0.25, efficiency=0.25),
    "answer-heavy": Weights(answer=0.50, evidence=0.25, route=0.20, efficiency=0.05),
    "route-heavy": Weights(answer=0.30, evidence=0.25, route=0.35, efficiency=0.10),
}
"""The paper's weights and those of the robustness table."""

PROFILES = {
    "paper": Profile(
        name="paper",
        answer=AnswerRules(exact_up_to=Decimal(100), relative_tolerance=Decimal("0.05")),
        weights=PAPER_WEIGHTS,
    ),
}


def find_profile(name: str) -> Profile:
    """The profile called `name`. Raises SettingsError when there is none."""
    if name not in PROFILES:
        raise SettingsError(
            f"There is no scoring profile {name!r}",
            remedy=f"Use one of: {', '.join(sorted(PROFILES))}",
        )
    return PROFILES[name]
