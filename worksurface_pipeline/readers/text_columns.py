"""Types for a column of strings: a type is given only if every non-missing cell fits it.

Checks run over the whole column at once. Identifiers (leading zeros, more than 15 digits) keep
their digits as text; columns that mix forms are text.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.kernel.text import CURRENCY_SIGNS
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.nulls import NullPlaces, is_word_marker, missing_mask, null_places
from worksurface_pipeline.readers.patterns import all_match, any_match, share_matching
from worksurface_pipeline.readers.units import PERCENT_UNIT

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
_MINUTE = 60
_HOUR = 60 * _MINUTE


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


def has_decimal_comma(column: pl.Series) -> bool:
    """Whether numbers of the column can only be read with a decimal comma ("1.234,56")."""
    present = _present(column)
    return all_match(present, forms.DECIMAL_COMMA) and any_match(
        present, forms.CERTAIN_DECIMAL_COMMA
    )


def type_texts(texts: pl.Series, *, is_decimal_comma: bool = False) -> TypedColumn:
    """The column with its type. `texts` holds strings, null where a cell is empty."""
    stripped = texts.str.strip_chars()
    missing = missing_mask(stripped)
    present = stripped.filter(~missing) if missing.any() else stripped
    found = _typed(present, is_decimal_comma=is_decimal_comma) if len(present) else None
    if found is None:
        return _plain_column(stripped, texts)
    kind, values, unit = found
    nulls = null_places(stripped.set(~missing, None)) if len(present) < len(texts) else ()
    return TypedColumn(kind, _spread(values, ~missing), texts, unit, nulls)


def type_formatted_texts(texts: pl.Series) -> TypedColumn:
    """As `type_texts`, for text cells of a workbook: only forms that are sure.

    Percentages, money, identifiers and numbers with a point or group commas are read; plain
    digits, dates and true/false that a workbook stores as text were meant as text.
    """
    found = type_texts(texts)
    if found.type in _FORMATTED_TYPES:
        return found
    if (
        found.type is ColumnType.INTEGER
        and texts.drop_nulls().str.contains(",", literal=True).all()
    ):
        return found
    return plain_column(texts, texts)


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


_Found = tuple[ColumnType, pl.Series, str]


def _typed(present: pl.Series, *, is_decimal_comma: bool) -> _Found | None:
    if is_decimal_comma and all_match(present, forms.DECIMAL_COMMA):
        return _decimal_comma(present)
    if all_match(present, forms.DECIMAL):
        return _number(present)
    return _unit_number(present) or _moment(present) or _name(present)


def _number(present: pl.Series) -> _Found | None:
    if all_match(present, forms.INTEGER):
        return _checked(ColumnType.INTEGER, _plain(present).cast(pl.Int64, strict=False))
    return _checked(ColumnType.DECIMAL, _plain(present).cast(pl.Float64, strict=False))


def _unit_number(present: pl.Series) -> _Found | None:
    if all_match(present, forms.PERCENT):
        digits = _plain(present.str.replace(r"\s?[%\x{ff05}]$", ""))
        fractions = (digits + "e-2").cast(pl.Float64, strict=False)
        return _checked(ColumnType.PERCENT, fractions, PERCENT_UNIT)
    return _money(present) if all_match(present, forms.MONEY) else None


def _name(present: pl.Series) -> _Found | None:
    """True or false, or identifiers: what stays a word."""
    if all_match(present, forms.BOOLEAN):
        return ColumnType.BOOLEAN, present.str.to_lowercase() == "true", ""
    if not all_match(present, forms.IDENTIFIER):
        return None
    lossy = share_matching(present, forms.LOSSY_DIGITS)
    is_digits = lossy > 0 and all_match(present, forms.DIGITS)
    return (ColumnType.IDENTIFIER, present, "") if is_digits or lossy >= _LOSSY_SHARE else None


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


def _moment(present: pl.Series) -> _Found | None:
    """Dates, dates with a time, times of day, durations."""
    for pattern, formats in forms.DATE_FORMS:
        if all_match(present, pattern):
            return _only_reading([present.str.to_date(form, strict=False) for form in formats])
    for pattern, formats in forms.TIMESTAMP_FORMS:
        if all_match(present, pattern):
            local = present.str.strip_chars_end("Z")
            times = [local.str.to_datetime(f, strict=False, time_unit="us") for f in formats]
            return _only_reading(times)
    return _time(present)


def _time(present: pl.Series) -> _Found | None:
    if all_match(present, forms.TIME):
        whole = present.str.count_matches(":", literal=True) == 1
        padded = (
            present + pl.select(pl.when(whole).then(pl.lit(":00")).otherwise(pl.lit("")))["literal"]
        )
        return _checked(ColumnType.TIME, padded.str.to_time("%H:%M:%S%.f", strict=False))
    if all_match(present, forms.TIME_12):
        folded = present.str.to_uppercase().str.replace_all(r"\s", "")
        readings = [folded.str.to_time(f, strict=False) for f in ("%I:%M%p", "%I:%M:%S%p")]
        return _checked(
            ColumnType.TIME, readings[0].zip_with(readings[0].is_not_null(), readings[1])
        )
    if all_match(present, forms.DURATION):
        parts = present.str.split_exact(":", 2).struct.unnest().cast(pl.Float64)
        hours, minutes, seconds = parts.get_columns()
        return _checked(ColumnType.DURATION, hours * _HOUR + minutes * _MINUTE + seconds, "s")
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


def _present(texts: pl.Series) -> pl.Series:
    stripped = texts.str.strip_chars()
    return stripped.filter(~missing_mask(stripped))


def _spread(values: pl.Series, is_present: pl.Series) -> pl.Series:
    """`values` back at the places of the cells they come from, null elsewhere."""
    if len(values) == len(is_present):
        return values
    places = (is_present.cum_sum() - 1).cast(pl.UInt32).set(~is_present, None)
    return values.gather(places)
