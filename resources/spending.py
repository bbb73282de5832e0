"""What the sweep of a workspace may spend, and what it spent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from resources.calling import listed_price
from resources.purses import (
    NO_BUDGET,
    Budget,
    booked_in,
    budget_of_night,
    ledger_path,
    ledgers_of,
    purse,
    require_known,
)
from resources.workbench import Workbench
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.harness.llm.ledger import CallRecord
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.llm.spending import Purse
from worksurface_pipeline.worksurface.sweep import sweep_id


def night_budget(bench: Workbench, night: str) -> Budget:
    """What all runs of a night may spend together, by the night's name; no limit by day."""
    return budget_of_night(bench.settings.sweep, night)


def purse_of(bench: Workbench, budget: Budget = NO_BUDGET) -> Purse | None:
    """What keeps the ceilings of the sweep, None without any. Raises SettingsError, see below."""
    where = bench.settings_file.name
    sweep = bench.settings.sweep
    return purse(sweep, budget, prices_of(bench), lambda: sweep_ledgers(bench), where)


def require_prices(bench: Workbench, budget: Budget = NO_BUDGET) -> None:
    """Raises SettingsError where money is limited and a model under test has no known price."""
    require_known(bench.settings.sweep, budget, prices_of(bench), bench.settings_file.name)


def prices_of(bench: Workbench) -> dict[str, Price | None]:
    """What each model under test costs: the configured price, else the listed one, else None."""
    return {model.id: listed_price(model_settings(model)) for model in bench.settings.tested}


def ledger_of(bench: Workbench, *parts: str) -> Path:
    """The ledger of a step, or of a sweep's model and setting."""
    return ledger_path(bench.lake, *parts)


def sweep_ledgers(bench: Workbench) -> tuple[Path, ...]:
    """All ledgers of the sweep in force."""
    return ledgers_of(bench.lake, sweep_id(bench.settings.condition, bench.settings.sweep.name))


def booked_calls(bench: Workbench) -> Iterator[tuple[str, CallRecord]]:
    """Every call of the workspace with its purpose: a sweep and its setting, or a step."""
    return booked_in(bench.lake)
