"""The plan: an edit makes stale what depends on it, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.kernel.steps import Step
from worksurface_pipeline.worksurface.plan import EXTERNAL, Layer, Plan, cells_of
from worksurface_pipeline.worksurface.screening.panel import RULE_AUDITORS, panel_of
from worksurface_pipeline.worksurface.settings import PAPER_SETTINGS, Settings
from worksurface_pipeline.worksurface.steps import LAYERS, STEPS

PERSONAS = ("one", "two")


class Value(RecordSet):
    text: str
    parts: tuple[str, ...] = ()

    def slices(self) -> dict[str, str]:
        return {name: f"{name}:{self.text}" for name in self.parts}


class Parted(RecordSet):
    text: str
    changed: str

    def slices(self) -> dict[str, str]:
        return {
            name: f"{name}:{self.text if name == self.changed else 'pool'}" for name in PERSONAS
        }


def _plan(lake: Lake, tree: str = "t1", settings: Settings | None = None) -> Plan:
    settings = settings or Settings()
    auditors = panel_of(settings.screening.auditors)
    return Plan(STEPS, settings, lake, PERSONAS, tree, cells_of(settings), auditors)


def _store(plan: Plan, name: str, partition: str, text: str) -> None:
    step = plan.steps[name]
    parts = PERSONAS if name in {"source_lock", "shared_contents", "pool"} else ()
    plan.lake.store(name, partition, plan.basis(step, partition), Value(text=text, parts=parts))


def _build_all(plan: Plan) -> None:
    for name, step in STEPS.items():
        for partition in plan.partitions(step):
            _store(plan, name, partition, f"{name}{partition}")


@pytest.fixture
def built(tmp_path: Path) -> Plan:
    plan = _plan(Lake(str(tmp_path)))
    _build_all(plan)
    return plan


def _stale(plan: Plan) -> set[tuple[str, str]]:
    return {(item.step, item.partition) for item in plan.stale(tuple(STEPS))}


def test_what_was_just_built_is_fresh(built: Plan) -> None:
    assert _stale(built) == set()


def test_a_changed_tree_makes_only_the_lock_stale(built: Plan) -> None:
    assert _stale(_plan(built.lake, "t2")) == {("source_lock", "")}


def test_a_changed_persona_leaves_the_other_fresh(built: Plan) -> None:
    _store(built, "tables", "one", "edited")
    read = {name for name, step in STEPS.items() if "tables" in {one.step for one in step.inputs}}
    assert {"documents", "candidates", "verified_tasks", "placebo", "necessity"} <= read
    of_personas = {name for name in read if STEPS[name].layer in (Layer.PERSONA, Layer.SEAT)}
    found = {(name, built.persona_of(STEPS[name], key)) for name, key in _stale(built)}
    assert {item for item in found if item[1]} == {(name, "one") for name in of_personas}


def test_another_pool_leaves_the_other_persona_measured(built: Plan) -> None:
    """What is measured on a persona rests on its own part of the pool alone."""
    step = built.steps["pool"]
    value = Parted(text="edited", changed="one")
    built.lake.store("pool", "", built.basis(step, ""), value)
    whole = {("result_tables", ""), ("report", "")}
    assert _stale(built) == {("necessity", "one"), *whole}


def test_own_questions_are_an_input(built: Plan) -> None:
    edited = replace(built, questions_digest="other")
    assert {name for name, _ in _stale(edited)} == {"own_questions"}


def test_pool_settings_derive_nothing_again(built: Plan) -> None:
    settings = Settings.model_validate({"tasks": {"pool": {"size": 5}, "placebo_limit": 0.5}})
    assert {name for name, _ in _stale(_plan(built.lake, settings=settings))} == {"pool", "report"}


def test_an_equal_result_cuts_off_what_follows(built: Plan) -> None:
    _store(built, "documents", "one", "documentsone")
    assert _stale(built) == set()


def test_a_scorer_version_makes_scores_stale_and_no_trajectory(built: Plan) -> None:
    steps = {**STEPS, "scores": _bumped("scores")}
    assert {name for name, _ in _stale(replace(built, steps=steps))} == {"scores"}


def _bumped(name: str) -> Step:
    return replace(STEPS[name], version=STEPS[name].version + 1)


def test_another_model_adds_cells_and_keeps_the_old_ones(built: Plan) -> None:
    models = (*Settings().models, ModelChoice(id="openai/x"))
    plan = _plan(built.lake, settings=Settings(models=models))
    stale = {key for name, key in _stale(plan) if name == "trajectories"}
    assert stale == {f"openai/x|{item.value}" for item in PAPER_SETTINGS}


def test_a_condition_makes_all_trajectories_stale(built: Plan) -> None:
    settings = Settings.model_validate({"condition": {"k": 5}})
    names = {name for name, _ in _stale(_plan(built.lake, settings=settings))}
    assert "trajectories" in names
    assert not names & {"documents", "tables", "graph", "candidates"}


def test_every_step_follows_its_inputs_and_is_in_one_layer() -> None:
    seen: set[str] = set(EXTERNAL)
    for step in STEPS.values():
        assert {item.step for item in step.inputs} <= seen
        seen.add(step.name)
    assert [name for _, names in LAYERS for name in names] == list(STEPS)


def test_a_job_covers_one_layer() -> None:
    for _, names in LAYERS:
        assert len({STEPS[name].layer for name in names}) == 1
    assert STEPS["benchmark"].layer is Layer.WHOLE


def test_other_candidates_of_a_persona_are_judged_by_every_auditor_and_no_other(
    built: Plan,
) -> None:
    _store(built, "necessity", "one", "edited")
    stale = {key for name, key in _stale(built) if name == "ballots"}
    assert stale == {f"{name}|one" for name in RULE_AUDITORS}


def test_a_ballot_is_counted_by_its_persona_alone(built: Plan) -> None:
    _store(built, "ballots", "lint/form|two", "edited")
    assert _stale(built) == {("screened_tasks", "two"), ("agreement", "")}
    assert built.persona_of(STEPS["ballots"], "lint/form|two") == "two"
