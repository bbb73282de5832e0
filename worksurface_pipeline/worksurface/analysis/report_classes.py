"""What the classes of runs mean, and what marks intervals, in words beside the tables."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from worksurface_pipeline.kernel.intervals import FEW_CLUSTERS
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.interval_cells import (
    INDICATIVE,
    LEAST_CHANGED,
    LEAST_CLUSTERS,
    MARK,
    NEAR_BOUND,
)
from worksurface_pipeline.site.labels import percent
from worksurface_pipeline.worksurface.analysis.report_states import DIAGNOSIS_CHOICES
from worksurface_pipeline.worksurface.schema.diagnosis import MEANINGS, Diagnosis
from worksurface_pipeline.worksurface.schema.scores import Score

_ANCHOR = "classes"
_PAGE = "diagnosis.html"
_RULE = (
    f"{MARK} An interval is {INDICATIVE} where there are fewer than {FEW_CLUSTERS} source tasks, "
    f"where the mean is within {percent(NEAR_BOUND)} points of 0 or 100, or where the number of "
    f"source tasks times the mean's distance from 0 or 1 is below {LEAST_CLUSTERS} (of a "
    f"difference: their number times the share of tasks that changed is below {LEAST_CHANGED}). "
    "It is shown, but no method is known to hold there as often as it says."
)


def classes_part(scores: Iterable[Score]) -> Markup:
    """Every class in words, in the order of the tables; nothing where no run was diagnosed."""
    if all(score.diagnosis is None for score in scores):
        return Markup("")
    said = [(one.label, f"The run {MEANINGS[Diagnosis(one.id)]}.") for one in DIAGNOSIS_CHOICES]
    return pieces.section(_ANCHOR, "What the classes mean", pieces.facts(said))


def classes_link() -> Markup:
    """The way to the words."""
    return pieces.paragraph(pieces.link("What the classes mean", f"{_PAGE}#{_ANCHOR}"))


def interval_rule(html: str) -> Markup:
    """The rule of the mark beside a table that bears it; nothing beside another."""
    return pieces.paragraph(_RULE) if MARK in html or INDICATIVE in html else Markup("")
