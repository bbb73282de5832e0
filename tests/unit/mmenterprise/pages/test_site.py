"""The site as a whole: its links, its shards, its texts, its bytes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.fixtures.site_links import broken_links, data_of, list_rows, pages_of
from tests.unit.mmenterprise.pages.world import EVIL, PICTURE, SEER, given
from worksurface_pipeline.mmenterprise.pages.addresses import cell_id
from worksurface_pipeline.mmenterprise.pages.model import SiteInput, SiteLimits
from worksurface_pipeline.mmenterprise.pages.site import site
from worksurface_pipeline.site.files import pack

_WAYS = {"asked": "cases", "ways": "cases", "beside": "timelines", "timelines": "timelines"}
_LARGEST = 60_000  # bytes of one page or shard of so small a corpus


@cache
def files() -> Mapping[str, bytes]:
    return dict(site(given()))


def shards(folder: str) -> Iterator[Any]:
    for name, data in files().items():
        if name.startswith(f"data/{folder}/"):
            yield data_of(data)


def _records(value: Any) -> Iterator[dict[str, Any]]:
    """Every record in the data, wherever it stands."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield value
    for one in inner:
        yield from _records(one)


def _lost(one: dict[str, Any]) -> Iterator[str]:
    """Every way in a record that leads nowhere."""
    if "thread" in one and one["entry"] not in _entries(one["thread"]):
        yield f"no record {one}"
    if one.get("picture", "index.html") not in files():
        yield f"no picture {one['picture']}"
    ways = [("timelines", [one["fact"]])] if "fact" in one else []
    ways += [(folder, one.get(name, [])) for name, folder in _WAYS.items()]
    for folder, found in ways:
        keys = [way["id"] if isinstance(way, dict) else way for way in found]
        yield from (key for key in keys if f"data/{folder}/{key}.js" not in files())


@cache
def _entries(thread: str) -> frozenset[str]:
    data = files().get(f"data/threads/{thread}.js")
    return frozenset(one["id"] for one in data_of(data)["entries"]) if data else frozenset()


def test_every_link_of_the_pages_leads_somewhere() -> None:
    assert broken_links(files()) == []


@pytest.mark.parametrize("folder", ["threads", "timelines", "cases", "found"])
def test_every_way_in_the_data_leads_somewhere(folder: str) -> None:
    found = list(shards(folder))
    assert found
    assert [line for one in _records(found) for line in _lost(one)] == []


def test_every_record_stands_in_one_thread_and_in_the_list() -> None:
    units = sorted(unit.id for one in given().projects for unit in one.units.units)
    assert sorted(one["id"] for thread in shards("threads") for one in thread["entries"]) == units
    assert sorted(row["entry"] for row in list_rows(files(), "records")) == units


def test_every_question_and_fact_has_its_page() -> None:
    asked = sum(len(one.questions) for one in given().projects)
    facts = sum(len(one.ledger.slots) for one in given().projects)
    assert len(list(shards("cases"))) == len(list_rows(files(), "questions")) == asked
    assert len(list(shards("timelines"))) == len(list_rows(files(), "facts")) == facts


def test_texts_that_attack_stay_texts() -> None:
    assert b"Seed &lt;/script&gt;" in files()[next(n for n in files() if n.startswith("project-"))]
    for name, data in files().items():
        text = data.decode("utf-8", "replace")
        if name.startswith("data/"):
            assert "<" not in text, name
            assert "\u2028" not in text, name
        elif name.endswith(".html"):
            assert "<script>window" not in text, name
            assert "<img src=x" not in text, name
            assert "\x00" not in text, name
            assert "\u202e" not in text, name
    assert any(
        EVIL.split("<img")[0] in one["title"] + str(one["outcomes"]) for one in shards("cases")
    )


def test_nothing_is_asked_of_anybody_else() -> None:
    for name, data in files().items():
        if not name.endswith((".png", ".svg")):
            links = set(re.findall(r"https?://[^\s\"'`]+", data.decode()))
            assert links <= {"http://www.w3.org/2000/svg"}, name
    for page in pages_of(files()).values():
        assert all(re.fullmatch(r"[\w./#=&%+@-]+", link) for link in page.links), page.links


