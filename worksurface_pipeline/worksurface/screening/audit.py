"""The human audit of atomic tasks: strata and quotas, what people are shown, planted faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from worksurface_pipeline.kernel.sampling import first_by_hash
from worksurface_pipeline.review.plan import Quota, draw, plan_audit, scaled
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    Criterion,
    Origin,
    Proof,
    ReviewItem,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TaskType
from worksurface_pipeline.worksurface.screening.excerpts import Sources, excerpts
from worksurface_pipeline.worksurface.screening.plants import Plant, plants
from worksurface_pipeline.worksurface.screening.prompt import CRITERIA
from worksurface_pipeline.worksurface.screening.showing import read_answer

QUOTAS = (
    Quota(stratum="graph", count=30),
    Quota(stratum="table", count=40),
    Quota(stratum="rag", count=30),
    Quota(stratum="graph+table", count=25),
    Quota(stratum="rag+graph", count=35),
    Quota(stratum="rag+table", count=25),
    Quota(stratum="rag+table+graph", count=15),
)
"""BENCHMARK.md, section 4: 200 items."""
TOTAL = sum(quota.count for quota in QUOTAS)
ANNOTATORS = ("annotator-1", "annotator-2", "annotator-3")
PLANTED = 20
REFUSED = 20
_STRATA = {frozenset(quota.stratum.split("+")): quota.stratum for quota in QUOTAS}
SourcesOf = Mapping[str, Sources]
"""Sources by persona."""


def stratum_of(task: AtomicTask) -> str:
    """The stratum: the required surfaces; abstain tasks stand apart and are in no quota."""
    if task.task_type is TaskType.ABSTAIN:
        return AnswerType.ABSTAIN.value
    return _STRATA.get(frozenset(task.required_surfaces), "none")


def review_item(task: AtomicTask, sources: Sources, *, reason: str = "") -> ReviewItem:
    """What people are shown of a task."""
    return ReviewItem(
        id=task.id,
        stratum=stratum_of(task),
        balance=(task.source.persona, task.answer_type),
        cluster=task.source.task_id,
        question=task.question,
        answer=read_answer(task),
        facts=(
            f"surfaces declared: {', '.join(task.required_surfaces)}",
            f"asked by {task.source.persona}, about source task {task.source.task_id}",
        ),
        proofs=tuple(
            Proof(title=one.title, claim=one.proof, source=one.source)
            for one in excerpts(task, sources)
        ),
        reason=reason,
    )


def plan_human_audit(
    released: Sequence[AtomicTask],
    refused: Sequence[AtomicTask],
    sources: SourcesOf,
    *,
    seed: int,
    total: int = TOTAL,
    planted_count: int = PLANTED,
    refused_count: int = REFUSED,
    annotators: Sequence[str] = ANNOTATORS,
) -> AuditPlan:
    """The audit of a release: the sample, planted faults in other tasks, and refused ones.

    Only what is drawn is shown in full; faults are planted in released tasks outside the sample,
    where there are any.
    """
    bare = [_bare(task) for task in released]
    sampled, strata = draw(bare, scaled(QUOTAS, total), seed)
    by_id = {task.id: task for task in released}
    taken = {item.id for item in sampled}
    spare = [task for task in released if task.id not in taken]
    fallen = {task.id: task for task in refused if task.id not in by_id}
    others = [
        *_planted(spare, sources, planted_count, seed),
        *_refused(fallen, sources, refused_count, seed),
    ]
    return plan_audit(
        [_shown(by_id[item.id], sources) for item in sampled],
        others,
        [Criterion(name=one.name, question=one.question) for one in CRITERIA],
        annotators,
        strata=strata,
        seed=seed,
    )


def _bare(task: AtomicTask) -> ReviewItem:
    """A task as the draw sees it: no excerpts are cut for what is not drawn."""
    return ReviewItem(
        id=task.id,
        stratum=stratum_of(task),
        balance=(task.source.persona, task.answer_type),
        cluster=task.source.task_id,
        question=task.question,
        answer="",
    )


def _shown(task: AtomicTask, sources: SourcesOf) -> ReviewItem:
    return review_item(task, sources[task.source.persona])


def _planted(
    tasks: Sequence[AtomicTask], sources: SourcesOf, count: int, seed: int
) -> Iterator[AuditEntry]:
    """At most `count` faults, their kinds in turn, each in a task of its own."""
    by_id = {task.id: task for task in tasks}
    order = first_by_hash(seed, by_id, len(by_id))
    for plant in _in_turn([plants(by_id[name], seed) for name in order], count):
        item = _shown(plant.task, sources)
        yield AuditEntry(
            code="",
            origin=Origin.PLANTED,
            item=item.model_copy(update={"id": f"{item.id}~{plant.fault}"}),
            fault=plant.fault,
            expected_no=plant.breaks,
        )


def _in_turn(options: Iterable[Sequence[Plant]], count: int) -> list[Plant]:
    """From every task the fault that was planted least so far."""
    used: dict[str, int] = {}
    chosen: list[Plant] = []
    for possible in options:
        if len(chosen) == count:
            break
        if possible:
            _, fault = min((used.get(one.fault, 0), one.fault) for one in possible)
            plant = next(one for one in possible if one.fault == fault)
            used[plant.fault] = used.get(plant.fault, 0) + 1
            chosen.append(plant)
    return chosen


def _refused(
    tasks: Mapping[str, AtomicTask], sources: SourcesOf, count: int, seed: int
) -> Iterator[AuditEntry]:
    for name in first_by_hash(seed, tasks, count):
        yield AuditEntry(code="", origin=Origin.REFUSED, item=_shown(tasks[name], sources))
