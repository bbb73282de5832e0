from __future__ import annotations

from decimal import Decimal

import pytest

from worksurface_pipeline.kernel.number_forms import read_numbers, sole_number, whole_number

FORMS = [
    ("72, in total", "72", ""),
    ("$1,234.50", "1234.50", "USD"),
    ("1.234,5", "1234.5", ""),
    ("€1.234,50", "1234.50", "EUR"),
    ("1.234,50 €", "1234.50", "EUR"),
    ("1 234,50 EUR", "1234.50", "EUR"),
    ("1.234.567", "1234567", ""),
    ("1.234.567,89", "1234567.89", ""),
    ("1 234", "1234", ""),
    ("1 234 567", "1234567", ""),
    ("1\u202f234 items", "1234", ""),
    ("1'234", "1234", ""),
    ("CHF 1\u2019234.50", "1234.50", ""),
    ("12,34,567", "1234567", ""),
    ("₹12,34,567.50", "1234567.50", "INR"),
    ("Rs. 5,000", "5000", ""),
    ("JPY 5,000", "5000", ""),
    ("5,000 JPY", "5000", ""),
    ("55000 USD", "55000", "USD"),
    ("USD 55000", "55000", "USD"),
    ("$5 USD", "5", "USD"),
    ("HK$5", "5", "USD"),
    ("5 £", "5", "GBP"),
    ("USD3.2 million", "3200000", "USD"),
    ("3.2 million USD", "3200000", ""),
    ("¥55000", "55000", "CNY"),
    ("３５％", "35", "percent"),
    ("１，２３４", "1234", ""),
    ("٣٥", "35", ""),
    ("33,5 %", "33.5", "percent"),
    ("Der Anteil ist 33,5 %", "33.5", "percent"),
    ("35 per cent", "35", "percent"),
    ("5 pp", "5", "percent"),
    ("百分之35", "35", "percent"),
    ("0,335", "0.335", ""),
    ("12,3456", "12.3456", ""),
    ("10,5", "10.5", ""),
    ("1.000", "1.000", ""),
    ("−5", "-5", ""),
    ("+5", "5", ""),
    ("minus 5", "-5", ""),
    ("负5", "-5", ""),
    ("-$5", "-5", "USD"),
    ("$-5", "-5", "USD"),
    ("1,234-", "-1234", ""),
    ("(5)", "-5", ""),
    ("(5%)", "-5", "percent"),
    ("(1.234,5)", "-1234.5", ""),
    ("(1 234)", "-1234", ""),
    ("($1,234.50)", "-1234.50", "USD"),
    ("($1.2 million)", "-1200000", "USD"),
    ("3.2 million", "3200000", ""),
    ("$1.7m", "1700000", "USD"),
    ("3.2bn", "3200000000", ""),
    ("1,2 Mio €", "1200000", ""),
    ("72K", "72000", ""),
    ("INR 5 lakh", "500000", ""),
    ("2 crore", "20000000", ""),
    ("5千", "5000", ""),
    ("3.2万", "32000", ""),
    ("3.2万元", "32000", ""),
    ("2百万", "2000000", ""),
    ("1.5亿", "150000000", ""),
    ("3万亿", "3000000000000", ""),
    ("55000元", "55000", ""),
    ("9{,}500", "9500", ""),
    ("9,\\!500", "9500", ""),
    ("\\(72\\)", "72", ""),
    ("\\frac{3}{4}", "0.75", ""),
    ("$\\text{300}$", "300", ""),
    ("\\boxed{9{,}500}", "9500", ""),
    ("120 + 180 = \\boxed{300}", "300", ""),
    ("89.2\\%", "89.2", "percent"),
    ("1.5e3", "1500", ""),
    ("1.2 \\times 10^{6}", "1200000", ""),
    ("1.2×10⁶", "1200000", ""),
    ("3 x 10^-2", "0.03", ""),
    ("300kg", "300", ""),
    ("**72**", "72", ""),
    ("~300.", "300", ""),
    ("Answer:300", "300", ""),
    ("300 (300)", "300", ""),
    ("300 (300 USD)", "300", ""),
    ("(300 USD)", "-300", ""),
    ("(1.234,50 €)", "-1234.50", ""),
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
        "5 $6",
        "5m",
        "1/2/2024",
        "300 of 412",
        "1,000,00",
        "120 + 180 = 300",
    ],
)
def test_what_states_no_single_number(text: str) -> None:
    assert sole_number(text) is None


def test_all_numbers_in_order() -> None:
    values = [reading.value for reading in read_numbers("from $5 to 3.2 million, 10 %")]
    assert values == [5, 3_200_000, 10]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 234", "1234"),
        ("1,234.50 USD", "1234.50"),
        ("(5)", "-5"),
        ("a5", None),
        ("4-plan.xlsx", None),
        ("5 files", None),
        ("five", None),
        ("", None),
    ],
)
def test_the_number_that_a_text_as_a_whole_is(text: str, value: str | None) -> None:
    reading = whole_number(text)
    assert (None if reading is None else reading.value) == (value and Decimal(value))
