"""The lists of a report: tasks, runs and tasks held back, as columns that a page filters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.site.labels import plain_label
from worksurface_pipeline.site.list_columns import (
    Made,
    code_column,
    hidden_column,
    number_column,
    text_column,
)
from worksurface_pipeline.site.listing import Listing, listing_files, word_files
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.runs import item_id
from worksurface_pipeline.worksurface.analysis.addresses import TASK_PAGE, cell_id, run_id
from worksurface_pipeline.worksurface.analysis.report_columns import (
    Cells,
    about_columns,
    cell_choices,
    diagnoses_column,
    diagnosis_column,
    epoch_column,
    flips_column,
    question_column,
    source_column,
    states_column,
)
from worksurface_pipeline.worksurface.analysis.report_files import Origins
from worksurface_pipeline.worksurface.analysis.report_model import RunKey, run_key
from worksurface_pipeline.worksurface.analysis.report_runs import RunEnd
from worksurface_pipeline.worksurface.analysis.report_states import STATE_CHOICES, state_of
from worksurface_pipeline.worksurface.analysis.report_task_columns import (
    file_column,
    question_starts,
    words_of,
)
from worksurface_pipeline.worksurface.analysis.report_tasks import (
    ScoresByTask,
    gold_text,
    held_id,
    in_order,
)
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Quarantined

TASKS, RUNS, HELD = "tasks", "runs", "held"
_SEARCHED = "task, question, gold, files of the proof"
_NO_LIMIT = 0
_ANSWER_CHARACTERS = 60  # of an answer in a list: 30,000 of them are loaded at once


def cells_of(scores: Iterable[Score]) -> Cells:
    """The cells that were scored, sorted."""
    return sorted({(score.model, score.setting) for score in scores})


def task_list_files(
    tasks: Iterable[AtomicTask], scores: ScoresByTask, cells: Cells, origins: Origins
) -> Iterator[tuple[str, bytes]]:
    """The list of tasks, and the words of each, which the list of runs is searched by too."""
    ordered = in_order(tasks)
    of = [scores.get(task.id, ()) for task in ordered]
    made = [
        text_column("task", "Task", (task.id for task in ordered)),
        hidden_column("id", (item_id(task.id) for task in ordered)),
        source_column(ordered),
        question_column(ordered),
        *about_columns(ordered),
        file_column(ordered, origins),
        number_column("answer", "Answer %", map(_mean, of)),
        states_column(of, cells),
        diagnoses_column(of),
        flips_column(of),
    ]
    yield from _files(TASKS, "tasks", made, ("id",), TASKS)
    words = [
        (item_id(task.id), words_of(task, gold_text(task, _NO_LIMIT), origins)) for task in ordered
    ]
    yield from word_files(TASKS, words)


def run_list_files(
    tasks: Iterable[AtomicTask],
    scores: ScoresByTask,
    ends: Mapping[RunKey, RunEnd],
    origins: Origins,
) -> Iterator[tuple[str, bytes]]:
    """The list of runs: of all scores, those whose run is missing among them."""
    pairs = [(task, score) for task in in_order(tasks) for score in scores.get(task.id, ())]
    owners = [task for task, _ in pairs]
    rows = [score for _, score in pairs]
    found = [ends.get(run_key(score)) for score in rows]
    made = [
        text_column("task", "Task", (task.id for task in owners)),
        source_column(owners),
        question_starts(owners),
        code_column("run", "", [run_id(one.model, one.setting, one.epoch) for one in rows]),
        *_cell_columns(rows),
        epoch_column(rows),
        code_column(
            *("state", "Answer is", [state_of(score) for score in rows], STATE_CHOICES[:-1]),
            is_shown=False,  # its share and its class stand beside
        ),
        diagnosis_column(rows),
        number_column("percent", "Answer %", (_share(score.answer) for score in rows)),
        text_column("answer", "Given answer", (_short(end) for end in found), is_searched=True),
        code_column("ended", "Ended", ["missing" if end is None else end.ended for end in found]),
        number_column("tokens", "Tokens", (score.tokens for score in rows)),
        number_column("turns", "Turns", (score.turns for score in rows)),
        *about_columns(owners, is_shown=False),
        file_column(owners, origins),
    ]
    return _files(RUNS, "trajectories", made, ("id", "run"), TASKS)


def _cell_columns(rows: Sequence[Score]) -> Iterator[Made]:
    """The cell of each run; of several models, a filter by model beside it."""
    cells = [cell_id(one.model, one.setting) for one in rows]
    yield code_column("cell", "Cell", cells, cell_choices(cells_of(rows)))
    models = [one.model for one in rows]
    if len(set(models)) > 1:
        yield code_column("model", "Model", models, is_shown=False)


def held_list_files(held: Sequence[Quarantined], origins: Origins) -> Iterator[tuple[str, bytes]]:
    """The list of tasks that a gate held back, the first finding of each beside it."""
    order = {task.id: place for place, task in enumerate(in_order(one.task for one in held))}
    rows = sorted(held, key=lambda one: order[one.task.id])
    tasks = [one.task for one in rows]
    first = [one.findings[0] if one.findings else None for one in rows]
    made = [
        text_column("task", "Task", (task.id for task in tasks)),
        hidden_column("id", (held_id(one) for one in rows)),
        source_column(tasks),
        question_column(tasks),
        text_column("gold", "Gold", (gold_text(task, _ANSWER_CHARACTERS) for task in tasks)),
        code_column("gate", "Gate", [plain_label(one.gate) if one else "" for one in first]),
        text_column(
            "reason", "Reason", (one.reason if one else "" for one in first), is_searched=True
        ),
        *about_columns(tasks),
    ]
    yield from _files(HELD, "tasks held back", made, ("id",), HELD)
    words = [
        (held_id(one), words_of(one.task, gold_text(one.task, _NO_LIMIT), origins)) for one in rows
    ]
    yield from word_files(HELD, words)


def _files(
    name: str, noun: str, made: Sequence[Made], keys: tuple[str, ...], words: str
) -> Iterator[tuple[str, bytes]]:
    columns = tuple(column for column, _ in made)
    listing = Listing(
        name=name,
        noun=noun,
        columns=columns,
        target=TASK_PAGE,
        keys=keys,
        words=words,
        joined="id",
        searched=_SEARCHED,
    )
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
