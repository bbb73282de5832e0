"""All settings and arms on the embedded model, from sweep items to scores and tables."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.unit.necessity.cases import CASES
from tests.unit.necessity.worlds import surfaces
from tests.unit.tasks.builders import PERSONA
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.worksurface.agents.condition import agent_condition
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import ARMS, SETTINGS, setting
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.items import sweep_items, tasks_under
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey
from worksurface_pipeline.worksurface.settings import (
    Condition,
    Interface,
    Protocol,
    Scope,
    Settings,
)
from worksurface_pipeline.worksurface.step_settings import cell_settings
from worksurface_pipeline.worksurface.sweep import CellWork, SweepItem, run_cell, scope_task
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

MODEL = ModelSettings(id="offline/keyword")
TASKS = tuple(case.task for case in CASES)
SCOPES = {(PERSONA, task): f"scope {task}" for task in ("7", "8", "9")}
KEYS = [item.key for item in (*SETTINGS, *ARMS)]


@dataclass(frozen=True)
class Bench:
    """The small persona's tools, by the source task that bounds them (None: all)."""

    boxes: Mapping[str | None, ScopeToolbox]
    gateway: Gateway

    def cell(self, key: str, condition: Condition, folder: Path) -> tuple[Trajectory, ...]:
        """All trajectories of one cell."""
        items = sweep_items(TASKS, condition.interface, key)
        work = CellWork(Cell(MODEL.id, key), condition, MODEL, items, SCOPES)

        def run_one(run: RunKey, item: SweepItem) -> Trajectory:
            return run_trajectory(
                item.public,
                setting(key),
                item.required,
                self.boxes[scope_task(condition, item.public.source_task)],
                self.gateway,
                MODEL,
                agent_condition(condition),
                run.fingerprint,
                run.epoch,
                clock=time.monotonic,
                evidence=item.evidence,
            )

        with Journal(folder) as journal:
            value, _ = run_cell(work, journal, (), run_one, lambda _done, _total: None)
        return value.trajectories


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("tools")
    served = surfaces()
    boxes = {
        task: ScopeToolbox(scope_for(served, task), folder / str(task), limits=SqlLimits())
        for task in (None, "7", "8", "9")
    }
    gateway = Gateway([MODEL], transport=LitellmTransport(), clock=time.monotonic, sleep=time.sleep)
    with closing(boxes[None]), closing(boxes["7"]), closing(boxes["8"]), closing(boxes["9"]):
        yield Bench(boxes, gateway)


def scored(key: str, runs: tuple[Trajectory, ...]) -> tuple[Score, ...]:
    tasks = tasks_under(TASKS, Interface.OPEN, key)
    return score_cell(tasks, runs, BudgetSet(), CellKey(model=MODEL.id, setting=key)).scores


@pytest.fixture(scope="module")
def cells(
    bench: Bench, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, tuple[Trajectory, ...]]:
    """Every setting and arm once, in the JSON protocol."""
    folder = tmp_path_factory.mktemp("cells")
    return {key: bench.cell(key, Condition(), folder / key) for key in KEYS}


@pytest.mark.parametrize("key", KEYS)
def test_every_setting_and_arm_runs_on_the_tasks_it_applies_to(
    key: str, cells: Mapping[str, tuple[Trajectory, ...]]
) -> None:
    runs = cells[key]
    chosen = setting(key)
    wanted = {
        task.id
        for task in TASKS
        if chosen.applies_to(tuple(task.required_surfaces), bool(task.gold_evidence))
    }
    assert {run.task_id for run in runs} == wanted != set()
    assert all(run.outcome is not Outcome.ERRORED for run in runs)
    assert all(score.status == "scored" for score in scored(key, runs))


def test_what_of_s7_is_scored(cells: Mapping[str, tuple[Trajectory, ...]]) -> None:
    for score in scored("S7", cells["S7"]):
        assert score.answer is not None
        assert score.efficiency is not None
        assert (score.route_f1, score.evidence, score.aggregate) == (None, None, None)
        assert [reason.partition(":")[0] for reason in score.unscored] == [
            *("route", "evidence", "aggregate")
        ]


def test_with_the_evidence_given_the_embedded_model_answers_most(
    cells: Mapping[str, tuple[Trajectory, ...]],
) -> None:
    """What it misses with all evidence before it is synthesis: a figure that only filters."""
    right = {
        key: sum(score.answer or 0 for score in scored(key, cells[key])) for key in ("S1", "S7")
    }
    assert right == {"S1": 0, "S7": len(TASKS) - 1}


def test_without_a_surface_route_and_evidence_stand_against_all_required(
    cells: Mapping[str, tuple[Trajectory, ...]],
) -> None:
    for score in scored("S5-graph", cells["S5-graph"]):
        assert score.route_recall is not None
        assert score.route_recall < 1
        assert score.aggregate is not None


