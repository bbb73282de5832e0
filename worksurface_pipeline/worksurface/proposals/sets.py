"""The values that the assets of proposals, procedures and the pool store."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Refusal


class ProposalRefusal(Frozen):
    """A proposal that became no candidate: by which model, at which stage, and why.

    `stage` is call, parse, proof or gate; `reply` is what the model wrote, cut.
    """

    task_id: str
    persona: str
    kind: str
    model: str
    stage: str
    reason: str
    reply: str = ""


class ProposalSet(RecordSet):
    """What proposers yield for one persona: candidates, and every refusal with its reason."""

    model: str = ""
    prompt_version: str = ""
    asked: int = 0
    candidates: tuple[AtomicTask, ...] = ()
    refusals: tuple[ProposalRefusal, ...] = ()


class Procedure(Frozen):
    """An SOP text distilled from rubrics: metadata alone, never routable, never scored.

    It holds no number, file name or proper noun of a source task.
    """

    name: str
    text: str
    tasks: tuple[str, ...]
    output_types: tuple[str, ...]
    rubrics: int


class ProcedureSet(RecordSet):
    """All procedures of a workspace."""

    procedures: tuple[Procedure, ...] = ()


class GateCount(Frozen):
    """How many candidates a gate saw and refused."""

    gate: str
    seen: int
    refused: int


class StratumCount(Frozen):
    """Of one stratum: what was there, the quota, and what was taken."""

    stratum: str
    available: int
    quota: int
    taken: int


class GateRefusal(Frozen):
    """A candidate that a gate of the pool refused."""

    gate: str
    refusal: Refusal


class PoolSet(RecordSet):
    """The pool of candidates, what each gate refused, and how the strata were filled."""

    tasks: tuple[AtomicTask, ...] = ()
    refusals: tuple[GateRefusal, ...] = ()
    gates: tuple[GateCount, ...] = ()
    strata: tuple[StratumCount, ...] = ()
