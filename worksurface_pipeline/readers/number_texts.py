"""Columns of numbers written as text, in whatever form: values, type and unit.

A whole column is read one way. Point and comma are told by cells that allow only one reading; a
column that allows both ("1.234") goes by the table around it (`decimal_marks`), and is no number
where that is silent too.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.readers.column_reading import ColumnReading, checked
from worksurface_pipeline.readers.decimal_marks import (
    Decimals,
    doubtful_mark,
    is_comma_tongue,
    is_numbering,
)
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.nulls import missing_mask
from worksurface_pipeline.readers.patterns import all_match, any_match
from worksurface_pipeline.readers.units import PERCENT_UNIT

_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_FOLDS = _FULL_WIDTH | {"\u2212": "-", "\u2019": "'", "￥": "¥"}
_FOLDS |= dict.fromkeys("\u00a0\u2009\u202f", " ")
_POINT = rf"^{forms.POINT_AMOUNT}$"
_COMMA = rf"^{forms.COMMA_AMOUNT}$"
_FORMS = (forms.DECIMAL, forms.PERCENT, forms.MONEY, forms.OTHER_NUMBER)
_DIGITS = r"^[0-9]+$"
_SEPARATOR = r"[.,]"
_BROKEN = r"[.eE]"
_EXPONENT = r"[eE]"
# Only a decimal point can be read here.
_SURE_POINT = r"\.(?:\d{1,2}|\d{4,})\)?$|\d{4}\.|,\d{3}\.|^\D{0,2}0?\.|[eE]"
# Only a decimal comma can be read here; "12,5" alone may be a list of two numbers.
_SURE_COMMA = r"[.' ]\d{3},\d"
_SPACED = r"\d \d"
_LONE_BRACKETS = r"^\(\d{1,3}\)$"
# A plus before eight and more digits is a telephone number.
_TELEPHONE = r"^\+\d{8,}$"


def table_decimals(
    columns: Sequence[pl.Series],
    delimiter: str,
    headers: Sequence[str] = (),
    *,
    is_typed: bool = False,
) -> Decimals:
    """What the columns of a table tell of its decimals; cells are strings or null.

    Numbers that are sure decide. Where they are silent, a comma between fields is the custom of
    those who write a decimal point, a semicolon that of the others. A cell of a workbook
    (`is_typed`) may hold two values.
    """
    names = headers if len(headers) == len(columns) else [""] * len(columns)
    pairs = zip(columns, names, strict=True)
    marks = {_sure_mark(column) for column, name in pairs if not is_numbering(name)} - {""}
    has_comma = is_comma_tongue(headers)
    if delimiter == ",":
        return Decimals(".", is_sure="." in marks, is_comma_tongue=has_comma)
    return Decimals(
        next(iter(marks)) if len(marks) == 1 else "",
        is_sure=len(marks) == 1,
        has_commas=not is_typed,
        has_groups=delimiter != ";" and not has_comma and "," not in marks,
        is_comma_tongue=has_comma,
    )


def read_numbers(present: pl.Series, decimals: Decimals) -> ColumnReading | None:
    """The column if every string of it is a number; None also where it could be two."""
    if all_match(present, forms.DECIMAL) and (
        any_match(present, _SURE_POINT) or not any_match(present, _SEPARATOR)
    ):
        return _plain(present)
    return _any_form(_folded(present), decimals) if _is_numeric(present) else None


def is_open(present: pl.Series) -> bool:
    """Whether every string is a number, none of which tells point from thousands."""
    if not _is_numeric(present) or not any_match(present, _SEPARATOR):
        return False
    amounts = _amounts(_folded(present))
    return all_match(amounts, _POINT) and all_match(amounts, _COMMA)


def _is_numeric(present: pl.Series) -> bool:
    return any(all_match(present, form) for form in _FORMS)


def _plain(present: pl.Series) -> ColumnReading | None:
    """Forms that need no more than their commas and their typography away."""
    negative = present.str.replace(r"^\((.*)\)$", "-$1").str.replace_all(",", "", literal=True)
    return _number(negative.str.replace("\u2212", "-", literal=True).str.strip_prefix("+"))


def _any_form(folded: pl.Series, decimals: Decimals) -> ColumnReading | None:
    unit = _unit(folded)
    is_numbering = not unit and all_match(folded, _LONE_BRACKETS)
    if unit is None or is_numbering or any_match(folded, _TELEPHONE):
        return None
    if not unit and any_match(folded, _EXPONENT):
        return _plain(folded)
    amounts = _amounts(folded)
    mark = _mark(amounts, decimals, has_unit=bool(unit))
    if not mark:
        return None
    groups = "[,' ]" if mark == "." else "[.' ]"
    bare = amounts.str.replace_all(groups, "").str.replace(",", ".", literal=True)
    signs = pl.select(
        pl.when(folded.str.contains(r"[-(]")).then(pl.lit("-")).otherwise(pl.lit("")).alias("sign")
    )["sign"]
    return _number(signs + bare, unit)


def _amounts(folded: pl.Series) -> pl.Series:
    """Digits and separators alone."""
    is_money = any_match(folded, forms.CURRENCY_SIGN)
    bare = folded.str.replace(forms.CURRENCY_SIGN, "") if is_money else folded
    return bare.str.replace_all(r"[^0-9.,' ]", "").str.strip_chars()


def _number(plain: pl.Series, unit: str = "") -> ColumnReading | None:
    """Numbers from strings that a program would write."""
    if unit == PERCENT_UNIT:
        fractions = (plain + "e-2").cast(pl.Float64, strict=False)
        return checked(ColumnType.PERCENT, fractions, unit)
    if unit:
        return checked(ColumnType.CURRENCY, plain.cast(pl.Float64, strict=False), unit)
    if any_match(plain, _BROKEN):
        return checked(ColumnType.DECIMAL, plain.cast(pl.Float64, strict=False))
    return checked(ColumnType.INTEGER, plain.cast(pl.Int64, strict=False))


def _unit(folded: pl.Series) -> str | None:
    """The unit of all cells, "" where they have none, None where they differ."""
    if folded.str.contains("%", literal=True).all():
        return PERCENT_UNIT
    if not any_match(folded, forms.CURRENCY_SIGN):
        return ""
    signs = folded.str.extract(forms.CURRENCY_SIGN).unique().to_list()
    units = {forms.CURRENCIES[sign] if sign else "" for sign in signs}
    return units.pop() if len(units) == 1 else None


def _mark(amounts: pl.Series, decimals: Decimals, *, has_unit: bool) -> str:
    """The decimal mark of the column, "" where it may be either."""
    sure = _only_mark(amounts)
    if sure == ",":
        is_number = decimals.has_commas or has_unit or any_match(amounts, _SURE_COMMA)
        return sure if is_number else ""
    if sure or all_match(amounts, _DIGITS):
        return "."
    if not (all_match(amounts, _POINT) and all_match(amounts, _COMMA)):
        return ""
    if any_match(amounts, _SEPARATOR):
        return doubtful_mark(amounts, decimals)
    # Whole numbers grouped by blanks alone look like telephone numbers.
    is_doubtful = not has_unit and decimals.mark != "," and any_match(amounts, _SPACED)
    return "" if is_doubtful else "."


def _only_mark(amounts: pl.Series) -> str:
    """The decimal mark under which alone all amounts can be read, "" if both or none do."""
    is_point, is_comma = all_match(amounts, _POINT), all_match(amounts, _COMMA)
    if is_point is is_comma:
        return ""
    return "." if is_point else ","


def _sure_mark(column: pl.Series) -> str:
    """The same for a column as it stands in the table, "" for one that holds other things."""
    stripped = column.str.strip_chars()
    present = stripped.filter(~missing_mask(stripped))
    return _only_mark(_amounts(_folded(present))) if _is_numeric(present) else ""


def _folded(present: pl.Series) -> pl.Series:
    """Full-width characters, minus signs, apostrophes and blanks of typography as plain ones."""
    if present.str.len_bytes().sum() == present.str.len_chars().sum():
        return present
    return present.str.replace_many(_FOLDS)
