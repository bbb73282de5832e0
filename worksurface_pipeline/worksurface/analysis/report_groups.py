"""A page for every persona and every family: its tasks, its scores by cell, and where runs fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from markupsafe import Markup

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.labels import plain_label
from worksurface_pipeline.site.page import SitePage
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table
from worksurface_pipeline.worksurface.analysis.addresses import runs_href, tasks_href
from worksurface_pipeline.worksurface.analysis.by_type import BucketMean, bucket_means
from worksurface_pipeline.worksurface.analysis.labels import (
    GOLD_SURFACE_SETTINGS,
    setting_label,
    task_type_label,
)
from worksurface_pipeline.worksurface.analysis.mean_cells import (
    BOTH_MEANS,
    counts_cells,
    grouped,
    known_cell,
)
from worksurface_pipeline.worksurface.analysis.report_classes import classes_link
from worksurface_pipeline.worksurface.analysis.report_ends import ends_tables
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


@dataclass(frozen=True, slots=True)
class Grouping:
    """How tasks are put together: in addresses, in the score frame, and in words."""

    key: str
    field: str
    one: str
    many: str
    of: Callable[[AtomicTask], str]


PERSONAS = Grouping("persona", "persona", "Persona", "Personas", lambda task: task.source.persona)
FAMILIES = Grouping(
    "family", "derivation", "Family", "Families", lambda task: task.derivation.value
)


@dataclass(frozen=True, slots=True)
class Grouped:
    """What the pages of groups are made from; `more` are parts that a group has beside."""

    tasks: Sequence[AtomicTask]
    scores: Sequence[Score]
    frame: pl.DataFrame
    more: Mapping[str, Markup]


def group_pages(grouping: Grouping, given: Grouped) -> Iterator[SitePage]:
    """The page of each group, by name."""
    means = _by_bucket(bucket_means(given.frame, grouping.field))
    tasks: dict[str, list[AtomicTask]] = {}
    for task in given.tasks:
        tasks.setdefault(grouping.of(task), []).append(task)
    scores: dict[str, list[Score]] = {}
    for score in given.scores:
        scores.setdefault(_value(score, grouping), []).append(score)
    for name in sorted(tasks):
        yield SitePage(
            file=group_file(grouping, name),
            title=f"{grouping.one}: {plain_label(name)}",
            within=f"{grouping.many.lower()}.html",
            body=(
                *_lead(grouping, name, tasks[name]),
                *_answers(means.get(name, ())),
                *_ends(grouping, name, scores.get(name, ())),
                given.more.get(name, Markup("")),
            ),
        )


def group_table(grouping: Grouping, given: Grouped) -> Table:
    """All groups with their sizes, each linked to its page."""
    tasks = Counter(map(grouping.of, given.tasks))
    kinds: dict[str, set[str]] = {}
    for task in given.tasks:
        kinds.setdefault(grouping.of(task), set()).add(task_type_label(task.task_type.value))
    runs = Counter(_value(score, grouping) for score in given.scores)
    rows = tuple(
        Row(
            (
                Cell(plain_label(name), href=group_file(grouping, name)),
                Cell(", ".join(sorted(kinds[name]))),
                Cell(f"{tasks[name]:,}"),
                Cell(f"{runs[name]:,}"),
            )
        )
        for name in sorted(tasks)
    )
    columns = (Column(grouping.one), Column("Types"), Column("Tasks", True), Column("Runs", True))
    return Table(grouping.key, grouping.many, columns, (RowGroup("", rows),))


def group_file(grouping: Grouping, name: str) -> str:
    """File name of a group's page: plain letters, and distinct for distinct names."""
    plain = "".join(sign for sign in identifier(name) if sign.isascii())[:40].strip("_")
    return f"{grouping.key}-{plain}-{short(digest_text(name), 6)}.html"


def _value(score: Score, grouping: Grouping) -> str:
    return score.persona if grouping is PERSONAS else score.derivation.value


def _by_bucket(means: Sequence[BucketMean]) -> dict[str, list[BucketMean]]:
    found: dict[str, list[BucketMean]] = {}
    for item in means:
        found.setdefault(item.bucket, []).append(item)
    return found


def _lead(grouping: Grouping, name: str, tasks: Sequence[AtomicTask]) -> Iterator[Markup]:
    types = Counter(task_type_label(task.task_type.value) for task in tasks)
    said = ((f"{label} tasks", str(count)) for label, count in sorted(types.items()))
    yield pieces.tiles([("Tasks", str(len(tasks))), *said])
    own = ((grouping.key, name),)
    yield pieces.paragraph(
        pieces.link("Its tasks", tasks_href(own)),
        " · ",
        pieces.link("its trajectories", runs_href(own)),
    )


def _answers(means: Sequence[BucketMean]) -> Iterator[Markup]:
    """Answer and Route-F1 by cell; nothing for a group of abstain tasks alone."""
    rows = [
        (
            item.model,
            Row(
                (
                    Cell(setting_label(item.setting)),
                    known_cell(item.answer),
                    known_cell(item.route_f1),
                    *counts_cells(item.answer),
                ),
                item.setting in GOLD_SURFACE_SETTINGS,
            ),
        )
        for item in means
    ]
    if rows:
        labels = ("Answer", "Route F1", "n", "Errors", "Missing", "All")
        columns = (Column("Setting"), *(Column(label, True) for label in labels))
        title = "Answer and Route F1 (%)"
        notes = (BOTH_MEANS, "Abstain tasks are not among these rows.")
        yield pieces.table_html(Table("answers", title, columns, grouped(rows), notes))


def _ends(grouping: Grouping, name: str, scores: Sequence[Score]) -> Iterator[Markup]:
    if scores:
        yield from map(pieces.table_html, ends_tables(scores, ((grouping.key, name),)))
        yield classes_link()
