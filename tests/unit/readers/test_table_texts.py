"""Delimited text: encoding, delimiter, quotes, ragged rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.readers.table_files import csv_table, names, types
from worksurface_pipeline.readers import delimited
from worksurface_pipeline.readers.decode import decode
from worksurface_pipeline.readers.delimited import find_delimiter, read_delimited
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.grid import Grid
from worksurface_pipeline.readers.model import ExtractionFailure, Workbook

CHINESE = "编号,产品,数量\n0001,笔记本电脑,12\n0002,显示器,7\n"
JAPANESE = "名前,年齢,住所\n佐藤太郎,30,東京\n鈴木さくら,25,大阪\n"


@pytest.mark.parametrize(
    ("text", "written", "found"),
    [
        ("é,b\n1,2\n", "utf-8", "utf-8"),
        ("é,b\n1,2\n", "utf-8-sig", "utf-8"),
        (CHINESE, "gb18030", "gb18030"),
        (JAPANESE, "cp932", "cp932"),
        ("訂單編號,金額\n0001,繁體中文資料\n", "big5", "big5"),
        ("Straße;Größe\nMüller;1,5\n", "cp1252", "cp1252"),
        ("Привет мир,как дела\n", "cp1251", "cp1251"),
        (CHINESE, "utf-16", "utf-16"),
        ("name,value\nplain,1\n", "utf-16-le", "utf-16-le"),
        ("name,value\nplain,1\n", "utf-16-be", "utf-16-be"),
    ],
)
def test_encoding_is_found_and_text_comes_back(text: str, written: str, found: str) -> None:
    decoded = decode(text.encode(written))
    assert (decoded.encoding, decoded.text) == (found, text)
    assert (decoded.confidence == 1.0) == (found in {"utf-8", "utf-16"})


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2\n2,5;3\n", ";"),
        ("name;x;y\nA;1,5;2,5\nB;2,5;3,5\n", ";"),
        ("a\tb\nx, y\tz\nu, v\tw\n", "\t"),
        ("a|b|c\n1|2|3\n", "|"),
        ("one\ntwo\nthree\n", ","),
        ("Report\n\na;b\n1;2\n3;4\n", ";"),
        ('a,b\n"x;y;z",1\n"p;q;r",2\n', ","),
    ],
    ids=["comma", "semicolon", "decimal comma", "tab", "bar", "none", "title", "quoted"],
)
def test_delimiter(text: str, delimiter: str) -> None:
    assert find_delimiter(text)[1] == delimiter


@pytest.mark.parametrize("line", ["sep=|", '"sep=|"', "SEP=|\r"])
def test_sep_line_is_obeyed_and_dropped(tmp_path: Path, line: str) -> None:
    table = csv_table(tmp_path, f"{line}\na|b\n1|x,y\n")
    assert names(table) == ["a", "b"]
    assert table.layout.delimiter == "|"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            'id,c\n1,"line one\nline two, more"\n2,"said ""no"""\n',
            ["line one\nline two, more", 'said "no"'],
        ),
        ('id,c\n1,5" disk\n2,plain\n', ['5" disk', "plain"]),
        ('id,c\n1,"open\n2,plain\n', ['"open', "plain"]),
        ("id,c\n1,x\x00y\n2,z\n", ["xy", "z"]),
        ("id,c\r\n1,a\r\n\r\n2,b\r\n", ["a", "b"]),
    ],
    ids=["newline", "inch", "open quote", "nul", "crlf"],
)
def test_quotes_and_line_ends(tmp_path: Path, text: str, rows: list[str]) -> None:
    assert csv_table(tmp_path, text).frame["c"].to_list() == rows


