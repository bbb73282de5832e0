"""A word in a column of values is a null with its reason; datetimes keep their time and zone."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import polars as pl
import pytest

from worksurface_pipeline.readers.columns import type_cells
from worksurface_pipeline.readers.nulls import NullPlaces
from worksurface_pipeline.readers.text_columns import type_texts

NUMBERS = [str(n / 4) for n in range(300)]
DAYS = [f"2024-{1 + n % 12:02d}-{1 + n % 28:02d}" for n in range(300)]
CODES = [str(1000 + n) for n in range(300)]


@pytest.mark.parametrize(
    ("cells", "word", "kind"),
    [
        (NUMBERS, "see below", "decimal"),
        ([f"${n}" for n in range(300)], "withheld", "currency"),
        ([f"{n}%" for n in range(300)], "so-so", "percent"),
        ([str(n) for n in range(300)], "suppressed", "integer"),
        (DAYS, "open end", "date"),
    ],
)
def test_a_word_among_many_values_is_null_with_its_place(
    cells: list[str], word: str, kind: str
) -> None:
    texts = [*cells[:150], word, *cells[150:]]
    column = type_texts(pl.Series(texts))
    assert column.type.value == kind
    assert column.values.null_count() == 1
    assert column.nulls == (NullPlaces(word, 1, (150,)),)
    assert column.texts.to_list() == texts


@pytest.mark.parametrize(
    "cells",
    [
        [*NUMBERS[:80], "see below"],
        [*NUMBERS, *["see below"] * 9],
        [*NUMBERS, "7 (est.)"],
        [*NUMBERS, "C100"],
        [*CODES, "bbbb"],
        [f"0{n:03d}" for n in range(300)] + ["unknown"],
        [*NUMBERS * 10, *(chr(97 + n) * 3 for n in range(21))],
    ],
    ids=["few", "many words", "digit", "code", "codes", "zeros", "many different words"],
)
def test_columns_that_stay_text(cells: list[str]) -> None:
    assert type_texts(pl.Series(cells)).type.value == "text"


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([*map(float, range(200)), "withheld"], "integer"),
        ([*(n / 4 for n in range(200)), "withheld"], "decimal"),
        ([*map(float, range(200)), "7 (est.)"], "text"),
        ([*map(float, range(50)), "withheld"], "text"),
        ([*map(float, range(1000, 1200)), "bbbb"], "text"),
        ([*[date(2024, 1, 2)] * 200, "withheld"], "date"),
    ],
    ids=["whole", "broken", "digit", "few", "codes", "dates"],
)
def test_words_in_a_workbook(cells: list[Any], kind: str) -> None:
    column = type_cells(cells)
    assert column.type.value == kind
    places = (NullPlaces("withheld", 1, (len(cells) - 1,)),)
    assert column.nulls == (() if kind == "text" else places)


@pytest.mark.parametrize("mark", ["n.m.", "*", "TBD", "see note", "…"])
def test_marks_need_no_large_column(mark: str) -> None:
    column = type_texts(pl.Series(["1", mark]))
    assert (column.values.to_list(), column.null_reasons) == ([1, None], (mark,))


@pytest.mark.parametrize(
    ("cells", "values", "zone"),
    [
        (["2024-01-01 09:30:00"], [datetime(2024, 1, 1, 9, 30)], ""),
        (["2024-01-01T09:30:00.25Z"], [datetime(2024, 1, 1, 9, 30, 0, 250_000)], "UTC"),
        (["2024-01-01 09:30+00:00"], [datetime(2024, 1, 1, 9, 30)], "UTC"),
        (["2024-07-01T09:30:00+0200"], [datetime(2024, 7, 1, 9, 30)], "+02:00"),
        (["2024-07-01 09:30:00-05"], [datetime(2024, 7, 1, 9, 30)], "-05:00"),
        (
            ["2024-01-01T00:00:00Z", "2024-07-01T00:30:00+02:00", "2024-07-01T00:30:00-05:30"],
            [datetime(2024, 1, 1), datetime(2024, 6, 30, 22, 30), datetime(2024, 7, 1, 6)],
            "UTC",
        ),
    ],
    ids=["none", "z", "zero", "one", "hours alone", "several"],
)
def test_datetimes_keep_time_and_zone(cells: list[str], values: list[datetime], zone: str) -> None:
    column = type_texts(pl.Series(cells))
    assert (column.type.value, column.unit) == ("datetime", zone)
    assert column.values.to_list() == values


@pytest.mark.parametrize(
    "cells",
    [
        ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00"],
        ["01/02/2024", "03/04/2024"],
        ["31.12.24", "13.05.22"],
    ],
    ids=["some with a zone", "day or month", "two digits"],
)
def test_moments_that_would_be_guessed_stay_text(cells: list[str]) -> None:
    assert type_texts(pl.Series(cells)).type.value == "text"
