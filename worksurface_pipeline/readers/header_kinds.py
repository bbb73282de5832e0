"""What a header says its column is, where the cells alone look like something else.

"Version" heads no decimals, and "Pace" or "Avg handle" no times of day. Two parts ("4:35") are
minutes and seconds or hours and minutes as the header says; where it does not, they stay text.
"""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl

from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.patterns import all_match
from worksurface_pipeline.readers.text_columns import TypedColumn, plain_column

_VERSION = re.compile(
    r"(?:^|[\W_])(?:versions?|ver\.?|release|rev(?:ision)?\.?|firmware|build)\W*$|版本号?$",
    re.IGNORECASE,
)
# Of seconds to minutes, of minutes to hours, and of either.
_SHORT = re.compile(
    r"\b(?:pace|handle|handling|talk|hold|wait(?:ing)?|response|aht|asa|lap|split)(?:[ _]?time)?\b"
    r"|m+:ss\b|\bmin(?:ute)?s?:sec",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"\b(?:hours?(?: worked)?|hrs|stunden|arbeitszeit|overtime|überstunden|break|pause)\b"
    r"|\bh+:mm\b(?!:)|工时",
    re.IGNORECASE,
)
_ANY = re.compile(
    r"\b(?:duration|dauer|elapsed|runtime|run ?time|length|laufzeit|bearbeitungszeit|dur[ée]e"
    r"|duración|durata)\b|耗时|时长|用时",
    re.IGNORECASE,
)
# A clock is meant all the same: "Shift start", "Opening hours".
_CLOCK = re.compile(
    r"start|begin|end\b|open|clos|from\b|to\b|until|beginn|ende\b|uhr", re.IGNORECASE
)
_TWO_PARTS = r"^\d{1,5}:[0-5]\d$"
_THREE_PARTS = r"^\d{1,5}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?$"
_MINUTE, _HOUR = 60.0, 3600.0


def with_header_kind(column: TypedColumn, header: str) -> TypedColumn:
    """The column as its header means it; as it is where the header says nothing of the kind."""
    if column.type is ColumnType.DECIMAL and not column.unit and _VERSION.search(header):
        return _as_text(column)
    if column.type is ColumnType.TIME or _is_beyond_a_day(column):
        return _span(column, header)
    return column


def _is_beyond_a_day(column: TypedColumn) -> bool:
    """Two parts, one of which no clock shows."""
    if column.type is not ColumnType.TEXT:
        return False
    return all_match(column.values.drop_nulls(), _TWO_PARTS)


def _span(column: TypedColumn, header: str) -> TypedColumn:
    is_short, is_long = _SHORT.search(header), _LONG.search(header)
    if _CLOCK.search(header) or not (is_short or is_long or _ANY.search(header)):
        return column
    shown = column.texts.str.strip_chars().set(column.values.is_null(), None)
    present = shown.drop_nulls()
    if all_match(present, _TWO_PARTS):
        if bool(is_short) is bool(is_long):
            return _as_text(column)
        return _seconds(column, shown, _MINUTE if is_short else _HOUR)
    if not all_match(present, _THREE_PARTS):
        return column
    # A sheet stores 4:13 as hours and minutes, whatever was meant.
    is_doubtful = is_short and all_match(present, r":00$") and not all_match(present, r"^0+:")
    return _as_text(column) if is_doubtful else _seconds(column, shown, _HOUR)


def _seconds(column: TypedColumn, shown: pl.Series, first: float) -> TypedColumn:
    parts = shown.str.split_exact(":", 2).struct.unnest().cast(pl.Float64)
    one, two, three = parts.get_columns()
    seconds = one * first + two * (first / _MINUTE) + three.fill_null(0.0)
    return replace(column, type=ColumnType.DURATION, values=seconds, unit="s")


def _as_text(column: TypedColumn) -> TypedColumn:
    shown = column.texts.set(column.values.is_null(), None)
    return replace(plain_column(shown, column.texts), nulls=column.nulls)
