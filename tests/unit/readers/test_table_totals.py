"""Rows that sum up others, wherever they stand and whatever they are called; who signed below."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.readers.table_files import csv_table, read_table, write_book
from worksurface_pipeline.readers.grid import Grid, Row
from worksurface_pipeline.readers.model import SheetOverride
from worksurface_pipeline.readers.sheet_tables import sheet_tables
from worksurface_pipeline.readers.total_words import Word, word_of

TEAMS = "dept,team,staff,vacant\nIT,a,15,1\nIT,b,26,2\n"
TWO = "item,jan,feb\nA,100,81\nB,210,92\nC,37,60\n"
ONE = "item,n\nA,100\nB,210\nC,37\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (f"{TEAMS}IT subtotal,,41,3\nHR,c,7,4\nHR subtotal,,7,4\nCompany total,,48,7\n", (4, 6, 7)),
        (f"{TEAMS}小计,,41,3\nHR,c,7,4\nHR,d,9,1\n小计,,16,5\n合计,,57,8\n", (4, 7, 8)),
        (f"{TEAMS}North Total,,1,1\nHR,c,7,4\n", (4,)),
        (f"{TEAMS}Übertrag,,41,3\nHR,c,7,4\n", (4,)),
        (f"{ONE}Total,347\nD,5\nE,6\nTotal,11\nGrand total,358\n", (5, 8, 9)),
        (f"{TWO}Total A-C,347,233\n", (5,)),
        (f"{TWO}Total costs,347,233\n", (5,)),
        (f"{TWO}Summe Personal,347,233\n", (5,)),
        (f"{TWO}All items,347,233\n", (5,)),
        (f"{TWO}World,347,233\n", (5,)),
        (f"{TWO}FY 2023,347,233\n", (5,)),
        (f"{TWO},347,233\n", (5,)),
        (f"{TWO}Bilanzsumme,300,200\n", (5,)),
        (f"{TWO}总合计,300,200\n", (5,)),
        (f"{TWO}Daily total,300,200\n", (5,)),
        ("item,jan,feb\nTotal,347,233\nA,100,81\nB,210,92\nC,37,60\n", (2,)),
        ("day,what,sum\n2024-01-02,Taxi,20\n,Subtotal Jan,20\n2024-02-02,Bus,3\n", (3,)),
        ("no,item,sum\n7,A,100\n9,B,250\n*,Summe,350\n**,Gesamtsumme,350\n", (4, 5)),
        (
            "item,n,sum\nA,1,10\nB,4,20\nZwischensumme,,30\nzzgl. Ust,,6\nEndbetrag,,36\n",
            (4, 5, 6),
        ),
        (
            "day,what,v\n2024-01-02,A,-40.5\n2024-01-03,B,93\n2024-01-04,C,7\nSaldo am,,59.5\n",
            (5,),
        ),
        ("who,n,m\nAnn,3,5\nBob,4,9\nCid,8,1\nAverage,5,5\nHighest,8,9\n", (5, 6)),
    ],
)
def test_totals_are_set_apart(tmp_path: Path, text: str, rows: tuple[int, ...]) -> None:
    table = csv_table(tmp_path, text)
    assert table.layout.total_rows == rows
    assert not set(rows) & set(table.row_numbers)
    assert table.frame.height == len(text.splitlines()) - 1 - len(rows)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("firm,n\nShell,10\nEni,20\nTotal Wine,30\nBP,7\n", id="a-sum-by-chance"),
        pytest.param("firm,n,land\nBP,100,UK\nShell,200,NL\nTotal,53,FR\n", id="a-firm"),
        pytest.param("firm,n\nBP,10\nEni,30\nTotal Wine & More,40\n", id="two-numbers"),
        pytest.param("k,n\na,1\nb,2\nc,3\nd,4\n", id="one-two-three"),
        pytest.param("k,n\na,1\nb,1\nc,2\nd,3\ne,5\nf,8\n", id="each-the-sum-of-two"),
        pytest.param("day,in,balance\nMo,5,5\nTu,7,12\nWe,9,21\nTh,2,23\n", id="running-balance"),
        pytest.param("k,n,m\na,0,0\nb,0,0\nc,0,0\n", id="nothing-to-sum"),
        pytest.param(f"{TWO}Total assets,347,233\nCash,5,6\n", id="no-total-at-the-end"),
        pytest.param("y,n\nsales,100\ncosts,-80\nprofit,20\n", id="a-difference"),
        pytest.param("k,v\nTotalEnergies,4\nSummary,5\nOverall Inc,6\n", id="no-word"),
    ],
)
def test_names_and_chance_stay_data(tmp_path: Path, text: str) -> None:
    table = csv_table(tmp_path, text)
    assert table.layout.total_rows == ()
    assert table.frame.height == len(text.splitlines()) - 1


@pytest.mark.parametrize(
    "last",
    [
        ["Prepared by: Ann", None, "Approved by: Bob"],
        ["制表人：张三", "审核人：李四", "日期：2024-01-05"],
        ["Approved by:", "Ann", None],
    ],
    ids=["english", "chinese", "name-in-the-next-cell"],
)
def test_a_line_of_signatures_hides_no_total(tmp_path: Path, last: list[str | None]) -> None:
    rows: list[list[object]] = [
        ["Item", "Qty", "Amount"],
        ["Pens", 10, 15],
        ["Ink", 3, 60],
        ["Total", 13, 75],
    ]
    table = read_table(write_book(tmp_path, {"S": [*rows, last]}))
    assert (table.layout.total_rows, table.layout.note_rows) == ((4,), (5,))
    assert [column.type.value for column in table.columns] == ["text", "integer", "integer"]


def test_an_end_that_is_stated_makes_data_of_totals() -> None:
    lines = f"{TEAMS}IT subtotal,,41,3\nHR,c,7,4\nTotal,,48,7\n".splitlines()
    cells: list[Row] = [[cell or None for cell in line.split(",")] for line in lines]
    grid = Grid(cells, range(1, 7), range(1, 5), delimiter=",")
    kept = sheet_tables(grid, [SheetOverride(header_rows=(1,))]).tables[0]
    assert (kept.row_numbers, kept.layout.total_rows) == ((2, 3, 5), (4, 6))
    stated = sheet_tables(grid, [SheetOverride(data_end=5)]).tables[0]
    assert (stated.row_numbers, stated.layout.total_rows) == ((2, 3, 4, 5), (6,))


@pytest.mark.parametrize(
    ("label", "word"),
    [
        ("Grand Total:", Word.BARE),
        ("Total (EUR)", Word.BARE),
        ("sous-total", Word.BARE),
        ("本月合计", Word.BARE),
        ("**Total**", Word.BARE),
        ("North Total", Word.SURE),
        ("Rechnungsbetrag", Word.SURE),
        ("研发小计", Word.SURE),
        ("Total Wine", Word.HELD),
        ("Closing balance", Word.HELD),
        ("Alle Länder", Word.WEAK),
        ("世界", Word.WEAK),
        ("TotalEnergies", Word.NONE),
        ("Alliance", Word.NONE),
        ("Consumer", Word.NONE),
        ("total " * 20, Word.NONE),
    ],
)
def test_words_are_whole_words(label: str, word: Word) -> None:
    assert word_of(label) is word
