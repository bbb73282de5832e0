"""All families of one source task that no rubric names: lineage, links, filters, rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import Derivation, Refusal
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.build import Draft
from worksurface_pipeline.worksurface.tasks.document_filters import document_filters
from worksurface_pipeline.worksurface.tasks.graph_families import graph_drafts
from worksurface_pipeline.worksurface.tasks.lineage import Lineage
from worksurface_pipeline.worksurface.tasks.linked_documents import LinkedScope, linked_documents
from worksurface_pipeline.worksurface.tasks.linked_tables import (
    TableScope,
    column_counts,
    linked_tables,
    single_files,
)
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.rankings import rankings
from worksurface_pipeline.worksurface.tasks.rubric_tables import Rubrics
from worksurface_pipeline.worksurface.tasks.segments import Parsed
from worksurface_pipeline.worksurface.tasks.sole_figures import FigureKinds
from worksurface_pipeline.worksurface.tasks.thresholds import thresholds


@dataclass(frozen=True, slots=True)
class Shared:
    """What these families read of the whole scope, made once for a persona."""

    lineage: Lineage
    kinds: FigureKinds
    columns: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Families:
    """The drafts of one source task, and why a graph family gave none.

    `linked` are those of the drafts that ask for one figure behind a link.
    """

    drafts: tuple[Draft, ...]
    linked: tuple[Draft, ...]
    filters: int
    refusals: tuple[Refusal, ...]


def share(surfaces: Surfaces) -> Shared:
    """Index what all source tasks of a persona have in common."""
    documents = {item.id: item for item in surfaces.documents.documents}
    return Shared(Lineage(surfaces.graph), FigureKinds(documents), column_counts(surfaces.tables))


def family_drafts(
    shared: Shared,
    surfaces: Surfaces,
    policy: DerivationPolicy,
    task: SourceTask,
    parsed: Sequence[Parsed],
    rubrics: Rubrics,
) -> Families:
    """Drafts of every family that the source task can give, within the policy's quotas."""
    seed = policy.seed
    tables = [item for item in surfaces.tables.records if item.task_id == task.task_id]
    single = single_files(surfaces.tables, task.task_id)
    scope = TableScope(task, seed, shared.lineage, rubrics, shared.columns, single)
    documents = {item.id: item for item in surfaces.documents.documents}
    linked = LinkedScope(task, seed, shared.lineage, parsed, documents, shared.kinds)
    graph = graph_drafts(seed, task, shared.lineage) if policy.max_graph else ()
    asked = tuple(draft for _, draft in graph if isinstance(draft, Draft))[: policy.max_graph]
    named, led = document_filters(scope, parsed, documents, policy.max_filters)
    above, linked_above = thresholds(scope, linked, policy.max_filters)
    named = (*named, *above)[: policy.max_filters]
    led = tuple(sorted((*linked_above, *led), key=lambda draft: -draft.rivals))
    behind = (
        *linked_documents(linked, policy.max_linked),
        *linked_tables(scope, policy.max_linked),
    )
    drafts = (
        *asked,
        *rankings(seed, task.task_id, rubrics, tables, policy.max_rankings),
        *behind,
        *named,
        *led[: policy.max_filters],
    )
    reasons = tuple(_refusal(task, *item) for item in graph if isinstance(item[1], str))
    return Families(drafts, behind, len(named), reasons)


def _refusal(task: SourceTask, family: Derivation, reason: Draft | str) -> Refusal:
    return Refusal(
        candidate=f"{task.task_id} {family.value}",
        persona=task.persona,
        derivation=family,
        question="",
        reason=str(reason),
    )
