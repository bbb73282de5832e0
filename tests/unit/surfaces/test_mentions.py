from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.worksurface.surfaces.mentions import Mention, NameFinder
from worksurface_pipeline.worksurface.surfaces.name_context import Home, home_of

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
        pytest.param("./a.md or ../a.md:", [("a.md", 2)], id="path without a folder"),
        pytest.param("a.md/report.pdf", [("a.md", 0), ("report.pdf", 5)], id="one or the other"),
        pytest.param("at src/sales_2024", [("sales_2024", 7)], id="a rare name in any folder"),
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
        "https://example.org/a.md",
        "http://example.org/x?file=data.csv&raw=1",
        "www.example.org/files/report.pdf",
        "ftp://host/data.csv",
        "write to data.csv@example.org",
        "or to someone@data.csv",
        "src/a.md",
        "archive\\data.csv",
        "example.org/sales_2024",
        "/home/user/old/report.pdf",
        "",
    ],
)
def test_no_part_of_a_longer_name_and_no_stem(text: str) -> None:
    assert NameFinder(NAMES).find(text) == ()


TASK = [
    "data.csv",
    "in/rates.csv",
    "Q1 Report.xlsx",
    "Report.csv",
    "数据表.csv",
    "预算.csv",
    "申请.docx",
]
HOMES = {
    **{name: home_of(name, f"data/{name}") for name in TASK},
    "rates.csv": home_of("in/rates.csv", "data/in/rates.csv"),
    "rates_2024.csv": home_of("in/rates_2024.csv", "data/in/rates_2024.csv"),
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("data/data.csv", ["data.csv"], id="own folder"),
        pytest.param("/srv/x/data/data.csv", ["data.csv"], id="own folder of a longer path"),
        pytest.param("old/data.csv", [], id="another folder"),
        pytest.param("mydata/data.csv", [], id="a longer folder's name"),
        pytest.param("请看data/data.csv", ["data.csv"], id="own folder after Chinese"),
        pytest.param("example.org/data.csv", [], id="a host"),
        pytest.param("data.csv/Report.csv", ["data.csv", "Report.csv"], id="one or the other"),
        pytest.param("in/rates.csv", ["in/rates.csv"], id="the whole name"),
        pytest.param("proj/in/rates.csv", ["in/rates.csv"], id="the whole name in a path"),
        pytest.param("rates.csv", ["rates.csv"], id="the last part"),
        pytest.param("archive/rates.csv", [], id="the last part in another folder"),
        pytest.param("archive/rates_2024.csv", [], id="a rare name whose folder is known"),
        pytest.param("See Q1 Report.csv for it.", [], id="words of a longer name"),
        pytest.param("See Report.csv for it.", ["Report.csv"], id="other words"),
        pytest.param('the "Annual Report.csv"', [], id="a longer quoted name"),
        pytest.param("`cat Report.csv`", ["Report.csv"], id="a quoted command"),
        pytest.param("[x](Annual Report.csv)", [], id="a longer name in a link"),
        pytest.param("[x](data/Report.csv)", ["Report.csv"], id="a path in a link"),
        pytest.param("《2024 数据表.csv》", [], id="a longer name in title marks"),
        pytest.param("请根据数据表.csv计算总和。", ["数据表.csv"], id="according to"),
        pytest.param("见附件数据表.csv", ["数据表.csv"], id="see the attachment"),
        pytest.param("以及数据表.csv", ["数据表.csv"], id="as well as"),
        pytest.param("数据表.csv以及预算.csv", ["数据表.csv", "预算.csv"], id="both"),
        pytest.param("请分析数据表.csv与预算.csv的差异", ["数据表.csv", "预算.csv"], id="analyse"),
        pytest.param("来自“数据表.csv”", ["数据表.csv"], id="quotation marks"),
        pytest.param("《数据表.csv》", ["数据表.csv"], id="title marks"),
        pytest.param("参见《数据表》", ["数据表.csv"], id="the stem in title marks"),
        pytest.param("参见《Report》", ["Report.csv"], id="a Latin stem in title marks"),
        pytest.param("新数据表.csv", [], id="new"),
        pytest.param("成本分析数据表.csv", [], id="a verb within a name"),
        pytest.param("分析数据表.csv", [], id="a verb that may begin a name"),
        pytest.param("请假申请.docx", [], id="a lead-in word within a name"),
    ],
)
def test_what_stands_around_a_name(text: str, found: list[str]) -> None:
    finder = NameFinder([*TASK, "rates.csv", "rates_2024.csv"], HOMES)
    assert [mention.name for mention in finder.find(text)] == found


def test_a_stem_of_two_files_is_no_name() -> None:
    assert NameFinder(["数据表.csv", "数据表.xlsx"]).find("参见《数据表》") == ()


def test_a_home_is_the_folder_of_the_name_or_of_the_stored_file() -> None:
    assert home_of("in/a.csv", "data/7.csv") == Home("in", is_nested=True)
    assert home_of("a.csv", "data/a.csv") == Home("data")


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
