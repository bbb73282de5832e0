"""Numbers written as text: in every form, and left alone where they could be read in two ways."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from worksurface_pipeline.readers.decimal_marks import Decimals
from worksurface_pipeline.readers.delimited import read_delimited
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.grid import Grid, Row
from worksurface_pipeline.readers.model import Column, Workbook
from worksurface_pipeline.readers.number_texts import table_decimals
from worksurface_pipeline.readers.text_columns import type_texts
from worksurface_pipeline.readers.typed_table import build_table


@pytest.mark.parametrize(
    ("cells", "kind", "values", "unit"),
    [
        (["€ 1.000,50", "€ 2,00", "€ -3,10"], "currency", [1000.5, 2.0, -3.1], "EUR"),
        (["-1.000,50 €", "2,00 €"], "currency", [-1000.5, 2.0], "EUR"),
        (["1 000,50 kr", "2,00 kr"], "currency", [1000.5, 2.0], "kr"),
        (["1\u202f234,50 zł", "5 zł"], "currency", [1234.5, 5.0], "PLN"),
        (["-$5", "($7)", "$-5", "$8.00-", "$(9)"], "currency", [-5, -7, -5, -8, -9], "USD"),
        (["CHF 1'234.50", "CHF 2"], "currency", [1234.5, 2.0], "CHF"),
        (["100元", "20元"], "currency", [100.0, 20.0], "CNY"),
        (["€5", "5,50 EUR"], "currency", [5.0, 5.5], "EUR"),
        (["1'234.50", "12’000.00"], "decimal", [1234.5, 12000.0], ""),
        (["1'234", "12'000"], "integer", [1234, 12000], ""),
        (["1,23,456.00", "12,34,567.50"], "decimal", [123456.0, 1234567.5], ""),
        (["1,23,456", "99,999"], "integer", [123456, 99999], ""),
        (["1 234.50", "2.00"], "decimal", [1234.5, 2.0], ""),
        (["１２３", "４，５６７"], "integer", [123, 4567], ""),
        (["３５％", "7.5%"], "percent", [0.35, 0.075], "percent"),
        (["(5%)", "-3 %", "7%"], "percent", [-0.05, -0.03, 0.07], "percent"),
        (["12,5 %", "7 %"], "percent", [0.125, 0.07], "percent"),
        (["(3)", "4", "−5"], "integer", [-3, 4, -5], ""),
        (["(1,234)", "5"], "integer", [-1234, 5], ""),
        (["5-", "3-", "2"], "integer", [-5, -3, 2], ""),
        (["1.234,50", "3,25"], "decimal", [1234.5, 3.25], ""),
    ],
)
def test_forms_of_numbers(cells: list[str], kind: str, values: list[float], unit: str) -> None:
    column = type_texts(pl.Series(cells))
    assert (column.type.value, column.values.to_list(), column.unit) == (kind, values, unit)
    assert column.texts.to_list() == cells


@pytest.mark.parametrize(
    "cells",
    [
        ["(1)", "(2)", "(3)"],
        ["12,5", "3,5"],
        ["600 123 456", "601 222 333"],
        ["$5", "5"],
        ["12%", "0.5"],
        ["$5 CAD", "$6 CAD"],
        ["1,5", "1.5"],
        ["--5", "5"],
        ["1.2.3", "1.2.4"],
        ["12,34", "5,678.1"],
        ["0'123.5", "1"],
        ["5*", "6", "7 (est.)"],
    ],
    ids=lambda cells: cells[0],
)
def test_what_is_no_number_or_two_stays_text(cells: list[str]) -> None:
    column = type_texts(pl.Series(cells))
    assert (column.type.value, column.values.to_list()) == ("text", cells)


def _columns(text: str) -> tuple[Column, ...]:
    grid = read_delimited(text.encode())
    assert isinstance(grid, Grid)
    return build_table(grid).columns


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        ("k;v\na;1.234\nb;5.678\n", ["text", "text"]),
        ("k;v\na;1,000\nb;2,500\n", ["text", "text"]),
        ("k;v;w\na;1.234;0,5\nb;5.678;1,5\n", ["text", "integer", "decimal"]),
        ("k;v;w\na;1,000;€ 1.000,50\nb;2,500;€ 7\n", ["text", "decimal", "currency"]),
        ("k;v;w\na;1.234;0.5\nb;5.678;1.5\n", ["text", "decimal", "decimal"]),
        ("k;v;w;x\na;1.234;0.5;0,5\nb;5.678;1.5;1,5\n", ["text", "text", "decimal", "decimal"]),
        ("k;v\na;1234\nb;5678\n", ["text", "integer"]),
        ("k\tv\na\t1.234\nb\t5.678\n", ["text", "text"]),
        ("k\tv\tw\na\t1.234\t0.5\nb\t5.678\t1.5\n", ["text", "decimal", "decimal"]),
        ("k\tv\na\t1.234\nb\t1250\n", ["text", "decimal"]),
        ("k\tv\na\t1.234\nb\t0.250\n", ["text", "decimal"]),
        ("k\tv\na\t1.234\nb\t1250.500\n", ["text", "decimal"]),
        ("k\tv\na\t1,234\nb\t5,678\n", ["text", "integer"]),
        ("k\tv\na\t1,234\nb\t5.678\n", ["text", "text"]),
        ("k\tBesucher\na\t1.250\nb\t980\n", ["text", "integer"]),
        ("k\tBesucher\na\t1.250\nb\t2.400\n", ["text", "text"]),
        ("k\tBesucher\na\t1,250\nb\t980\n", ["text", "text"]),
        ("k\tNr.\tv\na\t1.1\t1.250\nb\t1.2\t980\n", ["text", "decimal", "text"]),
        ("k,v\na,1.234\nb,5.678\n", ["text", "decimal"]),
        ("k,v\na,1.250\nb,980\n", ["text", "text"]),
        ("k,v,w\na,1.250,2.5\nb,980,3.5\n", ["text", "decimal", "decimal"]),
        ('k,v\na,"1,250"\nb,980\n', ["text", "integer"]),
        ('k,v,w\na,"1,250",2.50\nb,"2,400",3.75\n', ["text", "integer", "decimal"]),
    ],
)
def test_point_or_comma_is_told_by_the_table(table: str, kinds: list[str]) -> None:
    assert [column.type.value for column in _columns(table)] == kinds


def test_evidence_of_both_marks_decides_nothing() -> None:
    columns = [pl.Series(["1,5", "2,5"]), pl.Series(["1.5", "2.5"]), pl.Series(["a", None])]
    assert table_decimals(columns, ";") == Decimals("", has_commas=True, has_groups=False)
    assert table_decimals(columns[:1], "\t").mark == ","
    assert table_decimals(columns, ",") == Decimals(".", is_sure=True)


@pytest.mark.parametrize(
    ("headers", "columns", "kinds"),
    [
        (["k", "v"], [["1.250", "980"]], ["text"]),
        (["Filiale", "Besucher"], [["1.250", "980", "2.400"]], ["integer"]),
        (["Filiale", "Besucher"], [["1.250", "2.400"]], ["text"]),
        (["k", "v", "w"], [["1.250", "980"], ["3,50", "12,75"]], ["integer", "text"]),
        (["k", "v", "w"], [["1.250", "980"], ["3.50", "12.75"]], ["decimal", "decimal"]),
        (["Filiale", "Besucher"], [["1.250", "980", "1400"]], ["text"]),
        (["k", "v"], [["1.250", "980", "1400"]], ["decimal"]),
        (["k", "Preis"], [["45.000 €", "40.000 €"]], ["text"]),
        (["k", "v"], [["$1,250", "$980"]], ["currency"]),
        (["k", "v"], [["1,250", "980"]], ["integer"]),
        (["k", "FY22"], [["11,000", "-7,500", "900"]], ["integer"]),
        (["k", "v"], [["1,250", "1980"]], ["text"]),
        (["Land", "Länge"], [["1,250", "980"]], ["text"]),
        (["k", "v"], [["12", "980"]], ["text"]),
    ],
)
def test_texts_of_a_workbook_that_could_be_read_both_ways(
    headers: list[str], columns: list[list[str]], kinds: list[str]
) -> None:
    names = [f"r{row}" for row in range(len(columns[0]))]
    rows: list[Row] = [[*headers], *map(list, zip(names, *columns, strict=True))]
    width = len(headers)
    grid = Grid(rows, range(1, len(rows) + 1), range(1, width + 1), is_typed=True)
    found = build_table(grid).columns
    assert [column.type.value for column in found[1:]] == kinds


def test_what_stays_text_for_its_marks_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("k;v;w\na;1.234;x\nb;5.678;y\n")
    found = read_any(path, "a.csv")
    assert isinstance(found, Workbook)
    assert found.remarks == (
        "numbers stay text, for their marks may part thousands or decimals: 'v'",
    )
