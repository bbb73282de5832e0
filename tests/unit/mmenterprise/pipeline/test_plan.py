"""The plan of wing two: what an edit makes stale, and what of a failure is read by nobody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.kernel.frontier import outlook
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.plan import SEEDS, How, Layer, MmPlan
from worksurface_pipeline.mmenterprise.settings import (
    READER,
    QuestionChoice,
    RetrievalChoice,
    Settings,
    SweepChoice,
    ValidationChoice,
    WorkspaceChoice,
    WriterChoice,
)
from worksurface_pipeline.mmenterprise.steps import LAYERS, STEPS, WITHOUT_DEMAND

PROJECTS = ("one", "two")
SETTINGS = Settings(
    retrieval=RetrievalChoice(k=(5,), retrievers=("lexical", "vectors")),
    sweep=SweepChoice(models=(READER,)),
)
CELLS = (f"{READER}|5@lexical", f"{READER}|5@vectors")
OF_ALL = ("mm_questions", "mm_corpus", "mm_retrieved", "mm_answers", "mm_judgements", "mm_tables")


class Value(RecordSet):
    text: str

    def slices(self) -> dict[str, str]:
        return {name: f"{name}:{self.text.partition(name)[2][:1]}" for name in PROJECTS}


def _plan(lake: Lake, settings: Settings = SETTINGS, seeds: str = "s") -> MmPlan:
    return MmPlan(STEPS, settings, lake, PROJECTS, {SEEDS: seeds})


def _store(lake: Lake, name: str, partition: str, text: str) -> None:
    plan = _plan(lake)
    lake.store(name, partition, plan.basis(STEPS[name], partition), Value(text=text))


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """A lake in which everything is stored and fresh."""
    found = Lake(str(tmp_path))
    for name, step in STEPS.items():
        for partition in _plan(found).partitions(step):
            _store(found, name, partition, f"{name} {partition}")
    return found


def _stale(plan: MmPlan) -> set[tuple[str, str]]:
    return {(item.step, item.partition) for item in plan.stale(tuple(STEPS))}


def _read(plan: MmPlan, name: str, step: str, partition: str) -> tuple[str, ...]:
    """The keys of an input that a partition of a step reads."""
    item = next(one for one in STEPS[step].inputs if one.step == name)
    return plan.keys_of(item, partition)


def test_what_was_just_made_is_fresh(lake: Lake) -> None:
    assert _stale(_plan(lake)) == set()


def test_a_changed_registry_makes_only_its_freeze_stale(lake: Lake) -> None:
    assert _stale(_plan(lake, seeds="other")) == {("mm_seeds", "")}


def test_a_changed_seed_makes_only_its_own_project_stale(lake: Lake) -> None:
    _store(lake, "mm_seeds", "", "mm_seeds two!")
    assert ("mm_seed_bundle", "two") in _stale(_plan(lake))
    assert {key for name, key in _stale(_plan(lake)) if name == "mm_seed_bundle"} == {"two"}
    assert not {("mm_ledger", "one"), ("mm_records", "one")} & _stale(_plan(lake))


def test_what_a_failed_project_left_is_read_by_nobody(lake: Lake) -> None:
    """Its seed changed and cannot be read: all that was made of the former one is left out."""
    _store(lake, "mm_seeds", "", "mm_seeds two!")
    plan = _plan(lake)
    assert _read(plan, "mm_records", "mm_corpus", "") == ("one",)
    assert _read(plan, "mm_validation", "mm_benchmark", "") == ()  # asked over both projects
    assert plan.lacks_input(STEPS["mm_records"], "two", ("mm_records",))
    assert plan.lacks_input(STEPS["mm_questions"], "two", ())
    assert not plan.lacks_input(STEPS["mm_questions"], "one", ())


def test_what_a_failed_cell_left_is_read_by_nobody(lake: Lake) -> None:
    _store(lake, "mm_retrieved", "vectors", "found anew")
    plan = _plan(lake)
    assert _read(plan, "mm_judgements", "mm_tables", "") == CELLS[:1]
    assert plan.lacks_input(STEPS["mm_judgements"], CELLS[1], ())
    assert not plan.lacks_input(STEPS["mm_answers"], CELLS[1], ())


def test_a_cell_reads_what_its_own_retriever_found(lake: Lake) -> None:
    assert _read(_plan(lake), "mm_retrieved", "mm_answers", CELLS[1]) == ("vectors",)


@pytest.mark.parametrize(
    ("change", "first"),
    [
        (SETTINGS.model_copy(update={"workspace": WorkspaceChoice(seed=1)}), "mm_ledger"),
        (
            SETTINGS.model_copy(
                update={"retrieval": SETTINGS.retrieval.model_copy(update={"text_layer": True})}
            ),
            "mm_corpus",
        ),
        (
            SETTINGS.model_copy(
                update={"sweep": SETTINGS.sweep.model_copy(update={"text_only": ()})}
            ),
            "mm_answers",
        ),
    ],
    ids=["seed", "text layer", "pictures"],
)
def test_a_changed_setting_makes_stale_what_it_matters_to(
    lake: Lake, change: Settings, first: str
) -> None:
    names = list(STEPS)
    stale = {name for name, _ in _stale(_plan(lake, change))}
    assert first in stale
    assert not stale & set(names[: names.index(first)])


def test_what_waits_is_told_from_what_can_be_made(lake: Lake) -> None:
    found = outlook(_plan(lake, seeds="other"), WITHOUT_DEMAND)
    assert [item.step for item in found.stale] == ["mm_seeds"]
    assert [item.job for item in found.due] == ["mm_register"]
    assert {item.step for item in found.waiting} >= set(OF_ALL)


def test_steps_stand_after_their_inputs_and_layers_after_one_another() -> None:
    order = {name: place for place, name in enumerate(n for _, names in LAYERS for n in names)}
    for name, step in STEPS.items():
        made = [item for item in step.inputs if item.step in STEPS]
        assert all(order[item.step] < order[name] for item in made), name


def test_a_plan_is_of_one_moment(lake: Lake) -> None:
    """Soundness is judged once for a plan; a copy judges anew."""
    plan = _plan(lake)
    assert plan.is_sound(STEPS["mm_records"], "two")
    _store(lake, "mm_seeds", "", "mm_seeds two!")
    assert plan.is_sound(STEPS["mm_records"], "two")
    assert not replace(plan, _sound={}).is_sound(STEPS["mm_records"], "two")


def test_only_all_is_many() -> None:
    plan = _plan(Lake("memory://plan"))
    items = [item for step in STEPS.values() for item in step.inputs]
    assert {item.how for item in items if plan.reads_many(item)} == {How.ALL}


@pytest.mark.parametrize("name", STEPS)
def test_a_model_is_part_of_what_its_step_is_made_from(name: str) -> None:
    """With models in every role each step's parameters can be told, and name their prompts."""
    model = ModelChoice(id="m/a")
    settings = Settings(
        models=(model,),
        writer=WriterChoice(model="m/a"),
        questions=QuestionChoice(model="m/a"),
        validation=ValidationChoice(auditor="m/a"),
    )
    key = settings.cells[0].key if STEPS[name].layer is Layer.CELL else "one"
    said = canonical_json(STEPS[name].parameters(settings, key))
    is_asking = name in {"mm_records", "mm_proposals", "mm_validation"}
    assert ("m/a" in said and "prompts" in said) is is_asking or name == "mm_answers"
