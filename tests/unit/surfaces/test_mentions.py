from __future__ import annotations

import pytest

from worksurface_pipeline.worksurface.surfaces.mentions import Mention, NameFinder

NAMES = ["a.md", "data a.md", "报告.docx", "README.md", "README (1).md", "LICENSE", "café.csv"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("see a.md", [("a.md", 4)], id="token"),
        pytest.param("`a.md`, (a.md)", [("a.md", 1)], id="quoted"),
        pytest.param("src/a.md:", [("a.md", 4)], id="path"),
        pytest.param("参见a.md。", [("a.md", 2)], id="beside text without spaces"),
        pytest.param("the data a.md file", [("data a.md", 4)], id="longest name"),
        pytest.param("README (1).md", [("README (1).md", 0)], id="brackets"),
        pytest.param("Read LICENSE.", [("LICENSE", 5)], id="no extension"),
        pytest.param("《报告.docx》", [("报告.docx", 1)], id="Chinese name"),
        pytest.param("in cafe\u0301.csv", [("café.csv", 3)], id="other Unicode form"),
        pytest.param("a.md README.md", [("a.md", 0), ("README.md", 5)], id="two names"),
    ],
)
def test_found(text: str, found: list[tuple[str, int]]) -> None:
    mentions = NameFinder(NAMES).find(text)
    assert [(mention.name, mention.offset) for mention in mentions] == found


@pytest.mark.parametrize(
    "text",
    [
        "xa.md",
        "_a.md",
        "x-a.md",
        "x.a.md",
        "a.mdx",
        "a.md.bak",
        "a.md5",
        "LICENSES",
        "年度报告.docx",
        "A.md",
    ],
)
def test_no_part_of_a_longer_name(text: str) -> None:
    assert NameFinder(NAMES).find(text) == ()


def test_first_place_and_count() -> None:
    assert NameFinder(["a.md"]).find("x a.md\na.md") == (Mention("a.md", 2, 2),)
    assert NameFinder([]).find("a.md") == ()
