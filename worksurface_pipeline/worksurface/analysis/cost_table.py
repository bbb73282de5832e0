"""Tokens and cost of the runs, by cell. What nobody reported or priced is unknown, never nothing.

Figures are those of the stored replies, whether a reply came from the cache or not: what the runs
would cost anew. What was billed is in the ledger, which no report covers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.settings import Price, cost_of
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.stats import median
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.site.table import Cell, Column, Row, Table
from worksurface_pipeline.worksurface.analysis.labels import GOLD_SURFACE_SETTINGS, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped

UNKNOWN = "unknown"
_COLUMNS = ("Runs", "Without usage", "Median tokens", "Tokens", "Median cost", "Cost")


@dataclass(frozen=True, slots=True)
class RunCost:
    """What one run took, None where a reply's usage or the model's price is not known."""

    model: str
    setting: str
    tokens: int | None
    cost: float | None


def run_costs(runs: Iterable[Trajectory], prices: Mapping[str, Price]) -> Iterator[RunCost]:
    """What each run took; errored runs are left out."""
    for run in runs:
        if run.outcome is not Outcome.ERRORED:
            cost = _cost(run, prices.get(run.model))
            yield RunCost(run.model, run.setting, run.tokens, cost)


def cost_table(costs: Iterable[RunCost]) -> Table:
    """A row for each cell, the self-test last."""
    cells: dict[tuple[bool, str, str], list[RunCost]] = {}
    for item in costs:
        key = (is_self_test(item.model), item.model, item.setting)
        cells.setdefault(key, []).append(item)
    rows = [
        (model, _row(setting, cells[hidden, model, setting]))
        for hidden, model, setting in sorted(cells)
    ]
    return Table(
        name="cost",
        title="Tokens and cost",
        columns=(Column("Setting"), *(Column(name, True) for name in _COLUMNS)),
        groups=grouped(rows),
        notes=(
            "Of the stored replies, from the cache or not, at the prices of the settings; the "
            "embedded model's tokens are counted, not billed. Runs of which a reply reported no "
            "usage are in no sum and no median. `worksurface costs` tells what was billed.",
        ),
    )


def _row(setting: str, runs: Sequence[RunCost]) -> Row:
    tokens = [run.tokens for run in runs if run.tokens is not None]
    costs = [run.cost for run in runs if run.cost is not None]
    figures = (
        f"{len(runs):,}",
        f"{len(runs) - len(tokens):,}",
        _whole(median(tokens)),
        _whole(sum(tokens) if tokens else None),
        _money(median(costs)),
        _money(math.fsum(costs) if costs else None),
    )
    texts = (setting_label(setting), *figures)
    return Row(tuple(Cell(text) for text in texts), setting in GOLD_SURFACE_SETTINGS)


def _cost(run: Trajectory, price: Price | None) -> float | None:
    """What a run would cost anew; None when a reply or the price is not known."""
    costs = list(_costs(run, price)) if run.tokens is not None else [None]
    known = [cost for cost in costs if cost is not None]
    return math.fsum(known) if len(known) == len(costs) else None


def _costs(run: Trajectory, price: Price | None) -> Iterator[float | None]:
    for turn in run.turns:
        if turn.usage.total is not None:
            yield cost_of(turn.usage, price)


def _whole(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}"


def _money(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.4f}" if value else "0"
