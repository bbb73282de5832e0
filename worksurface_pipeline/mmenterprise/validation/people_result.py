"""What people said: the table of the paper, agreement by criterion, and every item rejected.

An annotator rejects an item with a no to any criterion; one of three is enough to reject it.
"Cannot judge" is no no: it is counted beside. Planted faults are in no rate of what came about by
itself, and in no agreement: they have a row of their own, and tell how sharp annotators are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.agreement import agreement
from worksurface_pipeline.kernel.intervals import Rate, rate
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.validation.people import NATURAL, PLANTED, decision_on
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    ImportedVotes,
    ItemVote,
    Vote,
)
from worksurface_pipeline.review.statistics import (
    CriterionAgreement,
    Sensitivity,
    Votes,
    agreement_on,
    sensitivities,
    whole_votes,
)

WHOLE = "item rejected"
"""Of the agreement on whether to reject an item at all."""
TOTAL = "total of these"
"""Of all items that came about by themselves."""
_SCALE = ("kept", "rejected")
_ROWS = (*((kind, (kind,)) for kind in NATURAL), (TOTAL, NATURAL), (PLANTED, (PLANTED,)))


class PeopleRow(Frozen):
    """Of the items of one decision, those that no annotator rejects; the rest at least one does."""

    decision: str
    unrejected: Rate

    @property
    def rejected(self) -> int:
        """Items that at least one annotator rejects."""
        return self.unrejected.n - self.unrejected.count


class PeopleItem(Frozen):
    """One item: how many annotators reject it, by which criteria, how often one cannot judge.

    `fault` is what was planted in it.
    """

    code: str
    item: str
    decision: str
    rejections: int
    criteria: tuple[str, ...]
    unjudged: int
    fault: str = ""


class PeopleResult(RecordSet):
    """The result of a complete audit by people, and every vote it stands on."""

    audit: str
    annotators: int
    rows: tuple[PeopleRow, ...] = ()
    agreements: tuple[CriterionAgreement, ...] = ()
    items: tuple[PeopleItem, ...] = ()
    sensitivities: tuple[Sensitivity, ...] = ()
    votes: tuple[ItemVote, ...] = ()


def people_result(plan: AuditPlan, imported: ImportedVotes, seed: int = 0) -> PeopleResult:
    """The result. Raises WorksurfaceError, with all of it, when workbooks have anything wrong."""
    votes = whole_votes(imported)
    items = tuple(_item(plan, entry, votes) for entry in plan.entries)
    natural = [entry for entry in plan.entries if decision_on(entry) in NATURAL]
    return PeopleResult(
        audit=plan.id,
        annotators=len(plan.annotators),
        rows=tuple(_rows(items)),
        agreements=(
            *(agreement_on(one, natural, votes, plan, seed) for one in plan.criteria),
            _on_items(plan, natural, votes, seed),
        ),
        items=items,
        sensitivities=tuple(one for one in sensitivities(plan, votes) if one.caught.n),
        votes=imported.votes,
    )


def _rows(items: Sequence[PeopleItem]) -> Iterator[PeopleRow]:
    """The decisions of which there are items; the total, and after it what was planted."""
    for name, kinds in _ROWS:
        own = [item for item in items if item.decision in kinds]
        if own:
            free = sum(item.rejections == 0 for item in own)
            yield PeopleRow(decision=name, unrejected=rate(free, len(own)))


def _item(plan: AuditPlan, entry: AuditEntry, votes: Votes) -> PeopleItem:
    names = [one.name for one in plan.criteria]
    given = {name: list(votes[entry.code, name].values()) for name in names}
    return PeopleItem(
        code=entry.code,
        item=entry.item.id,
        decision=decision_on(entry),
        fault=entry.fault,
        rejections=sum(_rejects(plan, entry, each, votes) for each in plan.annotators),
        criteria=tuple(name for name in names if Vote.NO in given[name]),
        unjudged=sum(said.count(Vote.UNSURE) for said in given.values()),
    )


def _rejects(plan: AuditPlan, entry: AuditEntry, annotator: str, votes: Votes) -> bool:
    return any(votes[entry.code, one.name][annotator] is Vote.NO for one in plan.criteria)


def _on_items(
    plan: AuditPlan, entries: Sequence[AuditEntry], votes: Votes, seed: int
) -> CriterionAgreement:
    rows = [
        [_SCALE[_rejects(plan, entry, each, votes)] for each in plan.annotators]
        for entry in entries
    ]
    clusters = [entry.item.cluster for entry in entries]
    found = agreement(rows, _SCALE, clusters=clusters, seed=seed)
    return CriterionAgreement(criterion=WHOLE, agreement=found)
