"""The frame of all pages: nothing in line that runs, nothing from outside, a way around."""

from __future__ import annotations

import re

import pytest

from tests.fixtures.site_links import Page, broken_links, pages_of
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.page import SitePage, site_pages

EVIL = '<script>x</script>" onclick="y\x00\ud800'
PAGES = (
    SitePage("index.html", "Front", (pieces.section("a", "Part"), EVIL), "Results", "Overview"),
    SitePage("list.html", EVIL, (), "Look", script="list", source="things"),
    SitePage("one.html", "One", (), script="item", within="list.html"),
)
FILES = dict(site_pages(f"Site {EVIL}", PAGES))


@pytest.mark.parametrize("name", [page.file for page in PAGES])
def test_a_page_runs_only_what_lies_beside_it(name: str) -> None:
    html = FILES[name].decode()
    page = Page(html)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert not any(attribute.startswith("on") for attribute in page.names)
    assert "style" not in page.names | set(page.tags)
    assert all(not part.strip() for part in re.findall(r"<script[^>]*>(.*?)</script>", html))
    assert all(re.fullmatch(r"[a-z./#-]+", link) for link in page.links), page.links
    assert "default-src 'none'" in html
    assert "connect-src 'none'" in html
    assert "unsafe" not in html


def test_the_way_around_names_every_page_in_it_and_where_one_is() -> None:
    found = pages_of(FILES)
    assert broken_links(FILES) == []
    assert {"index.html", "list.html"} <= set(found["one.html"].links)
    assert "one.html" not in found["index.html"].links
    here = re.findall(r'<a href="([^"]+)" aria-current="page"', FILES["one.html"].decode())
    assert here == ["list.html"]


@pytest.mark.parametrize(
    "mark",
    ['lang="en"', 'class="skip" href="#main"', "<main id=", "<nav id=", "aria-label=", "<h1>"],
)
def test_a_page_can_be_gone_through_without_seeing_it(mark: str) -> None:
    assert all(mark in FILES[page.file].decode() for page in PAGES)


def test_a_page_that_needs_a_script_says_so_without() -> None:
    assert "<noscript>" in FILES["list.html"].decode()
    assert "<noscript>" not in FILES["index.html"].decode()


def test_the_files_that_pages_load_ask_for_nothing() -> None:
    for name, data in FILES.items():
        if name.startswith("assets/"):
            text = data.decode()
            links = set(re.findall(r"https?://[^\s\"'`]+", text))
            assert links <= {"http://www.w3.org/2000/svg"}, name
            assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)
            assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|@import|url\(", text)
