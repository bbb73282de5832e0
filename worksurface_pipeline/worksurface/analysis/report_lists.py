"""The lists of a report: tasks, runs and tasks held back, as columns that a page filters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.site.listing import Listing, listing_files
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.runs import item_id
from worksurface_pipeline.worksurface.analysis.labels import plain_label
from worksurface_pipeline.worksurface.analysis.report_columns import (
    Cells,
    Made,
    about_columns,
    cell_choices,
    code_column,
    diagnoses_column,
    diagnosis_column,
    epoch_column,
    flips_column,
    hidden_column,
    number_column,
    question_column,
    states_column,
    text_column,
)
from worksurface_pipeline.worksurface.analysis.report_model import (
    TASK_PAGE,
    RunKey,
    cell_id,
    run_id,
    run_key,
)
from worksurface_pipeline.worksurface.analysis.report_runs import RunEnd
from worksurface_pipeline.worksurface.analysis.report_states import STATE_CHOICES, state_of
from worksurface_pipeline.worksurface.analysis.report_tasks import (
    ScoresByTask,
    gold_text,
    held_id,
    in_order,
)
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Quarantined

TASKS, RUNS, HELD = "tasks", "runs", "held"
_ANSWER_CHARACTERS = 60  # of an answer in a list: 30,000 of them are loaded at once


def cells_of(scores: Iterable[Score]) -> Cells:
    """The cells that were scored, sorted."""
    return sorted({(score.model, score.setting) for score in scores})


def task_list_files(
    tasks: Iterable[AtomicTask], scores: ScoresByTask, cells: Cells
) -> Iterator[tuple[str, bytes]]:
    """The list of tasks."""
    ordered = in_order(tasks)
    of = [scores.get(task.id, ()) for task in ordered]
    made = [
        text_column("task", "Task", (task.id for task in ordered), is_searched=True),
        hidden_column("id", (item_id(task.id) for task in ordered)),
        question_column(ordered),
        *about_columns(ordered),
        number_column("answer", "Answer %", map(_mean, of)),
        states_column(of, cells),
        diagnoses_column(of),
        flips_column(of),
    ]
    return _files(TASKS, "tasks", made, ("id",))


def run_list_files(
    tasks: Iterable[AtomicTask], scores: ScoresByTask, cells: Cells, ends: Mapping[RunKey, RunEnd]
) -> Iterator[tuple[str, bytes]]:
    """The list of runs: of all scores, those whose run is missing among them."""
    pairs = [(task, score) for task in in_order(tasks) for score in scores.get(task.id, ())]
    owners = [task for task, _ in pairs]
    rows = [score for _, score in pairs]
    found = [ends.get(run_key(score)) for score in rows]
    made = [
        text_column("task", "Task", (task.id for task in owners), is_searched=True),
        code_column("id", "", [item_id(task.id) for task in owners]),
        code_column("run", "", [run_id(one.model, one.setting, one.epoch) for one in rows]),
        code_column(
            "cell", "Cell", [cell_id(one.model, one.setting) for one in rows], cell_choices(cells)
        ),
        epoch_column(rows),
        code_column("state", "Answer is", [state_of(score) for score in rows], STATE_CHOICES[:-1]),
        diagnosis_column(rows),
        number_column("percent", "Answer %", (_share(score.answer) for score in rows)),
        text_column("answer", "Answer", (_short(end) for end in found), is_searched=True),
        code_column("ended", "Ended", ["missing" if end is None else end.ended for end in found]),
        number_column("tokens", "Tokens", (score.tokens for score in rows)),
        number_column("turns", "Turns", (score.turns for score in rows)),
        *about_columns(owners, is_shown=False),
    ]
    return _files(RUNS, "trajectories", made, ("id", "run"))


def held_list_files(held: Sequence[Quarantined]) -> Iterator[tuple[str, bytes]]:
    """The list of tasks that a gate held back, the first finding of each beside it."""
    order = {task.id: place for place, task in enumerate(in_order(one.task for one in held))}
    rows = sorted(held, key=lambda one: order[one.task.id])
    tasks = [one.task for one in rows]
    first = [one.findings[0] if one.findings else None for one in rows]
    made = [
        text_column("task", "Task", (task.id for task in tasks), is_searched=True),
        hidden_column("id", (held_id(one) for one in rows)),
        question_column(tasks),
        text_column("gold", "Gold", (gold_text(task, _ANSWER_CHARACTERS) for task in tasks)),
        code_column("gate", "Gate", [plain_label(one.gate) if one else "" for one in first]),
        text_column(
            "reason", "Reason", (one.reason if one else "" for one in first), is_searched=True
        ),
        *about_columns(tasks),
    ]
    return _files(HELD, "tasks held back", made, ("id",))


def _files(
    name: str, noun: str, made: Sequence[Made], keys: tuple[str, ...]
) -> Iterator[tuple[str, bytes]]:
    columns = tuple(column for column, _ in made)
    listing = Listing(name=name, noun=noun, columns=columns, target=TASK_PAGE, keys=keys)
    return listing_files(listing, [values for _, values in made])


def _mean(scores: Sequence[Score]) -> float | None:
    answers = [score.answer for score in scores if score.answer is not None]
    return _share(sum(answers) / len(answers)) if answers else None


def _share(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 1)


def _short(end: RunEnd | None) -> str:
    if end is None:
        return ""
    text, cut = bounded(end.answer, _ANSWER_CHARACTERS)
    return text + ("…" if cut else "")
