"""From verified tasks of all personas to the pool: without refused families, within the quotas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from worksurface_pipeline.worksurface.proposals.pool import build_pool
from worksurface_pipeline.worksurface.proposals.pool_gates import PoolPolicy, Quota
from worksurface_pipeline.worksurface.proposals.sets import GateCount, GateRefusal, PoolSet
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.settings_tasks import PoolChoice
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboRate, without_refused
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

PLACEBO = "placebo"
"""The gate of the pool that refuses whole families."""


def pool_policy(choice: PoolChoice, seed: int) -> PoolPolicy:
    """The policy of the settings."""
    return PoolPolicy(
        size=choice.size,
        seed=seed,
        near=choice.near,
        language_share=choice.language_share,
        answer_share=choice.answer_share,
        quotas=tuple(Quota(stratum=one.surfaces, most=one.most) for one in choice.strata),
    )


def fill_pool(
    tasks: Iterable[AtomicTask], rates: Sequence[PlaceboRate], limit: float, policy: PoolPolicy
) -> PoolSet:
    """The pool; families whose placebo rate is above `limit` are its first gate.

    Raises DuplicateIdError.
    """
    given = CandidateSet(candidates=tuple(tasks))
    kept = without_refused(given, rates, limit)
    pool = build_pool(kept.candidates, policy)
    refused = tuple(GateRefusal(gate=PLACEBO, refusal=one) for one in kept.refusals)
    count = GateCount(gate=PLACEBO, seen=len(given.candidates), refused=len(refused))
    return pool.model_copy(
        update={"refusals": (*refused, *pool.refusals), "gates": (count, *pool.gates)}
    )
