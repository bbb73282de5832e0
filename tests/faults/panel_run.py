"""Run by a test in a process of its own: one auditor over an endpoint, ballots kept in a folder."""

from __future__ import annotations

import sys
import time

from tests.unit.harness.panel_builders import TASK, items
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.settings import ModelSettings, RetryPolicy
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.panel.asking import ask_auditor
from worksurface_pipeline.harness.panel.ballots import Ballot
from worksurface_pipeline.kernel.blobs import Blobs


def run(base: str, folder: str, count: int, timeout: float = 20.0) -> tuple[Ballot, ...]:
    """Ballots on `count` items."""
    model = ModelSettings.model_validate(
        {
            "id": "local",
            "route": "openai/tiny",
            "api_base": base,
            "api_key": "sk-test",
            "timeout_seconds": timeout,
            "retry": RetryPolicy(attempts=2, base_seconds=0.01),
        }
    )
    gateway = Gateway(
        [model], transport=LitellmTransport(), clock=time.monotonic, sleep=lambda seconds: None
    )
    return ask_auditor(items(count), TASK, "local", gateway, store=Blobs(folder))


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], int(sys.argv[3]))
