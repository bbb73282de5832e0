"""A cell as the asset runs it, timed, with a model without latency behind the gateway."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.sweeps_world import World, reply_to
from resources.calling import keeping
from resources.cells import scope_digests
from resources.toolboxes import SCOPES, Toolboxes
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.ledger import JsonlLedger, Ledger
from worksurface_pipeline.harness.llm.settings import ModelSettings, Price
from worksurface_pipeline.harness.llm.types import ModelClient, ModelReply, ModelRequest, Usage
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.worksurface.agents.condition import agent_condition
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.sweep import CellWork, SweepItem, run_cell

MODEL = ModelSettings(id="openai/scripted", concurrency=2)
CELL = Cell(MODEL.id, "S4")


@dataclass(slots=True)
class Spent:
    """Seconds of all workers: at work, in model calls, in the model alone, in the journal."""

    at_work: float = 0.0
    calls: float = 0.0
    model: float = 0.0
    journal: float = 0.0
    turns: int = 0


class ScriptedTransport:
    """A model without latency; counts the seconds that it takes itself."""

    def __init__(self, replies: Mapping[str, tuple[str, ...]], spent: Spent) -> None:
        self._replies = replies
        self._spent = spent

    def send(self, request: ModelRequest, _model: ModelSettings) -> ModelReply:
        """The next reply of the question's script."""
        begun = time.perf_counter()
        text = reply_to(self._replies, request.messages)
        asked = sum(len(message.content) for message in request.messages)
        usage = Usage(prompt_tokens=asked // 4, completion_tokens=len(text) // 4)
        self._spent.model += time.perf_counter() - begun
        return ModelReply(text=text, usage=usage, finish_reason="stop")

    def price(self, _model: ModelSettings) -> Price | None:
        """It costs nothing."""
        return Price(prompt_per_million=0.0, completion_per_million=0.0)


class TimedClient:
    """A client whose calls are timed."""

    def __init__(self, client: ModelClient, spent: Spent) -> None:
        self._client = client
        self._spent = spent

    def complete(self, request: ModelRequest) -> ModelReply:
        """One call."""
        begun = time.perf_counter()
        reply = self._client.complete(request)
        self._spent.calls += time.perf_counter() - begun
        self._spent.turns += 1
        return reply


class TimedJournal(Journal):
    """A journal whose records are timed."""

    def __init__(self, folder: Path, spent: Spent) -> None:
        super().__init__(folder)
        self._spent = spent

    def append(self, trajectory: Trajectory) -> None:
        """One durable record."""
        begun = time.perf_counter()
        super().append(trajectory)
        self._spent.journal += time.perf_counter() - begun


def sweep(
    world: World, items: tuple[SweepItem, ...], epochs: int, on_done: Callable[[int], None]
) -> Spent:
    """Run the items as a cell of a sweep, from opening the surfaces to the last record."""
    spent = Spent()
    bench = world.bench
    condition = bench.settings.condition.model_copy(update={"epochs": epochs})
    places = {(item.public.persona, item.public.source_task) for item in items}
    digests = scope_digests(bench, places, world.parts)
    work = CellWork(CELL, condition, MODEL, items, digests)
    folder = Path(bench.lake.path("sweeps/measured"))
    with JsonlLedger(folder / "calls.jsonl") as ledger, closing(Toolboxes()) as boxes:
        client = keeping(bench, scripted_gateway(world, spent, ledger), MODEL, ledger)
        timed = TimedClient(client, spent)

        def run_one(key: RunKey, item: SweepItem) -> Trajectory:
            place = Path(bench.lake.path(SCOPES))
            public = item.public
            box = boxes.get(world.parts, public.persona, public.source_task, condition, place)
            begun = time.perf_counter()
            record = run_one_task(world, key, item, box, timed)
            spent.at_work += time.perf_counter() - begun
            return record

        journal = TimedJournal(folder / "journal", spent)
        run_cell(work, journal, (), run_one, lambda done, _total: on_done(done))
    return spent


def scripted_gateway(world: World, spent: Spent, ledger: Ledger | None = None) -> Gateway:
    """A gateway to the model without latency."""
    return Gateway(
        [MODEL],
        transport=ScriptedTransport(world.replies, spent),
        clock=time.monotonic,
        sleep=time.sleep,
        ledger=ledger,
    )


def run_one_task(
    world: World, key: RunKey, item: SweepItem, box: Any, client: ModelClient
) -> Trajectory:
    """One trajectory, the same on both sides."""
    return run_trajectory(
        item.public,
        setting(key.setting),
        item.required,
        box,
        client,
        MODEL,
        agent_condition(world.bench.settings.condition),
        key.fingerprint,
        key.epoch,
        clock=time.monotonic,
    )
