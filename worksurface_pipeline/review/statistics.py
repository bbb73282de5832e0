"""What an audit says: rates on items as sampled, agreement, and how sharp the annotators were.

A criterion holds for an item when most annotators say yes; unsure is no yes. Planted faults and
refused items never enter the rates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.agreement import Agreement, agreement
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.intervals import Rate, rate
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.review.records import (
    AuditEntry,
    AuditPlan,
    Criterion,
    ImportedVotes,
    ItemVote,
    Origin,
    Vote,
)

ALL = "all criteria"
"""Of a rate over items on which every criterion holds."""
Votes = Mapping[tuple[str, str], Mapping[str, Vote]]
"""By an item's code and a criterion the vote of each annotator."""


class CriterionResult(Frozen):
    """One criterion over the items as sampled; `stratum` "" is all of them.

    `majority` and `unanimous` count items with a majority, or all, of the votes yes.
    """

    criterion: str
    stratum: str
    majority: Rate
    unanimous: Rate


class CriterionAgreement(Frozen):
    """Agreement on a criterion over the items as sampled."""

    criterion: str
    agreement: Agreement


class Sensitivity(Frozen):
    """Planted faults that were seen: a no to a criterion that the fault breaks.

    `annotator` "" is the majority; `fault` "" is all faults.
    """

    annotator: str
    fault: str
    caught: Rate


class RefusedResult(Frozen):
    """Refused items that annotators refuse too: no majority of yes on some criterion."""

    refused_too: Rate


class AuditResult(RecordSet):
    """The statistics of an audit, and every vote it stands on."""

    audit: str
    results: tuple[CriterionResult, ...] = ()
    agreements: tuple[CriterionAgreement, ...] = ()
    sensitivities: tuple[Sensitivity, ...] = ()
    refused: tuple[RefusedResult, ...] = ()
    votes: tuple[ItemVote, ...] = ()


def audit_result(plan: AuditPlan, imported: ImportedVotes, seed: int = 0) -> AuditResult:
    """Statistics of a complete audit.

    Raises WorksurfaceError, with every violation, when the workbooks have any.
    """
    votes = whole_votes(imported)
    names = tuple(one.name for one in plan.criteria)
    sampled = _of(plan, Origin.SAMPLED)
    strata = ("", *sorted({entry.item.stratum for entry in sampled}))
    return AuditResult(
        audit=plan.id,
        results=tuple(
            _result(name, stratum, _in(sampled, stratum), votes, names)
            for stratum in strata
            for name in (*names, ALL)
        ),
        agreements=tuple(agreement_on(one, sampled, votes, plan, seed) for one in plan.criteria),
        sensitivities=tuple(sensitivities(plan, votes)),
        refused=_refused(_of(plan, Origin.REFUSED), votes, names),
        votes=imported.votes,
    )


def whole_votes(imported: ImportedVotes) -> Votes:
    """All votes by item's code and criterion.

    Raises WorksurfaceError, with every violation, when the workbooks have any.
    """
    if imported.violations:
        things = counted(len(imported.violations), "thing is", "things are")
        raise WorksurfaceError(
            f"{things} wrong with the workbooks",
            where="; ".join(str(item) for item in imported.violations),
            remedy="Mend them all and import again",
        )
    return _index(imported.votes)


def _index(votes: Sequence[ItemVote]) -> Votes:
    found: dict[tuple[str, str], dict[str, Vote]] = {}
    for vote in votes:
        found.setdefault((vote.code, vote.criterion), {})[vote.annotator] = vote.vote
    return found


def _of(plan: AuditPlan, origin: Origin) -> tuple[AuditEntry, ...]:
    return tuple(entry for entry in plan.entries if entry.origin is origin)


def _in(entries: Sequence[AuditEntry], stratum: str) -> tuple[AuditEntry, ...]:
    return tuple(entry for entry in entries if stratum in ("", entry.item.stratum))


def _result(
    criterion: str,
    stratum: str,
    entries: Sequence[AuditEntry],
    votes: Votes,
    names: Sequence[str],
) -> CriterionResult:
    asked = names if criterion == ALL else (criterion,)
    most = sum(all(_majority(votes, one.code, name) for name in asked) for one in entries)
    every = sum(all(_unanimous(votes, one.code, name) for name in asked) for one in entries)
    return CriterionResult(
        criterion=criterion,
        stratum=stratum,
        majority=rate(most, len(entries)),
        unanimous=rate(every, len(entries)),
    )


def _majority(votes: Votes, code: str, criterion: str, wanted: Vote = Vote.YES) -> bool:
    given = list(votes[code, criterion].values())
    return given.count(wanted) * 2 > len(given)


def _unanimous(votes: Votes, code: str, criterion: str) -> bool:
    return set(votes[code, criterion].values()) == {Vote.YES}


def agreement_on(
    criterion: Criterion, entries: Sequence[AuditEntry], votes: Votes, plan: AuditPlan, seed: int
) -> CriterionAgreement:
    """Agreement on a criterion over some entries, on the scale that the criterion has."""
    name = criterion.name
    rows = [[votes[entry.code, name][each] for each in plan.annotators] for entry in entries]
    scale = [vote.value for vote in criterion.votes.values()]
    clusters = [entry.item.cluster for entry in entries]
    found = agreement(rows, scale, clusters=clusters, seed=seed)
    return CriterionAgreement(criterion=name, agreement=found)


def sensitivities(plan: AuditPlan, votes: Votes) -> list[Sensitivity]:
    """What each annotator, and most of them, saw of all planted faults and of each kind."""
    planted = _of(plan, Origin.PLANTED)
    result = []
    for fault in ("", *sorted({entry.fault for entry in planted})):
        chosen = [entry for entry in planted if fault in ("", entry.fault)]
        for annotator in ("", *plan.annotators):
            caught = sum(_is_caught(entry, annotator, votes) for entry in chosen)
            found = rate(caught, len(chosen))
            result.append(Sensitivity(annotator=annotator, fault=fault, caught=found))
    return result


def _is_caught(entry: AuditEntry, annotator: str, votes: Votes) -> bool:
    if annotator:
        return any(votes[entry.code, name][annotator] is Vote.NO for name in entry.expected_no)
    return any(_majority(votes, entry.code, name, Vote.NO) for name in entry.expected_no)


def _refused(
    entries: Sequence[AuditEntry], votes: Votes, names: Sequence[str]
) -> tuple[RefusedResult, ...]:
    if not entries:
        return ()
    kept = sum(all(_majority(votes, one.code, name) for name in names) for one in entries)
    return (RefusedResult(refused_too=rate(len(entries) - kept, len(entries))),)
