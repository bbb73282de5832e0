"""The sample that is asked once more: which tasks, as which runs, and what it makes stale."""

from __future__ import annotations

import pytest

from tests.unit.agents.own_doubles import public
from tests.unit.analysis.worlds import TASKS
from tests.unit.harness.doubles import trajectory
from worksurface_pipeline.harness.llm.choices import ModelChoice, model_settings
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.worksurface.asked import asked_of, epochs_of
from worksurface_pipeline.worksurface.items import sampled_again, sweep_items
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.settings import (
    AgentChoice,
    Condition,
    Interface,
    Settings,
    SweepChoice,
)
from worksurface_pipeline.worksurface.step_settings import cell_settings
from worksurface_pipeline.worksurface.steps import STEPS
from worksurface_pipeline.worksurface.sweep import CellWork, SweepItem, TrajectorySet

NAMES = [f"task {number}" for number in range(100)]
MODEL = ModelChoice(id="vendor/model")


@pytest.mark.parametrize(
    ("share", "count"),
    [
        pytest.param(0.0, 0, id="off"),
        pytest.param(1e-9, 1, id="at-least-one"),
        pytest.param(0.07, 7, id="seven-of-a-hundred-though-binary-says-more"),
        pytest.param(0.101, 11, id="rounded-up"),
        pytest.param(1.0, 100, id="all"),
    ],
)
def test_the_sample_has_its_share(share: float, count: int) -> None:
    assert len(sampled_again(NAMES, share)) == count
    assert sampled_again((), share) == frozenset()


def test_the_sample_is_fixed_whatever_the_order_and_grows_with_the_share() -> None:
    small, large = sampled_again(NAMES, 0.1), sampled_again(NAMES, 0.3)
    assert small == sampled_again(reversed(NAMES), 0.1) == sampled_again(NAMES * 2, 0.1)
    assert small < large
    assert sorted(small)[:3] == ["task 17", "task 25", "task 28"], "a fixed salt"


@pytest.mark.parametrize("setting", ["S1", "S4", "S7", "S5-rag"])
def test_every_cell_repeats_the_same_tasks_as_far_as_it_runs_them(setting: str) -> None:
    sample = sampled_again([task.id for task in TASKS], 0.5)
    items = sweep_items(TASKS, Interface.OPEN, setting, 0.5)
    ran = {item.public.id for item in items}
    assert {item.public.id for item in items if item.asked_again} == sample & ran


def work(epochs: int, *repeated: int) -> CellWork:
    items = tuple(
        SweepItem(public=public(number), required=(), asked_again=number in repeated)
        for number in (1, 2, 3)
    )
    scopes = {(item.public.persona, item.public.source_task): "s" for item in items}
    cell = Cell(MODEL.id, "S4")
    return CellWork(cell, Condition(epochs=epochs), model_settings(MODEL), items, scopes)


def keys(cell: CellWork) -> list[RunKey]:
    return [key for key, _ in list(cell.keys())]


def test_a_repeat_is_one_epoch_more_that_a_later_sweep_takes_over() -> None:
    again = keys(work(1, 2))
    assert [(key.task_id, key.epoch) for key in again] == [
        *(("q_1", 0), ("q_2", 0), ("q_3", 0), ("q_2", 1)),
    ]
    plain = {key.fingerprint for key in keys(work(1))}
    twice = {key.fingerprint for key in keys(work(2))}
    assert plain < {key.fingerprint for key in again} < twice


def test_repeats_stand_apart_from_epochs() -> None:
    runs = [trajectory("q_2", fingerprint=str(epoch), epoch=epoch) for epoch in (0, 1, 2)]
    value = work(2, 2).gathered(runs)
    assert [run.epoch for run in value.trajectories] == [0, 1]
    assert [run.epoch for run in value.again] == [2]
    assert value.every == tuple(runs)


def test_a_value_without_repeats_has_the_files_of_ever() -> None:
    run = trajectory("q_1", fingerprint="f")
    for again in ((), (run,)):
        value = TrajectorySet(trajectories=(run,), again=again)
        files = dict(value.to_files())
        assert set(files) == {"trajectories.jsonl", "value.json"} | (
            {"again.jsonl"} if again else set()
        )
        assert files["value.json"] == (b'{"again":"again.jsonl"}\n' if again else b"{}\n")
        assert TrajectorySet.from_files(files.__getitem__) == value


def test_notes_tell_repeats_from_epochs() -> None:
    note = asked_of(work(2, 1), {})
    assert [len(task.fingerprints) for task in note.tasks] == [3, 2, 2]
    assert epochs_of([note]) == 2
    assert epochs_of([]) == float("inf")


def test_a_changed_share_makes_trajectories_of_models_stale_and_no_other_step() -> None:
    def settings(again: float) -> Settings:
        models = (ModelChoice(id="offline/keyword"), MODEL)
        own = (AgentChoice(id="mine"),)
        return Settings(models=models, agents=own, sweep=SweepChoice(again=again))

    def made(name: str, again: float, model: str) -> object:
        return STEPS[name].parameters(settings(again), Cell(model, "S4"))

    for name in STEPS:
        moved = [
            model
            for model in ("offline/keyword", MODEL.id, "agent/mine")
            if made(name, 0.0, model) != made(name, 0.1, model)
        ]
        assert moved == ([MODEL.id, "agent/mine"] if name == "trajectories" else []), name
    assert "again" not in cell_settings(settings(0.0), Cell(MODEL.id, "S4"))
