"""The pool: candidates through cheap gates, then filled by strata; all decided by hash.

Gates in their order: schema, language, unique question, leakage, proof, same proof, near
duplicate, frequent answer, quota. A double id stops the build. Each refusal names its gate.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.worksurface.proposals.pool_gates import (
    PoolPolicy,
    Problems,
    gates,
    is_chosen,
)
from worksurface_pipeline.worksurface.proposals.sets import (
    GateCount,
    GateRefusal,
    PoolSet,
    StratumCount,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Refusal
from worksurface_pipeline.worksurface.tasks.benchmark import assemble


def build_pool(
    candidates: Iterable[AtomicTask],
    policy: PoolPolicy | None = None,
    proof_problems: Problems = lambda _: (),
) -> PoolSet:
    """The pool, with a count for every gate. Raises DuplicateIdError.

    `proof_problems` gives what is wrong with a task's proofs, nothing where they were verified
    before.
    """
    chosen = policy or PoolPolicy()
    tasks = list(assemble([candidates]).tasks)
    refusals: list[GateRefusal] = []
    counts: list[GateCount] = []
    for name, gate in gates(chosen, proof_problems):
        problems = gate(tasks)
        counts.append(GateCount(gate=name, seen=len(tasks), refused=len(problems)))
        refusals += [_refusal(name, one, problems[one.id]) for one in tasks if one.id in problems]
        tasks = [one for one in tasks if one.id not in problems]
    strata: list[StratumCount] = []
    kept = _over(tasks, chosen, refusals, counts, strata)
    return PoolSet(
        tasks=kept,
        refusals=tuple(refusals),
        gates=tuple(counts),
        strata=tuple(strata),
    )


def stratum_of(task: AtomicTask) -> str:
    """The combination of surfaces that a task needs; abstain tasks are a stratum of their own."""
    if task.answer_type is AnswerType.ABSTAIN:
        return "abstain"
    return "+".join(surface.value for surface in task.required_surfaces)


def _over(
    tasks: Sequence[AtomicTask],
    policy: PoolPolicy,
    refusals: list[GateRefusal],
    counts: list[GateCount],
    strata: list[StratumCount],
) -> tuple[AtomicTask, ...]:
    """The tasks within the quotas; what is over is refused by name."""
    groups: dict[str, list[AtomicTask]] = defaultdict(list)
    for task in tasks:
        groups[stratum_of(task)].append(task)
    quotas = shares({name: len(group) for name, group in groups.items()}, policy)
    kept: set[str] = set()
    for name, group in sorted(groups.items()):
        kept |= {task.id for task in _spread(group, policy.seed)[: quotas[name]]}
        taken = min(quotas[name], len(group))
        strata.append(
            StratumCount(stratum=name, available=len(group), quota=quotas[name], taken=taken)
        )
    over = [task for task in tasks if task.id not in kept]
    counts.append(GateCount(gate="quota", seen=len(tasks), refused=len(over)))
    refusals += [_refusal("quota", task, "over the quota of its stratum") for task in over]
    return tuple(task for task in tasks if task.id in kept)


def shares(sizes: Mapping[str, int], policy: PoolPolicy) -> dict[str, int]:
    """How many of each stratum: an even share, what small strata leave going to the others."""
    most = {quota.stratum: quota.most for quota in policy.quotas}
    limits = {name: min(size, most.get(name, size)) for name, size in sizes.items()}
    left, given = policy.size, {}
    ordered = sorted(limits, key=lambda name: (limits[name], name))
    for number, name in enumerate(ordered):
        given[name] = min(limits[name], left // (len(ordered) - number))
        left -= given[name]
    return given


def _spread(group: Sequence[AtomicTask], seed: int) -> list[AtomicTask]:
    """The tasks of a stratum so that any beginning spreads over source tasks and families.

    What a user chose to ask comes before what is drawn.
    """
    rows: dict[tuple[str, str, str], list[AtomicTask]] = defaultdict(list)
    for task in sorted(group, key=lambda one: (hash_unit(seed, one.id), one.id)):
        key = (task.source.persona, task.source.task_id, task.derivation.value)
        rows[key].append(task)
    ranked = [
        (not is_chosen(one), number, hash_unit(seed, one.id), one.id, one)
        for row in rows.values()
        for number, one in enumerate(row)
    ]
    return [item[-1] for item in sorted(ranked, key=lambda item: item[:4])]


def _refusal(gate: str, task: AtomicTask, reason: str) -> GateRefusal:
    refusal = Refusal(
        candidate=task.id,
        persona=task.source.persona,
        derivation=task.derivation,
        question=task.question,
        reason=reason,
    )
    return GateRefusal(gate=gate, refusal=refusal)
