from __future__ import annotations

from decimal import Decimal

import pytest

from worksurface_pipeline.kernel.number_forms import read_numbers, sole_number

FORMS = [
    ("72, in total", "72", ""),
    ("$1,234.50", "1234.50", "USD"),
    ("1.234,5", "1234.5", ""),
    ("€1.234,50", "1234.50", "EUR"),
    ("1.234.567", "1234567", ""),
    ("1 234", "1234", ""),
    ("1\u202f234 items", "1234", ""),
    ("３５％", "35", "percent"),
    ("−5", "-5", ""),
    ("(5)", "-5", ""),
    ("($1,234.50)", "-1234.50", "USD"),
    ("3.2 million", "3200000", ""),
    ("$1.7m", "1700000", "USD"),
    ("72K", "72000", ""),
    ("3.2万", "32000", ""),
    ("55000元", "55000", ""),
    ("¥55000", "55000", "CNY"),
    ("9{,}500", "9500", ""),
    ("\\boxed{9{,}500}", "9500", ""),
    ("89.2\\%", "89.2", "percent"),
    ("1.5e3", "1500", ""),
    ("10,5", "10.5", ""),
    ("**72**", "72", ""),
    ("Answer:300", "300", ""),
    ("300 (300)", "300", ""),
]


@pytest.mark.parametrize(("text", "value", "unit"), FORMS, ids=[form[0] for form in FORMS])
def test_forms(text: str, value: str, unit: str) -> None:
    reading = sole_number(text)
    assert reading is not None
    assert (reading.value, reading.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none",
        "$5 and $6",
        "12 300 events",
        "[8.124,12.852]",
        "1,2,3",
        "2024-01-05",
        "v1.2",
        "5-7",
    ],
)
def test_what_states_no_single_number(text: str) -> None:
    assert sole_number(text) is None


def test_all_numbers_in_order() -> None:
    values = [reading.value for reading in read_numbers("from $5 to 3.2 million, 10 %")]
    assert values == [5, 3_200_000, 10]
