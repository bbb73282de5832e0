"""A small sweep with every kind of run, for tests of tables, figures and the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import RAG, SET, TABLE, node, passage, read
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    Derivation,
    TaskType,
)
from worksurface_pipeline.worksurface.scoring.budgets import efficiency_budgets
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import CellKey

EVIL = "<script>alert('x')</script> \x00 </pre><img src=x onerror=alert(1)> | `*`"
ABSENCE = AbsenceEvidence(terms=("Mars",), searched=(), scope_digest="d")
TASKS = (
    task(300, id="table", surfaces=("table",), evidence=(TABLE,), persona="researcher"),
    task(
        89.2,
        id="rag",
        surfaces=("rag",),
        evidence=(RAG,),
        task_type=TaskType.RAG_ONLY,
        derivation=Derivation.DOCUMENT_FIGURE,
        persona="researcher",
        question=f"How much? {EVIL}",
    ),
    task(
        ("a.csv", "b.csv"),
        id="graph",
        surfaces=("graph",),
        evidence=(SET,),
        task_type=TaskType.GRAPH_ONLY,
        derivation=Derivation.REQUIRED_INPUTS,
        persona="operations_manager",
    ),
    task(
        "North; 3",
        id="cross",
        surfaces=("rag", "table"),
        evidence=(RAG, TABLE),
        task_type=TaskType.CROSS_SURFACE,
        derivation=Derivation.AGGREGATE_AND_DOCUMENT,
        persona="operations_manager",
    ),
    task(
        "INSUFFICIENT_EVIDENCE",
        AnswerType.ABSTAIN,
        id="abstain",
        surfaces=("rag", "table", "graph"),
        evidence=(ABSENCE,),
        task_type=TaskType.ABSTAIN,
        derivation=Derivation.ABSENT_TARGET,
        persona="operations_manager",
    ),
)
CALLS = {
    "rag": call("rag", passage(0, 500), text=f"passage {EVIL}"),
    "table": call("table", read(), text="300"),
    "graph": call("graph", node("t7::a.csv"), node("t7::b.csv")),
}


@dataclass(frozen=True)
class World:
    tasks: tuple[AtomicTask, ...]
    trajectories: tuple[Trajectory, ...]
    scores: tuple[Score, ...]


def world(
    models: Sequence[str] = ("vendor/model",),
    settings: Sequence[str] = ("S1", "S4", "S5"),
    lost: Sequence[str] = (),
    missing: Sequence[str] = (),
) -> World:
    """Right answers but for S1; in S4 `lost` tasks error and `missing` ones have no run."""
    runs = [
        _run(item, model, setting, lost)
        for model in models
        for setting in settings
        for item in TASKS
        if not (setting == "S4" and item.id in missing)
    ]
    reference = [item for item in runs if item.model == models[0] and item.setting == "S5"]
    budgets = efficiency_budgets(reference, models[0], models[0].startswith("offline/"))
    scores: list[Score] = []
    for model in models:
        for setting in settings:
            cell = [item for item in runs if (item.model, item.setting) == (model, setting)]
            key = CellKey(model=model, setting=setting)
            scores += score_cell(TASKS, cell, budgets, key).scores
    return World(TASKS, tuple(runs), tuple(scores))


def _run(item: AtomicTask, model: str, setting: str, lost: Sequence[str]) -> Trajectory:
    outcome = Outcome.ERRORED if setting == "S4" and item.id in lost else Outcome.ANSWERED
    calls = () if setting == "S1" else tuple(CALLS[name] for name in item.required_surfaces)
    answer = "no idea" if setting == "S1" else item.gold_answer
    return run(
        answer, *calls, task_id=item.id, model=model, setting=setting, outcome=outcome, tokens=100
    )
