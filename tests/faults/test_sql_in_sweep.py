"""Queries without end and escapes inside a sweep: told to the model, and the sweep goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.faults.test_sql_limits import ENDLESS, HOGS
from tests.unit.harness.doubles import ScriptedClient
from tests.unit.tools.builders import PERSONA, surfaces
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.runner import run_pending
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

LIMITS = SqlLimits(memory_mib=128, seconds=3.0)
TOTAL = "SELECT sum(Amount) FROM t1__orders"
HOSTILE = {
    "time": (ENDLESS, "longer than 3 seconds"),
    "memory": (HOGS["array_agg"], "Aggregate or filter earlier"),
    "file": ("SELECT * FROM read_text('/etc/passwd')", "read_text"),
    "setting": ("SET threads = 8", "Only a SELECT may run"),
    "path": ("PRAGMA database_list", "Only a SELECT may run"),
}
QUIET = tuple(f"quiet_{number}" for number in range(6))


def ask(sql: str) -> str:
    return json.dumps({"tool": "table_query", "args": {"sql": sql}})


def script(task_id: str) -> ScriptedClient:
    """A hostile query first where the task is named for one, then the total, then the answer."""
    first = [ask(HOSTILE[task_id][0])] if task_id in HOSTILE else []
    return ScriptedClient(*first, ask(TOTAL), '{"final_answer": 60}')


def swept(folder: Path, toolbox: ScopeToolbox, tasks: tuple[str, ...]) -> dict[str, Trajectory]:
    """One trajectory a task, two at once, over one toolbox."""

    def run_one(key: RunKey) -> Trajectory:
        clock = count()
        return run_trajectory(
            PublicTask(
                id=key.task_id,
                question="The total?",
                answer_type="number",
                source_task="1",
                persona=PERSONA,
            ),
            setting("S4"),
            ("table",),
            toolbox,
            script(key.task_id),
            ModelSettings(id="m"),
            AgentCondition(),
            key.fingerprint,
            key.epoch,
            clock=lambda: float(next(clock)),
        )

    keys = [
        RunKey(fingerprint=task, task_id=task, persona=PERSONA, model="m", setting="S4")
        for task in tasks
    ]
    summary = run_pending(keys, run_one, Journal(folder), workers=2)
    assert (summary.errors, summary.left) == (0, 0)
    return {record.task_id: record for record in Journal(folder).read()}


@pytest.fixture
def toolbox(tmp_path: Path) -> Iterator[ScopeToolbox]:
    opened = ScopeToolbox(scope_for(surfaces()), tmp_path / "scope", limits=LIMITS)
    yield opened
    opened.close()


def test_a_sweep_outlives_its_hostile_queries(tmp_path: Path, toolbox: ScopeToolbox) -> None:
    records = swept(tmp_path / "mixed", toolbox, (*QUIET[:3], *HOSTILE, *QUIET[3:]))
    for task, (_, told) in HOSTILE.items():
        refused, total = records[task].calls
        assert refused.is_error
        assert told in refused.observation
        assert '"error"' in refused.observation
        assert not refused.shown
        assert '"rows":[[60]]' in total.observation
        assert [(item.kind, item.id) for item in total.shown] == [("view_read", "t1__orders")]
        assert (records[task].outcome, records[task].answer) == (Outcome.ANSWERED, "60")
        assert records[task].attempted_surfaces == {"table"}
    alone = swept(tmp_path / "alone", toolbox, QUIET)
    assert {task: records[task] for task in QUIET} == alone
