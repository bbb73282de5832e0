"""Deterministic derivation: from source tasks and surfaces to candidates with proofs.

Every rubric figure is accounted for; what is not derived is "not recovered", with what was tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.worksurface.schema.source import Rubric, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Refusal,
    RubricFigure,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.absent import Answerable, absent_tasks
from worksurface_pipeline.worksurface.tasks.build import Draft, make_task, merge
from worksurface_pipeline.worksurface.tasks.claims import Claim, Figure, parse_claim
from worksurface_pipeline.worksurface.tasks.composites import composites
from worksurface_pipeline.worksurface.tasks.document_tasks import document_drafts, rubric_draft
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.grounding import Verdict
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.profiles import profile_view
from worksurface_pipeline.worksurface.tasks.required_inputs import required_inputs
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics, ground_claim
from worksurface_pipeline.worksurface.tasks.scope import ScopeIndex, scope_digest
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet
from worksurface_pipeline.worksurface.tasks.segments import Parsed, parse
from worksurface_pipeline.worksurface.tasks.spans import find_figure
from worksurface_pipeline.worksurface.tasks.table_tasks import (
    find_labels,
    label_draft,
    number_draft,
    place_in,
)


@dataclass(frozen=True, slots=True)
class _Scope:
    """What all source tasks of the persona share."""

    surfaces: Surfaces
    policy: DerivationPolicy
    engine: Engine
    documents: dict[str, Document]
    index: ScopeIndex
    digest: str


@dataclass(slots=True)
class _Yield:
    """What one source task has yielded so far; `figures` wait for their task's id."""

    tables: list[Draft] = field(default_factory=list)
    documents: list[Draft] = field(default_factory=list)
    answerable: list[Answerable] = field(default_factory=list)
    figures: list[tuple[RubricFigure, str]] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)


def derive_candidates(
    source_tasks: Sequence[SourceTask], surfaces: Surfaces, policy: DerivationPolicy
) -> CandidateSet:
    """All candidates of one persona, sorted by source task and id. Raises DuplicateIdError."""
    candidates: list[AtomicTask] = []
    figures: list[RubricFigure] = []
    refusals: list[Refusal] = []
    frames = {name: data.frame for name, data in surfaces.tables.data.items()}
    with Engine(frames) as engine:
        scope = _Scope(
            surfaces=surfaces,
            policy=policy,
            engine=engine,
            documents={item.id: item for item in surfaces.documents.documents},
            index=ScopeIndex(surfaces),
            digest=scope_digest(surfaces),
        )
        for task in sorted(source_tasks, key=lambda item: item.task_id):
            found = _derive(scope, task)
            candidates += found.candidates
            figures += found.figures
            refusals += found.refusals
    _require_distinct(candidates)
    return CandidateSet(
        candidates=tuple(candidates), figures=tuple(figures), refusals=tuple(refusals)
    )


def _derive(scope: _Scope, task: SourceTask) -> CandidateSet:
    found = _Yield()
    parsed = [
        parse(item)
        for item in scope.surfaces.documents.documents
        if item.task_id == task.task_id
    ]
    views = tuple(
        profile_view(
            record, scope.surfaces.tables.data[record.id], scope.policy.category_limit
        )
        for record in scope.surfaces.tables.views
        if record.task_id == task.task_id
    )
    names = {file.filename for file in task.files}
    for rubric in task.rubrics:
        named = frozenset(name for name in names if has_token(rubric.text, name))
        _read_rubric(scope, task, Rubrics(scope.engine, views, named), parsed, rubric, found)
    drafts = _drafts(scope, task, parsed, found)
    return _finish(scope, task, drafts, found)


def _read_rubric(
    scope: _Scope,
    task: SourceTask,
    rubrics: Rubrics,
    parsed: Sequence[Parsed],
    rubric: Rubric,
    found: _Yield,
) -> None:
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
            found.answerable += _answerable(rubrics, verdict, claim)
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


