"""What is spent, and how fast, changes no answer: it is in no identity and makes nothing stale."""

from __future__ import annotations

from typing import Any

import pytest

from worksurface_pipeline.harness.llm.choices import ModelChoice, model_settings
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.step_settings import cell_settings
from worksurface_pipeline.worksurface.sweep import sweep_id

CELL = Cell("m/x", "S4")
HARMLESS: dict[str, Any] = {
    "concurrency": 9,
    "requests_per_minute": 3,
    "tokens_per_minute": 3,
    "first_wait_seconds": 9.0,
    "longest_wait_seconds": 9.0,
    "attempts": 9,
    "seconds": 9.0,
    "price_in": 9.0,
    "price_out": 9.0,
    "key": "KEY",
}
TELLING: dict[str, Any] = {"api_base": "http://x", "temperature": 1.0, "seed": 1, "max_tokens": 9}


def settings(sweep: dict[str, Any] | None = None, **model: Any) -> Settings:
    models = [{"id": "m/x", **model}, {"id": "offline/keyword"}]
    return Settings.model_validate({"models": models, "sweep": sweep or {}})


def stale_by(chosen: Settings) -> bool:
    before = canonical_json(cell_settings(settings(), CELL))
    return canonical_json(cell_settings(chosen, CELL)) != before


@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_limits_and_prices_of_a_model_change_no_identity(name: str) -> None:
    field = {name: HARMLESS[name]}
    choice = ModelChoice(id="m/x", **field)
    assert model_settings(choice).identity == model_settings(ModelChoice(id="m/x")).identity
    assert not stale_by(settings(**field))


@pytest.mark.parametrize("name", sorted(TELLING))
def test_what_may_change_answers_does(name: str) -> None:
    field = {name: TELLING[name]}
    choice = ModelChoice(id="m/x", **field)
    assert model_settings(choice).identity != model_settings(ModelChoice(id="m/x")).identity
    assert stale_by(settings(**field))


@pytest.mark.parametrize(
    "sweep", [{"cache": False}, {"ceiling": 1.0}, {"ceiling_tokens": 1}], ids=lambda item: str(item)
)
def test_ceilings_and_the_cache_belong_to_no_sweep(sweep: dict[str, Any]) -> None:
    chosen = settings(sweep)
    assert not stale_by(chosen)
    assert sweep_id(chosen.condition, chosen.sweep.name) == sweep_id(settings().condition)


def test_every_setting_of_a_model_is_judged_here() -> None:
    known = {"id", "under_test", "family", *HARMLESS, *TELLING}
    assert set(ModelChoice.model_fields) == known
