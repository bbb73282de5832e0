"""A running Dagster page with its daemon, asked over GraphQL as its own front end asks it."""

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.dagster.conftest import Project
from tests.shared_files import ROOT

PATIENCE = 300  # seconds on a busy machine until the page is up, and until one run has ended
LOCATION = "worksurface"
OTHER_LOCATION = "mmenterprise"
REPOSITORY = "__repository__"
_NODES = "{ assetNodes { groupName assetKey { path } repository { location { name } } } }"

_START = """mutation($s: SensorSelector!) { startSensor(sensorSelector: $s) {
  __typename ... on PythonError { message } } }"""
_RUNS = """{ runsOrError { ... on Runs { results { runId status jobName
  tags { key value } } } } }"""


class Page:
    """One page: its address, its questions, and what it says of runs."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, query: str, **variables: Any) -> Any:
        """The data of a GraphQL answer."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        url = f"{self.address}/graphql"
        request = urllib.request.Request(url, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["data"]

    def groups(self) -> dict[str, list[str]]:
        """The assets of wing one's location, by group; the other location is there as well."""
        nodes = self.ask(_NODES)["assetNodes"]
        places = {node["repository"]["location"]["name"] for node in nodes}
        assert places == {LOCATION, OTHER_LOCATION}
        found: dict[str, list[str]] = {}
        for node in nodes:
            if node["repository"]["location"]["name"] == LOCATION:
                found.setdefault(node["groupName"], []).append(node["assetKey"]["path"][-1])
        return found

    def start_sensor(self, name: str) -> None:
        """Switch a sensor on."""
        selector = {
            "repositoryLocationName": LOCATION,
            "repositoryName": REPOSITORY,
            "sensorName": name,
        }
        answer = self.ask(_START, s=selector)["startSensor"]
        assert answer["__typename"] == "Sensor", answer

    def runs(self) -> list[tuple[str, str, str]]:
        """Job, partition and status of every run, oldest first."""
        found = self.ask(_RUNS)["runsOrError"]["results"]
        return [
            (run["jobName"], _tag(run, "dagster/partition"), str(run["status"]))
            for run in reversed(found)
        ]


def _tag(run: Any, name: str) -> str:
    return next((str(tag["value"]) for tag in run["tags"] if tag["key"] == name), "")


@contextmanager
def served(project: Project) -> Iterator[Page]:
    """`worksurface ui` on a project: page, daemon and code server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "worksurface_pipeline", "ui", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--settings", str(project.folder / "worksurface.toml")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    page = Page(port)
    try:
        wait_for(lambda: _is_up(page), "the page did not come up")
        yield page
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)


def wait_for(is_there: Callable[[], bool], otherwise: str, seconds: int = PATIENCE) -> None:
    """Look once a second. Raises TimeoutError."""
    for _ in range(seconds):
        if is_there():
            return
        time.sleep(1)
    raise TimeoutError(otherwise)


def _is_up(page: Page) -> bool:
    try:
        page.ask("{ version }")
    except (urllib.error.URLError, ConnectionError):
        return False
    return True
