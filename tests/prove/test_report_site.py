"""The report in a browser, opened from its files: on the sample, and on the handed workspaces."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.dagster.conftest import Project
from tests.fixtures.site_links import broken_links
from tests.prove.browser import BROWSER, Browser, browsing
from tests.shared_files import ROOT, shared

_PHONE, _DESK = 390, 1300
_LIVE = "document.getElementById('live').dataset.ready"
_TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_MOST_FIRST_BYTES = 1_000_000  # that the front page loads, pictures in view and all
_MOST_TASK_BYTES = 1_000_000  # that a task loads with one of its runs

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not BROWSER, reason="no browser"),
]


@dataclass(frozen=True)
class Opened:
    """A report's folder, and a browser to open it in."""

    folder: Path
    browser: Browser

    def open(self, page: str, state: str = "") -> None:
        """Open a page by its file, with a state in its address."""
        self.browser.open(f"{self.folder.as_uri()}/{page}{f'#{state}' if state else ''}")

    @property
    def pages(self) -> list[str]:
        """All pages by name."""
        return sorted(path.name for path in self.folder.glob("*.html"))


def _workspace(name: str) -> Path:
    return ROOT / "data_lake" / "sample" if name == "sample" else shared("workspaces")


@pytest.fixture(scope="module", params=["sample", "handed"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the report that a whole run exports."""
    folder = tmp_path_factory.mktemp(request.param)
    settings = f'[source]\npath = "{_workspace(request.param)}"\n[lake]\nroot = "lake"\n'
    (folder / "worksurface.toml").write_text(settings, encoding="utf-8")
    project = Project(folder)
    is_ok, text = project.drive(until="reporting")
    assert is_ok, text
    front = Path(project.bench.lake.path("latest/report/index.html"))
    assert f"Report: {front}" in text.replace("\n", "")
    return front.parent


@pytest.fixture(scope="module")
def opened(report: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with browsing(tmp_path_factory.mktemp("profile")) as browser:
        yield Opened(report, browser)


@pytest.fixture(autouse=True)
def nothing_left_the_page(opened: Opened) -> Iterator[None]:
    """Every request went to a file of the report, and the browser had nothing to complain of."""
    opened.browser.size(_DESK)
    yield
    here = (f"{opened.folder.as_uri()}/", "about:blank")
    assert [url for url in opened.browser.requests if not url.startswith(here)] == []
    assert opened.browser.requests
    assert opened.browser.faults == []


def test_no_link_is_broken(
    report: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    opened.open("index.html")
    files = {
        path.relative_to(report).as_posix(): path.read_bytes()
        for path in report.rglob("*")
        if path.is_file()
    }
    assert broken_links(files) == []
    sizes = {name: len(data) for name, data in files.items()}
    largest = max(sizes, key=lambda name: sizes[name])
    with capsys.disabled():
        sys.stdout.write(  # stated, for whoever runs this
            f"\n{len(sizes)} files, {sum(sizes.values()):,} bytes; the front page"
            f" {sizes['index.html']:,}, the largest {largest} {sizes[largest]:,}\n"
        )


def test_every_page_loads_and_fits_a_phone(opened: Opened) -> None:
    wide = {}
    for width in (_DESK, _PHONE):
        opened.browser.size(width, is_dark=width == _PHONE)
        for page in opened.pages:
            opened.open(page)
            assert opened.browser.ask("document.querySelectorAll('h1').length") == 1, page
            if opened.browser.ask(_TOO_WIDE) > 0:
                wide[page, width] = opened.browser.ask(_TOO_WIDE)
    assert wide == {}


def test_the_front_page_is_light(opened: Opened) -> None:
    opened.browser.loaded = 0
    opened.open("index.html")
    assert 0 < opened.browser.loaded < _MOST_FIRST_BYTES
    assert opened.browser.ask("document.querySelectorAll('table').length") >= 1


def test_a_filter_narrows_the_list_and_stands_in_the_address(opened: Opened) -> None:
    browser = opened.browser
    opened.open("tasks.html")
    browser.wait(_LIVE)
    told = browser.ask("document.querySelector('[role=status]').textContent")
    family = browser.ask("document.getElementById('f-family').options[1].value")
    browser.ask(
        "(() => { const box = document.getElementById('f-family'); box.selectedIndex = 1;"
        " box.dispatchEvent(new Event('input', { bubbles: true })); })()"
    )
    narrowed = browser.ask("document.querySelector('[role=status]').textContent")
    assert narrowed != told
    browser.wait(f"location.hash === {f'#family={family}'!r}")
    opened.open("tasks.html", f"family={family}")  # as one who was sent the address
    browser.wait(_LIVE)
    assert browser.ask("document.querySelector('[role=status]').textContent") == narrowed
    opened.open("tasks.html", "q=no-such-words-anywhere")
    browser.wait(_LIVE)
    browser.wait("document.querySelectorAll('tbody tr').length === 0")


def test_a_number_of_the_overview_opens_the_runs_that_it_counts(opened: Opened) -> None:
    browser = opened.browser
    opened.open("index.html")
    link = "[...document.querySelectorAll('a[href^=\"runs.html#cell\"]')][0]"
    count = browser.ask(f"{link}.textContent")
    browser.open(browser.ask(f"{link}.href"))
    browser.wait(_LIVE)
    told = browser.ask("document.querySelector('[role=status]').textContent")
    assert told.startswith(f"{count} of ")


def test_a_task_opens_with_its_proof_and_a_trajectory_turn_by_turn(opened: Opened) -> None:
    browser = opened.browser
    opened.open("runs.html", "state=right")
    browser.wait(_LIVE)
    address = browser.ask("document.querySelector('tbody a').href")
    browser.loaded = 0
    browser.open(address)
    browser.wait(_LIVE)
    browser.wait("document.getElementById('run').dataset.ready")
    assert 0 < browser.loaded < _MOST_TASK_BYTES
    assert browser.ask("document.querySelectorAll('.proof').length") >= 1
    assert browser.ask("document.querySelectorAll('.step').length") >= 1
    assert browser.ask("document.querySelectorAll('tr.here').length") == 1
    assert browser.ask("document.querySelector('.question').textContent.length") > 0


def test_the_keyboard_skips_to_the_content_and_opens_the_menu(opened: Opened) -> None:
    browser = opened.browser
    browser.size(_PHONE)
    opened.open("tasks.html", "q=task")
    browser.wait(_LIVE)
    browser.ask("document.querySelector('.skip').click()")
    assert browser.ask("document.activeElement.id") == "main"
    browser.wait("location.hash === '#q=task'")
    shown = "getComputedStyle(document.getElementById('ways')).display"
    assert browser.ask(shown) == "none"
    browser.ask("document.getElementById('menu').click()")
    assert browser.ask(shown) != "none"
    assert browser.ask("document.getElementById('menu').getAttribute('aria-expanded')") == "true"
