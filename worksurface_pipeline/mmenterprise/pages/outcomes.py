"""What each cell made of a question, a row each: verdict, judge, cause, answer, recall."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.queries import as_facts
from worksurface_pipeline.mmenterprise.pages.results import TONES, Results
from worksurface_pipeline.mmenterprise.schema.evaluation import Answered, Cell, Judge, Judged
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.site.cases import Outcome
from worksurface_pipeline.site.labels import percent, plain_label
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.records import Tag, Tone

HEADS = ("Recall", "Best set", "Records", "Pictures")


def outcomes_of(
    project: Project, item: MmQuestion, results: Results, characters: int
) -> Iterator[Outcome]:
    """A row for every cell, models together."""
    for cell in sorted(results.cells, key=lambda cell: cell.model):
        answered, judged = results.answered(cell, item), results.judged(cell, item)
        text, cut = bounded((answered.answer if answered else None) or "", characters)
        state = results.state(cell, item)
        yield Outcome(
            id=results.id(cell),
            group=_model(cell, results),
            name=cell.condition,
            tags=(Tag(text=state, tone=TONES[state]), *_cause(judged)),
            figures=tuple(_figures(answered, judged)),
            answer=text + (" …" if cut else ""),
            facts=as_facts(_facts(project, answered, judged, results.judges.get(cell.key, ""))),
        )


def _model(cell: Cell, results: Results) -> str:
    return f"{cell.model} (text alone)" if cell.key in results.text_only else cell.model


def _cause(judged: Judged | None) -> Iterator[Tag]:
    if judged is not None and judged.cause:
        yield Tag(text=judged.cause, tone=Tone.WARN)


def _figures(answered: Answered | None, judged: Judged | None) -> Iterator[str]:
    yield percent(judged.recall if judged else None)
    yield percent(judged.best_recall if judged else None)
    yield str(len(answered.units)) if answered else percent(None)
    yield str(answered.images) if answered else percent(None)


def _facts(
    project: Project, answered: Answered | None, judged: Judged | None, model: str
) -> Iterator[tuple[str, str]]:
    if judged is not None:
        yield from _verdict(project, judged, model)
    if answered is not None:
        yield "Ended", plain_label(answered.outcome)
        if answered.error:
            yield "Error", answered.error
        if answered.usage.total is not None:
            yield "Tokens", f"{answered.usage.total:,}"


def _verdict(project: Project, judged: Judged, model: str) -> Iterator[tuple[str, str]]:
    judges = {Judge.EXACT: "exact matching", Judge.MODEL: model or "a model"}
    yield "Judged by", judges.get(judged.judge, "nobody: it is unscored")
    if judged.rule:
        yield "Because", judged.rule
    if judged.cause:
        yield "What it is instead", judged.cause
    if judged.slot:
        value = project.value(judged.slot, judged.value)
        yield "Taken from", f"{project.fact(judged.slot).label}: {value}"
    if judged.has_whole_set is not None:
        yield "A whole set was found", "yes" if judged.has_whole_set else "no"
