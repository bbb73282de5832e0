"""A sweep of 200 trajectories over an endpoint that fails in every way that endpoints do.

Through litellm and the real transport, with real tools. A fault of the machine is never a wrong
answer, a wrong answer never a fault of the machine, and nobody but the gateway tries again.
"""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from tests.faults.endpoint_cases import ANSWER, ATTEMPTS, CASES, LONGEST_WAIT, TURNS
from tests.fixtures.endpoint import HttpAnswer, fake_endpoint
from tests.unit.tools.builders import PERSONA, surfaces
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.choices import ModelChoice, model_settings
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.ledger import MemoryLedger
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.worksurface.agents.condition import agent_condition
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.settings import Condition
from worksurface_pipeline.worksurface.sweep import CellWork, SweepItem, TrajectorySet, run_cell
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

CONDITION = Condition(turns=TURNS)
CELL = Cell("openai/faulty", "S4")
NAME = re.compile(r"of case ([\w-]+)\?")


def names() -> list[str]:
    """200 tasks, the cases in turn until each had its number of times."""
    left = {name: case.times for name, case in CASES.items()}
    found: list[str] = []
    while len(found) < 200:
        for name in [name for name, times in left.items() if times]:
            left[name] -= 1
            found.append(f"{name}-{left[name]}")
    return found[:200]


NAMES = names()


def case_of(name: str) -> str:
    return name.rpartition("-")[0]


@dataclass
class Faulty:
    """Answers each trajectory by its case, until it is mended; knows how often each was asked."""

    asked: Counter[str] = field(default_factory=Counter)
    is_mended: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, body: Mapping[str, Any], _number: int) -> HttpAnswer:
        found = NAME.search(body["messages"][1]["content"])
        assert found is not None
        with self.lock:
            place = self.asked[found[1]]
            self.asked[found[1]] += 1
        if self.is_mended:
            return ANSWER
        answers = CASES[case_of(found[1])].answers
        return answers[min(place, len(answers) - 1)]


def model(base: str) -> ModelSettings:
    return model_settings(
        ModelChoice(
            id=CELL.model,
            api_base=base,
            attempts=ATTEMPTS,
            seconds=4.0,  # far longer than an answer takes, also on a busy machine
            concurrency=8,
            first_wait_seconds=0.01,
            longest_wait_seconds=LONGEST_WAIT,
        )
    ).model_copy(update={"api_key": SecretStr("no-secret")})


def item(name: str) -> SweepItem:
    public = PublicTask(
        id=name,
        question=f"What is the number of case {name}?",
        answer_type=AnswerType.NUMBER,
        source_task="1",
        persona=PERSONA,
    )
    return SweepItem(public=public, required=("rag",))


def sweep(base: str, folder: Path, ledger: MemoryLedger) -> TrajectorySet:
    chosen = model(base)
    work = CellWork(CELL, CONDITION, chosen, tuple(map(item, NAMES)), {(PERSONA, "1"): "scope"})
    gateway = Gateway(
        [chosen],
        transport=LitellmTransport(),
        clock=time.monotonic,
        sleep=time.sleep,
        ledger=ledger,
    )
    toolbox = ScopeToolbox(scope_for(surfaces()), folder / "views")
    agent = agent_condition(CONDITION)

    def run_one(key: RunKey, one: SweepItem) -> Trajectory:
        return run_trajectory(
            one.public,
            setting(key.setting),
            one.required,
            toolbox,
            gateway,
            chosen,
            agent,
            key.fingerprint,
            key.epoch,
            clock=time.monotonic,
        )

    try:
        with Journal(folder / "journal") as journal:
            return run_cell(work, journal, (), run_one, lambda done, total: None)[0]
    finally:
        toolbox.close()


def at_work() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("traj")]


def test_every_trajectory_of_200_ends_as_it_must(tmp_path: Path) -> None:
    assert len(set(NAMES)) == 200
    assert {case_of(name) for name in NAMES} == set(CASES)
    plan, ledger = Faulty(), MemoryLedger()
    with fake_endpoint(plan) as endpoint:
        runs = {run.task_id: run for run in sweep(endpoint.base, tmp_path, ledger).trajectories}
        check_ends(runs, plan)
        assert len(endpoint.requests) == sum(record.attempts for record in ledger.records)
        plan.is_mended = True
        check_retry(runs, plan, sweep(endpoint.base, tmp_path, ledger))
        assert len(endpoint.requests) == sum(record.attempts for record in ledger.records)


def check_ends(runs: Mapping[str, Trajectory], plan: Faulty) -> None:
    """Every outcome, and as many requests as the one owner of retries makes."""
    wanted = {name: CASES[case_of(name)] for name in NAMES}
    assert {name: (runs[name].outcome, runs[name].stop_reason) for name in NAMES} == {
        name: (case.outcome, case.reason) for name, case in wanted.items()
    }
    assert plan.asked == {name: case.requests for name, case in wanted.items()}
    assert at_work() == []
    check_records(runs)


def check_retry(runs: Mapping[str, Trajectory], plan: Faulty, resumed: TrajectorySet) -> None:
    """Only what the machine failed is asked again, once each; all else stays as it was."""
    errored = {name for name in NAMES if runs[name].outcome is Outcome.ERRORED}
    more = {name: plan.asked[name] - CASES[case_of(name)].requests for name in NAMES}
    assert more == {name: int(name in errored) for name in NAMES}
    assert resumed.errors == 0
    kept = [run for run in resumed.trajectories if run.task_id not in errored]
    assert kept == [runs[run.task_id] for run in kept]


def check_records(runs: Mapping[str, Trajectory]) -> None:
    for name, run in runs.items():
        is_machine = run.outcome is Outcome.ERRORED
        assert (run.answer is None) == (run.outcome is not Outcome.ANSWERED), name
        assert bool(run.error) == is_machine, name
        is_silent = is_machine or case_of(name) in ("missing-usage", "context-window")
        assert (run.tokens is None) == is_silent, name
    wrong = [run for name, run in runs.items() if case_of(name) == "wrong-arguments"]
    assert all(run.calls[0].is_error and not run.used_surfaces for run in wrong)
