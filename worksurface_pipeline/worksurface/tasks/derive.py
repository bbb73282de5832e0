"""Deterministic derivation: from source tasks and surfaces to candidates with proofs.

Every rubric figure is accounted for; what is not derived is "not recovered", with what was tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Refusal,
    RubricFigure,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.absent import absent_tasks
from worksurface_pipeline.worksurface.tasks.build import Draft, make_task, merge
from worksurface_pipeline.worksurface.tasks.composites import composites, linked_pairs
from worksurface_pipeline.worksurface.tasks.dependent import Families, family_drafts, share
from worksurface_pipeline.worksurface.tasks.document_tasks import document_drafts
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile, profile_view
from worksurface_pipeline.worksurface.tasks.required_inputs import required_inputs
from worksurface_pipeline.worksurface.tasks.rubric_drafts import (
    Harvest,
    Scope,
    read_rubric,
    settle_documents,
)
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics
from worksurface_pipeline.worksurface.tasks.scope import ScopeIndex, scope_digest
from worksurface_pipeline.worksurface.tasks.segments import Parsed, parse
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet
from worksurface_pipeline.worksurface.tasks.table_alone import tables_alone
from worksurface_pipeline.worksurface.tasks.vocabulary import Vocabulary

# Sentences that one document gives where no rubric names any; with rubrics it is one.
_PER_DOCUMENT = 3


def derive_candidates(
    source_tasks: Sequence[SourceTask], surfaces: Surfaces, policy: DerivationPolicy
) -> CandidateSet:
    """All candidates of one persona, sorted by source task and id. Raises DuplicateIdError."""
    candidates: list[AtomicTask] = []
    figures: list[RubricFigure] = []
    refusals: list[Refusal] = []
    frames = {name: data.frame for name, data in surfaces.tables.data.items()}
    with Engine(frames) as engine:
        index = ScopeIndex(surfaces)
        scope = Scope(
            surfaces=surfaces,
            policy=policy,
            engine=engine,
            documents={item.id: item for item in surfaces.documents.documents},
            digest=scope_digest(surfaces),
            vocabulary=Vocabulary(index),
            shared=share(surfaces),
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


def _derive(scope: Scope, task: SourceTask) -> CandidateSet:
    found = Harvest()
    parsed = [
        parse(item) for item in scope.surfaces.documents.documents if item.task_id == task.task_id
    ]
    views = tuple(
        profile_view(record, scope.surfaces.tables.data[record.id], scope.policy.category_limit)
        for record in scope.surfaces.tables.views
        if record.task_id == task.task_id
    )
    names = {file.filename for file in task.files}
    many = _with_many_sheets(scope, task)
    for rubric in task.rubrics:
        named = frozenset(name for name in names if has_token(rubric.text, name))
        rubrics = Rubrics(scope.engine, views, named, many)
        read_rubric(scope, task, rubrics, parsed, rubric, found)
    settle_documents(scope, task, found)
    if not task.rubrics:
        _ask_tables(scope, task, Rubrics(scope.engine, views, many=many), found)
    families = _families(scope, task, parsed, views, many)
    found.refusals += families.refusals
    drafts = (*_drafts(scope, task, parsed, found, families), *families.drafts)
    return _finish(scope, task, drafts, found)


def _families(
    scope: Scope,
    task: SourceTask,
    parsed: Sequence[Parsed],
    views: tuple[ViewProfile, ...],
    many: frozenset[str],
) -> Families:
    rubrics = Rubrics(scope.engine, views, many=many)
    return family_drafts(scope.shared, scope.surfaces, scope.policy, task, parsed, rubrics)


def _ask_tables(scope: Scope, task: SourceTask, rubrics: Rubrics, found: Harvest) -> None:
    """Without rubrics the tables are asked about by themselves."""
    tables = [item for item in scope.surfaces.tables.records if item.task_id == task.task_id]
    policy = scope.policy
    for item in tables_alone(policy.seed, task.task_id, rubrics, tables, policy.max_table_figures):
        found.tables.append(item.draft)
        found.answerable.append(item.answerable)


def _with_many_sheets(scope: Scope, task: SourceTask) -> frozenset[str]:
    """Files of which a question must name the sheet: several were seen, whatever became of them."""
    tables = scope.surfaces.tables
    seen = Counter(item.filename for item in tables.sheets if item.task_id == task.task_id)
    made = Counter(item.filename for item in tables.records if item.task_id == task.task_id)
    return frozenset(name for name in seen | made if max(seen[name], made[name]) > 1)


def _drafts(
    scope: Scope, task: SourceTask, parsed: Sequence[Parsed], found: Harvest, families: Families
) -> tuple[Draft, ...]:
    policy = scope.policy
    inputs = required_inputs(policy.seed, task, scope.surfaces.graph)
    if isinstance(inputs, str):
        found.refusals.append(_refusal(task, Derivation.REQUIRED_INPUTS, inputs))
    tables = _within(policy.seed, merge(found.tables), policy.max_table_figures)
    documents = _within(policy.seed, merge(found.documents), policy.max_document_figures)
    alone = _documents_alone(scope, task, parsed, documents)
    told = documents if task.rubrics else alone
    # Two figures side by side only where no document restricts a sheet, which asks more of both.
    most = max(policy.max_composites - families.filters, 0)
    pairs = composites(policy.seed, task.task_id, tables, told, most)
    every = (*documents, *alone)
    most = policy.max_linked_pairs
    led = linked_pairs(policy.seed, task.task_id, tables, every, families.linked, most)
    absent = absent_tasks(
        policy.seed,
        task.task_id,
        found.answerable,
        told,
        scope.vocabulary,
        scope.digest,
        policy.max_absent,
    )
    first = () if isinstance(inputs, str) else (inputs,)
    return (*first, *tables, *documents, *alone, *pairs, *led, *absent)


def _documents_alone(
    scope: Scope, task: SourceTask, parsed: Sequence[Parsed], drafts: Sequence[Draft]
) -> tuple[Draft, ...]:
    """Sentences of documents that no rubric's figure was found in; more where no rubric is."""
    used = {item.file for draft in drafts for item in draft.evidence if item.surface == "rag"}
    policy = scope.policy
    fill, whole = (1, policy.max_document_only), (_PER_DOCUMENT, policy.max_document_figures)
    each, limit = fill if task.rubrics else max(fill, whole, key=lambda item: item[1])
    every = [
        draft
        for item in parsed
        if item.document.id not in used
        for draft in document_drafts(policy.seed, task.task_id, item, scope.documents, each)
    ]
    return _within(policy.seed, every, limit)


def _within(seed: int, drafts: Sequence[Draft], limit: int) -> tuple[Draft, ...]:
    by_question = {draft.question: draft for draft in drafts}
    return tuple(by_question[key] for key in first_by_hash(seed, by_question, limit))


def _finish(
    scope: Scope, task: SourceTask, drafts: Sequence[Draft], found: Harvest
) -> CandidateSet:
    tasks = {draft.question: make_task(scope.policy.benchmark, task, draft) for draft in drafts}
    figures = [_with_task(record, question, tasks) for record, question in found.figures]
    return CandidateSet(
        candidates=tuple(sorted(tasks.values(), key=lambda item: item.id)),
        figures=tuple(figures),
        refusals=tuple(found.refusals),
    )


def _with_task(record: RubricFigure, question: str, tasks: dict[str, AtomicTask]) -> RubricFigure:
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
