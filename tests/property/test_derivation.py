"""Properties of expressions, printed figures and spans that hold for any input."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from worksurface_pipeline.kernel.text import find_numbers
from worksurface_pipeline.worksurface.schema.source import Rubric
from worksurface_pipeline.worksurface.tasks.claims import parse_claim
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.values import is_printed_as
from worksurface_pipeline.worksurface.tasks.words import stem, words_of

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)
VALUES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)


@settings(max_examples=40, deadline=None)
@given(view=NAMES, column=NAMES, values=st.lists(VALUES, min_size=1, max_size=8))
def test_names_and_values_survive_sql(view: str, column: str, values: list[str]) -> None:
    with Engine({view: pl.DataFrame({column: values})}) as engine:
        for value in values:
            where = (Condition(column, Kind.EQUALS, value),)
            sql = Expression(view, Op.COUNT, where=where).sql()
            assert engine.rows(view, sql) == ((values.count(value),),)


@given(
    value=st.decimals(-(10**9), 10**9, allow_nan=False, places=6),
    digits=st.integers(0, 4),
)
def test_a_value_is_printed_as_its_rounding_and_as_no_other(value: Decimal, digits: int) -> None:
    step = Decimal(1).scaleb(-digits)
    rounded = value.quantize(step, ROUND_HALF_EVEN)
    (mention,) = find_numbers(f"{rounded:f}")
    assert is_printed_as(float(value), mention)
    (other,) = find_numbers(f"{rounded + 2 * step:f}")
    assert not is_printed_as(float(value), other)


@given(st.text(max_size=200))
def test_any_rubric_parses_and_every_word_of_a_figure_is_its_own(text: str) -> None:
    claim = parse_claim(Rubric(index=0, text=text))
    for figure in claim.figures:
        assert text[figure.mention.start : figure.mention.end] != ""
        assert not figure.own & figure.shared
        assert all(0 <= position < len(claim.words) for position in figure.own | figure.shared)


@given(st.text(max_size=40))
def test_words_stand_where_they_say(text: str) -> None:
    for word in words_of(text):
        assert text[word.start : word.end] == word.text
        assert word.stem == stem(word.text)
