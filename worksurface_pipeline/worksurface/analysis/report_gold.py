"""How the gold came about: gates, placebo, pool, measured necessity, screening, as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.agreement import Coefficient
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.site.labels import NO_ROUTE, percent, plain_label
from worksurface_pipeline.site.table import Column, Table, simple_table
from worksurface_pipeline.worksurface.necessity.rates import REACHABLE
from worksurface_pipeline.worksurface.necessity.records import NecessityRate
from worksurface_pipeline.worksurface.necessity.relabel import GATE as NECESSITY
from worksurface_pipeline.worksurface.necessity.summary import NecessitySummary
from worksurface_pipeline.worksurface.proposals.sets import PoolSet, ProposalSet
from worksurface_pipeline.worksurface.schema.tasks import Quarantined, Refusal, RubricFigure
from worksurface_pipeline.worksurface.screening.sets import ScreeningReport
from worksurface_pipeline.worksurface.tasks.gates.run import counts_by_gate
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboRate, without_refused
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet


@dataclass(frozen=True, slots=True)
class GoldFacts:
    """What a report says of the gold; `card` tells who screened it."""

    held: tuple[Quarantined, ...]
    placebo: tuple[PlaceboRate, ...]
    placebo_limit: float
    proposals: tuple[ProposalSet, ...]
    pool: PoolSet
    necessity: NecessitySummary
    agreement: ScreeningReport
    card: str


_EACH_ONCE = (
    "A task is counted once for each gate that held it back, whatever number of findings the gate "
    "has; held back by several, it stands in several rows."
)


def gold_tables(facts: GoldFacts) -> Iterator[Table]:
    """The tables that have something to say, in the order in which a task passes the stages."""
    yield _gates(facts.held)
    if facts.placebo:
        yield _placebo(facts.placebo, facts.placebo_limit)
    if any(one.asked for one in facts.proposals):
        yield _proposals(facts.proposals)
    yield _pool_gates(facts.pool)
    yield _strata(facts.pool)
    if facts.necessity.rates:
        yield _necessity(facts.necessity)
    if facts.agreement.agreements:
        yield _agreement(facts.agreement, facts.card)


def after_placebo(derived: Sequence[CandidateSet], facts: GoldFacts) -> tuple[RubricFigure, ...]:
    """What became of the rubrics' figures, those of refused families no longer recovered."""
    kept = (without_refused(one, facts.placebo, facts.placebo_limit) for one in derived)
    return tuple(figure for one in kept for figure in one.figures)


def later_refusals(held: Iterable[Quarantined]) -> Iterator[Refusal]:
    """In a line what necessity held back; what a gate did is among the gates' own refusals."""
    for one in held:
        if all(finding.gate == NECESSITY for finding in one.findings):
            yield Refusal(
                candidate=one.task.id,
                persona=one.task.source.persona,
                derivation=one.task.derivation,
                question=one.task.question,
                reason="; ".join(f"{item.gate}: {item.reason}" for item in one.findings),
            )


def _gates(held: Sequence[Quarantined]) -> Table:
    counts = counts_by_gate(held)
    ordered = sorted(counts.items(), key=lambda item: -item[1])  # equal counts stay in gate order
    rows = ((plain_label(name), str(count)) for name, count in ordered)
    tasks = len({one.task.id for one in held})
    title = f"{counted(tasks, 'task')} held back, by gate"
    return _table("gates", title, ("Gate", "Tasks"), rows, (_EACH_ONCE,))


def _placebo(rates: Sequence[PlaceboRate], limit: float) -> Table:
    rows = (
        (
            plain_label(one.family),
            str(one.tried),
            str(one.grounded),
            percent(one.rate),
            f"{percent(one.interval[0])} to {percent(one.interval[1])}",
            "refused" if one.rate > limit else "",
        )
        for one in rates
    )
    names = ("Family", "Swapped figures", "Still ground", "%", "95 %", "")
    note = f"A family of which more than {limit:.1%} of swapped figures still ground is refused."
    return _table("placebo", "Placebo: figures of other source tasks", names, rows, (note,))


def _proposals(sets: Sequence[ProposalSet]) -> Table:
    stages = Counter((item.stage, item.model) for one in sets for item in one.refusals)
    asked = sum(one.asked for one in sets)
    made = sum(len(one.candidates) for one in sets)
    rows = [("asked", ", ".join(sorted({one.model for one in sets})), str(asked))]
    rows += [
        (f"refused at {stage}", model, str(count))
        for (stage, model), count in sorted(stages.items())
    ]
    rows.append(("candidates", "", str(made)))
    note = "A proposal is a question and a proof; the program runs the proof and computes the gold."
    return _table(
        "proposals", "Proposed questions", ("Stage", "By", "Number"), rows, (note,), texts=2
    )


def _pool_gates(pool: PoolSet) -> Table:
    rows = ((one.gate, str(one.seen), str(one.refused)) for one in pool.gates)
    return _table("pool_gates", "Gates of the pool", ("Gate", "Seen", "Refused"), rows)


def _strata(pool: PoolSet) -> Table:
    rows = (
        (one.stratum, str(one.available), str(one.quota), str(one.taken)) for one in pool.strata
    )
    names = ("Surfaces", "Available", "Quota", "Taken")
    return _table("pool_strata", f"{len(pool.tasks)} candidates in the pool", names, rows)


def _necessity(summary: NecessitySummary) -> Table:
    rows = (
        (
            one.interface,
            one.stage,
            one.combination,
            one.measure,
            str(one.tasks),
            _above(one.with_all, one.chance_all),
            _above(one.with_less, one.chance_less),
            _unsolved(one),
        )
        for one in summary.rates
    )
    names = (
        *("Interface", "Labels", "Surfaces", "Measure", "Tasks"),
        *("With all (%)", "With less (%)", "Not solved by it with less (%)"),
    )
    notes = (
        "With all: with the tools of all surfaces of the label. With less: with those of at least"
        " one proper subset. Shares of solvers are above chance.",
        "What a solver did not solve was not solved by that solver; no more is claimed.",
    )
    return _table("necessity", "Reachable and solved, by surfaces", names, rows, notes, texts=4)


def _above(share: float | None, chance: float) -> str:
    return NO_ROUTE if share is None else percent(share - chance)


def _unsolved(rate: NecessityRate) -> str:
    if rate.measure == REACHABLE or rate.with_less is None:
        return NO_ROUTE
    return percent(1 - rate.with_less)


def _agreement(report: ScreeningReport, card: str) -> Table:
    rows = (
        (
            plain_label(one.criterion),
            *map(_coefficient, (one.agreement.raw, one.agreement.ac1, one.agreement.fleiss)),
            str(one.n_left_out),
        )
        for one in report.agreements
    )
    names = ("Criterion", "Raw", "AC1", "Fleiss' kappa", "Left out")
    title = f"Agreement on {report.candidates} candidates, before selection"
    return _table("agreement", title, names, rows, (f"Tasks are {card}.", *report.warnings))


def _coefficient(item: Coefficient) -> str:
    low, high = item.interval.low, item.interval.high
    return str(item) if low is None or high is None else f"{item} ({low:.3f} to {high:.3f})"


def _table(
    name: str,
    title: str,
    labels: Sequence[str],
    rows: Iterable[Sequence[str]],
    notes: tuple[str, ...] = (),
    texts: int = 1,
) -> Table:
    """A table of which the first columns are texts and the others numbers."""
    columns = [Column(label, place >= texts) for place, label in enumerate(labels)]
    return simple_table(name, title, columns, rows, notes)
