"""Prices, ledgers and ceilings of a bench of either wing: what may be spent, and what was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from resources.calling import listed_price
from worksurface_pipeline.harness.llm.choices import ModelChoice, model_settings
from worksurface_pipeline.harness.llm.ledger import CallRecord
from worksurface_pipeline.harness.llm.ledger_reading import LedgerTail
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.llm.spending import Ceiling, Purse
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.lake import Lake

LEDGER = "calls.jsonl"
"""Name of every ledger file, below side/calls."""
_CALLS = "side/calls"

Prices = Mapping[str, Price | None]
"""What models cost, None where nobody knows."""


class Limited(Protocol):
    """What the settings of a sweep say of its ceilings, in either wing."""

    @property
    def ceiling(self) -> float | None:
        """The most money in all runs."""
        ...

    @property
    def ceiling_tokens(self) -> int | None:
        """The most billed tokens in all runs."""
        ...

    @property
    def nightly_budget(self) -> float | None:
        """The most money of a night."""
        ...


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


def budget_of_night(sweep: Limited, night: str) -> Budget:
    """What all runs of a night may spend together, by the night's name; no limit by day."""
    return Budget(night, sweep.nightly_budget) if night else NO_BUDGET


def purse(
    sweep: Limited,
    budget: Budget,
    prices: Prices,
    ledgers: Callable[[], Iterable[Path]],
    where: str,
) -> Purse | None:
    """What keeps the ceilings of a sweep, None without any.

    Raises SettingsError as `require_known` does.
    """
    ceilings = tuple(_ceilings(sweep, budget))
    if not ceilings:
        return None
    require_known(sweep, budget, prices, where)
    return Purse(ceilings, prices, ledgers)


def _ceilings(sweep: Limited, budget: Budget) -> Iterator[Ceiling]:
    if sweep.ceiling is not None:
        yield Ceiling(sweep.ceiling, "sweep.ceiling")
    if sweep.ceiling_tokens is not None:
        yield Ceiling(float(sweep.ceiling_tokens), "sweep.ceiling_tokens", is_tokens=True)
    if budget.amount is not None:
        yield Ceiling(budget.amount, f"the budget of {budget.run}", run=budget.run)


def require_known(sweep: Limited, budget: Budget, prices: Prices, where: str) -> None:
    """Raises SettingsError where money is limited and a model that spends it has no price."""
    if sweep.ceiling is None and budget.amount is None:
        return
    unpriced = [name for name, price in prices.items() if price is None]
    if unpriced:
        raise SettingsError(
            f"A ceiling is set, and nobody knows what {', '.join(unpriced)} costs",
            where=where,
            remedy="Give its price_in and price_out, or limit tokens alone with"
            " sweep.ceiling_tokens",
        )


def ledger_path(lake: Lake, *parts: str) -> Path:
    """The ledger of a purpose: a step, or a model's cell."""
    return Path(lake.path("/".join((_CALLS, *parts, LEDGER))))


def ledgers_of(lake: Lake, *parts: str) -> tuple[Path, ...]:
    """All ledgers below a purpose."""
    folder = ledger_path(lake, *parts).parent
    return tuple(sorted(folder.rglob(LEDGER)))


def booked_in(lake: Lake, tail: LedgerTail | None = None) -> Iterator[tuple[str, CallRecord]]:
    """Every call of a lake with its purpose: a sweep and its setting, or a step.

    A fresh `tail` tells afterwards what could not be read. Raises LakeError.
    """
    folder = Path(lake.path(_CALLS))
    tail = tail or LedgerTail()
    for path in sorted(folder.rglob(LEDGER)):
        parts = path.relative_to(folder).parts
        purpose = f"{parts[0]} {parts[-2]}" if len(parts) > 2 else parts[0]
        yield from ((purpose, record) for record in tail.added([path]))


def prices_by_id(choices: Iterable[ModelChoice], names: Iterable[str]) -> dict[str, Price | None]:
    """Prices of models by id: the configured one, else the listed one, else None.

    Of those that are configured no more only the ones with a listed price are in it.
    """
    known = {choice.id: choice for choice in choices}
    listed = {
        name: listed_price(model_settings(known.get(name) or ModelChoice(id=name)))
        for name in names
    }
    return {name: price for name, price in listed.items() if price is not None or name in known}
