"""Ceilings on what a sweep spends, kept before each call: what is spent never exceeds one.

What was spent is read from the ledgers, so that earlier runs and other processes count. A call is
let through when the ceiling would bear its most: its prompt and the longest reply.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.harness.llm.ledger import CallRecord
from worksurface_pipeline.harness.llm.ledger_reading import LedgerTail
from worksurface_pipeline.harness.llm.settings import Price, cost_of
from worksurface_pipeline.harness.llm.types import ModelClient, ModelReply, ModelRequest, Usage
from worksurface_pipeline.harness.stopping import StopRun
from worksurface_pipeline.kernel.wording import counted

_LOOK_AGAIN_SECONDS = 1.0  # another process may have spent or freed something meanwhile


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The most that may be spent: money in the currency of the prices, or tokens.

    `name` is what a person calls it. With a `run` only calls of the run of that name count, else
    all calls of the sweep.
    """

    amount: float
    name: str
    run: str = ""
    is_tokens: bool = False

    def takes(self, usage: Usage, price: Price | None) -> float:
        """What a usage takes of it. Money needs a price; it is asked for before a sweep begins."""
        if self.is_tokens:
            return float(usage.total or 0)
        return cost_of(usage, price) or 0.0

    def said(self, amount: float) -> str:
        """An amount as people read it."""
        return f"{amount:,.0f} tokens" if self.is_tokens else f"{amount:.6g}"


@dataclass(slots=True)
class _Account:
    """What stands against one ceiling: spent, and set aside for calls in flight."""

    ceiling: Ceiling
    spent: float = 0.0
    reserved: float = 0.0

    def left(self) -> float:
        return self.ceiling.amount - self.spent


class Purse:
    """Lets calls through while every ceiling bears them. Shared by the threads of a run."""

    def __init__(
        self,
        ceilings: Sequence[Ceiling],
        prices: Mapping[str, Price | None],
        ledgers: Callable[[], Iterable[Path]],
    ) -> None:
        self._accounts = [_Account(ceiling) for ceiling in ceilings]
        self._prices = prices
        self._ledgers = ledgers
        self._tail = LedgerTail()
        self._unknown = 0
        self._changed = threading.Condition()

    def standing(self) -> tuple[str, ...]:
        """A line for each ceiling: what was spent so far, and what is left."""
        with self._changed:
            self._look()
            return (
                tuple(
                    f"{account.ceiling.name} of {account.ceiling.said(account.ceiling.amount)}: "
                    f"{account.ceiling.said(account.spent)} spent so far, "
                    f"{account.ceiling.said(max(0.0, account.left()))} left"
                    for account in self._accounts
                )
                + self._notes()
            )

    def _notes(self) -> tuple[str, ...]:
        """What the ceilings could not count."""
        limits_money = any(not account.ceiling.is_tokens for account in self._accounts)
        if not (self._unknown and limits_money):
            return self._tail.notes
        calls = counted(self._unknown, "earlier call")
        return (f"The cost of {calls} is unknown and in no ceiling: no price.", *self._tail.notes)

    @contextmanager
    def paying(self, request: ModelRequest) -> Iterator[None]:
        """Set aside the most that a call may take while it is made. Raises StopRun at a ceiling."""
        usage, price = request.guessed_usage, self._prices.get(request.model)
        most = [account.ceiling.takes(usage, price) for account in self._accounts]
        self._reserve(most)
        try:
            yield
        finally:
            self._free(most)

    def _reserve(self, most: Sequence[float]) -> None:
        """Wait until the calls in flight have told what they took, if only they stand between."""
        with self._changed:
            while True:
                self._look()
                pairs = list(zip(self._accounts, most, strict=True))
                for account, own in pairs:
                    if own > account.left():
                        raise StopRun(_sentence(account, own))
                if all(own <= account.left() - account.reserved for account, own in pairs):
                    break
                self._changed.wait(_LOOK_AGAIN_SECONDS)
            for account, own in pairs:
                account.reserved += own

    def _free(self, most: Sequence[float]) -> None:
        with self._changed:
            for account, own in zip(self._accounts, most, strict=True):
                account.reserved -= own
            self._changed.notify_all()

    def _look(self) -> None:
        """Take in what the ledgers say since the last look."""
        for record in self._tail.added(self._ledgers()):
            is_priced = record.cost is not None or self._prices.get(record.model) is not None
            self._unknown += record.is_billed and not is_priced
            for account in self._accounts:
                account.spent += self._taken(account.ceiling, record)

    def _taken(self, ceiling: Ceiling, record: CallRecord) -> float:
        if not record.is_billed or (ceiling.run and ceiling.run != record.run):
            return 0.0
        if record.model not in self._prices and not ceiling.is_tokens:
            return record.cost or 0.0  # of a model that left the settings: as it was booked
        return ceiling.takes(record.billed_usage, self._prices.get(record.model))


class CappedClient:
    """A `ModelClient` that asks `client` only while the purse bears it."""

    def __init__(self, client: ModelClient, purse: Purse) -> None:
        self._client = client
        self._purse = purse

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request. Raises what the client raises, and StopRun at a ceiling."""
        with self._purse.paying(request):
            return self._client.complete(request)


def _sentence(account: _Account, own: float) -> str:
    ceiling = account.ceiling
    left = max(0.0, account.left())
    return (
        f"{ceiling.name} of {ceiling.said(ceiling.amount)} is reached: "
        f"{ceiling.said(account.spent)} spent, {ceiling.said(left)} left, and the next call may "
        f"take {ceiling.said(own)}; raise it and run again to go on, all that is done is kept"
    )
