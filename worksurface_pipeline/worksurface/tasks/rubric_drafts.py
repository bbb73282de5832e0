"""What the rubrics of one source task yield: drafts, and an account of every figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.worksurface.schema.source import Rubric, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import (
    Refusal,
    RubricFigure,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.absent import Answerable
from worksurface_pipeline.worksurface.tasks.build import Draft
from worksurface_pipeline.worksurface.tasks.claims import (
    Claim,
    Figure,
    parse_claim,
    rubric_numbers,
)
from worksurface_pipeline.worksurface.tasks.document_tasks import rubric_draft
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.grounding import Verdict
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics, ground_claim
from worksurface_pipeline.worksurface.tasks.scope import ScopeIndex
from worksurface_pipeline.worksurface.tasks.segments import Parsed
from worksurface_pipeline.worksurface.tasks.spans import find_figure
from worksurface_pipeline.worksurface.tasks.table_tasks import (
    find_labels,
    label_draft,
    number_draft,
    place_in,
)


@dataclass(frozen=True, slots=True)
class Scope:
    """What all source tasks of the persona share."""

    surfaces: Surfaces
    policy: DerivationPolicy
    engine: Engine
    documents: dict[str, Document]
    index: ScopeIndex
    digest: str


@dataclass(slots=True)
class Harvest:
    """What one source task has yielded so far; `figures` wait for their task's id."""

    tables: list[Draft] = field(default_factory=list)
    documents: list[Draft] = field(default_factory=list)
    answerable: list[Answerable] = field(default_factory=list)
    figures: list[tuple[RubricFigure, str]] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)


def read_rubric(
    scope: Scope,
    task: SourceTask,
    rubrics: Rubrics,
    parsed: Sequence[Parsed],
    rubric: Rubric,
    found: Harvest,
) -> None:
    """Read every figure of the rubric: from named columns first, then from documents."""
    claim = parse_claim(rubric)
    verdicts = ground_claim(rubrics, claim)
    named = [item for item in parsed if item.document.filename in rubrics.named]
    for figure, verdict in zip(claim.figures, verdicts, strict=True):
        draft = number_draft(
            scope.policy.seed, task.task_id, rubrics, verdict, figure.mention, claim.index
        )
        if draft is None:
            _read_documents(scope, task, claim, figure, verdict, named or parsed, found)
        else:
            found.tables.append(draft)
            found.figures.append((_figure(task, claim, figure), draft.question))
            found.answerable += _answerable(rubrics, verdict, draft, claim)
    found.figures += [(item, "") for item in _names(task, rubric)]
    for label in find_labels(rubrics, claim, verdicts):
        draft = label_draft(scope.policy.seed, task.task_id, rubrics, label, claim.index)
        found.tables.append(draft)
        record = RubricFigure(
            task_id=task.task_id,
            rubric_index=claim.index,
            figure=label.text,
            start=label.start,
            status="recovered",
        )
        found.figures.append((record, draft.question))


def _names(task: SourceTask, rubric: Rubric) -> Iterator[RubricFigure]:
    """Numbers that are no figures, so that none is passed over in silence."""
    for mention, is_read in rubric_numbers(rubric.text):
        if not is_read:
            yield RubricFigure(
                task_id=task.task_id,
                rubric_index=rubric.index,
                figure=mention.raw,
                start=mention.start,
                status="not_recovered",
                reason="a year or a label, which names something and measures nothing",
            )


def _answerable(
    rubrics: Rubrics, verdict: Verdict, draft: Draft, claim: Claim
) -> Iterator[Answerable]:
    if verdict.grounded is not None:
        expression = verdict.grounded.reading.expression
        place = place_in(rubrics, expression.view)
        yield Answerable(expression, place, draft.tail, (claim.index,))


def _read_documents(
    scope: Scope,
    task: SourceTask,
    claim: Claim,
    figure: Figure,
    verdict: Verdict,
    parsed: Sequence[Parsed],
    found: Harvest,
) -> None:
    record = _figure(task, claim, figure)
    place = find_figure(claim, figure, parsed)
    if place.place is None:
        reason = f"tables: {verdict.reason}; documents: {place.reason}"
        missing = record.model_copy(update={"status": "not_recovered", "reason": reason})
        found.figures.append((missing, ""))
        return
    draft = rubric_draft(
        scope.policy.seed, task.task_id, claim, figure, place.place, scope.documents
    )
    if isinstance(draft, str):
        missing = record.model_copy(update={"status": "not_recovered", "reason": draft})
        found.figures.append((missing, ""))
        return
    found.documents.append(draft)
    found.figures.append((record, draft.question))


def _figure(task: SourceTask, claim: Claim, figure: Figure) -> RubricFigure:
    return RubricFigure(
        task_id=task.task_id,
        rubric_index=claim.index,
        figure=figure.mention.raw,
        start=figure.mention.start,
        status="recovered",
    )
