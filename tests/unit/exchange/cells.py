"""A small cell of a sweep: one run of every outcome, with calls to all surfaces."""

from __future__ import annotations

from tests.unit.scoring.builders import call, run, task
from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.worksurface.exchange.parquet import CellRuns
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.scoring.score import score_cell
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, CellKey, ScoreSet

KEY = CellKey(model="vendor/model", setting="S4")
NAMES = ("answered", "abstained", "limited", "errored", "unread")


def tasks() -> tuple[AtomicTask, ...]:
    """One task a run, and one of another answer type."""
    return tuple(task(id=name, gold=("a; 1", "b") if name == "unread" else 300) for name in NAMES)


def runs(setting: str = "S4") -> tuple[Trajectory, ...]:
    """A run of each outcome."""
    rag = call("rag", Shown(kind="document", id="t7__a.md", start=0, end=9), text="[a.md] Größe")
    table = call("table", Shown(kind="view_read", id="t7__v"), text="300")
    failed = call("table", text="no such view", is_error=True)
    graph = call("graph", Shown(kind="node", id="task_7"), text="task_7")
    made = (
        run(300, rag, table, task_id="answered", setting=setting),
        run(None, graph, task_id="abstained", outcome=Outcome.ABSTAINED, setting=setting),
        run(None, failed, task_id="limited", outcome=Outcome.LIMITED, setting=setting),
        run(None, task_id="errored", outcome=Outcome.ERRORED, setting=setting),
        run(["b", "a; 1"], rag, task_id="unread", tokens=None, setting=setting),
    )
    errored = made[3].model_copy(update={"error": "the server is gone"})
    return (*made[:2], _token_limited(made[2]), errored, made[4])


def _token_limited(one: Trajectory) -> Trajectory:
    return one.model_copy(update={"stop_reason": StopReason.TOKEN_LIMIT})


def scored(setting: str = "S4") -> ScoreSet:
    """Their scores."""
    key = KEY.model_copy(update={"setting": setting})
    return score_cell(tasks(), runs(setting), BudgetSet(), key)


def cell(setting: str = "S4") -> CellRuns:
    """The cell as an export takes it."""
    return CellRuns(runs(setting), scored(setting).scores)
