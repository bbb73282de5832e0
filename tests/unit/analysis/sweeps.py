"""Scores of scripted models, for tests of statistics: what stands in a row is told outright."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import Derivation, TaskType

MODEL = "vendor/scripted"
LOST = None


def score(
    task: str,
    answer: float | None,
    *,
    setting: str = "S4",
    model: str = MODEL,
    source: str = "1",
    persona: str = "p",
    epoch: int = 0,
    route: float | None = 1.0,
    kind: TaskType = TaskType.TABLE_ONLY,
) -> Score:
    """A scored run, or an error where there is no Answer."""
    is_scored = answer is not None
    return Score(
        task_id=task,
        source_task=source,
        persona=persona,
        model=model,
        setting=setting,
        epoch=epoch,
        profile="paper",
        task_type=kind,
        answer_type=AnswerType.NUMBER,
        derivation=Derivation.ROW_COUNT,
        fingerprint=f"{task} {model} {setting} {epoch}",
        status="scored" if is_scored else "error",
        outcome="answered" if is_scored else "errored",
        stop_reason="answered",
        route_f1=route if is_scored and setting != "S1" else None,
        evidence=answer,
        answer=answer,
        efficiency=1.0 if is_scored else None,
        aggregate=answer,
        tokens=100 if is_scored else None,
        budget_tokens=100,
    )


def cell(
    setting: str,
    answers: Mapping[str, Sequence[float | None]],
    model: str = MODEL,
    epochs: int = 1,
) -> Iterator[Score]:
    """Answers of one cell by source task, whose persona is its first letter; epochs are alike."""
    for source, row in answers.items():
        for number, answer in enumerate(row):
            for epoch in range(epochs):
                yield score(
                    f"{source}-{number}",
                    answer,
                    setting=setting,
                    model=model,
                    source=source,
                    persona=source[0],
                    epoch=epoch,
                )
