"""The vote: equal votes, two of three release, three of three are the core; and agreement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.harness.panel.ballots import SCALE, Ballot, Criterion, Verdict
from worksurface_pipeline.kernel.agreement import Agreement, agreement
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.model import Frozen

PANEL_SIZE = 3
"""The rule is two of three (BENCHMARK.md, section 4)."""
NEEDED = 2


class Decision(Frozen):
    """Strict passes on one item, by auditor, and what follows."""

    item: str
    passes: tuple[str, ...]
    auditors: tuple[str, ...]

    @property
    def votes(self) -> int:
        """Strict passes."""
        return len(self.passes)

    @property
    def is_released(self) -> bool:
        """At least two of three."""
        return self.votes >= NEEDED

    @property
    def is_core(self) -> bool:
        """All three."""
        return self.votes == PANEL_SIZE


class VerdictCount(Frozen):
    """How often an auditor gave a verdict."""

    auditor: str
    verdict: Verdict
    count: int


class CriterionAgreement(Frozen):
    """Agreement on one criterion over all items to which every auditor replied.

    A reply that could not be read is a category of its own where there was one, as `unsure` is: it
    is no pass, and leaving out what auditors stumble over would flatter them. `n_left_out` are
    items with a failed or missing ballot: a fault of machinery is nothing that an auditor said.
    `verdicts` counts what each auditor said, failed included.
    """

    criterion: str
    agreement: Agreement
    n_left_out: int
    verdicts: tuple[VerdictCount, ...]


def decide(
    items: Sequence[str], ballots: Sequence[Ballot], auditors: Sequence[str]
) -> tuple[Decision, ...]:
    """A decision for each item; an auditor without a ballot on it has not passed it.

    Raises WorksurfaceError unless there are three different auditors, one ballot each an item.
    """
    _check_panel(auditors)
    by_item = _by_item(ballots, auditors)
    return tuple(
        Decision(
            item=item,
            passes=tuple(name for name in auditors if _passes(by_item[item].get(name))),
            auditors=tuple(auditors),
        )
        for item in items
    )


def panel_agreement(
    items: Sequence[str],
    ballots: Sequence[Ballot],
    auditors: Sequence[str],
    criteria: Sequence[Criterion],
    *,
    clusters: Mapping[str, str] | None = None,
    seed: int = 0,
) -> tuple[CriterionAgreement, ...]:
    """Agreement on every criterion over `items`: all candidates, before any selection."""
    by_item = _by_item(ballots, auditors)
    sources = clusters or {}
    result = []
    for criterion in criteria:
        rows = {item: _row(by_item[item], auditors, criterion.name) for item in items}
        whole = [item for item in items if Verdict.FAILED not in rows[item]]
        result.append(
            CriterionAgreement(
                criterion=criterion.name,
                agreement=agreement(
                    [rows[item] for item in whole],
                    _scale(rows.values()),
                    clusters=[sources.get(item, item) for item in whole],
                    seed=seed,
                ),
                n_left_out=len(items) - len(whole),
                verdicts=_counts(rows, auditors),
            )
        )
    return tuple(result)


def _scale(rows: Iterable[Sequence[Verdict]]) -> tuple[Verdict, ...]:
    """What an auditor may say, and `malformed` where one said what could not be read."""
    is_malformed = any(Verdict.MALFORMED in row for row in rows)
    return (*SCALE, Verdict.MALFORMED) if is_malformed else SCALE


def _passes(ballot: Ballot | None) -> bool:
    return ballot is not None and ballot.is_strict_pass


def _row(given: Mapping[str, Ballot], auditors: Sequence[str], criterion: str) -> list[Verdict]:
    """Verdicts in the order of the auditors; what its own reason takes back is unsure."""
    return [_verdict(given.get(name), criterion) for name in auditors]


def _verdict(ballot: Ballot | None, criterion: str) -> Verdict:
    if ballot is None:
        return Verdict.FAILED
    for judgement in ballot.judgements:
        if judgement.criterion == criterion and judgement.is_contradicted:
            return Verdict.UNSURE
    return ballot.verdict(criterion)


def _counts(
    rows: Mapping[str, Sequence[Verdict]], auditors: Sequence[str]
) -> tuple[VerdictCount, ...]:
    return tuple(
        VerdictCount(
            auditor=name,
            verdict=verdict,
            count=sum(row[place] is verdict for row in rows.values()),
        )
        for place, name in enumerate(auditors)
        for verdict in Verdict
    )


def _by_item(
    ballots: Sequence[Ballot], auditors: Sequence[str]
) -> defaultdict[str, dict[str, Ballot]]:
    found: defaultdict[str, dict[str, Ballot]] = defaultdict(dict)
    for ballot in ballots:
        if ballot.auditor not in auditors or ballot.auditor in found[ballot.item]:
            raise WorksurfaceError(
                "A ballot is not from this panel, or an auditor has voted twice",
                where=f"{ballot.auditor} on {ballot.item}",
                remedy="Keep one ballot an auditor and item",
            )
        found[ballot.item][ballot.auditor] = ballot
    return found


def _check_panel(auditors: Sequence[str]) -> None:
    if len(set(auditors)) != PANEL_SIZE or len(auditors) != PANEL_SIZE:
        raise WorksurfaceError(
            f"A panel has {PANEL_SIZE} different auditors with equal votes",
            where=f"screening.auditors: {', '.join(auditors) or 'none'}",
            remedy=f"Name {PANEL_SIZE} models, or none for the rule-based ones",
        )
