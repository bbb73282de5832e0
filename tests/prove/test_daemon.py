"""The daemon for real: a file is edited, and the runs that follow from it appear and succeed."""

from __future__ import annotations

import os

import pytest

from tests.dagster.conftest import Project
from tests.prove.page import LOCATION, REPOSITORY, Page, served, wait_for
from worksurface_pipeline.worksurface.frontier import outlook

_SECONDS = 900  # seven layers, a tick of half a minute between each
_OPEN = frozenset({"QUEUED", "NOT_STARTED", "STARTING", "STARTED", "CANCELING"})
FOLLOWING = {
    ("freeze", ""),
    ("build", "logistics_manager"),
    ("gather", ""),
    ("measure", "logistics_manager"),
    ("screen", "logistics_manager"),
    ("assemble", ""),
}


@pytest.mark.prove
def test_an_edit_is_built_by_the_daemon_and_a_touch_is_not(copy: Project) -> None:
    path = next(copy.workspace.rglob("*_shipments_q2.csv"))
    os.utime(next(copy.workspace.rglob("*_carriers.csv")))
    with served(copy) as page:
        before = len(page.runs())  # those of the command line, which the project was built by
        page.start_sensor("source_sensor")
        wait_for(lambda: _ticks(page) > 0, "the sensor did not tick")
        assert len(page.runs()) == before
        path.write_text(path.read_text(encoding="utf-8").replace("delayed", "dalayed", 1))
        wait_for(lambda: not _due(copy), "the frontier did not reach the sweep", _SECONDS)
        # The lake is whole a little before the run that made it so has ended.
        wait_for(lambda: not _at_work(page), "a run did not end", _SECONDS)
        runs = page.runs()[before:]
    assert {status for _, _, status in runs} == {"SUCCESS"}
    places = [(job, partition) for job, partition, _ in runs]
    assert len(places) == len(set(places)), "something was requested twice"
    assert set(places) >= FOLLOWING
    assert not [part for _, part in places if "operations_manager" in part.split("|")]
    assert {item.job for item in outlook(copy.bench.plan()).due} == {"sweep"}


def _ticks(page: Page) -> int:
    query = """query($s: SensorSelector!) { sensorOrError(sensorSelector: $s) {
      ... on Sensor { sensorState { ticks { status } } } } }"""
    selector = {
        "repositoryLocationName": LOCATION,
        "repositoryName": REPOSITORY,
        "sensorName": "source_sensor",
    }
    state = page.ask(query, s=selector)["sensorOrError"]["sensorState"]
    done = [tick["status"] for tick in state["ticks"] if tick["status"] != "STARTED"]
    assert "FAILURE" not in done
    return len(done)


def _at_work(page: Page) -> list[str]:
    """Runs that have not ended."""
    return [job for job, _, status in page.runs() if status in _OPEN]


def _due(project: Project) -> set[str]:
    """Jobs that the sensor has still to see done, by the source as it is now."""
    from resources.imported import look_at

    bench = project.bench
    found = outlook(bench.plan(look_at(bench).source.state_digest))
    return {item.job for item in found.due} - {"sweep"}
