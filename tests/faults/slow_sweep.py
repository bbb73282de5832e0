"""Run by a test in a process of its own: a few trajectories over an endpoint that keeps waiting."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from pydantic import SecretStr

from tests.unit.harness.doubles import FakeToolbox
from worksurface_pipeline.harness.agent.limits import AgentLimits
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.settings import ModelSettings, RetryPolicy
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.pending import RunKey
from worksurface_pipeline.harness.runner import run_pending
from worksurface_pipeline.harness.trajectory import Trajectory
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask


def run(base: str, folder: Path, call_seconds: float, trajectory_seconds: float) -> None:
    """Four trajectories, two at once; prints how each ended."""
    model = ModelSettings(
        id="openai/slow",
        api_base=base,
        api_key=SecretStr("no-secret"),
        timeout_seconds=call_seconds,
        retry=RetryPolicy(attempts=2, base_seconds=0.01),
        concurrency=2,
    )
    gateway = Gateway([model], transport=LitellmTransport(), clock=time.monotonic, sleep=time.sleep)
    agent = AgentCondition(limits=AgentLimits(seconds=trajectory_seconds))

    def run_one(key: RunKey) -> Trajectory:
        task = PublicTask(
            id=key.task_id,
            question="How many?",
            answer_type=AnswerType.NUMBER,
            source_task="1",
            persona="p",
        )
        return run_trajectory(
            task,
            setting("S4"),
            (),
            FakeToolbox(),
            gateway,
            model,
            agent,
            key.fingerprint,
            key.epoch,
            clock=time.monotonic,
        )

    keys = [
        RunKey(fingerprint="f", task_id=f"t{number}", persona="p", model=model.id, setting="S4")
        for number in range(4)
    ]
    run_pending(keys, run_one, Journal(folder), workers=2)
    for record in Journal(folder).read():
        sys.stdout.write(f"{record.outcome} {record.stop_reason}\n")


if __name__ == "__main__":
    place, *bases = sys.argv[1:]
    for number, address in enumerate(bases):
        run(address, Path(place, f"{number}-call"), 0.5, 600.0)
        run(address, Path(place, f"{number}-trajectory"), 600.0, 0.5)