def _answerable(rubrics: Rubrics, verdict: Verdict, claim: Claim) -> Iterator[Answerable]:
    if verdict.grounded is not None:
        expression = verdict.grounded.reading.expression
        yield Answerable(expression, place_in(rubrics, expression.view), (claim.index,))


def _read_documents(
    scope: _Scope,
    task: SourceTask,
    claim: Claim,
    figure: Figure,
    verdict: Verdict,
    parsed: Sequence[Parsed],
    found: _Yield,
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


def _drafts(
    scope: _Scope, task: SourceTask, parsed: Sequence[Parsed], found: _Yield
) -> tuple[Draft, ...]:
    policy = scope.policy
    inputs = required_inputs(policy.seed, task, scope.surfaces.graph)
    if isinstance(inputs, str):
        found.refusals.append(_refusal(task, Derivation.REQUIRED_INPUTS, inputs))
    tables = _within(policy.seed, merge(found.tables), policy.max_table_figures)
    documents = _within(policy.seed, merge(found.documents), policy.max_document_figures)
    alone = _documents_alone(scope, task, parsed, documents)
    pairs = composites(policy.seed, task.task_id, tables, documents, policy.max_composites)
    absent = absent_tasks(
        policy.seed,
        task.task_id,
        found.answerable,
        documents,
        scope.index,
        scope.digest,
        policy.max_absent,
    )
    first = () if isinstance(inputs, str) else (inputs,)
    return (*first, *tables, *documents, *alone, *pairs, *absent)


def _documents_alone(
    scope: _Scope, task: SourceTask, parsed: Sequence[Parsed], drafts: Sequence[Draft]
) -> tuple[Draft, ...]:
    """Sentences of documents that no rubric's figure was found in."""
    used = {item.file for draft in drafts for item in draft.evidence if item.surface == "rag"}
    policy = scope.policy
    every = [
        draft
        for item in parsed
        if item.document.id not in used
        for draft in document_drafts(policy.seed, task.task_id, item, scope.documents, 1)
    ]
    return _within(policy.seed, every, policy.max_document_only)


def _within(seed: int, drafts: Sequence[Draft], limit: int) -> tuple[Draft, ...]:
    by_question = {draft.question: draft for draft in drafts}
    return tuple(by_question[key] for key in first_by_hash(seed, by_question, limit))


def _finish(
    scope: _Scope, task: SourceTask, drafts: Sequence[Draft], found: _Yield
) -> CandidateSet:
    tasks = {
        draft.question: make_task(scope.policy.benchmark, task, draft) for draft in drafts
    }
    figures = [_with_task(record, question, tasks) for record, question in found.figures]
    return CandidateSet(
        candidates=tuple(sorted(tasks.values(), key=lambda item: item.id)),
        figures=tuple(figures),
        refusals=tuple(found.refusals),
    )


def _with_task(
    record: RubricFigure, question: str, tasks: dict[str, AtomicTask]
) -> RubricFigure:
    if record.status != "recovered":
        return record
    if question not in tasks:
        return record.model_copy(update={"reason": "over the quota of its source task"})
    return record.model_copy(update={"task": tasks[question].id})


def _refusal(task: SourceTask, derivation: Derivation, reason: str) -> Refusal:
    return Refusal(
        candidate=f"{task.task_id} {derivation.value}",
        persona=task.persona,
        derivation=derivation,
        question="",
        reason=reason,
    )


def _require_distinct(tasks: Sequence[AtomicTask]) -> None:
    seen: dict[str, AtomicTask] = {}
    for task in tasks:
        other = seen.setdefault(task.id, task)
        if other is not task:
            raise DuplicateIdError(
                f"Two tasks share the id {task.id}",
                where=f"Task {other.source.task_id} and Task {task.source.task_id}",
                remedy="Their question and proof are equal: keep one of the source tasks",
            )
