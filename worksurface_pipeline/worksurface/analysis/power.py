"""The minimal detectable difference of a contrast: what a sweep can find, before it is paid for.

From the design alone the standard error follows from an assumed deviation of the tasks' paired
differences and an assumed correlation within a source task (Kish's design effect for clusters of
unequal size); from an earlier sweep it is measured. Strata are taken to gain nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scipy import special

from worksurface_pipeline.site.labels import NO_ROUTE, percent
from worksurface_pipeline.site.table import Column, Table, simple_table, to_csv
from worksurface_pipeline.worksurface.analysis.contrasts import Contrast
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.steps import Kind
from worksurface_pipeline.worksurface.settings_analysis import AnalysisSettings

MEASURED = "measured"


@dataclass(frozen=True, slots=True)
class Shape:
    """The design of a contrast: tasks of each source task, and the strata these lie in."""

    sizes: tuple[int, ...]
    strata: int

    @property
    def tasks(self) -> int:
        """Tasks in all."""
        return sum(self.sizes)

    @property
    def degrees(self) -> int:
        """Degrees of freedom of the test over source tasks."""
        return len(self.sizes) - self.strata

    def design_effect(self, correlation: float) -> float:
        """How much the clusters inflate the variance: 1 + (the mean task's cluster - 1) x r."""
        mean_size = sum(size * size for size in self.sizes) / self.tasks
        return 1 + (mean_size - 1) * correlation


@dataclass(frozen=True, slots=True)
class Detectable:
    """The least true difference that a contrast finds with the settings' power.

    `basis` is "measured" or the assumed correlation; `value` is None where no test is possible.
    """

    model: str
    before: str
    after: str
    metric: str
    kind: Kind
    tasks: int
    source_tasks: int
    alpha: float
    basis: str
    value: float | None


def least_difference(error: float | None, degrees: int, alpha: float, power: float) -> float | None:
    """(t of 1 - alpha/2 + t of the power) x standard error; None without degrees or an error."""
    if error is None or degrees < 1:
        return None
    reach = special.stdtrit(degrees, 1 - alpha / 2) + special.stdtrit(degrees, power)
    return float(reach * error)


def assumed_error(shape: Shape, deviation: float, correlation: float) -> float:
    """The standard error of a mean of paired differences under the assumptions."""
    return deviation * math.sqrt(shape.design_effect(correlation) / shape.tasks)


def assumed(
    model: str, step: tuple[str, str], shape: Shape, settings: AnalysisSettings, tests: int
) -> tuple[Detectable, ...]:
    """A confirmatory step's least differences on Answer, one for each assumed correlation."""
    alpha = _alpha(settings, tests)
    return tuple(
        Detectable(
            model=model,
            before=step[0],
            after=step[1],
            metric="answer",
            kind=Kind.CONFIRMATORY,
            tasks=shape.tasks,
            source_tasks=len(shape.sizes),
            alpha=alpha,
            basis=f"{correlation:g}",
            value=least_difference(
                assumed_error(shape, settings.assumed_deviation, correlation),
                shape.degrees,
                alpha,
                settings.power,
            ),
        )
        for correlation in settings.assumed_correlations
    )


def measured(found: Sequence[Contrast], settings: AnalysisSettings) -> tuple[Detectable, ...]:
    """What a sweep of this size can find, by the spread that this one showed."""
    tests = sum(one.step.kind is Kind.CONFIRMATORY for one in found)
    return tuple(measured_one(one, settings, tests) for one in found)


def measured_one(one: Contrast, settings: AnalysisSettings, tests: int) -> Detectable:
    """The same of one contrast, in a family of so many confirmatory tests."""
    is_tested = one.step.kind is Kind.CONFIRMATORY
    alpha = _alpha(settings, tests if is_tested else 1)
    error = one.scored.standard_error or None  # 0: no two source tasks differed
    return Detectable(
        model=one.model,
        before=one.step.before,
        after=one.step.after,
        metric=one.step.metric,
        kind=one.step.kind,
        tasks=one.pairs,
        source_tasks=one.scored.clusters,
        alpha=alpha,
        basis=MEASURED,
        value=least_difference(error, one.scored.degrees, alpha, settings.power),
    )


def _alpha(settings: AnalysisSettings, tests: int) -> float:
    """The level of a test: Holm's first step, the strictest, where there is a family."""
    return (1 - settings.level) / max(1, tests)


def power_table(found: Iterable[Detectable], settings: AnalysisSettings) -> Table:
    """Least detectable differences in points of 100."""
    columns = (
        *(Column("Model"), Column("Step"), Column("Metric"), Column("Kind")),
        *(Column(name, True) for name in ("Tasks", "Source tasks", "Level", "Difference")),
    )
    rows = (
        (
            *(one.model, step_label(one), one.metric.replace("_", " "), one.kind.value),
            *(str(one.tasks), str(one.source_tasks), f"{one.alpha:.4g}"),
            NO_ROUTE if one.value is None else points(one.value),
        )
        for one in found
    )
    notes = (
        f"The least true difference found with a power of {100 * settings.power:g} %, in points, "
        "by the spread over source tasks that this sweep showed. The level is two-sided, and for "
        "confirmatory steps that of Holm's first test. A difference below it may be there and go "
        "unseen.",
    )
    title = "Minimal detectable differences (points)"
    return simple_table("power", title, columns, rows, notes)


def power_csv(found: Iterable[Detectable]) -> str:
    """The same with shares in [0, 1]."""
    head = ("model", "before", "after", "metric", "kind", "tasks", "source_tasks", "level")
    lines = (
        (
            *(one.model, one.before, one.after, one.metric, one.kind.value, one.tasks),
            *(one.source_tasks, one.alpha, one.basis, one.value),
        )
        for one in found
    )
    return to_csv((*head, "basis", "minimal_detectable_difference"), lines)


def step_label(one: Detectable) -> str:
    """The step under the settings' names."""
    return f"{setting_label(one.before)} → {setting_label(one.after)}"


def points(value: float) -> str:
    """A least difference in points of 100; no two means differ by more than these."""
    return percent(value) if value <= 1 else "none"


def basis_text(one: Detectable, settings: AnalysisSettings) -> str:
    """On what a least difference rests, in words."""
    if one.basis == MEASURED:
        return "measured on the stored scores"
    return f"assumed: deviation {settings.assumed_deviation:g}, correlation {one.basis}"
