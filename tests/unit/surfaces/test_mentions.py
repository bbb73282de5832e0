from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.worksurface.surfaces.mentions import Mention, NameFinder

NAMES = [
    "a.md",
    "data a.md",
    "报告.docx",
    "README.md",
    "README (1).md",
    "LICENSE",
    "café.csv",
    "data",
    "data.csv",
    "sales_2024",
    "report.pdf",
    "my notes.txt",
    "archive.tar.gz",
    "年度 计划.xlsx",
    "report.pdf notes.md",
]


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
        pytest.param("数据参见报告.docx。", [("报告.docx", 4)], id="after a lead-in word"),
        pytest.param(
            "打开 年度 计划.xlsx", [("年度 计划.xlsx", 3)], id="Chinese name with a space"
        ),
        pytest.param("in cafe\u0301.csv", [("café.csv", 3)], id="other Unicode form"),
        pytest.param("a.md README.md", [("a.md", 0), ("README.md", 5)], id="two names"),
        pytest.param("[x](my%20notes.txt)", [("my notes.txt", 4)], id="as in a link"),
        pytest.param(
            "my notes.txt, report.pdf.", [("my notes.txt", 0), ("report.pdf", 14)], id="end"
        ),
        pytest.param("[x](data)", [("data", 4)], id="a plain word as a link"),
        pytest.param("from sales_2024 on", [("sales_2024", 5)], id="a code without extension"),
        pytest.param("unpack archive.tar.gz", [("archive.tar.gz", 7)], id="two extensions"),
        pytest.param(
            "report.pdf notes.md", [("report.pdf notes.md", 0)], id="not within a longer name"
        ),
        pytest.param("data.csv를 열고", [("data.csv", 0)], id="before a Korean particle"),
    ],
)
def test_found(text: str, found: list[tuple[str, int]]) -> None:
    mentions = NameFinder(NAMES).find(text)
    assert [(mention.name, mention.start) for mention in mentions] == found
    for mention in mentions:
        shown = text[mention.start : mention.end].replace("%20", " ")
        assert unicodedata.normalize("NFC", shown) == mention.name


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
        "my_report.pdf",
        "old+report.pdf",
        "report.pdf.docx",
        "report.pdf~",
        "~report.pdf",
        "$report.pdf",
        ".report.pdf",
        "report.pdf-2",
        "old%20report.pdf",
        "param\u00e8tredata.csv",
        "data_2024.csv",
        "the data of the report",
        '{"data": [1]}',
        "`data`",
        "report",
        "sales_2024_q1",
        "",
    ],
)
def test_no_part_of_a_longer_name_and_no_stem(text: str) -> None:
    assert NameFinder(NAMES).find(text) == ()


def test_first_place_and_count() -> None:
    assert NameFinder(["a.md"]).find("x a.md\na.md") == (Mention("a.md", 2, 6, 2),)
    assert NameFinder([]).find("a.md") == ()
    assert NameFinder(["---"]).find("---") == ()


_NAME = st.from_regex(r"[a-c]{1,3}[_ -]?[a-c报告]{1,3}\.(md|csv|c)", fullmatch=True)


@given(st.lists(_NAME, min_size=1, max_size=6), st.lists(st.sampled_from(" ,.;\n(x报"), max_size=8))
def test_a_mention_is_the_name_and_order_makes_no_difference(
    names: list[str], between: list[str]
) -> None:
    gaps = [*between, *" " * len(names)]
    text = "".join(f"{gap}{name}" for gap, name in zip(gaps, names, strict=False))
    found = NameFinder(names).find(text)
    assert all(text[mention.start : mention.end] == mention.name for mention in found)
    assert found == NameFinder(names[::-1]).find(text)


@given(_NAME, _NAME)
def test_a_name_between_spaces_is_found_and_within_a_word_is_not(name: str, other: str) -> None:
    finder = NameFinder([name])
    assert [mention.name for mention in finder.find(f"see {name} there")] == [name]
    assert finder.find(f"see x{name}") == ()
    assert finder.find(f"see {name}x") == ()
    assert [hit.name for hit in NameFinder([name, f"{other} {name}"]).find(f"{other} {name}")] == [
        f"{other} {name}"
    ]
