"""Pages of workspaces and questions in a browser, from their files: each one, wide and narrow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.site_links import data_of
from tests.prove.browser import BROWSER, Browser, written
from tests.unit.mmenterprise.pages.world import EVIL, given
from worksurface_pipeline.mmenterprise.pages.site import site

_PHONE, _DESK = 390, 1300
_LIVE = "document.getElementById('live').dataset.ready"
_COUNT = "document.querySelector('[role=status]').textContent"
_TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_MOST_BYTES = 400_000  # that any page of so small a site loads

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not BROWSER, reason="no browser"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"), site(given()))


@pytest.fixture(autouse=True)
def nothing_left_the_page(folder: Path, browser: Browser) -> Iterator[None]:
    """Every request went to a file of the site, and no text of a record was run."""
    browser.size(_DESK)
    browser.requests.clear()
    yield
    assert browser.ask("typeof window.hit") == "undefined"
    here = (f"{folder.as_uri()}/", "about:blank")
    assert [url for url in browser.requests if not url.startswith(here)] == []
    faults, browser.faults[:] = list(browser.faults), []
    assert faults == []


def _open(folder: Path, browser: Browser, address: str) -> None:
    browser.open(f"{folder.as_uri()}/{address}")
    browser.wait(f"!document.getElementById('live') || {_LIVE}")


def _all(folder: Path, kind: str) -> list[Any]:
    return [data_of(path.read_bytes()) for path in sorted((folder / "data" / kind).glob("*.js"))]


def _addresses(folder: Path) -> Iterator[str]:
    drawn = {"thread.html": "threads", "timeline.html": "timelines", "case.html": "cases"}
    for path in sorted(folder.glob("*.html")):
        if path.name not in drawn:
            yield path.name
    for page, kind in drawn.items():
        for one in _all(folder, kind)[:6]:
            yield f"{page}#id={one['id']}"


@pytest.mark.parametrize("width", [_DESK, _PHONE])
def test_every_page_fits(folder: Path, browser: Browser, width: int) -> None:
    browser.size(width, is_dark=width == _PHONE)
    wide = {}
    for address in _addresses(folder):
        browser.loaded = 0
        _open(folder, browser, address)
        assert browser.ask("document.querySelectorAll('h1').length") == 1, address
        assert browser.ask("document.querySelectorAll('[role=alert]').length") == 0, address
        assert browser.ask("document.querySelectorAll('script:not([src]), iframe').length") == 0
        assert browser.loaded < _MOST_BYTES, address
        if browser.ask(_TOO_WIDE) > 0:
            wide[address] = browser.ask(_TOO_WIDE)
    assert wide == {}


def test_a_question_leads_to_its_evidence_marked_in_its_thread(
    folder: Path, browser: Browser
) -> None:
    case = next(one for one in _all(folder, "cases") if one.get("pieces"))
    _open(folder, browser, f"case.html#id={case['id']}")
    assert browser.ask("document.querySelector('.question').textContent") == case["title"]
    browser.open(browser.ask("document.querySelector('.proof h3 a').href"))
    browser.wait(_LIVE)
    entry = case["pieces"][0]["spot"]["entry"]
    assert browser.ask("document.querySelector('.entry.here').id") == f"e-{entry}"
    assert browser.ask("document.querySelectorAll('.entry.is-evidence').length") >= 1
    assert browser.ask("document.activeElement.id") == f"e-{entry}"
    browser.open(browser.ask("document.querySelector('aside a').href"))  # and back
    browser.wait(_LIVE)
    assert browser.ask("document.querySelector('.question').textContent") == case["title"]


def test_a_cell_opens_with_what_it_was_shown(folder: Path, browser: Browser) -> None:
    case = next(one for one in _all(folder, "cases") if one.get("pieces"))
    _open(folder, browser, f"case.html#id={case['id']}")
    browser.open(browser.ask("document.querySelector('tr[id^=row-] a').href"))
    browser.wait("(document.getElementById('cell') || { dataset: {} }).dataset.ready")
    shown = browser.ask("document.querySelectorAll('.hits li').length")
    assert shown >= browser.ask("document.querySelectorAll('.hits li.is-evidence').length") >= 1
    assert browser.ask("document.querySelectorAll('tr.here').length") == 1
    assert browser.ask("document.activeElement.id") == "answer"


def test_a_version_is_chosen_and_stands_in_the_address(folder: Path, browser: Browser) -> None:
    report = next(one for one in _all(folder, "threads") if one["name"] == "Report")
    _open(folder, browser, f"thread.html#id={report['id']}")
    shown = "[...document.querySelectorAll('.entry')].map((one) => one.id).join()"
    latest = browser.ask(shown)
    browser.ask(
        "(() => { const box = document.getElementById('version'); box.value = '1';"
        " box.dispatchEvent(new Event('change')); })()"
    )
    first = browser.ask(shown)
    assert latest != first
    browser.wait("location.hash.includes('version=1')")
    _open(folder, browser, f"thread.html#id={report['id']}&version=1")
    assert browser.ask(shown) == first
    assert browser.ask("document.querySelectorAll('.sheet img').length") == 1


def test_a_page_stands_as_it_stood(folder: Path, browser: Browser) -> None:
    page = next(one for one in _all(folder, "threads") if one["form"] == "history")
    _open(folder, browser, f"thread.html#id={page['id']}")
    assert browser.ask("document.querySelectorAll('.entry').length") == len(page["entries"])
    _open(folder, browser, f"thread.html#id={page['id']}&version=3")
    assert browser.ask("document.querySelectorAll('.entry').length") == 2  # one was replaced


def test_a_time_line_is_drawn_and_told_in_a_table(folder: Path, browser: Browser) -> None:
    line = next(one for one in _all(folder, "timelines") if len(one.get("states", ())) == 3)
    _open(folder, browser, f"timeline.html#id={line['id']}")
    cells = browser.ask(
        "JSON.stringify([...document.querySelectorAll('.timeline tbody tr')].map((row) =>"
        " [...row.querySelectorAll('td')].reduce((sum, cell) => sum + cell.colSpan, 0)))"
    )
    assert set(json.loads(cells)) == {len(line["moments"])}
    assert browser.ask("document.querySelectorAll('.timeline .state').length") == 3
    assert browser.ask("document.querySelectorAll('.timeline td.wrong').length") >= 1
    records = "[...document.querySelectorAll('table')].pop().querySelectorAll('tbody tr').length"
    assert browser.ask(records) == len(line["points"])


@pytest.mark.parametrize(
    "state",
    [
        pytest.param("type=temporal_conflict", id="type"),
        pytest.param("asks=abstain", id="unanswerable"),
        pytest.param("form=text", id="modality"),
        pytest.param("q=ENERGY+cost", id="search"),
        pytest.param("is1=wrong", id="wrong in some cell"),
        pytest.param("cause=stale-state", id="cause"),
    ],
)
def test_a_filter_narrows_the_questions(folder: Path, browser: Browser, state: str) -> None:
    _open(folder, browser, f"questions.html#{state}")
    browser.wait(f"{_COUNT}.includes(' of ')")
    count, _, whole = browser.ask(_COUNT).partition(" of ")
    assert 0 < int(count) < int(whole.split()[0])
    assert browser.ask("document.querySelectorAll('[role=alert]').length") == 0


@pytest.mark.parametrize("page", ["thread.html", "timeline.html", "case.html"])
@pytest.mark.parametrize("state", ["id=../../x", "", "id=000000000000", "id=__proto__"])
def test_an_address_that_names_nothing_is_told(
    folder: Path, browser: Browser, page: str, state: str
) -> None:
    browser.open(f"{folder.as_uri()}/{page}#{state}")
    browser.wait("document.querySelector('#live [role=alert]')")
    browser.faults.clear()  # of the file that is not there


@pytest.mark.parametrize("key", ["entry", "cell"])
def test_a_part_that_is_not_there_is_told(folder: Path, browser: Browser, key: str) -> None:
    page, kind = ("thread.html", "threads") if key == "entry" else ("case.html", "cases")
    one = _all(folder, kind)[0]
    _open(folder, browser, f"{page}#id={one['id']}&{key}=nobody")
    assert "nobody" in browser.ask("document.querySelector('[role=alert]').textContent")


@pytest.mark.parametrize("question", ["nobody", "000000000000"])
def test_a_thread_opens_though_its_question_is_not_there(
    folder: Path, browser: Browser, question: str
) -> None:
    one = _all(folder, "threads")[0]
    _open(folder, browser, f"thread.html#id={one['id']}&question={question}")
    assert question in browser.ask("document.querySelector('[role=alert]').textContent")
    assert browser.ask("document.querySelectorAll('.entry').length") > 0
    browser.faults.clear()  # of the file that is not there


def test_what_attacks_is_seen(folder: Path, browser: Browser) -> None:
    thread = next(one for one in _all(folder, "threads") if one["name"] == "#general")
    _open(folder, browser, f"thread.html#id={thread['id']}")
    text = browser.ask("document.querySelector('.said').textContent")
    assert EVIL.partition("\u2028")[0] in text
    assert "[U+202E]" in text
    assert "\u202e" not in browser.ask("document.body.textContent")
