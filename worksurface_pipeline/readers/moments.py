"""Columns of dates, dates with a time of day, times and durations written as text.

Day and month are never guessed: a column that may be read both ways is no date. A time zone that
all cells state is kept as the unit; clocks of several zones are read as UTC.
"""

from __future__ import annotations

import polars as pl

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.readers.column_reading import ColumnReading, checked
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.readers.patterns import all_match

UTC = "UTC"
_MINUTE = 60
_HOUR = 60 * _MINUTE
_MICROSECONDS = 1_000_000


def read_moments(present: pl.Series) -> ColumnReading | None:
    """The column if every string of it is a moment of one kind, in one form."""
    for pattern, formats in forms.DATE_FORMS:
        if all_match(present, pattern):
            days = [present.str.to_date(form, strict=False) for form in formats]
            return _only_reading(ColumnType.DATE, days)
    if all_match(present, forms.ZONED):
        return _zoned(present)
    return _timestamp(present) or _time(present)


def _timestamp(present: pl.Series) -> ColumnReading | None:
    for pattern, formats in forms.TIMESTAMP_FORMS:
        if all_match(present, pattern):
            times = [present.str.to_datetime(f, strict=False, time_unit="us") for f in formats]
            return _only_reading(ColumnType.DATETIME, times)
    return None


def _zoned(present: pl.Series) -> ColumnReading | None:
    """Clock times of one zone as they stand; those of several as UTC."""
    found = _timestamp(present.str.replace(forms.ZONE, ""))
    if found is None:
        return None
    zones = present.str.extract(forms.ZONE).str.replace(":", "", literal=True)
    stated = zones.unique().to_list()
    if len(stated) == 1:
        return ColumnReading(found.type, found.values, _zone_name(stated[0]))
    hours = zones.str.slice(1, 2).cast(pl.Int64, strict=False).fill_null(0)
    minutes = zones.str.slice(3, 2).cast(pl.Int64, strict=False).fill_null(0)
    sign = 1 - 2 * zones.str.starts_with("-").cast(pl.Int64)
    ahead = sign * (hours * _HOUR + minutes * _MINUTE) * _MICROSECONDS
    return ColumnReading(found.type, found.values - ahead.cast(pl.Duration("us")), UTC)


def _zone_name(stated: str) -> str:
    """Z and +0000 are UTC, others as +02:00."""
    if stated[0].isalpha() or not stated.strip("+-0"):
        return UTC
    return f"{stated[:3]}:{stated[3:] or '00'}"


def _time(present: pl.Series) -> ColumnReading | None:
    if all_match(present, forms.TIME):
        return checked(ColumnType.TIME, _clock(present))
    if all_match(present, forms.TIME_12):
        folded = present.str.to_uppercase().str.replace_all(r"\s", "")
        short, full = (folded.str.to_time(f, strict=False) for f in ("%I:%M%p", "%I:%M:%S%p"))
        return checked(ColumnType.TIME, short.zip_with(short.is_not_null(), full))
    if all_match(present, forms.DURATION):
        parts = present.str.split_exact(":", 2).struct.unnest().cast(pl.Float64)
        hours, minutes, seconds = parts.get_columns()
        return checked(ColumnType.DURATION, hours * _HOUR + minutes * _MINUTE + seconds, "s")
    return None


def _clock(present: pl.Series) -> pl.Series:
    """Times of day; 9:30 has no seconds."""
    whole = present.str.count_matches(":", literal=True) == 1
    seconds = pl.select(pl.when(whole).then(pl.lit(":00")).otherwise(pl.lit("")))["literal"]
    return (present + seconds).str.to_time("%H:%M:%S%.f", strict=False)


def _only_reading(kind: ColumnType, readings: list[pl.Series]) -> ColumnReading | None:
    """The one reading that covers the column; two different ones make it ambiguous."""
    complete = [series for series in readings if series.null_count() == 0]
    if not complete or any(not series.equals(complete[0]) for series in complete[1:]):
        return None
    return ColumnReading(kind, complete[0])
