"""The page as a person sees it, in a browser without a window; skipped where there is none."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dagster.conftest import Project
from tests.prove.page import LOCATION, REPOSITORY, Page, served
from worksurface_pipeline.worksurface.steps import STEPS

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = next((path for name in _NAMES if (path := shutil.which(name))), "")
_TIME = 60_000  # milliseconds of the page's own clock that it may take to be drawn
_PATIENCE = 180
_DRAWN = 1  # assets of a group: what lies outside the window, as among many inputs, is not drawn
_LARGE = 20_000  # bytes that a picture with something on it has

MATERIALIZATION = """query($k: AssetKeyInput!) { assetOrError(assetKey: $k) { ... on Asset {
  assetMaterializations(limit: 1) { partition metadataEntries { label } } } } }"""

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not BROWSER, reason=f"no browser: none of {', '.join(_NAMES)}"),
]


@pytest.fixture
def page(copy: Project) -> Iterator[Page]:
    with served(copy) as found:
        yield found


def _browse(address: str, folder: Path, *what: str) -> str:
    command = [
        BROWSER,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--window-size=1600,1400",
        f"--user-data-dir={folder / 'profile'}",
        f"--virtual-time-budget={_TIME}",
        *what,
        address,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=True)
    return done.stdout


def test_the_asset_graph_is_drawn(page: Page, tmp_path: Path) -> None:
    """All groups as one graph, and the assets of each group on its own page."""
    groups = page.groups()
    assert {name for names in groups.values() for name in names} == {*STEPS, "release"}
    graph = _browse(f"{page.address}/asset-groups", tmp_path, "--dump-dom")
    assert [group for group in groups if f">{group}<" not in graph] == []
    place = f"{page.address}/locations/{REPOSITORY}@{LOCATION}/asset-groups"
    for group, names in groups.items():
        shown = _browse(f"{place}/{group}", tmp_path, "--dump-dom")
        drawn = [name for name in names if f">{name}<" in shown]
        assert len(drawn) >= min(len(names), _DRAWN), group
    picture = tmp_path / "graph.png"
    _browse(f"{page.address}/asset-groups", tmp_path, f"--screenshot={picture}")
    assert picture.stat().st_size > _LARGE


def test_a_materialization_shows_its_metadata(page: Page, tmp_path: Path) -> None:
    found = page.ask(MATERIALIZATION, k={"path": ["tables"]})["assetOrError"]
    latest = found["assetMaterializations"][0]
    labels = {entry["label"] for entry in latest["metadataEntries"]}
    assert {"reused", "step_version", "digest", "fingerprint", "preview"} <= labels
    address = f"{page.address}/assets/tables?view=partitions&partition={latest['partition']}"
    shown = _browse(address, tmp_path, "--dump-dom")
    assert [label for label in labels if label not in shown] == []
