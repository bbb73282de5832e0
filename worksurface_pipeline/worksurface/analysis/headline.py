"""The first sentences of a report: what was run, and what must be known before a figure is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.stats import ERROR, MISSING
from worksurface_pipeline.site.labels import SELF_TEST, is_self_test
from worksurface_pipeline.worksurface.analysis.frames import (
    cells,
    comparable,
    known_usage,
    score_frame,
)
from worksurface_pipeline.worksurface.analysis.report_model import ReportInput
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Score

_NAMED = 3  # cells, in a sentence


def headline(given: ReportInput) -> tuple[str, ...]:
    """What was run, in one or two sentences."""
    models = sorted({score.model for score in given.scores})
    settings = sorted({score.setting for score in given.scores})
    return (*_scale(given, models, settings), *_self_test(models))


def warnings(given: ReportInput) -> tuple[str, ...]:
    """What limits the figures: lost runs, foreign budgets, absent screening."""
    return tuple(_warnings(given))


def _scale(given: ReportInput, models: list[str], settings: list[str]) -> tuple[str, ...]:
    abstain = sum(task.answer_type is AnswerType.ABSTAIN for task in given.tasks)
    personas = {task.source.persona for task in given.tasks}
    tasks = f"{_count(len(given.tasks), 'task')} of {_count(len(personas), 'persona')}"
    stratum = f", {abstain} of them to abstain from" if abstain else ""
    if not given.scores:
        return (f"{given.run.workspace}: {tasks}{stratum}; nothing was run.",)
    who = f"{_count(len(models), 'model')} ({', '.join(models)})"
    how = f"{_count(len(settings), 'setting')} ({', '.join(settings)})"
    return (f"{given.run.workspace}: {who} in {how} on {tasks}{stratum}.",)


def _self_test(models: list[str]) -> tuple[str, ...]:
    return tuple(
        f"{model} is a {SELF_TEST}: an embedded agent without a model. Its figures show that the "
        "pipeline runs from a question to a score, never how well a model routes; it is outside "
        "leaderboards, contrasts and correlations, and its tokens are counted, not billed."
        for model in models
        if is_self_test(model)
    )


def _warnings(given: ReportInput) -> Iterator[str]:
    errors = sum(score.status == ERROR for score in given.scores)
    missing = sum(score.status == MISSING for score in given.scores)
    if errors or missing:
        yield (
            f"Of {len(given.scores)} runs {errors} ended in an error that is not the model's and "
            f"{missing} are missing. Every mean stands beside one that counts them as 0."
        )
    if given.run.absent:
        cells = _count(len(given.run.absent), "cell")
        yield (
            f"Not shown, for not every task of theirs has a record yet: {cells} of the settings"
            f" ({', '.join(given.run.absent)})."
        )
    if any(score.is_budget_comparable is False for score in given.scores):
        yield (
            "Efficiency and Aggregate are not comparable: the token budgets come from the "
            f"{SELF_TEST}."
        )
    yield from _usage_gaps(given.scores)
    no_budget = {
        s.task_id for s in given.scores if s.efficiency is not None and not s.budget_tokens
    }
    if no_budget:
        yield f"{_count(len(no_budget), 'task')} without a token budget: Efficiency is 1 there."
    if given.tasks and all(task.quality_screen.strict_pass_votes is None for task in given.tasks):
        yield "The tasks are not screened by models."


def _usage_gaps(scores: Sequence[Score]) -> Iterator[str]:
    """Cells without Efficiency and Aggregate, for want of the usage of some of their runs."""
    gaps = [
        f"{model} {setting}: {gap}"
        for model, setting, part in cells(comparable(score_frame(scores)))
        for gap in known_usage(part).gap
    ]
    if gaps:
        more = f" and {len(gaps) - _NAMED} more" if len(gaps) > _NAMED else ""
        named = "; ".join(gaps[:_NAMED])
        cells_ = _count(len(gaps), "cell")
        yield f"Efficiency and Aggregate are not told of {cells_} ({named}{more})."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