@pytest.mark.parametrize("key", KEYS)
def test_function_calling_makes_no_difference_to_a_model_that_heeds_none(
    key: str, bench: Bench, cells: Mapping[str, tuple[Trajectory, ...]], tmp_path: Path
) -> None:
    """The embedded model follows one policy: calls, observations and answers are the same."""
    native = bench.cell(key, Condition(protocol=Protocol.NATIVE), tmp_path)
    assert [(run.answer, run.calls) for run in native] == [
        (run.answer, run.calls) for run in cells[key]
    ]
    assert not {run.fingerprint for run in native} & {run.fingerprint for run in cells[key]}


def test_a_smaller_scope_is_a_smaller_dose_of_distractors(
    bench: Bench, cells: Mapping[str, tuple[Trajectory, ...]], tmp_path: Path
) -> None:
    runs = bench.cell("S4", Condition(scope=Scope.TASK), tmp_path)
    asked = {task.id: task.source.task_id for task in TASKS}
    listed = [
        (asked[run.task_id], shown.id)
        for run in runs
        for call in run.calls
        if call.tool == "table_list"
        for shown in call.shown
    ]
    assert listed
    assert all(view.startswith(f"t{task}__") for task, view in listed)
    whole = {shown.id for run in cells["S4"] for call in run.calls for shown in call.shown}
    assert {view for _, view in listed} < whole
    assert not {run.fingerprint for run in runs} & {run.fingerprint for run in cells["S4"]}


def test_arms_stand_apart_from_the_papers_tables(
    cells: Mapping[str, tuple[Trajectory, ...]],
) -> None:
    scores = [score for key, runs in cells.items() for score in scored(key, runs)]
    tables = {table.name: table for table in result_tables(scores, TASKS).tables}
    arms = {arm.key for arm in ARMS}
    for name in ("cells", "behaviour", "weights", "answer_by_task_type"):
        shown = {line.split(",")[1] for line in tables[name].csv.splitlines()[1:]}
        assert shown == {item.key for item in SETTINGS}, name
    assert {line.split(",")[1] for line in tables["arms"].csv.splitlines()[1:]} == arms
    assert "exploratory" not in tables, "the self-test is outside contrasts"
    scripted = [score.model_copy(update={"model": "vendor/scripted"}) for score in scores]
    told = {table.name: table for table in result_tables(scripted, TASKS).tables}
    steps = [line.split(",")[1:3] for line in told["exploratory"].csv.splitlines()[1:]]
    assert ["S5", "S7"] in steps
    assert ["S6p", "S6w"] in steps
    assert arms < {after for _, after in steps}
    bare = result_tables([s for s in scores if s.setting not in arms], TASKS)
    assert {table.name for table in bare.tables} >= tables.keys() - {"arms"}
    assert [t for t in bare.tables if t.name == "cells"] == [tables["cells"]]


_PLAIN = Condition()


def _fingerprints(
    key: str, items: tuple[SweepItem, ...], condition: Condition = _PLAIN
) -> list[str]:
    work = CellWork(Cell(MODEL.id, key), condition, MODEL, items, SCOPES)
    pairs = work.keys()
    return [run.fingerprint for run, _ in pairs]


@pytest.mark.parametrize(
    ("key", "changed", "differs"),
    [
        ("S4", {"required": ("graph",)}, False),
        ("S5", {"required": ("graph",)}, True),
        ("S6", {"required": ("graph",)}, True),
        ("S6p", {"required": ("graph",)}, False),
        ("S6w", {"required": ("rag", "table")}, True),
        ("S5-rag", {"required": ("rag", "graph")}, True),
        ("S7", {"required": ("graph",)}, False),
        ("S7", {"evidence": "other"}, True),
    ],
)
def test_a_fingerprint_covers_what_is_told_and_nothing_else(
    key: str, changed: dict[str, object], differs: bool
) -> None:
    first = SweepItem(public=TASKS[0].public(), required=("rag",), evidence="spans")
    other = first.model_copy(update=changed)
    assert (_fingerprints(key, (first,)) != _fingerprints(key, (other,))) is differs


@pytest.mark.parametrize(
    ("key", "changed", "differs"),
    [
        ("S1", {"k": 5, "query_rows": 9, "turns": 2, "last_request": False}, False),
        ("S7", {"k": 5, "embedding": "wordllama-256"}, False),
        ("S1", {"trajectory_tokens": 99}, True),
        ("S1", {"protocol": "native"}, True),
        ("S2", {"k": 5}, True),
        ("S4", {"turns": 2}, True),
    ],
)
def test_what_acts_through_tools_alone_runs_nothing_again_without_them(
    key: str, changed: dict[str, object], differs: bool
) -> None:
    items = (SweepItem(public=TASKS[0].public(), required=("rag",), evidence="spans"),)
    condition = Condition.model_validate(changed)
    assert (_fingerprints(key, items) != _fingerprints(key, items, condition)) is differs
    settings = [Settings(condition=one) for one in (_PLAIN, condition)]
    made = [canonical_json(cell_settings(one, Cell("offline/keyword", key))) for one in settings]
    assert (made[0] != made[1]) is differs