def test_ragged_rows_are_padded_and_extra_cells_kept(tmp_path: Path) -> None:
    table = csv_table(tmp_path, "id,name,qty\n1,A,10\n2,B\n3,C,30,extra,more\n\n4,D,40\n")
    assert names(table) == ["id", "name", "qty", "column_4", "column_5"]
    assert [column.is_invented for column in table.columns] == [False, False, False, True, True]
    assert table.frame["qty"].to_list() == [10, None, 30, 40]
    assert table.frame["column_5"].to_list() == [None, None, "more", None]
    assert table.row_numbers == (2, 3, 4, 6)


def test_decimal_comma_needs_another_delimiter(tmp_path: Path) -> None:
    table = csv_table(tmp_path, "n;v;w\nA;1.234,56;1,5\nB;0,5;2\n")
    assert types(table) == ["text", "decimal", "decimal"]
    assert table.frame["v"].to_list() == [1234.56, 0.5]
    assert table.texts["v"].to_list() == ["1.234,56", "0,5"]


def test_what_was_decided_is_stored(tmp_path: Path) -> None:
    layout = csv_table(tmp_path, CHINESE.replace(",", ";").encode("gb18030")).layout
    assert (layout.encoding, layout.delimiter) == ("gb18030", ";")
    assert 0.7 <= layout.encoding_confidence < 1.0
    assert csv_table(tmp_path, "id;v\n1;2\n").layout.encoding_confidence == 1.0


@pytest.mark.parametrize("name", ["export.xls", "export.xlsx"])
def test_text_under_a_workbooks_name_is_a_table_with_a_remark(tmp_path: Path, name: str) -> None:
    path = tmp_path / "stored"
    path.write_text("编号\t金额\n0001\t5\n0002\t6\n", encoding="utf-16")
    book = read_any(path, name)
    assert isinstance(book, Workbook)
    assert book.tables[0].frame["金额"].sum() == 11
    mismatch = f"the name says {name.rpartition('.')[2]}, the file holds csv content"
    assert book.remarks == (mismatch, "decoded as utf-16, confidence 1.00")


def test_a_guess_and_lost_characters_are_told_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "stored"
    path.write_bytes("k,v\nČesko,1\n".encode("cp1250"))
    book = read_any(path, "a.csv")
    assert isinstance(book, Workbook)
    assert book.remarks[-1] == "the encoding is a guess"
    path.write_bytes("名称,v\n合计,1\nx".encode() + b"\x80,2\n")
    book = read_any(path, "a.csv")
    assert isinstance(book, Workbook)
    assert book.remarks[-1] == "1 cells hold characters that could not be decoded"


@pytest.mark.parametrize(
    ("encoding", "delimiter", "names"),
    [("", "", ["a", "b,c"]), ("", ",", ["a|b", "c"]), ("no-such", "", None)],
    ids=["found", "stated", "unknown"],
)
def test_stated_choices_come_first(encoding: str, delimiter: str, names: list[str] | None) -> None:
    grid = read_delimited(b"a|b,c\n1|2,3\n4|5,6\n", encoding, delimiter)
    if names is None:
        assert isinstance(grid, ExtractionFailure)
        assert "no-such" in grid.detail
    else:
        assert isinstance(grid, Grid)
        assert grid.rows[0] == names


def test_same_bytes_give_the_same_table(tmp_path: Path) -> None:
    first = csv_table(tmp_path, CHINESE.encode("gb18030"))
    again = csv_table(tmp_path, CHINESE.encode("gb18030"), "other.csv")
    assert first.columns == again.columns
    assert first.frame.equals(again.frame)


def test_a_table_with_too_many_cells_says_how_to_split_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "MAX_CELLS", 1_000)
    monkeypatch.setattr(delimited, "_BATCH_RECORDS", 10)
    failure = read_delimited(b"a,b,c,d\n" + b"1,2,3,4\n" * 999)
    assert isinstance(failure, ExtractionFailure)
    assert failure.detail == "The table has about 1,001 lines and 4,001 cells, above 1,000"
    assert failure.remedy.startswith(
        "Split it into files of at most 200 rows, each with the header"
    )