def test_a_page_loads_its_own_data_alone() -> None:
    sizes = {name: len(data) for name, data in files().items() if not name.startswith("assets/")}
    assert {name: size for name, size in sizes.items() if size > _LARGEST} == {}
    assert sum(name.endswith(".html") for name in files()) < 20
    assert b"It is 81.4" not in files()["index.html"]


@pytest.mark.parametrize("page", ["index.html", "projects.html", "run.html", "dropped.html"])
def test_a_page_is_sound(page: str) -> None:
    found = pages_of(files())[page]
    assert found.open == []
    assert len(found.ids) == len(set(found.ids))
    assert "workspace.css" in files()[page].decode()


def test_equal_input_gives_equal_bytes() -> None:
    mixed = replace(given(), projects=given().projects[::-1])
    assert dict(site(mixed)) == files()
    assert pack(files().items()).size == sum(map(len, files().values()))


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param("index.html", "2 projects with", id="corpus"),
        pytest.param("index.html", "offline/reader is a pipeline self-test", id="self-test"),
        pytest.param("index.html", "was shown no picture", id="text-only"),
        pytest.param("index.html", "have no verdict", id="unscored"),
        pytest.param("index.html", "2 are missing", id="missing"),
        pytest.param("index.html", "Accuracy by cell", id="cells"),
        pytest.param("index.html", "figures/recall.svg", id="figure"),
        pytest.param("accuracy.html", "By type", id="claimed-table"),
        pytest.param("writer.html", "By type", id="further-tables"),
        pytest.param("dropped.html", "What?", id="dropped"),
    ],
)
def test_each_page_shows_its_part(page: str, text: str) -> None:
    assert text in files()[page].decode()


def test_a_count_of_the_overview_leads_to_the_questions_that_it_counts() -> None:
    page = files()["index.html"].decode()
    place = cell_id(SEER)
    counts = dict(re.findall(rf'at1={place}&amp;is1=(\w+)">([\d,]+)</a>', page))
    column = "cells"
    about = data_of(files()["data/lists/questions.js"])
    (states,) = [one for one in about["columns"] if one["key"] == column]
    number = [one["id"] for one in states["places"]].index(place)
    signs = Counter(row[column][number] for row in list_rows(files(), "questions"))
    names = {"abcde"[at]: choice["id"] for at, choice in enumerate(states["choices"])}
    assert {names[sign]: str(count) for sign, count in signs.items()} == counts
    assert set(counts) == {"right", "wrong", "unscored", "error", "missing"}


def test_the_pictures_are_there_and_one_that_is_not_is_left_out() -> None:
    pictures = [data for name, data in files().items() if name.startswith("pictures/")]
    visual = sum(unit.is_visual for one in given().projects for unit in one.units.units)
    assert pictures == [PICTURE] * (visual - len(given().projects))


def test_texts_are_cut() -> None:
    limits = SiteLimits(answer=5, evidence=5, found=5, title=5)
    cut = dict(site(replace(given(), limits=limits)))
    cases = [data_of(data) for name, data in cut.items() if name.startswith("data/cases/")]
    assert all(len(one.get("answer", "")) <= 7 for case in cases for one in case["outcomes"])
    pieces = [one for case in cases for one in case.get("pieces", ())]
    assert pieces
    assert all(one["extract"]["cut"] > 0 for one in pieces)


def test_a_site_of_nothing_is_a_site() -> None:
    empty = dict(site(SiteInput(name="empty", projects=())))
    assert broken_links(empty) == []
    assert b"No model was asked" in empty["index.html"]


def test_a_workspace_without_answers_is_a_site() -> None:
    bare = replace(given(), answers=(), judgements=(), retrieved=(), checks=())
    made = dict(site(bare))
    assert broken_links(made) == []
    cases = [data_of(data) for name, data in made.items() if name.startswith("data/cases/")]
    assert all("outcomes" not in one for one in cases)
    assert "dropped.html" not in made
