"""Prices, ledgers and ceilings of a workbench: what may be spent, and what was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from resources.calling import listed_price
from resources.workbench import Workbench
from worksurface_pipeline.harness.llm.choices import ModelChoice, model_settings
from worksurface_pipeline.harness.llm.ledger import CallRecord
from worksurface_pipeline.harness.llm.ledger_reading import LedgerTail
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.llm.spending import Ceiling, Purse
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.sweep import sweep_id

LEDGER = "calls.jsonl"
"""Name of every ledger file, below side/calls."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one named run (a night's, say) may spend, over all its cells and processes.

    In the currency of the prices. Calls are booked under `run`, whose earlier calls count. Without
    an `amount` they are only booked.
    """

    run: str
    amount: float | None = None


NO_BUDGET = Budget("")
"""A run that answers to the sweep's own ceilings alone."""


def night_budget(bench: Workbench, night: str) -> Budget:
    """What all runs of a night may spend together, by the night's name; no limit by day."""
    return Budget(night, bench.settings.sweep.nightly_budget) if night else NO_BUDGET


def purse_of(bench: Workbench, budget: Budget = NO_BUDGET) -> Purse | None:
    """What keeps the ceilings of the sweep, None without any. Raises SettingsError, see below."""
    ceilings = tuple(_ceilings(bench, budget))
    if not ceilings:
        return None
    require_prices(bench, budget)
    return Purse(ceilings, prices_of(bench), lambda: sweep_ledgers(bench))


def _ceilings(bench: Workbench, budget: Budget) -> Iterator[Ceiling]:
    sweep = bench.settings.sweep
    if sweep.ceiling is not None:
        yield Ceiling(sweep.ceiling, "sweep.ceiling")
    if sweep.ceiling_tokens is not None:
        yield Ceiling(float(sweep.ceiling_tokens), "sweep.ceiling_tokens", is_tokens=True)
    if budget.amount is not None:
        yield Ceiling(budget.amount, f"the budget of {budget.run}", run=budget.run)


def require_prices(bench: Workbench, budget: Budget = NO_BUDGET) -> None:
    """Raises SettingsError where money is limited and a model under test has no known price."""
    if bench.settings.sweep.ceiling is None and budget.amount is None:
        return
    unpriced = [name for name, price in prices_of(bench).items() if price is None]
    if unpriced:
        raise SettingsError(
            f"A ceiling is set, and nobody knows what {', '.join(unpriced)} costs",
            where=bench.settings_file.name,
            remedy="Give its price_in and price_out, or limit tokens alone with"
            " sweep.ceiling_tokens",
        )


def prices_of(bench: Workbench) -> dict[str, Price | None]:
    """What each model under test costs: the configured price, else the listed one, else None."""
    return {model.id: listed_price(model_settings(model)) for model in bench.settings.tested}


def ledger_of(bench: Workbench, *parts: str) -> Path:
    """The ledger of a step, or of a sweep's model and setting."""
    return Path(bench.lake.path("/".join(("side", "calls", *parts, LEDGER))))


def sweep_ledgers(bench: Workbench) -> tuple[Path, ...]:
    """All ledgers of the sweep in force."""
    sweep = sweep_id(bench.settings.condition, bench.settings.sweep.name)
    folder = Path(bench.lake.path(f"side/calls/{sweep}"))
    return tuple(sorted(folder.glob(f"*/*/{LEDGER}")))


def booked_calls(bench: Workbench) -> Iterator[tuple[str, CallRecord]]:
    """Every call of the workspace with its purpose: a sweep and its setting, or a step."""
    folder = Path(bench.lake.path("side/calls"))
    tail = LedgerTail()
    for path in sorted(folder.rglob(LEDGER)):
        parts = path.relative_to(folder).parts
        purpose = f"{parts[0]} {parts[-2]}" if len(parts) > 2 else parts[0]
        yield from ((purpose, record) for record in tail.added([path]))


def priced(bench: Workbench, models: Iterable[str]) -> dict[str, Price | None]:
    """Prices of the models that a ledger names, also of those that are configured no more."""
    known = {choice.id: choice for choice in bench.settings.models}
    return {
        name: listed_price(model_settings(known.get(name) or ModelChoice(id=name)))
        for name in models
    }
