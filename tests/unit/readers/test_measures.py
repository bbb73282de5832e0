from __future__ import annotations

import dataclasses

import polars as pl
import pytest

from tests.unit.surfaces.builders import Row, table
from worksurface_pipeline.readers.measures import TableMeasures, measure, table_digest
from worksurface_pipeline.readers.model import TypedTable


def digest(value: TypedTable) -> str:
    return table_digest(value.columns, value.frame, value.texts, value.row_numbers)


BASE = table(["a", "b"], [["1", None], ["x", ""]])
CHANGES = {
    "a cell": dataclasses.replace(BASE, frame=BASE.frame.with_columns(pl.lit("2").alias("a"))),
    "a source text": dataclasses.replace(
        BASE, texts=BASE.texts.with_columns(pl.lit("2").alias("a"))
    ),
    "a type": dataclasses.replace(
        BASE, frame=BASE.frame.with_columns(pl.lit(None, pl.Int64).alias("b"))
    ),
    "empty text for no cell": dataclasses.replace(
        BASE, frame=BASE.frame.with_columns(pl.col("b").fill_null(""))
    ),
    "the sign of an empty cell": dataclasses.replace(
        BASE, frame=BASE.frame.with_columns(pl.col("b").fill_null("\\N"))
    ),
    "a row number": dataclasses.replace(BASE, row_numbers=(2, 4)),
    "a unit": dataclasses.replace(
        BASE, columns=(BASE.columns[0].model_copy(update={"unit": "EUR"}), BASE.columns[1])
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_digest_covers(change: str) -> None:
    assert digest(BASE) == digest(table(["a", "b"], [["1", None], ["x", ""]]))
    assert digest(CHANGES[change]) != digest(BASE)


@pytest.mark.parametrize(
    ("rows", "distinct", "filled"),
    [
        pytest.param([["a", "b"], ["a", None]], (1, 1), ((1, 1), (2, 1)), id="a null"),
        pytest.param(
            [[" ", "b"], ["a ", "\u3000"], ["a", "c"]], (1, 2), ((1, 2), (2, 1)), id="blank"
        ),
        pytest.param([[None, None]], (0, 0), ((0, 1),), id="nothing"),
        pytest.param([], (0, 0), (), id="no row"),
    ],
)
def test_what_is_counted(
    rows: list[Row], distinct: tuple[int, ...], filled: tuple[tuple[int, int], ...]
) -> None:
    found = measure(table(["x", "y"], rows).texts)
    assert found == TableMeasures(distinct=distinct, filled=filled)
    assert found.row_count == len(rows)


def test_rows_with_enough_cells() -> None:
    found = TableMeasures(filled=((1, 5), (3, 2), (4, 1)))
    assert [found.rows_with(cells) for cells in (1, 2, 4, 5)] == [8, 3, 1, 0]
