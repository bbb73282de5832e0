"""The values that the assets of derivation and verification store."""

from __future__ import annotations

from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Quarantined,
    Refusal,
    RubricFigure,
)


class CandidateSet(RecordSet):
    """What derivation yields for one persona."""

    candidates: tuple[AtomicTask, ...] = ()
    figures: tuple[RubricFigure, ...] = ()
    refusals: tuple[Refusal, ...] = ()


class VerifiedSet(RecordSet):
    """Tasks whose every proof was replayed, and what was refused.

    What a gate held back is among the refusals in a line, and whole in `quarantined`.
    """

    tasks: tuple[AtomicTask, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
