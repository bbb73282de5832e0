"""The page as a person sees it, in a browser without a window; skipped where there is none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.dagster.conftest import Project
from tests.prove.browser import BROWSER, Browser
from tests.prove.page import LOCATION, REPOSITORY, Page, served
from worksurface_pipeline.worksurface.steps import STEPS

_ROOM = (6_000, 8_000)  # CSS pixels; only what lies in the window is drawn of a graph
_WINDOW = (1_600, 1_400)
_LARGE = 20_000  # bytes that a picture with something on it has

MATERIALIZATION = """query($k: AssetKeyInput!) { assetOrError(assetKey: $k) { ... on Asset {
  assetMaterializations(limit: 1) { partition metadataEntries { label } } } } }"""

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not BROWSER, reason="no browser"),
]


@pytest.fixture
def page(copy: Project) -> Iterator[Page]:
    with served(copy) as found:
        yield found


def _shows(browser: Browser, address: str, names: Iterable[str]) -> None:
    """Open a page and wait until each name is the whole text of an element on it."""
    browser.open(address)
    wanted = json.dumps(sorted(names))
    browser.wait(f"{wanted}.every(name => document.body.innerHTML.includes('>' + name + '<'))")


def test_the_asset_graph_is_drawn(page: Page, browser: Browser, tmp_path: Path) -> None:
    """All groups as one graph; of each group every asset, drawn in its graph and in its list."""
    groups = page.groups()
    assert {name for names in groups.values() for name in names} == {*STEPS, "release"}
    place = f"{page.address}/locations/{REPOSITORY}@{LOCATION}/asset-groups"
    browser.size(*_ROOM)
    for group, names in groups.items():
        _shows(browser, f"{place}/{group}", names)
        _shows(browser, f"{place}/{group}/list", names)
    browser.size(*_WINDOW)
    _shows(browser, f"{page.address}/asset-groups", groups)
    picture = tmp_path / "graph.png"
    browser.picture(picture)
    assert picture.stat().st_size > _LARGE


def test_a_materialization_shows_its_metadata(page: Page, browser: Browser) -> None:
    found = page.ask(MATERIALIZATION, k={"path": ["tables"]})["assetOrError"]
    latest = found["assetMaterializations"][0]
    labels = {entry["label"] for entry in latest["metadataEntries"]}
    assert {"reused", "step_version", "digest", "fingerprint", "preview"} <= labels
    browser.size(*_WINDOW)
    address = f"{page.address}/assets/tables?view=partitions&partition={latest['partition']}"
    _shows(browser, address, labels)
