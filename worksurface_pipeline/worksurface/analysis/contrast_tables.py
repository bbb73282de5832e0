"""Contrasts as tables: the confirmatory family, and the exploratory steps apart from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.kernel.resampling_records import Estimate
from worksurface_pipeline.site.interval_cells import (
    INDICATIVE,
    MARK,
    METHOD_HEAD,
    heading,
    interval_text,
    is_thin,
    method_values,
)
from worksurface_pipeline.site.labels import NO_ROUTE, percent, plain_label
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.contrasts import Contrast, holds
from worksurface_pipeline.worksurface.analysis.interval_notes import notes_of
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.steps import Kind
from worksurface_pipeline.worksurface.analysis.study import Study

_TITLES = {
    Kind.CONFIRMATORY: ("contrasts", "Confirmatory contrasts: paired differences (%)"),
    Kind.EXPLORATORY: ("exploratory", "Exploratory contrasts: paired differences (%)"),
    Kind.CONFOUNDED: ("confounded", "Confounded: differences across conditions (%)"),
}
_NOTES = {
    Kind.CONFIRMATORY: (
        "Fixed in the settings before the sweep. p is of the cluster-t test (linearized over "
        "source tasks, Student's t) with Holm's correction over all {family} tests of this table.",
    ),
    Kind.EXPLORATORY: (
        "Not fixed before the sweep and not corrected for their number: they suggest, and confirm "
        "nothing.",
    ),
    Kind.CONFOUNDED: ("The conditions differ: a difference has no one cause.",),
}
_HOLDS = (
    "Over the tasks that both cells score; lost pairs stand in both, but one cell has no score. "
    "A rise or fall is said to hold only over what was scored and, with errors and missing runs "
    "as 0, over all released tasks."
)
WITHIN_FLOOR = "within noise floor"
_FLOOR_NOTE = (
    f"{WITHIN_FLOOR.capitalize()}: smaller than the mean absolute difference between two runs of "
    "the same tasks in one of its cells, which is told by the table of the noise floor."
)


def contrast_table(found: Sequence[Contrast], made: Study, kind: Kind) -> Table:
    """Contrasts of one kind, in per cent."""
    own = [one for one in found if one.step.kind is kind]
    name, title = _TITLES[kind]
    has_p = kind is Kind.CONFIRMATORY
    numbers = ("Before", "After", "Difference", "Interval", *(("p (Holm)",) if has_p else ()))
    said = tuple(note.format(family=len(own)) for note in _NOTES[kind])
    return Table(
        name=name,
        title=title,
        columns=(
            *(Column("Step"), Column("Measures"), Column("Metric")),
            *(Column(label, True) for label in (*numbers, "Pairs", "Lost")),
            Column("Holds"),
        ),
        groups=grouped((one.model, _row(one, made, has_p)) for one in own),
        notes=(
            *said,
            _HOLDS,
            *(() if all(one.floor is None for one in own) else (_FLOOR_NOTE,)),
            *notes_of(
                made.settings.method, made.settings.level, len(made.plan.clusters), is_share=False
            ),
        ),
    )


def contrast_csv(found: Iterable[Contrast], made: Study, kind: Kind) -> str:
    """The same with shares in [0, 1], both kinds of means and all intervals."""
    head = ("model", "before", "after", "metric", "measures", "kind", "pairs", "changed", "lost")
    means = ("mean_before", "mean_after", "mean_over", "tasks", "source_tasks", "difference")
    rest = ("standard_error", "p", "p_holm", *METHOD_HEAD, "shown_method", "heading", "holds")
    lines = (line for one in found if one.step.kind is kind for line in _csv_rows(one, made))
    return to_csv((*head, *means, *rest), lines)


def _row(one: Contrast, made: Study, has_p: bool) -> Row:
    bounds = one.scored.bounds[made.settings.method]
    few = is_thin(one.scored, one.changed)
    figures = (
        *(percent(one.first), percent(one.second), percent(one.scored.value)),
        interval_text(bounds, MARK if few else ""),
        *((_p_text(one.adjusted[0]),) if has_p else ()),
        *(str(one.pairs), str(one.lost), _holds_text(one, made, few)),
    )
    step = f"{setting_label(one.step.before)} → {setting_label(one.step.after)}"
    texts = (step, one.step.what, plain_label(one.step.metric), *figures)
    return Row(tuple(Cell(text) for text in texts))


def _holds_text(one: Contrast, made: Study, few: bool) -> str:
    said = holds(one, made) or "no"
    marked = f"{said} ({INDICATIVE})" if few and said != "no" else said
    return f"{marked}; {WITHIN_FLOOR}" if one.is_within_floor(one.scored) else marked


def _p_text(value: float | None) -> str:
    if value is None:
        return NO_ROUTE
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"  # three digits, as tests are printed


def _csv_rows(one: Contrast, made: Study) -> list[tuple[object, ...]]:
    step = one.step
    key = (one.model, step.before, step.after, step.metric, step.what, step.kind.value)
    means = (one.pairs, one.changed, one.lost, one.first, one.second)
    said = holds(one, made)
    kinds = (("scored", one.scored, one.adjusted[0]), ("all", one.over_all, one.adjusted[1]))
    return [
        (*key, *means, over, *_figures(each, adjusted, made, one), said)
        for over, each, adjusted in kinds
    ]


def _figures(
    each: Estimate, adjusted: float | None, made: Study, one: Contrast
) -> tuple[object, ...]:
    method = made.settings.method
    counts = (int(each.n), each.clusters, each.value, each.standard_error, each.p, adjusted)
    said = heading(each, method, is_thin(each, one.changed))
    within = WITHIN_FLOOR if one.is_within_floor(each) else ""
    return (*counts, *method_values(each), method.value, "; ".join(filter(None, (said, within))))
