"""Types of columns, with their values, texts, units and reasons for nulls."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import polars as pl
import pytest

from worksurface_pipeline.readers.cell_texts import plain_text, shown_text
from worksurface_pipeline.readers.columns import type_cells
from worksurface_pipeline.readers.grid import Cell, Null, NumberStyle
from worksurface_pipeline.readers.number_format import number_style
from worksurface_pipeline.readers.text_columns import type_texts

PERCENT = NumberStyle("percent", 1)
DAY = date(2024, 1, 2)
MIXED_DAYS = ["2024-01-02", "10/7/201"]
ISO_DAYS = ["2024-01-02", "2024-12-31"]
EURO = NumberStyle("EUR", 2, "€")
DOLLAR = NumberStyle("USD", 0, "$")
ZEROS = NumberStyle(zeros=3)
LONG = ["36:00:00", "01:00:00"]


@pytest.mark.parametrize(
    ("cells", "kind", "values", "unit"),
    [
        (["1", "2", "-3"], "integer", [1, 2, -3], ""),
        (["1,234", "5"], "integer", [1234, 5], ""),
        (["−5", "5"], "integer", [-5, 5], ""),
        (["1.5", "2"], "decimal", [1.5, 2.0], ""),
        (["1.2E-3", ".5"], "decimal", [0.0012, 0.5], ""),
        (["37%", "33.5 %", "１%"], "percent", [0.37, 0.335, 0.01], "percent"),
        (["37%", "33.5 %", "1.1％"], "percent", [0.37, 0.335, 0.011], "percent"),
        (["$1,234.50", "-$5", "($2.00)"], "currency", [1234.5, -5.0, -2.0], "USD"),
        (["¥417", "¥1"], "currency", [417.0, 1.0], "CNY"),
        (["5 €", "1,000 €"], "currency", [5.0, 1000.0], "EUR"),
        (["$5", "€5"], "text", ["$5", "€5"], ""),
        (["2024-02-29", "2023-1-5"], "date", [date(2024, 2, 29), date(2023, 1, 5)], ""),
        (["2024-02-30", "2023-01-05"], "text", ["2024-02-30", "2023-01-05"], ""),
        (["31/12/2024", "1/2/2024"], "date", [date(2024, 12, 31), date(2024, 2, 1)], ""),
        (["12/31/2024", "1/2/2024"], "date", [date(2024, 12, 31), date(2024, 1, 2)], ""),
        (["1/2/2024", "3/4/2024"], "text", ["1/2/2024", "3/4/2024"], ""),
        (["10/7/201", "10/8/2021"], "text", ["10/7/201", "10/8/2021"], ""),
        (["3 Mar 2024", "12 Jan 2023"], "date", [date(2024, 3, 3), date(2023, 1, 12)], ""),
        (["2024-01-01 09:30:00"], "datetime", [datetime(2024, 1, 1, 9, 30)], ""),
        (["2024-01-01T09:30:00Z"], "datetime", [datetime(2024, 1, 1, 9, 30)], "UTC"),
        (["TRUE", "false"], "boolean", [True, False], ""),
        (["yes", "no"], "text", ["yes", "no"], ""),
        (["007", "12"], "identifier", ["007", "12"], ""),
        (["00123", "00045", "1-2"], "identifier", ["00123", "00045", "1-2"], ""),
        (["0", "10"], "integer", [0, 10], ""),
        (["007", "agent", "M"], "text", ["007", "agent", "M"], ""),
        (["09:30", "18:05:07"], "time", [time(9, 30), time(18, 5, 7)], ""),
        (["9:30 am", "6:05:07 PM"], "time", [time(9, 30), time(18, 5, 7)], ""),
        (["36:00:00", "1:30:15"], "duration", [129600.0, 5415.0], "s"),
        (["36:00", "1:30"], "text", ["36:00", "1:30"], ""),
        (["12345678901234567890", "1"], "identifier", ["12345678901234567890", "1"], ""),
        (["9007199254740993"], "identifier", ["9007199254740993"], ""),
        (["1e400", "1"], "text", ["1e400", "1"], ""),
        (["1-2", "3"], "text", ["1-2", "3"], ""),
        (["+49170123456", "1"], "text", ["+49170123456", "1"], ""),
        ([" a ", "b"], "text", ["a", "b"], ""),
        ([None, None], "text", [None, None], ""),
    ],
)
def test_text_columns(cells: list[str | None], kind: str, values: list[Any], unit: str) -> None:
    column = type_texts(pl.Series(cells, dtype=pl.String))
    assert (column.type.value, column.values.to_list(), column.unit) == (kind, values, unit)
    assert column.texts.to_list() == cells


@pytest.mark.parametrize(
    ("cells", "values", "reasons"),
    [
        (["1", "n/a", "—", None], [1, None, None, None], ("n/a", "—")),
        (["-", "2", "#DIV/0!"], [None, 2, None], ("#DIV/0!", "-")),
        (["NULL", "true"], [None, True], ("NULL",)),
        (["12", "[5]", "[1, 2]"], [12, None, None], ("[1, 2]", "[5]")),
        (["—", "a", "——"], ["—", "a", "——"], ()),
        (["—", "Engineering", " "], [None, "Engineering", ""], ("—",)),
        (["NA", "Engineering", "Business"], [None, "Engineering", "Business"], ("NA",)),
        (["NA", "DE", "FR"], ["NA", "DE", "FR"], ()),
        (["-", "Engineering"], ["-", "Engineering"], ()),
        (["N/A", "N/A"], ["N/A", "N/A"], ()),
    ],
)
def test_missing_markers(cells: list[str | None], values: list[Any], reasons: tuple[str]) -> None:
    column = type_texts(pl.Series(cells, dtype=pl.String))
    assert column.values.to_list() == values
    assert column.null_reasons == reasons
    assert column.texts.to_list() == cells


@pytest.mark.parametrize(
    ("cells", "styles", "kind", "values", "texts", "unit"),
    [
        ([1.0, 2.0], [None, None], "integer", [1, 2], ["1", "2"], ""),
        ([1.5, 2.0], [None, None], "decimal", [1.5, 2.0], ["1.5", "2"], ""),
        ([0.335, 0.1], [PERCENT] * 2, "percent", [0.335, 0.1], ["33.5%", "10.0%"], "percent"),
        ([0.335, 14.0], [PERCENT, None], "decimal", [0.335, 14.0], ["33.5%", "14"], ""),
        ([1234.5, -2.0], [EURO] * 2, "currency", [1234.5, -2.0], ["€1,234.50", "-€2.00"], "EUR"),
        ([True, False], [None] * 2, "boolean", [True, False], ["TRUE", "FALSE"], ""),
        (["007", 12.0], [None] * 2, "text", ["007", "12"], ["007", "12"], ""),
        (["007", "012"], [None] * 2, "identifier", ["007", "012"], ["007", "012"], ""),
        ([7.0, 12.0], [ZEROS] * 2, "identifier", ["007", "012"], ["007", "012"], ""),
        ([7.0, 12.0], [ZEROS, None], "integer", [7, 12], ["007", "12"], ""),
        ([time(18, 0)], [None], "time", [time(18, 0)], ["18:00:00"], ""),
        ([timedelta(hours=36), time(1)], [None] * 2, "duration", [129600.0, 3600.0], LONG, "s"),
        (["12", "13"], [None] * 2, "text", ["12", "13"], ["12", "13"], ""),
        (["31/12/2024"], [None], "text", ["31/12/2024"], ["31/12/2024"], ""),
        (["37%", "5%"], [None] * 2, "percent", [0.37, 0.05], ["37%", "5%"], "percent"),
        (["1,234", "5,678"], [None] * 2, "integer", [1234, 5678], ["1,234", "5,678"], ""),
        ([DAY, None], [None] * 2, "date", [DAY, None], ["2024-01-02", None], ""),
        ([DAY, "10/7/201"], [None] * 2, "text", MIXED_DAYS, MIXED_DAYS, ""),
        (["2024-01-02", "2024-12-31"], [None] * 2, "date", [DAY, date(2024, 12, 31)], ISO_DAYS, ""),
        (["12,5", "3,25"], [None] * 2, "text", ["12,5", "3,25"], ["12,5", "3,25"], ""),
        (["1.234,50", "3,25"], [None] * 2, "decimal", [1234.5, 3.25], ["1.234,50", "3,25"], ""),
        ([1.0, 2.0], [EURO, DOLLAR], "text", ["€1.00", "$2"], ["€1.00", "$2"], ""),
        ([0.5, 2.0], [PERCENT, EURO], "text", ["50.0%", "€2.00"], ["50.0%", "€2.00"], ""),
    ],
)
def test_workbook_columns(
    cells: list[Cell],
    styles: list[NumberStyle | None],
    kind: str,
    values: list[Any],
    texts: list[str | None],
    unit: str,
) -> None:
    column = type_cells(cells, styles)
    assert (column.type.value, column.unit) == (kind, unit)
    assert column.values.to_list() == values
    assert column.texts.to_list() == texts


def test_errors_are_null_with_reason_and_do_not_spoil_a_number_column() -> None:
    cells: list[Cell] = [1.0, Null("#DIV/0!", "#DIV/0!"), "NA", Null("never", "=A1")]
    column = type_cells(cells, [None] * 4)
    assert column.values.to_list() == [1, None, None, None]
    assert column.texts.to_list() == ["1", "#DIV/0!", "NA", "=A1"]
    assert column.null_reasons == ("#DIV/0!", "NA", "never")


def test_moments_keep_their_time_of_day() -> None:
    column = type_cells([datetime(2024, 1, 2, 13, 5), date(2024, 1, 3)], [None, None])
    assert (column.type.value, column.values.dtype) == ("datetime", pl.Datetime("us"))
    assert column.values.to_list() == [datetime(2024, 1, 2, 13, 5), datetime(2024, 1, 3)]


@pytest.mark.parametrize(
    ("code", "unit", "decimals"),
    [
        ("0%", "percent", 0),
        ("0.00%", "percent", 2),
        ("###0%", "percent", 0),
        ("[$€-407] #,##0.00", "EUR", 2),
        ('"$"#,##0.00', "USD", 2),
        ("_($* #,##0.00_);_($* (#,##0.00)", "USD", 2),
        ("[$CHF] #,##0", "CHF", 0),
        ("¥#,##0", "CNY", 0),
        ("[$¥-411]#,##0", "JPY", 0),
        ("[$$-1009]#,##0.00", "CAD", 2),
        ("#,##0.00\\ [$kr-41D]", "SEK", 2),
        ('#,##0.00 "zł"', "PLN", 2),
        ("₩#,##0", "KRW", 0),
    ],
)
def test_number_formats_with_a_unit(code: str, unit: str, decimals: int) -> None:
    style = number_style(code)
    assert style is not None
    assert (style.unit, style.decimals) == (unit, decimals)


@pytest.mark.parametrize("code", ["", "General", "0.00", "[$-409]d-mmm", '0" % of plan"', "@"])
def test_number_formats_without_a_unit(code: str) -> None:
    assert number_style(code) is None


def test_display_rounds_half_up_and_plain_text_is_exact() -> None:
    assert shown_text(0.125, NumberStyle("percent", 0)) == "13%"
    assert plain_text(0.48462104689852326) == "0.48462104689852326"
