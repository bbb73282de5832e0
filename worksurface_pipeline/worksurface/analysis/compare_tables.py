"""The tables of a comparison, for people."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.site.interval_cells import METHOD_NAMES, heading, is_thin
from worksurface_pipeline.site.labels import NO_ROUTE, percent, plain_label
from worksurface_pipeline.site.table import Cell, Column, Row, Table, simple_table
from worksurface_pipeline.worksurface.analysis.compare_lines import (
    FLIPS,
    bounds_text,
    metric_label,
    points,
)
from worksurface_pipeline.worksurface.analysis.compare_model import Comparison, Difference
from worksurface_pipeline.worksurface.analysis.labels import setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped


def comparison_tables(found: Comparison) -> Iterator[Table]:
    """Every table that has a row: what else differs, differences, flips, what is in no pair."""
    made = (_changes(found), _differences(found), _flips(found), _apart(found), _tasks(found))
    yield from (table for table in made if table.row_count)


def _changes(found: Comparison) -> Table:
    columns = [Column(name) for name in ("What", found.left, found.right)]
    rows = ((item.what, item.left, item.right) for item in found.changes)
    return simple_table("changes", "What else differs", columns, rows)


def _differences(found: Comparison) -> Table:
    interval = f"{100 * found.level:g} % interval"
    means = (found.left, found.right, "Difference", interval, "Over all", "Holds")
    counts = ("Pairs", "Lost", "Source tasks")
    numbers = (Column(name, name != "Holds") for name in (*means, *counts))
    is_confounded = any(text.startswith("confounded") for text in found.headings)
    return Table(
        name="differences",
        title=f"Paired differences (%){', confounded' if is_confounded else ''}",
        columns=(Column("Setting"), Column("Metric"), *numbers),
        groups=grouped((item.model, _row(item, found)) for item in found.differences),
        notes=(
            f"{found.right} less {found.left}, over the tasks that both score, epochs averaged "
            "first; lost ones are on both sides, and one does not score them. Over all: errors "
            "and missing runs as 0. A difference holds where both intervals exclude 0; nothing "
            "here was fixed before the sweep.",
            f"Intervals over source tasks in strata of personas, by {METHOD_NAMES[found.method]}; "
            "the CSV has all methods.",
        ),
    )


def _row(item: Difference, found: Comparison) -> Row:
    beside = heading(item.scored, found.method, is_thin(item.scored, item.changed))
    texts = (setting_label(item.setting), metric_label(item), percent(item.left))
    counts = (item.pairs, item.lost, item.scored.clusters)
    return Row(
        (
            *(Cell(text) for text in texts),
            Cell(percent(item.right)),
            Cell(points(item.scored.value)),
            Cell(bounds_text(item, found.method), beside),
            Cell(points(item.over_all.value)),
            Cell(item.holds or NO_ROUTE),
            *(Cell(str(count)) for count in counts),
        )
    )


def _flips(found: Comparison) -> Table:
    names = ("Model", "Setting", "Task", "Source task", "Flip", "Before", "After")
    rows = (
        (
            *(flip.model, setting_label(flip.setting), flip.task, flip.source_task),
            *(FLIPS[flip.is_gain], plain_label(flip.left_diagnosis)),
            plain_label(flip.right_diagnosis),
        )
        for flip in found.flips
    )
    note = ("Before and after: the diagnoses of the runs.",)
    columns = [Column(name) for name in names]
    return simple_table("flips", "Tasks that flipped", columns, rows, note)


def _apart(found: Comparison) -> Table:
    names = ("Model", "Setting", "Task", "Why it is in no pair")
    alone = (
        (item.model, item.setting, item.task or "all", f"only in {item.only_on}")
        for item in (*found.lonely_cells, *found.lonely)
    )
    gold = (("", "", task, "its gold differs") for task in found.regilded)
    columns = [Column(name) for name in names]
    return simple_table("apart", "Tasks in no pair", columns, [*alone, *gold])


def _tasks(found: Comparison) -> Table:
    columns = [Column(name) for name in ("Task", "Change", "Fields")]
    rows = ((item.task, item.kind, ", ".join(item.fields)) for item in found.tasks)
    return simple_table("tasks", "Tasks of the releases", columns, rows)
