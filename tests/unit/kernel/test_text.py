"""Numbers, tokens and names as they stand in real sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.kernel.text import (
    find_numbers,
    has_token,
    identifier,
    normalise,
    parse_number,
    slug,
    strip_hex_prefix,
)

NUMBERS = [
    pytest.param("1,264 domains", [("1264", "", "1,264")], id="thousands"),
    pytest.param("a mean of $57,533.10", [("57533.10", "USD", "$57,533.10")], id="money"),
    pytest.param("89.2% and 16.0 %", [("89.2", "percent", "89.2%"), ("16.0", "percent", "16.0 %")]),
    pytest.param("72, in total", [("72", "", "72")], id="comma-after"),
    pytest.param("５５％ of them", [("55", "percent", "５５％")], id="full-width"),
    pytest.param("¥417 then ($5)", [("417", "CNY", "¥417"), ("-5", "USD", "($5)")], id="negative"),
    pytest.param("−5 degrees", [("-5", "", "−5")], id="minus-sign"),
    pytest.param("(34,846)?", [("34846", "", "34,846")], id="in-brackets"),
    pytest.param("v1.2.3 Q3 file_12.csv FA-2023-001", [], id="codes"),
    pytest.param("10/7/2021 and 06-22-2015", [], id="dates"),
    pytest.param("3-5 days, 1.5-2 hours", [], id="ranges"),
    pytest.param("12k users", [], id="letter-behind"),
    pytest.param("12,108,205 000's", [("12108205", "", "12,108,205")], id="unit-of-thousands"),
    pytest.param("12 000’s and EUR '000", [("12", "", "12")], id="thousands-in-other-marks"),
    pytest.param("(’000s)", [], id="unit-alone"),
    pytest.param("1,000 or 000", [("1000", "", "1,000"), ("0", "", "000")], id="no-such-unit"),
]
WHOLE = [
    pytest.param("1,234", "1234", id="thousands"),
    pytest.param(" 35 % ", "35", id="spaces"),
    pytest.param("$1,234.50", "1234.50", id="money"),
    pytest.param("5 apples", None, id="more-words"),
    pytest.param("", None, id="empty"),
    pytest.param("—", None, id="dash"),
]
TOKENS = [
    pytest.param("it holds 12 items", "12", True, id="free"),
    pytest.param("it holds 1,012 items", "12", False, id="in-a-number"),
    pytest.param("release 1.12", "12", False, id="after-a-dot"),
    pytest.param("see plan.md.", "plan.md", True, id="file-at-the-end"),
    pytest.param("see myplan.md", "plan.md", False, id="in-a-longer-name"),
    pytest.param("see plan.mdx", "plan.md", False, id="before-a-letter"),
    pytest.param("FA-2023-001", "001", False, id="tail-of-a-code"),
]


@pytest.mark.parametrize(("text", "expected"), NUMBERS)
def test_numbers_of_a_text(text: str, expected: list[tuple[str, str, str]]) -> None:
    found = list(find_numbers(text))
    assert [(item.value, item.unit, text[item.start : item.end]) for item in found] == expected


@pytest.mark.parametrize(("text", "value"), WHOLE)
def test_a_text_that_is_a_number(text: str, value: str | None) -> None:
    found = parse_number(text)
    assert (found.value if found else None) == value


@pytest.mark.parametrize(("text", "token", "expected"), TOKENS)
def test_free_tokens(text: str, token: str, expected: bool) -> None:
    assert has_token(text, token) is expected


def test_names() -> None:
    assert slug("Operations Manager") == "operations_manager"
    assert identifier("4-Financial (2024).年报") == "4_financial_2024_年报"
    assert normalise("  Ⅱ\u3000STRASSE ") == "ii strasse"
    assert strip_hex_prefix("0123456789abcdef_a.csv") == "a.csv"
    assert strip_hex_prefix("0123456789abcde_a.csv") == "0123456789abcde_a.csv"


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    for item in find_numbers(text):
        assert 0 <= item.start < item.end <= len(text)
        assert item.number.is_finite()


@given(st.integers(-(10**12), 10**12))
def test_an_integer_reads_back(value: int) -> None:
    found = parse_number(f"{value:,}")
    assert found is not None
    assert found.number == value
