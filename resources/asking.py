"""Models that help to make a benchmark: a client over the gateway that keeps every reply."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from resources.calling import TellingClient, gateway, keeping
from resources.spending import ledger_of
from resources.sweeping import chosen_model
from resources.workbench import Workbench
from worksurface_pipeline.harness.llm.ledger import JsonlLedger
from worksurface_pipeline.harness.llm.offline_proposer import PROPOSER, OfflineProposer
from worksurface_pipeline.harness.llm.types import ModelClient


@contextmanager
def model_client(bench: Workbench, model_id: str, step: str) -> Iterator[ModelClient]:
    """A client of one model for a step. Raises SettingsError without the model's key.

    Replies are kept in the lake, under --force as well, as trajectories are: a step that runs again
    asks only what is new. Embedded models cost nothing and are asked every time, the proposer
    directly: importing litellm takes longer than all it says, and every edit would wait for it.
    """
    if model_id == PROPOSER:
        yield TellingClient(OfflineProposer(), f"{step}: {model_id}")
        return
    model = chosen_model(bench, model_id)
    with JsonlLedger(ledger_of(bench, step)) as ledger:
        client: ModelClient = gateway(model, ledger)
        if not model.is_offline:
            client = keeping(bench, client, model, ledger)
        yield TellingClient(client, f"{step}: {model_id}")
