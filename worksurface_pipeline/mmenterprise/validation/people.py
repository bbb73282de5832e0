"""Validation by people: accepted and rejected questions under blind codes, with their evidence.

Rejected are drafts that a gate refused and questions that validation dropped. A sound draft that is
only none of its type is not among them: no criterion asks for that. Nothing that an annotator gets
tells which is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions.checks import NO_CONFLICT, Refusal
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.settings import AuditChoice
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.validation.people_evidence import (
    answer_of,
    in_order,
    proof_of,
    source_page,
)
from worksurface_pipeline.review.plan import Quota, draw, plan_audit
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    Criterion,
    Origin,
    ReviewItem,
)

ACCEPTED, REJECTED, PLANTED = "accepted", "rejected, natural", "rejected, planted"
"""What became of a question. A planted one was spoiled so that validation rejects it."""
NATURAL = (ACCEPTED, REJECTED)
"""What came about by itself: rates and agreement are of these alone."""
KINDS = (*NATURAL, PLANTED)
MARK = "~"
"""What stands between a question's id and the fault planted in it."""
CANNOT_JUDGE = "cannot judge"
CRITERIA = (
    Criterion(
        name="C1 derivable",
        question="Can the answer be derived from the evidence shown, and from it alone? Where it "
        "is that nothing establishes it: does nothing on record establish it?",
        unsure=CANNOT_JUDGE,
    ),
    Criterion(
        name="C2 correct",
        question="Is the answer right for what the question asks?",
        unsure=CANNOT_JUDGE,
    ),
    Criterion(
        name="C3 no leak",
        question="Is the answer absent from the question? What the question takes for granted, "
        "compares, or puts in doubt is no leak.",
        unsure="",
    ),
)
"""The three criteria of the paper, in words of our own."""

_ORIGINS = {ACCEPTED: Origin.SAMPLED, REJECTED: Origin.REFUSED, PLANTED: Origin.PLANTED}
_DECISIONS = {origin: decision for decision, origin in _ORIGINS.items()}


@dataclass(frozen=True, slots=True)
class Looked:
    """One question that people may be shown, with what became of it and why.

    `fault` is what was planted in it.
    """

    item: MmQuestion
    decision: str
    reason: str = ""
    fault: str = ""


def looked_at(validations: Iterable[Validation], refusals: Iterable[Refusal]) -> tuple[Looked, ...]:
    """What was accepted, and what gates and validation rejected; a question counts once."""
    found: dict[str, Looked] = {}
    for part in validations:
        for item in part.kept:
            found[item.id] = Looked(item, ACCEPTED)
        for drop in part.dropped:
            found.setdefault(
                drop.item.id, Looked(drop.item, REJECTED, f"{drop.category}: {drop.reason}")
            )
    for refusal in refusals:
        if refusal.item is not None and refusal.reason != NO_CONFLICT:
            reason = f"{refusal.reason}: {refusal.detail}" if refusal.detail else refusal.reason
            found.setdefault(refusal.item.id, Looked(refusal.item, REJECTED, reason))
    return tuple(found.values())


def plan_people(
    looked: Sequence[Looked],
    units: Mapping[str, Unit],
    choice: AuditChoice,
    seed: int,
    planted: Sequence[Looked] = (),
) -> AuditPlan:
    """The audit: a sample of either kind, balanced over types and projects, mixed by hash.

    `units` are those of all projects by id. A kind with too few questions gives all it has; what
    lacks of the rejected is made up by `planted` faults in questions that were not drawn.
    """
    drawn, strata = draw(
        [_bare(one) for one in looked],
        (
            Quota(stratum=ACCEPTED, count=choice.accepted),
            Quota(stratum=REJECTED, count=choice.rejected),
        ),
        seed,
    )
    taken = {bare.id for bare in drawn}
    spare = [_bare(one) for one in _one_of_each(planted, seed) if base_of(one) not in taken]
    missing = sum(one.wanted - one.drawn for one in strata if one.stratum == REJECTED)
    filled, more = draw(spare, (Quota(stratum=PLANTED, count=missing),), seed)
    by_id = {one.item.id: one for one in (*looked, *planted)}
    entries = [_entry(by_id[bare.id], units) for bare in (*drawn, *filled)]
    sampled = [entry.item for entry in entries if entry.origin is Origin.SAMPLED]
    others = [entry for entry in entries if entry.origin is not Origin.SAMPLED]
    every = (*strata, *(one for one in more if one.wanted))
    return plan_audit(sampled, others, CRITERIA, choice.annotators, strata=every, seed=seed)


def _entry(one: Looked, units: Mapping[str, Unit]) -> AuditEntry:
    """A question for the plan, which gets its code there. A no to any criterion sees a fault."""
    return AuditEntry(
        code="",
        origin=_ORIGINS[one.decision],
        item=review_item(one, units),
        fault=one.fault,
        expected_no=tuple(each.name for each in CRITERIA) if one.fault else (),
    )


def decision_on(entry: AuditEntry) -> str:
    """What became of a question in an audit."""
    return _DECISIONS[entry.origin]


def _one_of_each(planted: Sequence[Looked], seed: int) -> tuple[Looked, ...]:
    """One fault of each question, drawn by hash: two of one would give each other away."""
    ordered = sorted(planted, key=lambda one: (hash_unit(seed, one.item.id), one.item.id))
    return tuple({base_of(one): one for one in reversed(ordered)}.values())


def base_of(one: Looked) -> str:
    """The question that a planted one was spoiled from."""
    return one.item.id.partition(MARK)[0]


def review_item(one: Looked, units: Mapping[str, Unit]) -> ReviewItem:
    """What people are shown of a question: its cited records, each with where it comes from."""
    item = one.item
    cited = sorted((units[unit] for unit in item.evidence if unit in units), key=in_order)
    return _bare(one).model_copy(
        update={
            "answer": answer_of(item),
            "facts": () if cited else ("no record is cited",),
            "proofs": tuple(proof_of(unit) for unit in cited),
            "reason": one.reason,
            "browse": source_page(item.project),
        }
    )


def _bare(one: Looked) -> ReviewItem:
    """A question as the draw sees it."""
    return ReviewItem(
        id=one.item.id,
        stratum=one.decision,
        balance=(one.item.type.value, one.item.project),
        cluster=one.item.project,
        question=one.item.question,
        answer="",
    )
