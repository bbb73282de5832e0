"""Candidates of several hands as one set: derived, of a user's own, proposed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.worksurface.proposals.sets import ProposalSet
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet


def all_candidates(derived: CandidateSet, own: CandidateSet, proposed: ProposalSet) -> CandidateSet:
    """All candidates of one persona; of two with one id, which are equal, the first stays."""
    tasks = _each_once((*derived.candidates, *own.candidates, *proposed.candidates))
    refusals = (*derived.refusals, *own.refusals)
    return CandidateSet(candidates=tasks, figures=derived.figures, refusals=refusals)


def joined(sets: Sequence[ProposalSet]) -> ProposalSet:
    """What several models proposed; a task that two of them propose stands once."""
    tasks = _each_once(task for one in sets for task in one.candidates)
    return ProposalSet(
        model=", ".join(one.model for one in sets),
        prompt_version=sets[0].prompt_version if sets else "",
        asked=sum(one.asked for one in sets),
        candidates=tasks,
        refusals=tuple(item for one in sets for item in one.refusals),
    )


def _each_once(tasks: Iterable[AtomicTask]) -> tuple[AtomicTask, ...]:
    first: dict[str, AtomicTask] = {}
    for task in tasks:
        first.setdefault(task.id, task)
    return tuple(first.values())
