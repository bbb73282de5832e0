"""The second reading of a cell: the same number in every form that the first reader knows."""

from __future__ import annotations

import polars as pl
import pytest

from tests.unit.tools.builders import table
from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.worksurface.surfaces.cells import TableData
from worksurface_pipeline.worksurface.tasks.gates.cross_cells import refuse_odd, second_rows
from worksurface_pipeline.worksurface.tasks.gates.cross_query import NotKnownError

AMOUNT = Column(name="Amount", source_name="Amount", type=ColumnType.CURRENCY, unit="EUR")


def _column(texts: list[str], delimiter: str = ";") -> list[object]:
    frame = pl.DataFrame({"Amount": [0.0] * len(texts)})
    shown = pl.DataFrame({"Amount": texts})
    record = table("1", "Bills.csv", frame, AMOUNT)
    layout = record.layout.model_copy(update={"delimiter": delimiter})
    record = record.model_copy(update={"layout": layout})
    data = TableData(frame, shown, tuple(range(2, len(texts) + 2)))
    rows, _ = second_rows(record, data, None)
    try:
        refuse_odd(rows, ["Amount"])
    except NotKnownError:
        return []
    return [row["Amount"] for row in rows]


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["1.234,50", "2.469", "98,00"], [1234.5, 2469, 98.0]),
        (["1,234.50", "2,469", "98.00"], [1234.5, 2469, 98.0]),
        (["1.234", "0.250"], [1.234, 0.25]),
        (["1.234.567", "1.234"], [1234567, 1234]),
        (["1,234", "980"], [1234, 980]),
        (["1.234", "980"], []),
        (["1.5", "1,5"], []),
    ],
    ids=lambda item: str(item[:1]),
)
def test_the_column_tells_the_mark(texts: list[str], values: list[object]) -> None:
    assert _column(texts) == values


def test_a_comma_between_fields_stands_for_a_decimal_point() -> None:
    assert _column(["1.234", "5.678"], ",") == [1.234, 5.678]


def _second(text: str) -> dict[str, object]:
    frame = pl.DataFrame({"Amount": [0.0]})
    texts = pl.DataFrame({"Amount": [text]})
    record = table("1", "Bills.csv", frame, AMOUNT)
    rows, _ = second_rows(record, TableData(frame, texts, (2,)), None)
    return dict(rows[0])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("€ 1.000,50", 1000.5),
        ("-2,00 €", -2.0),
        ("1'234.50", 1234.5),
        ("1,23,456.00", 123456.0),
        ("$1,234", 1234),
        ("(7.5)", -7.5),
    ],
)
def test_forms(text: str, value: float) -> None:
    assert _second(text) == {"Amount": value}


@pytest.mark.parametrize("text", ["5-", "1 000,50 kr", "1.2.3"])
def test_what_this_reader_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(NotKnownError):
        refuse_odd([_second(text)], ["Amount"])  # type: ignore[list-item]


def test_numbers_as_a_workbook_displays_them_are_no_second_reading() -> None:
    """A cell that shows 1.59 % may hold 0.0158912: without the file nobody knows."""
    share = Column(name="Share", source_name="Share", type=ColumnType.PERCENT, scale=1)
    frame = pl.DataFrame({"Share": [0.0158912]})
    texts = pl.DataFrame({"Share": ["1.59%"]})
    record = table("1", "Turnout.xlsx", frame, share)
    rows, _ = second_rows(record, TableData(frame, texts, (2,)), None)
    with pytest.raises(NotKnownError, match=r"1\.59%"):
        refuse_odd(rows, ["Share"])
