"""Which number a text states as its answer, and which texts state none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from worksurface_pipeline.kernel.number_statements import stated_in

STATED = [
    # Dashes that are a minus, and dashes that are none.
    *((f"{dash}5", "-5") for dash in "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"),
    ("–1,250.50 €", "-1250.50"),
    ("a change of −5", "-5"),
    ("change: -5", "-5"),
    ("+-5", "-5"),
    ("- 12", "12"),
    ("– 12", "12"),
    ("Total - 300", "300"),
    ("$(5)", "-5"),
    ("USD (5)", "-5"),
    ("It is (5)", "5"),
    # Scales.
    ("300 Tsd. €", "300000"),
    ("1,2 Tsd.", "1200"),
    ("5 Mio. €", "5000000"),
    ("300 Millionen", "300000000"),
    ("2 milliards", "2000000000"),
    ("300 тыс", "300000"),
    ("300 млн", "300000000"),
    ("$5 MM", "5000000"),
    ("Rs 300 cr", "3000000000"),
    ("300lacs", "30000000"),
    ("12 hundred", "1200"),
    ("300百", "30000"),
    ("300 kEUR", "300000"),
    ("300K€", "300000"),
    ("$1234.567 (in thousands)", "1234567"),
    ("300 USD thousands", "300000"),
    ("300-million", "300000000"),
    ("300 mm", "300"),
    # Fractions.
    ("1/2", "0.5"),
    ("5 1/2", "5.5"),
    ("5½", "5.5"),
    ("½", "0.5"),
    ("5 and a half", "5.5"),
    ("one and a half", "1.5"),
    ("half", "0.5"),
    # Words.
    ("zero", "0"),
    ("None.", "0"),
    ("Twelve", "12"),
    ("There are twenty-five files.", "25"),
    ("Three hundred", "300"),
    ("twenty one", "21"),
    ("five (5)", "5"),
    # What stands beside the number.
    ("300 events\nSource: 2 files", "300"),
    ("**300**\n\nThe log has 12 columns.", "300"),
    ("In 2024 there were 300 events", "300"),
    ("300 events between 2023 and 2024", "300"),
    ("300 events, Q3 2024", "300"),
    ("In 2024 $300", "300"),
    ("2024", "2024"),
    ("in 2024", "2024"),
    ("1. 12", "12"),
    ("100 + 200 = 300", "300"),
    ("Total = 100+200 = 300", "300"),
    ("x = 300", "300"),
    ("~300", "300"),
    ("nearly 300", "300"),
    ("-> 300", "300"),
    ("300 (as the table below shows)", "300"),
    ("300 events of unknown type", "300"),
    ("See below: 300", "300"),
    ("The turnover 300", "300"),
]

NOT_STATED = [
    # Refusals.
    "INSUFFICIENT_EVIDENCE: only 300 rows were shown",
    "300, else insufficient evidence",
    "I could not find it in the 300 rows returned.",
    "I couldn't find it in the 300 rows.",
    "unknown (searched 5 documents)",
    "No data found after 5 searches",
    "I checked 5 tables but found nothing",
    "cannot be determined from the 5 documents",
    "5 is the number of documents; the total is unknown",
    # Bounds and denials.
    *("> 300", "≥ 300", "<=300", "≤300", "300+", "more than 300", "fewer than 300 events"),
    *("at least 300", "300 at least", "300 or more", "up to 300", "over 300", "not 300"),
    *("300 is wrong", "There aren't 300 events", "±300", "300 ± 5", "all but 5", "never 5"),
    *("It is either 300 or unknown", "5 (negative)", "negative: 5", "-(5)"),
    # Arithmetic.
    *("half of 300", "double 300", "√300", "5 × 5", "5+5", "5*5", "5 x 5", "5^2", "5²"),
    *("5 or six", "five or 6", "5, maybe six", "5 plus six", "5 out of ten", "five or six"),
    *("5 less one", "300 minus duplicates", "one hundred one", "x = 1, y = 2"),
    # Scales that nobody can tell.
    *("300 mil", "300 dozen", "300 gazillion", "300 grand", "300 '000", "5e", "5ish"),
    # Several statements.
    "300\n301",
    "300\n\n301",
    "North: 300\n\nSouth: 200",
    "300\n\nCorrection: the total is 412.",
    "300\n\nWait, it is 412.",
    "12 December 2024",
    "300 of 2024 events",
    "5 failed in 2000 rows",
    "300 of 412",
]


@pytest.mark.parametrize(("text", "value"), STATED, ids=[case[0] for case in STATED])
def test_what_a_text_states(text: str, value: str) -> None:
    reading = stated_in(text)
    assert reading is not None
    assert reading.value == Decimal(value)


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_states_no_value(text: str) -> None:
    assert stated_in(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("67 of 200 (33.5%)", "33.5"),
        ("33.5% of 200 rows", "33.5"),
        ("67/200 = 33.5%", "33.5"),
        ("335‰", "33.5"),
        ("3350 bps", "33.5"),
        ("3350 basis points", "33.5"),
        ("335 per mille", "33.5"),
        ("5 per thousand", "0.5"),
    ],
)
def test_the_only_percentage_answers_for_a_percentage(text: str, value: str) -> None:
    reading = stated_in(text, "percent")
    assert reading is not None
    assert (reading.value, reading.unit) == (Decimal(value), "percent")


@pytest.mark.parametrize("text", ["33% to 34%", "2 × 33.5%", "≥33.5%", "100% - 66.5%"])
def test_what_states_no_percentage(text: str) -> None:
    assert stated_in(text, "percent") is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("5 EUR", "EUR"),
        ("5 euros", "EUR"),
        ("€5", "EUR"),
        ("US$5", "USD"),
        ("$5", "$"),
        ("HK$5", "HKD"),
        ("¥5", "\u00a5"),
        ("1.2k EUR", "EUR"),
        ("CHF 5", "CHF"),
        ("5 yen", "JPY"),
        ("5 days", "day"),
        ("5 hrs", "h"),
        ("5d", "day"),
        ("5 %", "percent"),
        ("5 files", ""),
    ],
)
def test_the_unit_that_is_stated(text: str, unit: str) -> None:
    reading = stated_in(text, "weeks")
    assert reading is not None
    assert reading.unit == unit
