"""The frontier: what is stale while its inputs are fresh, and what waits behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.test_plan import _build_all, _plan, _store
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.worksurface.frontier import outlook
from worksurface_pipeline.worksurface.plan import Plan
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.steps import before_agents

REFERENCE = "offline/keyword|S5"


@pytest.fixture
def built(tmp_path: Path) -> Plan:
    plan = _plan(Lake(str(tmp_path)))
    _build_all(plan)
    return plan


def _due(plan: Plan) -> list[tuple[str, str]]:
    return [(item.job, item.partition) for item in outlook(plan).due]


def _waiting(plan: Plan) -> dict[tuple[str, str], tuple[str, ...]]:
    return {(item.step, item.partition): item.inputs for item in outlook(plan).waiting}


def test_nothing_is_due_or_waits_where_all_is_fresh(built: Plan) -> None:
    found = outlook(built)
    assert (found.stale, found.waiting, found.due) == ((), (), ())


def test_an_edited_source_is_due_alone_and_all_else_waits(built: Plan) -> None:
    plan = _plan(built.lake, "t2")
    assert _due(plan) == [("freeze", "")]
    assert _waiting(plan)[("source_tasks", "one")] == ("source_lock",)
    assert ("scores", REFERENCE) in _waiting(plan)


def test_of_a_layer_only_the_changed_partition_is_due(built: Plan) -> None:
    _store(built, "source_tasks", "two", "edited")
    assert _due(built) == [("build", "two")]
    assert ("necessity", "one") in _waiting(built)  # the pool is of all personas


def test_a_state_follows_what_the_stale_steps_would_be_made_from(built: Plan) -> None:
    states = set()
    for text in ("edited", "edited again", "edited"):
        _store(built, "source_tasks", "two", text)
        states.add(outlook(built).due[0].state)
    assert len(states) == 2


def test_a_changed_reference_cell_makes_budgets_stale_and_scores_wait(built: Plan) -> None:
    _store(built, "trajectories", REFERENCE, "another run")
    found = outlook(built)
    reasons = {(item.step, item.partition): item.reasons for item in found.stale}
    assert reasons[("efficiency_budgets", "")] == (f"input trajectories[{REFERENCE}] changed",)
    assert ("budgets", "") in _due(built)
    assert _waiting(built)[("scores", "offline/keyword|S1")] == ("efficiency_budgets",)
    _store(built, "efficiency_budgets", "", "other budgets")
    assert {part for job, part in _due(built) if job == "score"} == {
        cell.key for cell in built.cells
    }


def test_a_changed_prompt_makes_every_cell_stale_and_says_so(
    built: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worksurface_pipeline.worksurface.step_settings.PROMPT_VERSION", "another")
    stale = {(item.step, item.partition): item.reasons for item in outlook(built).stale}
    assert stale == {
        ("trajectories", cell.key): ('setting prompt_version changed: "1" → "another"',)
        for cell in built.cells
    }


def test_more_epochs_make_every_cell_stale(built: Plan) -> None:
    settings = Settings.model_validate({"condition": {"epochs": 2}})
    stale = {item.step for item in outlook(_plan(built.lake, settings=settings)).stale}
    assert "trajectories" in stale
    assert not stale & {"benchmark", "tables"}


def test_layers_that_are_taken_as_they_are_are_not_judged(built: Plan) -> None:
    assert outlook(_plan(built.lake, "t2"), before_agents()).due == ()
