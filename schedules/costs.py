"""What was spent, from the ledgers, under the configured prices or any other table of them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rich.console import Console

from resources.bench import Bench
from resources.purses import booked_in, prices_by_id
from resources.toml_settings import problems_of
from schedules.aligned import aligned
from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.harness.llm.costs import CostRow, cost_rows
from worksurface_pipeline.harness.llm.ledger_reading import LedgerTail
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.kernel.errors import SettingsError

UNKNOWN = "unknown"


class _ModelPrice(BaseModel):
    """The prices in one [[models]] table; its other keys are not looked at."""

    model_config = ConfigDict(extra="ignore")

    id: str
    price_in: float | None = Field(default=None, ge=0)
    price_out: float | None = Field(default=None, ge=0)


class _PriceTable(BaseModel):
    model_config = ConfigDict(extra="ignore")

    models: tuple[_ModelPrice, ...]


class _Choosing(Protocol):
    """Settings that choose models."""

    @property
    def models(self) -> tuple[ModelChoice, ...]:
        """The models of the settings file."""
        ...


class Paying(Bench, Protocol):
    """A bench of either wing, with the prices of its settings."""

    @property
    def settings(self) -> _Choosing:
        """Its settings."""
        ...


def show_costs(bench: Paying, console: Console, prices: Path | None = None) -> None:
    """Print a line for each model and purpose. Raises SettingsError for a wrong table."""
    tail = LedgerTail()
    calls = list(booked_in(bench.lake, tail))
    models = {record.model for _, record in calls}
    table = read_prices(prices) if prices else prices_by_id(bench.settings.models, models)
    rows = cost_rows(calls, table, as_booked=prices is None)
    if not rows:
        console.print("No model call is booked in this workspace.", highlight=False)
    table_lines = (*_table(rows), *_notes(rows)) if rows else ()
    for line in (*table_lines, *tail.notes):
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def read_prices(path: Path) -> dict[str, Price | None]:
    """Prices by model from a TOML file with [[models]] tables of id, price_in and price_out.

    A worksurface.toml will do. Raises SettingsError.
    """
    try:
        text = path.read_text(encoding="utf-8")
        found = _PriceTable.model_validate(tomllib.loads(text))
    except ValidationError as error:
        problems = problems_of(error, text, path.name, _PriceTable)
        raise _unreadable(path, f"are wrong:{problems}") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _unreadable(path, f"cannot be read: {error}") from error
    names = Counter(item.id for item in found.models)
    twice = sorted(name for name, count in names.items() if count > 1)
    if twice:
        raise _unreadable(path, f"name {', '.join(twice)} more than once")
    return {item.id: _price(item) for item in found.models}


def _unreadable(path: Path, why: str) -> SettingsError:
    return SettingsError(
        f"The prices {why}",
        where=str(path),
        remedy="Write a [[models]] table for each model: id, and as numbers of at least 0"
        " price_in and price_out, of a million tokens",
    )


def _price(item: _ModelPrice) -> Price | None:
    if item.price_in is None or item.price_out is None:
        return None
    return Price(prompt_per_million=item.price_in, completion_per_million=item.price_out)


def _table(rows: Iterable[CostRow]) -> Iterator[str]:
    head = ("model", "for", "calls", "cached", "failed", "tokens", "billed", "s/call", "cost")
    yield from aligned(head, map(_cells, rows))


def _cells(row: CostRow) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (row.calls, row.cached, row.failed))
    tokens = (_tokens(row.tokens, row), _tokens(row.billed_tokens, row))
    seconds = "–" if row.seconds is None else f"{row.seconds:.2f}"
    return (row.model, row.purpose, *counts, *tokens, seconds, _cost(row))


def _tokens(tokens: int, row: CostRow) -> str:
    """A sum; with calls that reported none it is a part, and without any other unknown."""
    if not row.usage_missing:
        return f"{tokens:,}"
    return f"{tokens:,}+?" if tokens else UNKNOWN


def _cost(row: CostRow) -> str:
    if row.cost is None:
        return UNKNOWN
    return f"{row.cost:,.4f}+?" if row.cost_unknown else f"{row.cost:,.4f}"


def _notes(rows: Iterable[CostRow]) -> Iterator[str]:
    known = list(rows)
    missing = sum(row.usage_missing for row in known)
    unknown = sum(row.cost_unknown for row in known)
    failed = sum(row.failed for row in known)
    if missing:
        yield f"{missing} replies reported no usage: their tokens are unknown, not nothing."
    if unknown:
        yield f"The cost of {unknown} calls is unknown: no usage, or no price."
    if failed:
        yield f"{failed} calls failed; what a provider bills for those is not known."
