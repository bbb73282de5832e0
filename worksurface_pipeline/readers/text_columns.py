"""Types for a column of strings: a type is given only if every non-missing cell fits it.

All checks run over the whole column at once. Identifiers (leading zeros, more than 15 digits) and
columns that mix forms stay text.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.kernel.text import CURRENCY_SIGNS
from worksurface_pipeline.readers.model import ColumnType

# Cells tried before the whole column is: most columns are refused by these few.
_PROBE = 50
# Values of at most so many characters are codes, of which NA may be one.
_MAX_CODE_LENGTH = 4
_DECIMAL_TYPES = (ColumnType.DECIMAL, ColumnType.PERCENT, ColumnType.CURRENCY)


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """Values and source texts of one column, both without a name yet."""

    type: ColumnType
    values: pl.Series
    texts: pl.Series
    unit: str = ""
    null_reasons: tuple[str, ...] = ()


def has_decimal_comma(column: pl.Series) -> bool:
    """Whether numbers of the column can only be read with a decimal comma ("1.234,56")."""
    present = _present(_stripped(column))
    return (
        not present.is_empty()
        and present.str.contains(forms.DECIMAL_COMMA).all()
        and present.str.contains(forms.CERTAIN_DECIMAL_COMMA).any()
    )


def type_texts(texts: pl.Series, *, is_decimal_comma: bool = False) -> TypedColumn:
    """The column with its type. `texts` holds strings, null where a cell is empty."""
    stripped = _stripped(texts)
    present = _present(stripped)
    if present.is_empty():
        return plain_column(texts, texts)
    found = _typed(present, is_decimal_comma=is_decimal_comma)
    if found is None:
        return plain_column(texts, texts)
    kind, values, unit = found
    spread = _spread(values, ~_missing(stripped))
    return TypedColumn(kind, spread, texts, unit, _reasons(stripped))


def type_formatted_texts(texts: pl.Series) -> TypedColumn:
    """As `type_texts`, for text cells of a workbook: only forms that no identifier has.

    Percentages, money and numbers with a point or group commas are read; plain digits, dates and
    true/false that a workbook stores as text were meant as text.
    """
    found = type_texts(texts)
    if found.type in _DECIMAL_TYPES:
        return found
    if (
        found.type is ColumnType.INTEGER
        and texts.drop_nulls().str.contains(",", literal=True).all()
    ):
        return found
    return plain_column(texts, texts)


def plain_column(values: pl.Series, texts: pl.Series) -> TypedColumn:
    """A text column: values as written, but null where a word stands for no value.

    Among values that are mostly short codes, or alone, such a word is left: NA may be Namibia.
    """
    stripped = _stripped(values)
    is_marker = stripped.str.to_lowercase().is_in(sorted(forms.WORD_MARKERS)).fill_null(False)
    if not is_marker.any():
        return TypedColumn(ColumnType.TEXT, values, texts)
    length = stripped.filter(~is_marker).str.len_chars().median()
    if not isinstance(length, (int, float)) or length <= _MAX_CODE_LENGTH:
        return TypedColumn(ColumnType.TEXT, values, texts)
    reasons = tuple(sorted(stripped.filter(is_marker).unique().to_list()))
    return TypedColumn(ColumnType.TEXT, values.set(is_marker, None), texts, "", reasons)


_Found = tuple[ColumnType, pl.Series, str]


def _typed(present: pl.Series, *, is_decimal_comma: bool) -> _Found | None:
    if _fits(present, forms.BOOLEAN):
        return ColumnType.BOOLEAN, present.str.to_lowercase() == "true", ""
    if is_decimal_comma and _fits(present, forms.DECIMAL_COMMA):
        return _decimal_comma(present)
    if _fits(present, forms.INTEGER):
        return _checked(ColumnType.INTEGER, _plain(present).cast(pl.Int64, strict=False))
    if _fits(present, forms.DECIMAL):
        return _checked(ColumnType.DECIMAL, _plain(present).cast(pl.Float64, strict=False))
    if _fits(present, forms.PERCENT):
        digits = _plain(present.str.replace(r"\s?[%\x{ff05}]$", ""))
        fractions = (digits + "e-2").cast(pl.Float64, strict=False)
        return _checked(ColumnType.PERCENT, fractions, "percent")
    if _fits(present, forms.MONEY):
        return _money(present)
    return _dates(present)


def _decimal_comma(present: pl.Series) -> _Found | None:
    plain = present.str.replace_all(r"[.\x{a0}\x{202f} ]", "").str.replace(",", ".", literal=True)
    if plain.str.contains(".", literal=True).any():
        return _checked(ColumnType.DECIMAL, _signed(plain).cast(pl.Float64, strict=False))
    return _checked(ColumnType.INTEGER, _signed(plain).cast(pl.Int64, strict=False))


def _money(present: pl.Series) -> _Found | None:
    signs = present.str.extract(forms.CURRENCY_SIGN).unique().to_list()
    units = {CURRENCY_SIGNS[sign] for sign in signs}
    if len(units) != 1:
        return None
    bare = present.str.replace(forms.CURRENCY_SIGN, "").str.replace_all(r"\s", "")
    values = _plain(bare).cast(pl.Float64, strict=False)
    return _checked(ColumnType.CURRENCY, values, units.pop())


def _dates(present: pl.Series) -> _Found | None:
    for pattern, formats in forms.DATE_FORMS:
        if _fits(present, pattern):
            readings = [present.str.to_date(form, strict=False) for form in formats]
            return _only_reading(readings)
    for pattern, formats in forms.TIMESTAMP_FORMS:
        if _fits(present, pattern):
            local = present.str.strip_chars_end("Z")
            times = [local.str.to_datetime(f, strict=False, time_unit="us") for f in formats]
            return _only_reading(times)
    return None


def _only_reading(readings: list[pl.Series]) -> _Found | None:
    """The one reading that covers the column; two different ones make it ambiguous."""
    complete = [series for series in readings if series.null_count() == 0]
    if not complete or any(not series.equals(complete[0]) for series in complete[1:]):
        return None
    return ColumnType.DATE, complete[0], ""


def _checked(kind: ColumnType, values: pl.Series, unit: str = "") -> _Found | None:
    """Nothing when a cell did not convert or became infinite (1e400)."""
    if values.null_count() or (values.dtype == pl.Float64 and not values.is_finite().all()):
        return None
    return kind, values, unit


def _plain(numbers: pl.Series) -> pl.Series:
    """Without group commas; "(5.0)" and a minus sign of typography as "-5.0"."""
    negative = numbers.str.replace(r"^\((.*)\)$", "-$1")
    return _signed(negative.str.replace_all(",", "", literal=True))


def _signed(numbers: pl.Series) -> pl.Series:
    return numbers.str.replace("\u2212", "-", literal=True).str.strip_prefix("+")


def _fits(present: pl.Series, pattern: str) -> bool:
    probe = present.head(_PROBE).str.contains(pattern).all()
    return probe and present.str.contains(pattern).all()


def _stripped(texts: pl.Series) -> pl.Series:
    return texts.str.strip_chars()


def _missing(stripped: pl.Series) -> pl.Series:
    """True where a cell is empty, a missing marker or an error value."""
    is_marker = stripped.str.to_lowercase().is_in(sorted(forms.MISSING_MARKERS))
    is_error = stripped.is_in(sorted(forms.ERROR_VALUES))
    return (is_marker | is_error).fill_null(True)


def _present(stripped: pl.Series) -> pl.Series:
    return stripped.filter(~_missing(stripped))


def _spread(values: pl.Series, is_present: pl.Series) -> pl.Series:
    """`values` back at the places of the cells they come from, null elsewhere."""
    if len(values) == len(is_present):
        return values
    places = (is_present.cum_sum() - 1).cast(pl.UInt32).set(~is_present, None)
    return values.gather(places)


def _reasons(stripped: pl.Series) -> tuple[str, ...]:
    marked = stripped.filter(_missing(stripped)).drop_nulls()
    return tuple(sorted(text for text in marked.unique().to_list() if text))
