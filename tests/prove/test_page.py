"""The Dagster page: it serves the asset graph and materializes one partition; `make prove`."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.dagster.conftest import Project
from tests.shared_files import ROOT
from worksurface_pipeline.worksurface.steps import STEPS

_PATIENCE = 90

LAUNCH = """mutation($p: ExecutionParams!) { launchPipelineExecution(executionParams: $p) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
STATUS = "query($r: ID!) { runOrError(runId: $r) { ... on Run { status } } }"


class Page:
    """A running page, asked over GraphQL as its own front end asks it."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/graphql"

    def ask(self, query: str, **variables: Any) -> Any:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(self.address, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            return json.load(answer)["data"]


@pytest.fixture
def page(copy: Project) -> Iterator[Page]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "worksurface_pipeline", "ui", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--settings", str(copy.folder / "worksurface.toml")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    found = Page(port)
    try:
        _wait(found)
        yield found
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=_PATIENCE)


def _wait(page: Page) -> None:
    for _ in range(_PATIENCE):
        try:
            page.ask("{ version }")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(1)
        else:
            return
    raise TimeoutError("the page did not come up")


@pytest.mark.prove
def test_the_page_serves_and_materializes(page: Page) -> None:
    nodes = page.ask("{ assetNodes { assetKey { path } } }")["assetNodes"]
    assert {node["assetKey"]["path"][-1] for node in nodes} == set(STEPS)
    selector = {
        "repositoryLocationName": "worksurface",
        "repositoryName": "__repository__",
        "jobName": "build",
        "assetSelection": [{"path": ["documents"]}],
        "assetCheckSelection": [],
    }
    tags = [
        {"key": "dagster/partition", "value": "logistics_manager"},
        {"key": "worksurface/force", "value": "true"},
    ]
    params = {
        "selector": selector,
        "runConfigData": {},
        "mode": "default",
        "executionMetadata": {"tags": tags},
    }
    launched = page.ask(LAUNCH, p=params)["launchPipelineExecution"]
    assert launched["__typename"] == "LaunchRunSuccess", launched
    assert _finish(page, launched["run"]["runId"]) == "SUCCESS"


def _finish(page: Page, run_id: str) -> str:
    for _ in range(_PATIENCE):
        status = str(page.ask(STATUS, r=run_id)["runOrError"]["status"])
        if status in {"SUCCESS", "FAILURE", "CANCELED"}:
            return status
        time.sleep(1)
    return "TIMEOUT"
