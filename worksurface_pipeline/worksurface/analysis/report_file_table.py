"""Where runs fail on one's own files: every file and sheet that proves tasks, with its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.labels import NO_ROUTE, is_self_test, percent, plain_label
from worksurface_pipeline.site.page import SitePage
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.addresses import (
    Narrowed,
    cell_id,
    runs_href,
    tasks_href,
)
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped
from worksurface_pipeline.worksurface.analysis.report_files import FilePart, Origins, file_parts
from worksurface_pipeline.worksurface.analysis.report_states import (
    DIAGNOSIS_CHOICES,
    RIGHT_CLASSES,
    diagnosis_place,
)
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_FILE = "files.html"
_CSV = "tables/files.csv"
_MOST = 500  # rows of the page; the CSV has all
_LEAD = (
    "Where runs fail on each file: the documents and sheets that the proofs of tasks were read "
    "from, those with the lowest Answer first. Every number opens what it counts."
)
_NOTES = (
    "Answer: per cent, the mean over the runs that were scored, in each setting and over all of "
    "them. A task whose proof was read from several files counts for each of them. Tasks whose "
    "proof is the graph, and tasks to abstain from, stand on no single file and are not here.",
    "Fails most as: the class of most runs that were not right, and their number.",
)

Key = tuple[str, FilePart]
"""Persona and file part."""


@dataclass(slots=True)
class _Found:
    """What the runs of one model made of the tasks of a file."""

    answers: dict[str, list[float]] = field(default_factory=dict)
    failures: Counter[int] = field(default_factory=Counter)

    def add(self, score: Score) -> None:
        if score.answer is not None:
            self.answers.setdefault(score.setting, []).append(score.answer)
        place = diagnosis_place(score)
        if place >= 0 and score.diagnosis not in RIGHT_CLASSES:
            self.failures[place] += 1

    def mean(self, setting: str = "") -> float | None:
        every = (value for values in self.answers.values() for value in values)
        values = self.answers.get(setting, []) if setting else list(every)
        return sum(values) / len(values) if values else None

    @property
    def worst(self) -> tuple[int, int] | None:
        """The class of most failures, the first of equals, and their number."""
        order = sorted(self.failures.items(), key=lambda item: (-item[1], item[0]))
        return order[0] if order else None


@dataclass(frozen=True, slots=True)
class FileFigures:
    """Tasks by file part, and what each model made of them."""

    tasks: Mapping[Key, int]
    found: Mapping[tuple[str, Key], _Found]
    settings: tuple[str, ...]

    @property
    def models(self) -> tuple[str, ...]:
        """Models under test first."""
        names = {model for model, _ in self.found}
        return tuple(sorted(names, key=lambda name: (is_self_test(name), name)))

    def rows(self) -> list[tuple[str, Key, _Found]]:
        """By model, what is answered worst first."""
        rows = [(model, key, found) for (model, key), found in self.found.items()]

        def order(row: tuple[str, Key, _Found]) -> tuple[int, float, int, Key]:
            mean = row[2].mean()
            worst = 1.0 if mean is None else mean
            return (self.models.index(row[0]), worst, -self.tasks[row[1]], row[1])

        return sorted(rows, key=order)


def file_figures(
    tasks: Iterable[AtomicTask], scores: Iterable[Score], origins: Origins
) -> FileFigures:
    """The figures of every file that proves a task."""
    parts = {task.id: (task.source.persona, file_parts(task, origins)) for task in tasks}
    keys = {name: [(persona, part) for part in own] for name, (persona, own) in parts.items()}
    found: dict[tuple[str, Key], _Found] = {}
    settings: set[str] = set()
    for score in scores:
        for key in keys.get(score.task_id, ()):
            settings.add(score.setting)
            found.setdefault((score.model, key), _Found()).add(score)
    return FileFigures(
        Counter(key for own in keys.values() for key in own), found, tuple(sorted(settings))
    )


def files_page(figures: FileFigures, group: str) -> Iterator[SitePage]:
    """The page, where some run is of a task that a file proves."""
    if figures.found:
        body = (
            pieces.lead(_LEAD),
            pieces.table_html(_table(figures)),
            pieces.paragraph(pieces.link("Numbers as CSV", _CSV)),
        )
        yield SitePage(_FILE, "Files", body, group)


def files_csv(figures: FileFigures) -> Iterator[tuple[str, bytes]]:
    """All rows with the counts of their means, none left out."""
    if not figures.found:
        return
    each = [name for setting in figures.settings for name in (setting, f"{setting}_n")]
    head = ("model", "persona", "file", "sheet", "tasks", *each, "answer", "fails_as", "fails_n")
    yield _CSV, to_csv(head, (_line(figures, *row) for row in figures.rows())).encode()


def _line(figures: FileFigures, model: str, key: Key, found: _Found) -> list[object]:
    persona, part = key
    each = [
        value
        for name in figures.settings
        for value in (found.mean(name), len(found.answers.get(name, ())))
    ]
    place, count = found.worst or (-1, 0)
    worst = DIAGNOSIS_CHOICES[place].id if place >= 0 else ""
    counts = (part.file, part.sheet, figures.tasks[key])
    return [model, persona, *counts, *each, found.mean(), worst, count]


def _table(figures: FileFigures) -> Table:
    rows = figures.rows()
    left = len(rows) - _MOST
    more = (f"{left:,} more rows stand in the CSV.",) if left > 0 else ()
    return Table(
        name="files",
        title="Files and sheets: Answer (%) by setting, and how runs fail",
        columns=(
            *(Column(label) for label in ("File", "Persona")),
            Column("Tasks", True),
            *(Column(name, True, "Answer by setting") for name in figures.settings),
            Column("All", True, "Answer by setting"),
            Column("Fails most as"),
        ),
        groups=grouped((row[0], _row(figures, *row)) for row in rows[:_MOST]),
        notes=(*_NOTES, *more),
    )


def _row(figures: FileFigures, model: str, key: Key, found: _Found) -> Row:
    persona, part = key
    own = (("file", part.label), ("persona", persona))
    runs = (*own, *((("model", model),) if len(figures.models) > 1 else ()))
    return Row(
        (
            Cell(part.file, part.sheet),
            Cell(plain_label(persona)),
            Cell(f"{figures.tasks[key]:,}", href=tasks_href(own)),
            *(
                _mean(found.mean(name), (*own, ("cell", cell_id(model, name))))
                for name in figures.settings
            ),
            _mean(found.mean(), runs),
            _worst(found, runs),
        )
    )


def _mean(value: float | None, where: Narrowed) -> Cell:
    return Cell(NO_ROUTE) if value is None else Cell(percent(value), href=runs_href(where))


def _worst(found: _Found, where: Sequence[tuple[str, str]]) -> Cell:
    if found.worst is None:
        return Cell(NO_ROUTE)
    place, count = found.worst
    choice = DIAGNOSIS_CHOICES[place]
    return Cell(f"{choice.label} ({count:,})", href=runs_href((*where, ("diagnosis", choice.id))))
