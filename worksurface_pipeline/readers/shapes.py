"""What a single cell looks like: number, date, host name, code or plain text.

Used to tell a header from data: a label stands over values of another shape.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache

from worksurface_pipeline.kernel import cells as forms
from worksurface_pipeline.readers.grid import Cell, Null, is_blank


class Shape(StrEnum):
    """The looks of a cell. `MISSING` covers blanks, dashes, N/A and error values."""

    MISSING = "missing"
    NUMBER = "number"
    DATE = "date"
    BOOLEAN = "boolean"
    EMAIL = "email"
    URL = "url"
    HOST = "host"
    CODE = "code"
    TEXT = "text"


VALUE_SHAPES = frozenset({Shape.NUMBER, Shape.DATE, Shape.BOOLEAN})
LABEL_SHAPES = frozenset({Shape.TEXT, Shape.CODE})
# "S.No" looks like a host name; over anything but host names it may be a label.
POSSIBLE_LABELS = LABEL_SHAPES | {Shape.HOST}
# Above this length a cell is prose; the patterns need not be tried.
_MAX_VALUE_LENGTH = 80
# A column has a shape when this share of its cells agrees.
_AGREEMENT = 0.8

_NUMBERS = tuple(
    re.compile(pattern)
    for pattern in (
        forms.DECIMAL,
        forms.INTEGER,
        forms.PERCENT,
        forms.MONEY,
        forms.CERTAIN_DECIMAL_COMMA,
    )
)
_DATES = tuple(re.compile(pattern) for pattern, _ in (*forms.DATE_FORMS, *forms.TIMESTAMP_FORMS))
_BOOLEAN = re.compile(forms.BOOLEAN)
_DIGIT = re.compile(r"\d")
_NAMED = (
    (forms.EMAIL, Shape.EMAIL),
    (forms.URL, Shape.URL),
    (forms.HOST, Shape.HOST),
    (forms.CODE, Shape.CODE),
)


def shape_of(cell: Cell) -> Shape:
    """The shape of one cell, typed or text."""
    if is_blank(cell) or isinstance(cell, Null):
        return Shape.MISSING
    if isinstance(cell, str):
        return _shape_of_text(cell.strip())
    if isinstance(cell, bool):
        return Shape.BOOLEAN
    if isinstance(cell, (date, datetime, time, timedelta)):
        return Shape.DATE
    return Shape.NUMBER


def column_shape(cells: Iterable[Cell]) -> Shape:
    """The shape that at least four fifths of the non-missing cells share, else TEXT."""
    counts = Counter(shape_of(cell) for cell in cells)
    counts.pop(Shape.MISSING, None)
    if not counts:
        return Shape.MISSING
    shape, count = counts.most_common(1)[0]
    return shape if count >= _AGREEMENT * counts.total() else Shape.TEXT


def is_year(cell: Cell) -> bool:
    """Whether a cell is a year such as 2019, as number or text."""
    if isinstance(cell, bool) or not isinstance(cell, (int, float, str)):
        return False
    text = cell.strip() if isinstance(cell, str) else f"{cell:g}"
    return forms.YEAR.match(text) is not None


@lru_cache(maxsize=1 << 16)
def _shape_of_text(text: str) -> Shape:
    if len(text) > _MAX_VALUE_LENGTH:
        return Shape.URL if forms.URL.match(text) else Shape.TEXT
    if forms.is_missing(text):
        return Shape.MISSING
    return _value_shape(text) or _name_shape(text)


def _value_shape(text: str) -> Shape | None:
    if _BOOLEAN.match(text):
        return Shape.BOOLEAN
    if not _DIGIT.search(text):
        return None
    if any(pattern.match(text) for pattern in _NUMBERS):
        return Shape.NUMBER
    return Shape.DATE if any(pattern.match(text) for pattern in _DATES) else None


def _name_shape(text: str) -> Shape:
    for pattern, shape in _NAMED:
        if pattern.match(text):
            return shape
    return Shape.TEXT
