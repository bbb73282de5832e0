"""The number reader: no text makes it fail, and how a figure is written changes nothing."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from worksurface_pipeline.kernel.number_forms import read_numbers, sole_number, whole_number
from worksurface_pipeline.kernel.number_statements import stated_in
from worksurface_pipeline.kernel.number_words import SCALES

PIECES = st.sampled_from(
    [
        *("1", "23", "456", "0", "3.5", ",", ".", "'", " ", "(", ")", "-", "−", "%", ";"),
        *("$", "€", "USD", "CHF", "\\frac{", "}{", "}", "{,}", "\\boxed{", "×10", "^", "⁻", "⁶"),
        *("e", "万", "亿", "百", "million", "lakh", "bn", "kg", "负", "百分之", "per cent"),
        *("minus ", "\u00a0", "\u202f", "；", "–", "½", "‰", "bps", "1/2", "=", "twelve", "in "),
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=30)


@given(text=TEXTS)
@settings(max_examples=600)
def test_any_text_is_read_without_failure(text: str) -> None:
    for reading in read_numbers(text):
        assert reading.value.is_finite()
    stated = stated_in(text, "days")
    assert stated is None or stated.value.is_finite()
    whole = whole_number(text)
    if whole is not None and "\\boxed" not in text:
        assert sole_number(text) is not None


@given(number=st.integers(1_000, 10**12), decimals=st.integers(1, 99))
def test_marks_of_both_kinds_are_one_number(number: int, decimals: int) -> None:
    expected = Decimal(number) + Decimal(decimals) / 100
    english = f"{number:,}.{decimals:02}"
    swapped = english.translate(str.maketrans(",.", ".,"))
    for text in (english, swapped, english.replace(",", "'"), english.replace(",", "\u202f")):
        reading = sole_number(text)
        assert reading is not None, text
        assert reading.value == expected, text


@given(
    number=st.integers(1, 999),
    word=st.sampled_from(sorted(set(SCALES) - {"k", "m", "b", "mm"})),
    is_negative=st.booleans(),
)
def test_words_multiply(number: int, word: str, is_negative: bool) -> None:
    text = f"({number} {word})" if is_negative else f"{number} {word}"
    reading = sole_number(text)
    sign = -1 if is_negative else 1
    assert reading is not None
    assert reading.value == sign * number * Decimal(10) ** SCALES[word]
