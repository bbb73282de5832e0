"""What annotators found as lines for a reader, in either wing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.agreement import Coefficient
from worksurface_pipeline.kernel.intervals import Rate
from worksurface_pipeline.review.statistics import CriterionAgreement, Sensitivity


def share(rate: Rate) -> str:
    """A rate with its exact interval."""
    if rate.value is None:
        return "of no item"
    low, high = rate.interval.low or 0.0, rate.interval.high or 0.0
    return f"{rate.count} of {rate.n} ({rate.value:.1%}; {low:.1%} to {high:.1%})"


def agreement_lines(agreements: Iterable[CriterionAgreement]) -> Iterator[str]:
    """Agreement by criterion."""
    for item in agreements:
        of = item.agreement
        yield (
            f"agreement on {item.criterion}: raw {_within(of.raw)}, AC1 {_within(of.ac1)},"
            f" Fleiss' kappa {_within(of.fleiss)}"
        )


def sensitivity_lines(sensitivities: Iterable[Sensitivity]) -> Iterator[str]:
    """How sharp the annotators were."""
    for caught in sensitivities:
        who, what = caught.annotator or "majority", caught.fault or "all planted faults"
        yield f"{who} saw of {what}: {share(caught.caught)}"


def _within(item: Coefficient) -> str:
    """A coefficient with its interval, where it has one."""
    low, high = item.interval.low, item.interval.high
    return str(item) if low is None or high is None else f"{item} ({low:.3f} to {high:.3f})"
