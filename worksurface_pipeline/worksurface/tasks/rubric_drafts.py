"""What the rubrics of one source task yield: drafts, and an account of every figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.source import Rubric, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import (
    Refusal,
    RubricFigure,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.absent_forms import Answerable
from worksurface_pipeline.worksurface.tasks.asked import Asked, Siblings
from worksurface_pipeline.worksurface.tasks.build import Draft, leaks, printed
from worksurface_pipeline.worksurface.tasks.claims import (
    Claim,
    Figure,
    parse_claim,
)
from worksurface_pipeline.worksurface.tasks.dependent import Shared
from worksurface_pipeline.worksurface.tasks.document_tasks import rubric_draft
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.figures import rubric_numbers
from worksurface_pipeline.worksurface.tasks.grounding import Verdict
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics, ground_claim
from worksurface_pipeline.worksurface.tasks.segments import Parsed
from worksurface_pipeline.worksurface.tasks.spans import find_figure
from worksurface_pipeline.worksurface.tasks.table_tasks import (
    find_labels,
    label_draft,
    number_draft,
    place_in,
    view_of,
)
from worksurface_pipeline.worksurface.tasks.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Scope:
    """What all source tasks of the persona share."""

    surfaces: Surfaces
    policy: DerivationPolicy
    engine: Engine
    documents: dict[str, Document]
    digest: str
    vocabulary: Vocabulary
    shared: Shared


@dataclass(slots=True)
class Harvest:
    """What one source task has yielded so far; `figures` wait for their task's id.

    `asked` are figures found in documents, by their order among the figures: their questions are
    made when all are known, so that none shows what another asks for.
    """

    tables: list[Draft] = field(default_factory=list)
    documents: list[Draft] = field(default_factory=list)
    answerable: list[Answerable] = field(default_factory=list)
    figures: list[tuple[RubricFigure, str]] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    asked: dict[int, Asked] = field(default_factory=dict)


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
        record = _figure(task, claim, figure)
        if draft is None:
            _read_documents(claim, figure, verdict, named or parsed, record, found)
        else:
            _keep(found, draft, record)
            found.answerable += _answerable(rubrics, verdict, draft)
    found.figures += [(item, "") for item in _names(task, rubric)]
    for label in find_labels(rubrics, claim, verdicts):
        draft = label_draft(scope.policy.seed, task.task_id, rubrics, label, claim.index)
        record = RubricFigure(
            task_id=task.task_id,
            rubric_index=claim.index,
            figure=label.text,
            start=label.start,
            status="recovered",
        )
        _keep(found, draft, record)
        view = view_of(rubrics, label.expression.view)
        place = place_in(rubrics, view.id)
        found.answerable.append(Answerable(label.expression, view, place, draft.gold))


def _keep(found: Harvest, draft: Draft, record: RubricFigure) -> None:
    """Keep a draft unless its question holds the answer, which no other lead would change."""
    if leaks(draft):
        found.figures.append((_missing(record, "the answer would stand in the question"), ""))
        return
    found.tables.append(draft)
    found.figures.append((record, draft.question))


def _missing(record: RubricFigure, reason: str) -> RubricFigure:
    return record.model_copy(update={"status": "not_recovered", "reason": reason})


def settle_documents(scope: Scope, task: SourceTask, found: Harvest) -> None:
    """Make the questions of all figures that were found in documents."""
    siblings = Siblings(
        places=frozenset(item.key for item in found.asked.values() if not item.is_guessed),
        values=frozenset(
            (rubric, Decimal(printed(draft.gold)))
            for draft in found.tables
            if draft.gold.type is AnswerType.NUMBER
            for rubric in draft.rubrics
        ),
    )
    for order, asked in found.asked.items():
        record, _ = found.figures[order]
        draft = rubric_draft(scope.policy.seed, task.task_id, asked, siblings, scope.documents)
        if isinstance(draft, str):
            found.figures[order] = (_missing(record, draft), "")
        else:
            found.documents.append(draft)
            found.figures[order] = (record, draft.question)


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


def _answerable(rubrics: Rubrics, verdict: Verdict, draft: Draft) -> Iterator[Answerable]:
    if verdict.grounded is not None:
        expression = verdict.grounded.reading.expression
        view = view_of(rubrics, expression.view)
        yield Answerable(expression, view, place_in(rubrics, view.id), draft.gold)


def _read_documents(
    claim: Claim,
    figure: Figure,
    verdict: Verdict,
    parsed: Sequence[Parsed],
    record: RubricFigure,
    found: Harvest,
) -> None:
    place = find_figure(claim, figure, parsed)
    if place.place is None:
        reason = f"tables: {verdict.reason}; documents: {place.reason}"
        record = _missing(record, reason)
    else:
        found.asked[len(found.figures)] = Asked(claim, figure, place.place)
    found.figures.append((record, ""))


def _figure(task: SourceTask, claim: Claim, figure: Figure) -> RubricFigure:
    return RubricFigure(
        task_id=task.task_id,
        rubric_index=claim.index,
        figure=figure.mention.raw,
        start=figure.mention.start,
        status="recovered",
    )
