"""The quarantine: what was held back on its way to the benchmark, for a person to review."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.review.records import ReviewItem
from worksurface_pipeline.worksurface.schema.tasks import Quarantined
from worksurface_pipeline.worksurface.screening.audit import review_item
from worksurface_pipeline.worksurface.screening.excerpts import index_sources
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces


class QuarantineSet(RecordSet):
    """One persona's held tasks with all findings, and each as people read it, evidence beside."""

    held: tuple[Quarantined, ...] = ()
    items: tuple[ReviewItem, ...] = ()


def build_quarantine(held: Sequence[Quarantined], surfaces: Surfaces) -> QuarantineSet:
    """The quarantine of one persona, sorted by source task and id."""
    ordered = sorted(held, key=lambda one: (one.task.source.task_id, one.task.id))
    sources = index_sources(surfaces)
    return QuarantineSet(
        held=tuple(ordered),
        items=tuple(review_item(one.task, sources, reason=reason_of(one)) for one in ordered),
    )


def reason_of(held: Quarantined) -> str:
    """All findings in a line: the gate, its reason, and what it saw."""
    return "; ".join(f"{one.gate}: {one.reason} ({one.detail})" for one in held.findings)
