"""What calls took and cost, from the ledger, under any table of prices.

`tokens` are those of all stored replies; `billed_tokens` leave out what came from the cache. What
nobody reported or priced is counted as unknown, never as nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.ledger import OK, CallRecord
from worksurface_pipeline.harness.llm.settings import Price, cost_of
from worksurface_pipeline.kernel.model import Frozen


class CostRow(Frozen):
    """The calls of one model for one purpose (a setting, or a step).

    `cached` of the `calls` came from the cache, `failed` ended in a fault. `tokens` and
    `billed_tokens` sum what was reported; `usage_missing` calls reported nothing. `cost` sums the
    billed calls whose cost is known and is None when none is; `cost_unknown` counts the others.
    `seconds` is the mean time of a call that went out, waits for our own limits left out.
    """

    model: str
    purpose: str
    calls: int
    cached: int
    failed: int
    attempts: int
    tokens: int
    billed_tokens: int
    usage_missing: int
    cost: float | None
    cost_unknown: int
    seconds: float | None


def cost_rows(
    calls: Iterable[tuple[str, CallRecord]],
    prices: Mapping[str, Price | None],
    *,
    as_booked: bool = False,
) -> tuple[CostRow, ...]:
    """A row for each model and purpose, in their order; `calls` are (purpose, record).

    With `as_booked` a call of a model that `prices` do not name cost what was booked at the time.
    """
    sums: dict[tuple[str, str], _Sum] = {}
    for purpose, record in calls:
        is_booked = as_booked and record.model not in prices
        cost = record.cost if is_booked else cost_of(record.usage, prices.get(record.model))
        sums.setdefault((record.model, purpose), _Sum()).add(record, cost)
    return tuple(sums[key].row(*key) for key in sorted(sums))


@dataclass(slots=True)
class _Sum:
    """Running sums of one row."""

    calls: int = 0
    cached: int = 0
    failed: int = 0
    attempts: int = 0
    tokens: int = 0
    billed_tokens: int = 0
    usage_missing: int = 0
    cost_unknown: int = 0
    seconds: float = 0.0
    costs: list[float] = field(default_factory=list)

    def add(self, record: CallRecord, cost: float | None) -> None:
        self.calls += 1
        self.cached += record.is_cached
        self.failed += record.result != OK
        self.attempts += record.attempts
        self.usage_missing += record.is_usage_missing
        self.tokens += record.usage.total or 0
        self.seconds += record.seconds - record.queued_seconds
        if record.is_billed:
            self.billed_tokens += record.usage.total or 0
            self._pay(cost)

    def _pay(self, cost: float | None) -> None:
        if cost is None:
            self.cost_unknown += 1
        else:
            self.costs.append(cost)

    def row(self, model: str, purpose: str) -> CostRow:
        out = self.calls - self.cached
        return CostRow(
            model=model,
            purpose=purpose,
            calls=self.calls,
            cached=self.cached,
            failed=self.failed,
            attempts=self.attempts,
            tokens=self.tokens,
            billed_tokens=self.billed_tokens,
            usage_missing=self.usage_missing,
            cost=_known(self.costs, self.cost_unknown),
            cost_unknown=self.cost_unknown,
            seconds=self.seconds / out if out else None,
        )


def _known(costs: list[float], unknown: int) -> float | None:
    """The sum of what is known. Nothing billed costs nothing; nothing known is unknown."""
    return math.fsum(costs) if costs or not unknown else None
