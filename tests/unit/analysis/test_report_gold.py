"""The tables on how the gold came about, from few records."""

from __future__ import annotations

import pytest

from tests.unit.scoring.builders import task
from worksurface_pipeline.worksurface.analysis.report_gold import (
    GoldFacts,
    after_placebo,
    gold_tables,
    later_refusals,
)
from worksurface_pipeline.worksurface.necessity.records import NecessityRate
from worksurface_pipeline.worksurface.necessity.summary import NecessitySummary
from worksurface_pipeline.worksurface.proposals.sets import GateCount, PoolSet, ProposalSet
from worksurface_pipeline.worksurface.schema.tasks import (
    Checked,
    Derivation,
    GateFinding,
    Quarantined,
    RubricFigure,
)
from worksurface_pipeline.worksurface.screening.sets import ScreeningReport
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboRate
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

TASK = task(300, id="a", derivation=Derivation.SHARE)


def _held(gate: str) -> Quarantined:
    found = GateFinding(gate=gate, reason="why", detail="d", checked=Checked.EXECUTED)
    return Quarantined(task=TASK, findings=(found,))


def _rate(measure: str) -> NecessityRate:
    return NecessityRate(
        interface="open",
        stage="relabelled",
        combination="rag+graph",
        measure=measure,
        tasks=4,
        with_all=1.0,
        with_less=0.5,
        chance_less=0.25,
    )


FACTS = GoldFacts(
    held=(_held("ties"), _held("necessity")),
    placebo=(
        PlaceboRate(family="share", tried=50, grounded=1, rate=0.02, interval=(0.0, 0.1)),
        PlaceboRate(family="row_count", tried=50, grounded=0, rate=0.0, interval=(0.0, 0.07)),
    ),
    placebo_limit=0.01,
    proposals=(ProposalSet(model="offline/proposer", asked=3),),
    pool=PoolSet(tasks=(TASK,), gates=(GateCount(gate="leakage", seen=3, refused=2),)),
    necessity=NecessitySummary(rates=(_rate("reachable"), _rate("rule/ranking"))),
    agreement=ScreeningReport(candidates=1),
    card="not screened by models",
)


def _cells(name: str) -> list[tuple[str, ...]]:
    table = next(table for table in gold_tables(FACTS) if table.name == name)
    return [tuple(cell.text for cell in row.cells) for row in table.groups[0].rows]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        pytest.param("gates", ("ties", "1"), id="gate"),
        pytest.param("gates", ("leak", "0"), id="gate-without"),
        pytest.param("placebo", ("share", "50", "1", "2.0", "0.0 to 10.0", "refused"), id="above"),
        pytest.param("placebo", ("row count", "50", "0", "0.0", "0.0 to 7.0", ""), id="below"),
        pytest.param("proposals", ("asked", "offline/proposer", "3"), id="proposals"),
        pytest.param("pool_gates", ("leakage", "3", "2"), id="pool-gate"),
        pytest.param(
            "necessity",
            ("open", "relabelled", "rag+graph", "rule/ranking", "4", "100.0", "25.0", "50.0"),
            id="solver-above-chance",
        ),
        pytest.param(
            "necessity",
            ("open", "relabelled", "rag+graph", "reachable", "4", "100.0", "25.0", "–"),
            id="reach-is-no-solver",
        ),
    ],
)
def test_rows(name: str, row: tuple[str, ...]) -> None:
    assert row in _cells(name)


def test_what_has_nothing_to_say_has_no_table() -> None:
    assert "agreement" not in {table.name for table in gold_tables(FACTS)}


def test_only_what_necessity_held_is_refused_again() -> None:
    assert [item.reason for item in later_refusals(FACTS.held)] == ["necessity: why"]


def test_figures_of_a_refused_family_are_no_longer_recovered() -> None:
    figure = RubricFigure(
        task_id="7", rubric_index=0, figure="16 %", start=0, status="recovered", task="a"
    )
    derived = CandidateSet(candidates=(TASK,), figures=(figure,))
    (lost,) = after_placebo([derived], FACTS)
    assert (lost.status, lost.task) == ("not_recovered", "")
