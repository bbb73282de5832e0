"""Models of wing two: clients over the gateway that keep every reply, and endpoints of vectors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from pydantic import SecretStr

from resources.calling import TellingClient, gateway, keeping
from resources.mm_spending import mm_purse
from resources.mm_workbench import MmWorkbench, require_mm_key
from resources.purses import NO_BUDGET, Budget, ledger_path
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.harness.llm.ledger import JsonlLedger, Ledger
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.spending import CappedClient
from worksurface_pipeline.harness.llm.types import ModelClient


def chosen_mm_model(bench: MmWorkbench, model_id: str) -> ModelSettings:
    """The settings of a model with its key's value. Raises SettingsError without the key."""
    key = require_mm_key(bench, model_id)
    return model_settings(bench.settings.model(model_id), SecretStr(key) if key else None)


@contextmanager
def mm_client(bench: MmWorkbench, model_id: str, *purpose: str) -> Iterator[ModelClient]:
    """A client of one model for a purpose, its calls booked there. Raises SettingsError.

    Replies are kept in the lake, under --force as well; embedded models cost nothing.
    """
    model = chosen_mm_model(bench, model_id)
    with JsonlLedger(ledger_path(bench.lake, *purpose)) as ledger:
        yield _kept(bench, model, gateway(model, ledger), ledger)


@contextmanager
def capped_mm_client(
    bench: MmWorkbench, model_id: str, *purpose: str, budget: Budget = NO_BUDGET
) -> Iterator[ModelClient]:
    """A client as above that stops with StopRun at a ceiling of the sweep.

    Its calls are booked under the budget's run. Raises SettingsError also where a ceiling is set
    that cannot be kept.
    """
    model = chosen_mm_model(bench, model_id)
    purse = None if model.is_offline else mm_purse(bench, budget)
    with JsonlLedger(ledger_path(bench.lake, *purpose), budget.run) as ledger:
        client: ModelClient = gateway(model, ledger)
        if purse is not None:
            client = CappedClient(client, purse)
        yield _kept(bench, model, client, ledger)


def _kept(
    bench: MmWorkbench, model: ModelSettings, client: ModelClient, ledger: Ledger
) -> ModelClient:
    """Behind the cache of replies: what is kept there passes every ceiling."""
    if model.is_offline or not bench.settings.sweep.cache:
        return client
    return keeping(bench, client, model, ledger)


@contextmanager
def helping(
    bench: MmWorkbench, step: str, *models: str
) -> Iterator[tuple[ModelClient | None, ...]]:
    """Clients of the models that help a step, in their order; None for a role that is empty.

    Raises SettingsError.
    """
    with ExitStack() as stack:
        found = {
            name: TellingClient(
                stack.enter_context(mm_client(bench, name, step)), f"{step}: {name}"
            )
            for name in dict.fromkeys(filter(None, models))
        }
        yield tuple(found.get(name) for name in models)
