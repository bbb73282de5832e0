"""What people said: the table of the paper, agreement by criterion, and every item rejected.

An annotator rejects an item with a no to any criterion; one of three is enough to reject it.
"Cannot judge" is no no: it is counted beside.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.kernel.agreement import agreement
from worksurface_pipeline.kernel.intervals import Rate, rate
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.validation.people import KINDS
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    ImportedVotes,
    ItemVote,
    Vote,
)
from worksurface_pipeline.review.statistics import (
    CriterionAgreement,
    Votes,
    agreement_on,
    whole_votes,
)

WHOLE = "item rejected"
"""Of the agreement on whether to reject an item at all."""
TOTAL = "total"
_SCALE = ("kept", "rejected")


class PeopleRow(Frozen):
    """Of the items of one decision, those that no annotator rejects; the rest at least one does."""

    decision: str
    unrejected: Rate

    @property
    def rejected(self) -> int:
        """Items that at least one annotator rejects."""
        return self.unrejected.n - self.unrejected.count


class PeopleItem(Frozen):
    """One item: how many annotators reject it, by which criteria, how often none could judge."""

    code: str
    item: str
    decision: str
    rejections: int
    criteria: tuple[str, ...]
    unjudged: int


class PeopleResult(RecordSet):
    """The result of a complete audit by people, and every vote it stands on."""

    audit: str
    annotators: int
    rows: tuple[PeopleRow, ...] = ()
    agreements: tuple[CriterionAgreement, ...] = ()
    items: tuple[PeopleItem, ...] = ()
    votes: tuple[ItemVote, ...] = ()


def people_result(plan: AuditPlan, imported: ImportedVotes, seed: int = 0) -> PeopleResult:
    """The result. Raises WorksurfaceError, with all of it, when workbooks have anything wrong."""
    votes = whole_votes(imported)
    items = tuple(_item(plan, entry, votes) for entry in plan.entries)
    return PeopleResult(
        audit=plan.id,
        annotators=len(plan.annotators),
        rows=tuple(_row(kind, items) for kind in (*KINDS, TOTAL) if _has(kind, items)),
        agreements=(
            *(agreement_on(one, plan.entries, votes, plan, seed) for one in plan.criteria),
            _on_items(plan, votes, seed),
        ),
        items=items,
        votes=imported.votes,
    )


def _has(kind: str, items: Sequence[PeopleItem]) -> bool:
    return kind == TOTAL or any(item.decision == kind for item in items)


def _row(kind: str, items: Sequence[PeopleItem]) -> PeopleRow:
    own = [item for item in items if kind in (TOTAL, item.decision)]
    free = sum(item.rejections == 0 for item in own)
    return PeopleRow(decision=kind, unrejected=rate(free, len(own)))


def _item(plan: AuditPlan, entry: AuditEntry, votes: Votes) -> PeopleItem:
    names = [one.name for one in plan.criteria]
    given = {name: list(votes[entry.code, name].values()) for name in names}
    return PeopleItem(
        code=entry.code,
        item=entry.item.id,
        decision=entry.item.stratum,
        rejections=sum(_rejects(plan, entry, each, votes) for each in plan.annotators),
        criteria=tuple(name for name in names if Vote.NO in given[name]),
        unjudged=sum(said.count(Vote.UNSURE) for said in given.values()),
    )


def _rejects(plan: AuditPlan, entry: AuditEntry, annotator: str, votes: Votes) -> bool:
    return any(votes[entry.code, one.name][annotator] is Vote.NO for one in plan.criteria)


def _on_items(plan: AuditPlan, votes: Votes, seed: int) -> CriterionAgreement:
    rows = [
        [_SCALE[_rejects(plan, entry, each, votes)] for each in plan.annotators]
        for entry in plan.entries
    ]
    clusters = [entry.item.cluster for entry in plan.entries]
    found = agreement(rows, _SCALE, clusters=clusters, seed=seed)
    return CriterionAgreement(criterion=WHOLE, agreement=found)
