"""The noise floor as a table: cells down, what two runs of the same tasks differ by across."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.kernel.intervals import LEVEL, Interval, Rate
from worksurface_pipeline.site.interval_cells import (
    MARK,
    METHOD_HEAD,
    heading,
    interval_text,
    is_thin,
    method_values,
)
from worksurface_pipeline.site.labels import NO_ROUTE, is_self_test, percent
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.interval_notes import notes_of
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.noise_floor import NoiseCell
from worksurface_pipeline.worksurface.analysis.study import Study

_NUMBERS = ("Pairs", "Lost", "Flip rate", "|Δ Answer|", "|Δ Aggregate|", "Δ Answer")
_NOTES = (
    "A/A: a fixed sample of the tasks was asked once more in the same cell under the same "
    "condition; a pair is that repeat and the run of the first epoch. Repeats enter no other "
    "figure. Lost pairs have no score on one side.",
    "Flip rate: the share of pairs whose Answers differ, with its exact interval at "
    f"{100 * LEVEL:g} %. |Δ|: the mean absolute difference of a pair. Δ: the mean of repeat less "
    "first run, which is 0 but for chance, unless the endpoint changed meanwhile.",
    "Endpoint: whether it named another model or system fingerprint in the repeat. "
    f"{NO_ROUTE} where a value is unknown, as the usage of an agent that reports none.",
)


def noise_table(found: Sequence[NoiseCell], made: Study) -> Table:
    """Every cell with repeats, in per cent."""
    method, level = made.settings.method, made.settings.level
    clusters = max(cell.signed.clusters for cell in found)
    return Table(
        name="noise_floor",
        title="Noise floor (A/A) (%)",
        columns=(
            Column("Setting"),
            *(Column(name, True) for name in _NUMBERS),
            Column("Endpoint"),
        ),
        groups=grouped((cell.model, _row(cell, made)) for cell in _in_order(found)),
        notes=(*_NOTES, *notes_of(method, level, clusters, is_share=False)),
    )


def noise_csv(found: Sequence[NoiseCell], made: Study) -> str:
    """One line per cell, shares in [0, 1], with all intervals of the signed difference."""
    head = ("model", "setting", "repeats", "pairs", "flips", "flip_rate", "flip_low", "flip_high")
    means = ("answer_mean_absolute", "aggregate_mean_absolute", "answer_mean_signed")
    rest = ("source_tasks", "standard_error", *METHOD_HEAD, "shown_method", "heading")
    method = made.settings.method
    lines = (
        (
            *(cell.model, cell.setting, cell.repeats, cell.flips.n, cell.flips.count),
            *(cell.flips.value, cell.flips.interval.low, cell.flips.interval.high),
            *(cell.answer, cell.aggregate, cell.signed.value, cell.signed.clusters),
            *(cell.signed.standard_error, *method_values(cell.signed), method.value),
            *(heading(cell.signed, method, _is_thin(cell)), cell.named, cell.moved),
        )
        for cell in _in_order(found)
    )
    return to_csv((*head, *means, *rest, "endpoint_named", "endpoint_moved"), lines)


def _in_order(found: Iterable[NoiseCell]) -> list[NoiseCell]:
    return sorted(found, key=lambda cell: (is_self_test(cell.model), cell.model, cell.setting))


def _row(cell: NoiseCell, made: Study) -> Row:
    bounds = cell.signed.bounds[made.settings.method]
    beside = "" if bounds.low is None else interval_text(bounds, MARK if _is_thin(cell) else "")
    return Row(
        (
            Cell(setting_label(cell.setting)),
            Cell(str(cell.flips.n)),
            Cell(str(cell.repeats - cell.flips.n)),
            Cell(percent(cell.flips.value), _exact(cell.flips.interval, cell.flips)),
            Cell(percent(cell.answer)),
            Cell(percent(cell.aggregate)),
            Cell(percent(cell.signed.value), beside),
            Cell(_endpoint(cell)),
        )
    )


def _exact(interval: Interval, flips: Rate) -> str:
    if interval.low is None or interval.high is None:
        return ""
    return f"{flips.count} of {flips.n}, {percent(interval.low)} to {percent(interval.high)}"


def _endpoint(cell: NoiseCell) -> str:
    if not cell.named:
        return "not named"
    return f"another in {cell.moved} of {cell.named}" if cell.moved else "the same"


def _is_thin(cell: NoiseCell) -> bool:
    return is_thin(cell.signed, cell.flips.value or 0.0)
