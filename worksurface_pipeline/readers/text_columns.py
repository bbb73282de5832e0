"""Types for a column of strings: a type is given only if every non-missing cell fits it.

Checks run over the whole column at once. Identifiers (leading zeros, more than 15 digits) keep
their digits as text; columns that mix forms are text, but for a few words in place of values.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.readers.column_reading import ColumnReading
from worksurface_pipeline.readers.decimal_marks import Decimals
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.moments import read_moments
from worksurface_pipeline.readers.nulls import NullPlaces, is_word_marker, missing_mask, null_places
from worksurface_pipeline.readers.number_texts import read_numbers
from worksurface_pipeline.readers.odd_cells import VALUE_TYPES, are_codes, odd_texts
from worksurface_pipeline.readers.patterns import all_match, any_match, share_matching

# Values of at most so many characters are codes, of which NA may be one.
_MAX_CODE_LENGTH = 4
# Among codes, this share must lose digits as numbers; among plain digits a single one will do.
_LOSSY_SHARE = 0.5
_FORMATTED_TYPES = (
    ColumnType.DECIMAL,
    ColumnType.PERCENT,
    ColumnType.CURRENCY,
    ColumnType.IDENTIFIER,
)
_DATED_TYPES = (ColumnType.DATE, ColumnType.DATETIME)
_SILENT = Decimals()
_GROUPED, _UNGROUPED = r"\d[.,'\u2019]\d{3}", r"\d{4}"


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """Values and source texts of one column, both without a name yet, and where values lack."""

    type: ColumnType
    values: pl.Series
    texts: pl.Series
    unit: str = ""
    nulls: tuple[NullPlaces, ...] = ()

    @property
    def null_reasons(self) -> tuple[str, ...]:
        """The reasons of `nulls`, sorted."""
        return tuple(item.reason for item in self.nulls)


def type_texts(texts: pl.Series, decimals: Decimals = _SILENT) -> TypedColumn:
    """The column with its type. `texts` holds strings, null where a cell is empty."""
    stripped = texts.str.strip_chars()
    is_null = missing_mask(stripped)
    present = stripped.filter(~is_null) if is_null.any() else stripped
    found = _typed(present, decimals) if len(present) else None
    if found is None and (is_odd := odd_texts(present)) is not None:
        found = _values(present.filter(~is_odd), decimals)
        is_null |= stripped.is_in(present.filter(is_odd).unique().implode())
    if found is None:
        return _plain_column(stripped, texts)
    nulls = null_places(stripped.set(~is_null, None)) if is_null.any() else ()
    return TypedColumn(found.type, _spread(found.values, ~is_null), texts, found.unit, nulls)


def type_formatted_texts(texts: pl.Series, decimals: Decimals = _SILENT) -> TypedColumn:
    """As `type_texts`, for text cells of a workbook: only forms that are sure.

    Percentages, money, identifiers, dates that begin with the year, and numbers with a point or
    groups of digits are read; plain digits, other dates and true/false that a workbook stores as
    text were meant as text.
    """
    found = type_texts(texts, decimals)
    present = texts.filter(found.values.is_not_null())
    is_meant = found.type in _FORMATTED_TYPES
    if found.type in _DATED_TYPES:
        is_meant = present.str.strip_chars().str.contains(forms.YEAR_FIRST).all()
    elif found.type is ColumnType.INTEGER:
        # Below a thousand there is nothing to group.
        is_meant = any_match(present, _GROUPED) and not any_match(present, _UNGROUPED)
    return found if is_meant else plain_column(texts, texts)


def plain_column(values: pl.Series, texts: pl.Series) -> TypedColumn:
    """A text column: values without white space around them, null where a word says "no value".

    Among values that are mostly short codes, or alone, such a word is left: NA may be Namibia.
    """
    return _plain_column(values.str.strip_chars(), texts)


def _plain_column(stripped: pl.Series, texts: pl.Series) -> TypedColumn:
    is_marker = is_word_marker(stripped)
    if not is_marker.any():
        return TypedColumn(ColumnType.TEXT, stripped, texts)
    length = stripped.filter(~is_marker).str.len_chars().median()
    if not isinstance(length, (int, float)) or length <= _MAX_CODE_LENGTH:
        return TypedColumn(ColumnType.TEXT, stripped, texts)
    nulls = null_places(stripped.set(~is_marker, None))
    return TypedColumn(ColumnType.TEXT, stripped.set(is_marker, None), texts, "", nulls)


def _typed(present: pl.Series, decimals: Decimals) -> ColumnReading | None:
    return read_numbers(present, decimals) or read_moments(present) or _name(present)


def _values(present: pl.Series, decimals: Decimals) -> ColumnReading | None:
    """The column if its strings are values, and not codes that only look like numbers."""
    found = _typed(present, decimals)
    if found is None or found.type not in VALUE_TYPES:
        return None
    return None if found.type is ColumnType.INTEGER and are_codes(found.values) else found


def _name(present: pl.Series) -> ColumnReading | None:
    """True or false, or identifiers: what stays a word."""
    if all_match(present, forms.BOOLEAN):
        return ColumnReading(ColumnType.BOOLEAN, present.str.to_lowercase() == "true")
    if not all_match(present, forms.IDENTIFIER):
        return None
    lossy = share_matching(present, forms.LOSSY_DIGITS)
    is_digits = lossy > 0 and all_match(present, forms.DIGITS)
    is_identifier = is_digits or lossy >= _LOSSY_SHARE
    return ColumnReading(ColumnType.IDENTIFIER, present) if is_identifier else None


def _spread(values: pl.Series, is_present: pl.Series) -> pl.Series:
    """`values` back at the places of the cells they come from, null elsewhere."""
    if len(values) == len(is_present):
        return values
    places = (is_present.cum_sum() - 1).cast(pl.UInt32).set(~is_present, None)
    return values.gather(places)
