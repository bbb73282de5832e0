"""The frame of all pages: nothing in line that runs, nothing from outside, a way around."""

from __future__ import annotations

import re

import pytest

from tests.fixtures.site_links import Page, broken_links, pages_of
from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.page import WORKSPACE_SHEET, SitePage, site_pages

EVIL = '<script>x</script>" onclick="y\x00\ud800'
PAGES = (
    SitePage("index.html", "Front", (pieces.section("a", "Part"), EVIL), "Results", "Overview"),
    SitePage("list.html", EVIL, (), "Look", script="list", source="things"),
    SitePage("one.html", "One", (), script="item", within="list.html"),
    *(SitePage(f"{name}.html", name, (), script=name) for name in ("thread", "timeline", "case")),
)
FILES = dict(site_pages(f"Site {EVIL}", PAGES, (WORKSPACE_SHEET,)))


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


def test_a_site_holds_what_its_pages_load_and_nothing_more() -> None:
    plain = dict(site_pages("s", PAGES[:3]))
    assert set(plain) < set(FILES)
    assert "assets/thread.js" in FILES
    assert not {name for name in plain if "workspace" in name or "thread" in name}


def test_the_files_that_pages_load_ask_for_nothing() -> None:
    for name, data in FILES.items():
        if name.startswith("assets/"):
            text = data.decode()
            links = set(re.findall(r"https?://[^\s\"'`]+", text))
            assert links <= {"http://www.w3.org/2000/svg"}, name
            assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)
            assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|@import|url\(", text)


def _schemes() -> dict[str, dict[str, str]]:
    """Colours by name, light and dark."""
    css = FILES["assets/site.css"].decode()
    light, dark = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    colours = {"light": dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", light))}
    return {**colours, "dark": dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", dark))}


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "paper"),
    [
        *((ink, paper) for ink in ("ink", "soft", "link") for paper in ("paper", "tint")),
        *((tone, f"{tone}-tint") for tone in ("good", "bad", "warn")),
        *((tone, "paper") for tone in ("good", "bad", "warn")),
        *((ink, f"{tone}-tint") for ink in ("link", "soft") for tone in ("good", "bad")),
        ("mark-ink", "mark"),
        ("ink", "warn-tint"),
    ],
)
def test_colours_can_be_read(scheme: str, ink: str, paper: str) -> None:
    colours = _schemes()[scheme]
    lighter, darker = sorted((_luminance(colours[ink]), _luminance(colours[paper])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5  # WCAG 2, level AA, for text


def test_a_tone_is_told_by_a_sign_beside_its_colour() -> None:
    css = FILES["assets/site.css"].decode()
    signs = re.findall(r'\.(good|bad|warn)::before \{ content: "([^"]+)"', css)
    assert {name for name, _ in signs} == {"good", "bad", "warn"}
    assert len({sign for _, sign in signs}) == 3
