"""How a site behaves in a browser: late turns, searches, addresses that it cannot follow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prove.browser import BROWSER, Browser, written
from worksurface_pipeline.site.listing import (
    Choice,
    Kind,
    ListColumn,
    Listing,
    listing_files,
    many_of,
    searchable,
    word_files,
)
from worksurface_pipeline.site.page import SitePage, site_pages
from worksurface_pipeline.site.records import Drawing, Extract, Fact, Item, RunRow, Step, Steps, Tag
from worksurface_pipeline.site.runs import RunShelf, item_files, item_id

_LIVE = "document.getElementById('live').dataset.ready"
_COUNT = "document.querySelector('[role=status]').textContent"
_LAST = "the very last word is Zebra"
_TURNED = "a\u202egpj.exe\u2066x\u2069"
_BIG = 600_000  # characters of a run's text: each run in a shard of its own

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not BROWSER, reason="no browser"),
]


def _item() -> Item:
    rows = tuple(RunRow(id=name, group="m", name=name, tags=(), figures=("1",)) for name in "ab")
    return Item(
        id=item_id("x"),
        name=_TURNED,
        title=_TURNED,
        tags=(Tag(text=_TURNED),),
        facts=(Fact(name="Gold", text="42"),),
        proofs=({"title": _TURNED, "drawing": Drawing(title="d", nodes=(_TURNED,), links=())},),
        heads=("Answer",),
        runs=rows,
    )


def _files() -> Iterator[tuple[str, bytes]]:
    pages = (
        SitePage("index.html", "i", ("i",)),
        SitePage("list.html", "l", (), script="list", source="things"),
        SitePage("item.html", "t", (), script="item"),
    )
    yield from site_pages("site", pages)
    kinds = (Choice(id="p", label="P"), Choice(id="q", label="Q"))
    columns = (
        ListColumn(key="name", label="Name", kind=Kind.TEXT),
        ListColumn(key="id", label="", kind=Kind.TEXT, is_shown=False),
        ListColumn(key="file", label="File", kind=Kind.MANY, choices=kinds, is_filter=True),
    )
    listing = Listing(
        name="things",
        noun="things",
        columns=columns,
        target="item.html",
        keys=("id",),
        words="things",
        joined="id",
        searched="question",
    )
    ids = (item_id("x"), item_id("y"))
    files = (many_of((0, 1)), many_of((1,)))
    yield from listing_files(listing, (("one", _TURNED), ids, files))
    yield from word_files("things", tuple(zip(ids, (searchable([_LAST]), "other"), strict=True)))
    shelf = RunShelf()
    for name in "ab":
        step = Step(
            title="t", extracts=(Extract(label="l", text=f"turns of {name} " + "." * _BIG),)
        )
        shelf.put("x", Steps(id=name, steps=(step,)))
    yield from item_files(_item(), shelf.take("x"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"), _files())


def _open(folder: Path, browser: Browser, address: str) -> None:
    browser.open(f"{folder.as_uri()}/{address}")
    browser.wait(_LIVE)


def test_turns_that_come_late_are_let_go(folder: Path, browser: Browser) -> None:
    own = f"id={item_id('x')}"
    _open(folder, browser, f"item.html#{own}")
    browser.ask(  # the turns of a come after those of b
        "(() => { const load = SITE.load; SITE.load = (name) => load(name).then((data) =>"
        " new Promise((done) => setTimeout(() => { window.late = name; done(data); },"
        " name.endsWith('-0') ? 600 : 0))); })()"
    )
    browser.ask(f"location.hash = '{own}&run=a'")
    browser.ask("new Promise((done) => setTimeout(done, 50))")
    browser.ask(f"location.hash = '{own}&run=b'")
    browser.wait("(window.late || '').endsWith('-0')")
    browser.wait("document.getElementById('run').dataset.ready")
    assert browser.ask("document.getElementById('run').dataset.ready") == "b"
    text = browser.ask("document.getElementById('run').textContent.replaceAll('.', '')")
    assert "turns of b" in text
    assert "turns of a" not in text
    assert "Gold: 42" in text
    assert browser.ask("document.querySelectorAll('.step').length") == 1


@pytest.mark.parametrize(
    ("state", "count"),
    [
        pytest.param("q=ZEBRA+last", "1 of 2", id="the whole question, any case"),
        pytest.param("q=zebra+lion", "0 of 2", id="all words"),
        pytest.param("file=p", "1 of 2", id="one of the files"),
        pytest.param("file=q", "2 of 2", id="the other file"),
    ],
)
def test_a_search_and_a_file_narrow(folder: Path, browser: Browser, state: str, count: str) -> None:
    _open(folder, browser, f"list.html#{state}")
    browser.wait(f"{_COUNT}.includes(' of ')")
    assert browser.ask(_COUNT).startswith(count)
    assert browser.ask("document.querySelectorAll('[role=alert]').length") == 0


@pytest.mark.parametrize(
    ("address", "told"),
    [
        pytest.param("list.html#file=none", "File “none”", id="value"),
        pytest.param("list.html#colour=red", "colour “red”", id="filter"),
        pytest.param(f"item.html#id={item_id('x')}&run=zz", "run “zz”", id="run"),
    ],
)
def test_what_an_address_asks_for_in_vain_is_told(
    folder: Path, browser: Browser, address: str, told: str
) -> None:
    _open(folder, browser, address)
    browser.wait("document.querySelector('[role=alert]')")
    assert told in browser.ask("document.querySelector('[role=alert]').textContent")
    if address.startswith("list"):
        assert browser.ask(_COUNT).startswith("2 of 2")


def test_the_address_is_written_seldom_and_holds_the_last(folder: Path, browser: Browser) -> None:
    _open(folder, browser, "list.html")
    browser.ask(
        "(() => { window.writes = 0; const write = history.replaceState.bind(history);"
        " history.replaceState = (...given) => { window.writes += 1; write(...given); };"
        " const box = document.getElementById('f-q');"
        " for (let place = 0; place < 50; place++) { box.value = 'zebra'.slice(0, place % 5 + 1);"
        " box.dispatchEvent(new Event('input', { bubbles: true })); } })()"
    )
    browser.wait("location.hash === '#q=zebra'")
    assert browser.ask("window.writes") <= 3


def test_what_turns_text_around_is_seen(folder: Path, browser: Browser) -> None:
    _open(folder, browser, f"item.html#id={item_id('x')}")
    for place in ("h1", ".question", ".badge", ".drawing text", ".proof h3"):
        text = browser.ask(f"document.querySelector('{place}').textContent")
        assert "[U+202E]" in text, place
        assert "\u202e" not in text, place
    _open(folder, browser, "list.html")
    assert browser.ask("document.querySelectorAll('td bdi').length") >= 2
    assert "\u202e" not in browser.ask("document.body.textContent")
