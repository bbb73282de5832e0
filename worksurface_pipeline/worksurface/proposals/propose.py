"""Asking a model for proposals, and running every proof it gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.types import ModelClient, ModelRequest, Sampling
from worksurface_pipeline.kernel.errors import ModelConfigurationError, ModelError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.proposals.model import FAMILIES, Proposal, ProposalKind
from worksurface_pipeline.worksurface.proposals.packets import Packet, packet_of
from worksurface_pipeline.worksurface.proposals.parsing import parse_reply
from worksurface_pipeline.worksurface.proposals.prompts import PROMPT_VERSION, proposal_messages
from worksurface_pipeline.worksurface.proposals.prove import prove
from worksurface_pipeline.worksurface.proposals.sets import ProposalRefusal, ProposalSet
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.replay import Replayer, open_replayer
from worksurface_pipeline.worksurface.tasks.verify import proof_problems

OFFLINE_PROPOSER = "offline/proposer"
_SHOWN = 400  # characters of a reply that a refusal keeps


class ProposalPolicy(Frozen):
    """How many proposals are asked for, and of which kinds."""

    benchmark: str = "worksurface"
    seed: int = 0
    model: str = OFFLINE_PROPOSER
    kinds: tuple[ProposalKind, ...] = tuple(ProposalKind)
    sampling: Sampling = Sampling()
    per_kind: int = 1


@dataclass(slots=True)
class _Found:
    asked: int = 0
    candidates: dict[str, AtomicTask] = field(default_factory=dict)
    refusals: list[ProposalRefusal] = field(default_factory=list)


def propose_tasks(
    source_tasks: Sequence[SourceTask],
    surfaces: Surfaces,
    client: ModelClient,
    policy: ProposalPolicy,
) -> ProposalSet:
    """Candidates of one persona, their golds computed from the proofs, and all refusals.

    Raises ModelConfigurationError; a call that fails otherwise is a refusal.
    """
    found = _Found()
    with open_replayer(surfaces) as replayer:
        for task in sorted(source_tasks, key=lambda one: one.task_id):
            for kind, packet in _askings(task, surfaces, policy):
                found.asked += 1
                _ask(task, kind, packet, client, policy, replayer, found)
    ordered = sorted(found.candidates.values(), key=lambda one: (one.source.task_id, one.id))
    return ProposalSet(
        model=policy.model,
        prompt_version=PROMPT_VERSION,
        asked=found.asked,
        candidates=tuple(ordered),
        refusals=tuple(found.refusals),
    )


def _askings(
    task: SourceTask, surfaces: Surfaces, policy: ProposalPolicy
) -> Iterator[tuple[ProposalKind, Packet]]:
    """Each asking shows another choice of files; kinds for which nothing is there are left out."""
    for number in range(policy.per_kind):
        packet = packet_of(task, surfaces, policy.seed + number)
        there = sum(map(bool, (packet.views, packet.documents, packet.sets)))
        for kind in policy.kinds:
            if _is_possible(kind, packet, there):
                yield kind, packet


def _is_possible(kind: ProposalKind, packet: Packet, there: int) -> bool:
    return {
        ProposalKind.TABLE: bool(packet.views),
        ProposalKind.DOCUMENT: bool(packet.documents),
        ProposalKind.PAIR: there > 1,
        ProposalKind.THREE: there > 2,
    }[kind]


def _ask(
    task: SourceTask,
    kind: ProposalKind,
    packet: Packet,
    client: ModelClient,
    policy: ProposalPolicy,
    replayer: Replayer,
    found: _Found,
) -> None:
    request = ModelRequest(
        model=policy.model,
        messages=proposal_messages(kind, packet),
        sampling=policy.sampling,
        prompt_version=PROMPT_VERSION,
    )

    def refuse(stage: str, reason: str, reply: str = "") -> None:
        record = ProposalRefusal(
            task_id=task.task_id,
            persona=task.persona,
            kind=kind.value,
            model=policy.model,
            stage=stage,
            reason=reason,
            reply=reply[:_SHOWN],
        )
        found.refusals.append(record)

    try:
        text = client.complete(request).text
    except ModelConfigurationError:
        raise
    except ModelError as error:
        refuse("call", str(error))
        return
    proposal = parse_reply(text, kind)
    if isinstance(proposal, str):
        refuse("parse", proposal, text)
        return
    made = _checked(task, kind, proposal, policy.benchmark, replayer)
    if isinstance(made, AtomicTask):
        found.candidates[made.id] = made
    else:
        refuse(*made, text)


def _checked(
    task: SourceTask, kind: ProposalKind, proposal: Proposal, benchmark: str, replayer: Replayer
) -> AtomicTask | tuple[str, str]:
    """The candidate, or the stage that refused it and why."""
    made = prove(benchmark, task, proposal, FAMILIES[kind], replayer)
    if isinstance(made, str):
        return "proof", made
    problems = proof_problems(made, replayer)
    return ("gate", "; ".join(problems)) if problems else made
