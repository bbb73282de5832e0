"""How model calls go out: transport, lanes, gateway and kept replies, one set-up for all steps."""

from __future__ import annotations

import time
from functools import cache

from resources.bench import Bench
from resources.progress import report_progress
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.kept import KeptReplies
from worksurface_pipeline.harness.llm.lanes import Lanes
from worksurface_pipeline.harness.llm.ledger import Ledger
from worksurface_pipeline.harness.llm.settings import FREE, ModelSettings, Price
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.llm.types import ModelClient, ModelReply, ModelRequest
from worksurface_pipeline.kernel.blobs import Blobs


@cache
def _transport() -> LitellmTransport:
    """The transport of this process; importing litellm takes seconds."""
    return LitellmTransport()


@cache
def _lanes() -> Lanes:
    """The lanes of this process: a model's limits of a minute hold from one cell to the next."""
    return Lanes(_transport().price, time.monotonic, time.sleep)


def gateway(model: ModelSettings, ledger: Ledger) -> Gateway:
    """A gateway to one model, over the lanes that all gateways of the process share."""
    return Gateway(
        [model],
        transport=_transport(),
        clock=time.monotonic,
        sleep=time.sleep,
        ledger=ledger,
        lanes=_lanes(),
    )


def keeping(
    bench: Bench,
    client: ModelClient,
    model: ModelSettings,
    ledger: Ledger,
    *,
    is_read: bool = True,
) -> KeptReplies:
    """The client behind the workspace's cache of replies."""
    store = Blobs(bench.lake.path("cache/replies"))
    return KeptReplies(client, store, model.identity, ledger=ledger, is_read=is_read)


def listed_price(model: ModelSettings) -> Price | None:
    """The configured price, else the one that litellm lists, else None."""
    if model.is_offline:
        return FREE
    return model.price or _transport().price(model)


class TellingClient:
    """Tells how many requests were answered; how many there will be is not known."""

    def __init__(self, client: ModelClient, label: str) -> None:
        self._client = client
        self._label = label
        self._done = 0

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one request."""
        reply = self._client.complete(request)
        self._done += 1
        report_progress(self._label, self._done, 0)
        return reply
