"""What answers and verdicts of wing two may cost: prices, ledgers and ceilings."""

from __future__ import annotations

from pathlib import Path

from resources.calling import listed_price
from resources.mm_workbench import MmWorkbench
from resources.purses import (
    NO_BUDGET,
    Budget,
    budget_of_night,
    ledgers_of,
    purse,
    require_known,
)
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.llm.spending import Purse

ANSWERING = "runs"
"""The purpose under which answers are booked, and the folder of the journals of cells."""
JUDGING = "judging"
"""The purpose under which verdicts are booked."""


def mm_night_budget(bench: MmWorkbench, night: str) -> Budget:
    """What all runs of a night may spend together, by the night's name; no limit by day."""
    return budget_of_night(bench.settings.sweep, night)


def mm_purse(bench: MmWorkbench, budget: Budget = NO_BUDGET) -> Purse | None:
    """What keeps the ceilings, None without any. Raises SettingsError, see below."""
    where = bench.settings_file.name
    prices = mm_prices(bench)
    return purse(bench.settings.sweep, budget, prices, lambda: mm_ledgers(bench), where)


def require_mm_prices(bench: MmWorkbench, budget: Budget = NO_BUDGET) -> None:
    """Raises SettingsError where money is limited and a model that spends it has no price."""
    require_known(bench.settings.sweep, budget, mm_prices(bench), bench.settings_file.name)


def mm_prices(bench: MmWorkbench) -> dict[str, Price | None]:
    """What models under test and the judge cost: as configured, else as listed, else None."""
    settings = bench.settings
    names = dict.fromkeys(filter(None, (*settings.sweep.models, settings.judge.model)))
    return {name: listed_price(model_settings(settings.model(name))) for name in names}


def mm_ledgers(bench: MmWorkbench) -> tuple[Path, ...]:
    """The ledgers of all answers and verdicts; what other steps asked is no part of a ceiling."""
    return (*ledgers_of(bench.lake, ANSWERING), *ledgers_of(bench.lake, JUDGING))
