"""The runs of a report: every turn with its reply, call and (bounded) observation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from worksurface_pipeline.harness.trajectory import ToolCall, Trajectory, Turn
from worksurface_pipeline.site import pieces
from worksurface_pipeline.worksurface.analysis.labels import percent, setting_label
from worksurface_pipeline.worksurface.analysis.report_model import (
    MAIN_PAGE,
    ReportLimits,
    RunKey,
    cell_page,
    run_anchor,
    run_key,
    task_anchor,
)
from worksurface_pipeline.worksurface.schema.scores import Score

_TURN_BYTES = 300  # of HTML around the texts of one turn, measured
_RUN_BYTES = 450  # of HTML around one run, measured
_BYTES_PER_CHARACTER = 1.4  # JSON is full of quotes, which escape to five bytes
_SHARE_OF_RUNS = 2 / 3  # of a page; the tasks and their scores fill the rest
_SHOWN_IDS = 6  # ids of shown artifacts that are named per call

Cells = Mapping[tuple[str, str], Sequence[Trajectory]]


def by_cell(trajectories: Sequence[Trajectory]) -> Cells:
    """Trajectories by model and setting, sorted."""
    cells: dict[tuple[str, str], list[Trajectory]] = {}
    for item in sorted(trajectories, key=run_key):
        cells.setdefault((item.model, item.setting), []).append(item)
    return cells


def observation_limit(trajectories: Sequence[Trajectory], limits: ReportLimits) -> int:
    """Characters at which texts are cut so that these runs fill at most two thirds of a page.

    0 when they do not fit even at `least_characters`.
    """
    lengths = [length for run in trajectories for length in _lengths(run)]
    turns = sum(len(run.turns) for run in trajectories)
    room = limits.page_bytes * _SHARE_OF_RUNS - len(trajectories) * _RUN_BYTES - turns * _TURN_BYTES
    limit = limits.observation_characters
    while limit >= limits.least_characters:
        if sum(min(length, limit) for length in lengths) * _BYTES_PER_CHARACTER <= room:
            return limit
        limit = limit * 4 // 5
    return 0


def runs_of_cell(
    runs: Sequence[Trajectory], scores: Mapping[RunKey, Score], limit: int, task_page: str
) -> Iterator[Markup]:
    """One part per run that opens on a click. `task_page` is "" on the page of the tasks."""
    for run in runs:
        score = scores.get(run_key(run))
        link = pieces.link(f"task {run.task_id}", f"{task_page}#{task_anchor(run.task_id)}")
        yield pieces.details(
            _summary(run, score),
            pieces.anchor(run_anchor(run_key(run))),
            pieces.paragraph(link, " · ", _answer_line(run)),
            *(_error(run) if run.error else ()),
            *(_turn(turn, limit) for turn in run.turns),
        )


def runs_page(cell: tuple[str, str], body: Sequence[Markup]) -> str:
    """The page of one cell."""
    title = f"Runs of {cell[0]}, {setting_label(cell[1])}"
    return pieces.page_html(title, (("← Report", MAIN_PAGE),), *body)


def run_href(key: RunKey, is_inline: bool) -> str:
    """Where a run stands, seen from the main page."""
    page = "" if is_inline else cell_page(key[0], key[1])
    return f"{page}#{run_anchor(key)}"


def _lengths(run: Trajectory) -> Iterator[int]:
    for turn in run.turns:
        yield len(turn.reply)
        if turn.call is not None:
            yield len(turn.call.observation)


def _summary(run: Trajectory, score: Score | None) -> Markup:
    answer = None if score is None else score.answer
    kind = (
        "plain" if answer is None else "good" if answer == 1 else "bad" if answer == 0 else "warn"
    )
    epoch = f", epoch {run.epoch}" if run.epoch else ""
    turns = "1 turn" if len(run.turns) == 1 else f"{len(run.turns)} turns"
    return pieces.join(
        (
            pieces.badge(f"Answer {percent(answer)}", kind),
            f" {run.task_id}{epoch} · {_ended(run)} · {turns}",
        )
    )


def _ended(run: Trajectory) -> str:
    why = run.stop_reason.value.replace("_", " ")
    outcome = run.outcome.value.replace("_", " ")
    return outcome if why == outcome else f"{outcome}: {why}"


def _answer_line(run: Trajectory) -> Markup:
    if run.answer is None:
        return Markup("no answer")
    shown, cut = pieces.bounded(run.answer, 400)
    said = " (given on the last request)" if run.is_forced_answer else ""
    return pieces.join(("answer ", pieces.code(shown + (" …" if cut else "")), said))


def _error(run: Trajectory) -> tuple[Markup, ...]:
    return (pieces.note(pieces.bounded(run.error, 1_000)[0]),)


def _turn(turn: Turn, limit: int) -> Markup:
    head = [pieces.badge(f"{turn.index + 1} {turn.kind}")]
    if turn.problem:
        head.append(pieces.join((" ", pieces.badge(turn.problem, "warn"))))
    parts = [pieces.paragraph(*head)]
    if turn.reply:
        parts.append(pieces.block(turn.reply, limit))
    return pieces.join((*parts, *(_call(turn.call, turn.reply, limit) if turn.call else ())))


def _call(call: ToolCall, reply: str, limit: int) -> tuple[Markup, ...]:
    line: list[Markup | str] = [pieces.code(call.tool if reply else f"{call.tool} {call.args}")]
    if call.is_error:
        line.append(pieces.join((" ", pieces.badge("error", "bad"))))
    ids = list(dict.fromkeys(shown.id for shown in call.shown))
    if ids:
        more = f" and {len(ids) - _SHOWN_IDS} more" if len(ids) > _SHOWN_IDS else ""
        line.append(f" showed {', '.join(ids[:_SHOWN_IDS])}{more}")
    return (pieces.paragraph(*line), pieces.block(call.observation, limit))
