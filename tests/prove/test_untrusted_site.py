"""A site whose questions, answers and names attack it, in a browser: all of it stays text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prove.browser import BROWSER, Browser, written
from worksurface_pipeline.site.listing import Kind, ListColumn, Listing, listing_files
from worksurface_pipeline.site.page import SitePage, site_pages
from worksurface_pipeline.site.records import (
    Drawing,
    Extract,
    Fact,
    Grid,
    Item,
    Link,
    Proof,
    RunRow,
    Step,
    Steps,
    Tag,
)
from worksurface_pipeline.site.runs import RunShelf, item_files, item_id

_LIVE = "document.getElementById('live').dataset.ready"
_ATTACKS = [
    "</script><script>window.hit = 1</script>",
    "<img src=x onerror='window.hit = 1'>",
    "<svg onload='window.hit = 1'>",
    '");window.hit=1;//',
    "javascript:window.hit=1",
    "a\u2028window.hit=1\u2029",
    "\x00\x1b\x7f\u202e",
    "\ud800 half",
    "<iframe src='https://example.invalid/'></iframe>",
    "价格 😀 ünï",
]
EVIL = " | ".join(_ATTACKS)

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not BROWSER, reason="no browser"),
]


def _item() -> Item:
    extract = Extract(label=EVIL, text=f"😀{EVIL}", marks=((1, 9),))
    proof = Proof(
        title=EVIL,
        facts=(Fact(name=EVIL, text=EVIL),),
        extracts=(extract,),
        grid=Grid(rows=((EVIL,),), heads=(EVIL,), cut=1),
        drawing=Drawing(title=EVIL, nodes=(EVIL, EVIL), links=(Link(parent=0, label=EVIL),)),
    )
    run = RunRow(id="r", group=EVIL, name=EVIL, tags=(Tag(text=EVIL),), figures=(EVIL,))
    return Item(
        id=item_id(EVIL),
        name=EVIL,
        title=EVIL,
        tags=(Tag(text=EVIL),),
        facts=(Fact(name=EVIL, text=EVIL),),
        proofs=(proof,),
        heads=(EVIL,),
        runs=(run,),
    )


def _files() -> Iterator[tuple[str, bytes]]:
    pages = (
        SitePage("index.html", EVIL, (EVIL,), EVIL, EVIL),
        SitePage("list.html", EVIL, (), EVIL, script="list", source="things"),
        SitePage("item.html", EVIL, (), script="item"),
    )
    yield from site_pages(EVIL, pages)
    columns = (
        ListColumn(key="name", label=EVIL, kind=Kind.TEXT, is_searched=True),
        ListColumn(key="id", label="", kind=Kind.TEXT, is_shown=False),
    )
    listing = Listing(name="things", noun=EVIL, columns=columns, target="item.html", keys=("id",))
    yield from listing_files(listing, ((EVIL,), (item_id(EVIL),)))
    shelf = RunShelf()
    step = Step(title=EVIL, tags=(Tag(text=EVIL),), note=EVIL, extracts=_item().proofs[0].extracts)
    shelf.put("x", Steps(id="r", steps=(step,)))
    yield from item_files(_item(), shelf.take("x"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"), _files())


@pytest.mark.parametrize(
    ("page", "ready"),
    [
        pytest.param("index.html", "true", id="page"),
        pytest.param("list.html", _LIVE, id="list"),
        pytest.param(f"item.html#id={item_id(EVIL)}", _LIVE, id="item"),
        pytest.param(
            f"item.html#id={item_id(EVIL)}&run=r",
            "document.getElementById('run') && document.getElementById('run').dataset.ready",
            id="run",
        ),
    ],
)
def test_texts_stay_texts(folder: Path, browser: Browser, page: str, ready: str) -> None:
    browser.size(390)
    browser.open(f"{folder.as_uri()}/{page}")
    browser.wait(ready)
    assert browser.ask("typeof window.hit") == "undefined"
    assert browser.ask("document.querySelectorAll('iframe, img, script:not([src])').length") == 0
    assert browser.ask("document.body.textContent.includes('window.hit = 1')")
    assert browser.ask("document.documentElement.scrollWidth <= window.innerWidth")
    assert {url.partition(":")[0] for url in browser.requests} <= {"file", "about"}
    assert browser.faults == []


@pytest.mark.parametrize(
    "state",
    ["id=../../x", "id=", "", "id=000000000000", "id=<script>", "run=r", "id=__proto__"],
)
def test_an_address_that_names_nothing_is_told(folder: Path, browser: Browser, state: str) -> None:
    browser.open(f"{folder.as_uri()}/item.html#{state}")
    browser.wait("document.querySelector('[role=alert]')")
    assert browser.ask("document.querySelector('#live [role=alert]').textContent.length") > 0
    browser.faults.clear()  # of the file that is not there


def test_a_text_that_was_injected_all_the_same_would_not_run(
    folder: Path, browser: Browser
) -> None:
    """The content policy holds where an escape would fail."""
    browser.open(f"{folder.as_uri()}/index.html")
    browser.ask(
        "(() => { const box = document.createElement('div'); document.body.append(box);"
        " box.innerHTML = '<img src=x onerror=\"window.hit = 1\">';"
        " const code = document.createElement('script'); code.textContent = 'window.hit = 2';"
        " document.body.append(code);"
        " fetch('https://example.invalid/').catch(() => { window.refused = true; }); })()"
    )
    browser.wait("window.refused")
    assert browser.ask("typeof window.hit") == "undefined"
    browser.faults.clear()
    browser.requests.clear()  # the browser notes what it then refuses to send
