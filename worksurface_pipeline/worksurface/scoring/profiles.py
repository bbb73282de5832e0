"""Scoring profiles as data: what counts as used, shown and equal, and how four scores become one.

A rule is a value here and a small function where it is applied; nothing asks for a profile's name.
`paper` is the paper's way, `strict` is ours, `release-1.0` reproduces the numbers published with
the public release from its own trajectories (which were run in the scope of a source task).
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.model import Frozen


class Percents(StrEnum):
    """What an answer's percent sign, or its absence, says beside the gold's unit.

    dropped: nothing, "89.2%" is 89.2. by_unit: a percent gold 33.5 is "33.5%", "33.5" and 0.335, a
    fraction gold 0.335 is "33.5%" and 0.335, and where the gold has neither unit the sign counts or
    not. apart: as by_unit, but where the gold has neither unit "33.5%" is 0.335 alone.
    """

    DROPPED = "dropped"
    BY_UNIT = "by_unit"
    APART = "apart"


class Items(StrEnum):
    """How the items of two lists are paired: as sets, as multisets, or as sets despite typos."""

    SETS = "sets"
    MULTISETS = "multisets"
    TYPOS = "typos"


class Weights(Frozen):
    """Weights of the aggregate; they sum to 1."""

    answer: float
    evidence: float
    route: float
    efficiency: float


class AnswerRules(Frozen):
    """When an answer is equal to the gold.

    Integer golds up to `exact_up_to` in absolute value match within `small_slack`, all others
    within `relative_tolerance` of the gold (the bounds included). With `are_counts_exact` a count
    of any size has to be exact, with `are_names_exact` a number that names something (a year, an
    order, a zip code). With `is_rounding_right` a number is right too that rounds, half away from
    zero, to a gold with decimals at its printed digits. Units that contradict each other are wrong
    unless percents are dropped.
    """

    exact_up_to: Decimal
    relative_tolerance: Decimal
    small_slack: Decimal = Decimal(0)
    are_counts_exact: bool = False
    are_names_exact: bool = True
    is_rounding_right: bool = False
    percents: Percents = Percents.BY_UNIT
    items: Items = Items.SETS


class RouteRules(Frozen):
    """Which surfaces count as used: those of calls that returned, or those of all calls."""

    are_attempts_used: bool = False


class EvidenceRules(Frozen):
    """What counts as shown, beyond documents and nodes that were shown and views that were read.

    `is_description_enough`: a view that was described. `is_name_part_enough`: a document one of
    whose names is a part of the other. `is_any_document_enough`: any document, for an item that
    gives a span and names no document.
    """

    is_description_enough: bool = False
    is_name_part_enough: bool = False
    is_any_document_enough: bool = False

    @property
    def adds_nothing(self) -> bool:
        """Whether nothing counts beyond what the paper counts."""
        return not (
            self.is_description_enough or self.is_name_part_enough or self.is_any_document_enough
        )


class Profile(Frozen):
    """All rules of one way to score."""

    name: str
    answer: AnswerRules
    weights: Weights
    route: RouteRules = RouteRules()
    evidence: EvidenceRules = EvidenceRules()


PAPER_WEIGHTS = Weights(answer=0.35, evidence=0.30, route=0.25, efficiency=0.10)

ROBUSTNESS_WEIGHTS = {
    "paper": PAPER_WEIGHTS,
    "equal": Weights(answer=0.25, evidence=0.25, route=0.25, efficiency=0.25),
    "answer-heavy": Weights(answer=0.50, evidence=0.25, route=0.20, efficiency=0.05),
    "route-heavy": Weights(answer=0.30, evidence=0.25, route=0.35, efficiency=0.10),
}
"""The paper's weights and those of the robustness table."""

_PAPER_ANSWER = AnswerRules(exact_up_to=Decimal(100), relative_tolerance=Decimal("0.05"))

PROFILES = {
    profile.name: profile
    for profile in (
        Profile(name="paper", answer=_PAPER_ANSWER, weights=PAPER_WEIGHTS),
        Profile(
            name="strict",
            answer=AnswerRules(
                exact_up_to=Decimal(100),
                relative_tolerance=Decimal("0.005"),
                are_counts_exact=True,
                is_rounding_right=True,
                percents=Percents.APART,
                items=Items.MULTISETS,
            ),
            weights=PAPER_WEIGHTS,
        ),
        Profile(
            name="release-1.0",
            answer=AnswerRules(
                exact_up_to=Decimal(100),
                relative_tolerance=Decimal("0.05"),
                small_slack=Decimal("0.5"),
                are_names_exact=False,
                percents=Percents.DROPPED,
                items=Items.TYPOS,
            ),
            weights=PAPER_WEIGHTS,
            route=RouteRules(are_attempts_used=True),
            evidence=EvidenceRules(
                is_description_enough=True, is_name_part_enough=True, is_any_document_enough=True
            ),
        ),
    )
}
"""All profiles by name, in the order in which they stand side by side."""


def find_profile(name: str) -> Profile:
    """The profile called `name`. Raises SettingsError when there is none."""
    if name not in PROFILES:
        raise SettingsError(
            f"There is no scoring profile {name!r}",
            remedy=f"Use one of: {', '.join(sorted(PROFILES))}",
        )
    return PROFILES[name]
