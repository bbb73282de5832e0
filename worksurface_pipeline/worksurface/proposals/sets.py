"""The values that the assets of proposals, procedures and the pool store."""

from __future__ import annotations

from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet, to_jsonl
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

    def slices(self) -> dict[str, str]:
        """How many calls failed for no fault of the model: `--retry-errors` asks them again."""
        return {"errors": str(sum(item.stage == "call" for item in self.refusals))}


class ProcedureStep(Frozen):
    """One point of a procedure, as rubrics ask it, and how many rubrics and source tasks do."""

    text: str
    rubrics: int
    tasks: int


class Procedure(Frozen):
    """An SOP text distilled from rubrics: metadata alone, never routable, never scored.

    It holds no number, file name or proper noun of a source task: values are slots ("[figure]").
    `steps` stand in the order that rubrics have them in; `text` is the title with the steps;
    `rubrics` counts those that support a step.
    """

    name: str
    title: str
    steps: tuple[ProcedureStep, ...]
    text: str
    tasks: tuple[str, ...]
    personas: tuple[str, ...]
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
    """The pool of candidates, what each gate refused, and how the strata were filled.

    Each persona's tasks have a digest of their own, so that one persona's edit leaves what is
    measured on the others as it is.
    """

    tasks: tuple[AtomicTask, ...] = ()
    refusals: tuple[GateRefusal, ...] = ()
    gates: tuple[GateCount, ...] = ()
    strata: tuple[StratumCount, ...] = ()

    def of(self, persona: str) -> tuple[AtomicTask, ...]:
        """The tasks of one persona."""
        return tuple(task for task in self.tasks if task.source.persona == persona)

    def slices(self) -> dict[str, str]:
        """Digest of each persona's tasks."""
        personas = sorted({task.source.persona for task in self.tasks})
        return {name: digest_bytes(to_jsonl(self.of(name))) for name in personas}
