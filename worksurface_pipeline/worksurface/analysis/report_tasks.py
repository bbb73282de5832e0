"""The tasks of a report: question, gold, proof, and every score with a link to its run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from markupsafe import Markup

from worksurface_pipeline.kernel.stats import SCORED
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table
from worksurface_pipeline.worksurface.analysis.labels import (
    GOLD_SURFACE_SETTINGS,
    NO_ROUTE,
    percent,
    plain_label,
    setting_label,
    task_type_label,
)
from worksurface_pipeline.worksurface.analysis.report_model import RunKey, run_key, task_anchor
from worksurface_pipeline.worksurface.analysis.report_proofs import proof
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_QUESTION_CHARACTERS = 160  # of a question in the list of tasks
_GOLD_CHARACTERS = 4_000  # of a gold answer

ScoresByTask = Mapping[str, Sequence[Score]]
Href = Callable[[RunKey], str]


def scores_by_task(scores: Sequence[Score]) -> ScoresByTask:
    """Scores of each task, by model, setting and epoch."""
    groups: dict[str, list[Score]] = {}
    for score in sorted(scores, key=run_key):
        groups.setdefault(score.task_id, []).append(score)
    return groups


def in_order(tasks: Sequence[AtomicTask]) -> list[AtomicTask]:
    """Tasks by persona, source task (numbers as numbers), type and id."""

    def key(task: AtomicTask) -> tuple[str, int, str, str, str]:
        source = task.source.task_id
        number = int(source) if source.isascii() and source.isdigit() else 0
        return (task.source.persona, number, source, task.task_type.value, task.id)

    return sorted(tasks, key=key)


def task_list(tasks: Sequence[AtomicTask], scores: ScoresByTask) -> Table:
    """All tasks, each linked to its details; Answer is the plain mean over its scored runs."""
    columns = (
        Column("Task"),
        Column("Source task"),
        Column("Type"),
        Column("Question"),
        Column("Answer %", True),
        Column("Runs", True),
    )
    groups: dict[str, list[Row]] = {}
    for task in in_order(tasks):
        rows = groups.setdefault(plain_label(task.source.persona), [])
        rows.append(_task_row(task, scores.get(task.id, ())))
    return Table(
        name="tasks",
        title=f"{len(tasks)} tasks",
        columns=columns,
        groups=tuple(RowGroup(name, tuple(rows)) for name, rows in groups.items()),
    )


def task_parts(
    tasks: Sequence[AtomicTask], scores: ScoresByTask, href: Href, run_keys: set[RunKey]
) -> Iterator[Markup]:
    """One part per task that opens on a click."""
    for task in in_order(tasks):
        yield pieces.details(
            _summary(task),
            pieces.anchor(task_anchor(task.id)),
            pieces.paragraph(task.question),
            pieces.facts(_facts(task)),
            *(proof(number, item) for number, item in enumerate(task.gold_evidence, start=1)),
            pieces.table_html(_score_table(scores.get(task.id, ()), href, run_keys)),
        )


def _task_row(task: AtomicTask, scores: Sequence[Score]) -> Row:
    answers = [score.answer for score in scores if score.answer is not None]
    answer = sum(answers) / len(answers) if answers else None
    question, cut = pieces.bounded(task.question, _QUESTION_CHARACTERS)
    return Row(
        (
            Cell(task.id, href=f"#{task_anchor(task.id)}"),
            Cell(task.source.task_id),
            Cell(task_type_label(task.task_type.value)),
            Cell(question + (" …" if cut else "")),
            Cell(percent(answer)),
            Cell(str(len(scores))),
        )
    )


def _summary(task: AtomicTask) -> Markup:
    question, cut = pieces.bounded(task.question, _QUESTION_CHARACTERS)
    label = pieces.badge(task_type_label(task.task_type.value))
    return pieces.join((label, f" {task.id} · ", question, " …" if cut else ""))


def _facts(task: AtomicTask) -> list[tuple[str, Markup | str]]:
    gold = json.dumps(task.gold_answer, ensure_ascii=False)
    shown, cut = pieces.bounded(gold, _GOLD_CHARACTERS)
    unit = f" {task.answer_unit}" if task.answer_unit else ""
    facts: list[tuple[str, Markup | str]] = [
        ("Gold", pieces.join((pieces.code(shown + (" …" if cut else "")), unit))),
        ("Answer type", task.answer_type.value),
        ("Derivation", plain_label(task.derivation.value)),
        ("Required surfaces", ", ".join(task.required_surfaces) or NO_ROUTE),
        ("Source task", f"{task.source.task_id} ({plain_label(task.source.persona)})"),
    ]
    if task.source.rubric_refs:
        facts.append(("Rubrics", ", ".join(map(str, task.source.rubric_refs))))
    if task.notes:
        facts.append(("Notes", task.notes))
    return facts


def _score_table(scores: Sequence[Score], href: Href, run_keys: set[RunKey]) -> Table:
    labels = ("Answer", "Evidence", "Span", "Route F1", "Eff.", "Agg.", "Tokens")
    rows: dict[str, list[Row]] = {}
    for score in scores:
        key = run_key(score)
        rows.setdefault(score.model, []).append(
            _score_row(score, href(key) if key in run_keys else "")
        )
    return Table(
        name="scores",
        title="Scores (%)",
        columns=(Column("Run"), Column("Ended"), *(Column(label, True) for label in labels)),
        groups=tuple(RowGroup(model, tuple(items)) for model, items in rows.items()),
    )


def _score_row(score: Score, href: str) -> Row:
    epoch = f", epoch {score.epoch}" if score.epoch else ""
    shares = (
        *(score.answer, score.evidence, score.span_evidence),
        *(score.route_f1, score.efficiency, score.aggregate),
    )
    ended = score.outcome if score.status == SCORED else score.status
    return Row(
        (
            Cell(setting_label(score.setting) + epoch, href=href),
            Cell(plain_label(ended)),
            *(Cell(percent(share)) for share in shares),
            Cell(NO_ROUTE if score.tokens is None else str(score.tokens)),
        ),
        score.setting in GOLD_SURFACE_SETTINGS,
    )
