"""The Dagster page: it serves the asset graph and materializes one partition; `make prove`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dagster.conftest import Project
from tests.prove.page import LOCATION, REPOSITORY, Page, served, wait_for
from worksurface_pipeline.worksurface.steps import STEPS

LAUNCH = """mutation($p: ExecutionParams!) { launchPipelineExecution(executionParams: $p) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
STATUS = "query($r: ID!) { runOrError(runId: $r) { ... on Run { status } } }"


@pytest.fixture
def page(copy: Project) -> Iterator[Page]:
    with served(copy) as found:
        yield found


@pytest.mark.prove
def test_the_page_serves_and_materializes(page: Page) -> None:
    names = {name for group in page.groups().values() for name in group}
    assert names == {*STEPS, "release"}
    selector = {
        "repositoryLocationName": LOCATION,
        "repositoryName": REPOSITORY,
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
    def status() -> str:
        return str(page.ask(STATUS, r=run_id)["runOrError"]["status"])

    wait_for(lambda: status() in {"SUCCESS", "FAILURE", "CANCELED"}, "the run did not end")
    return status()
