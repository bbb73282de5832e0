"""Lists of key and value, which have no header: what they look like, row by row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from worksurface_pipeline.readers.grid import Cell, Row, filled
from worksurface_pipeline.readers.shapes import (
    POSSIBLE_LABELS,
    VALUE_SHAPES,
    Shape,
    is_year,
    shape_of,
)

# Fewer pairs may be anything; of more than this many nobody makes a list by hand.
_MIN_PAIRS = 2
MAX_PAIRS = 200
# A column that holds values of so many shapes (a number and a date), none of them half of it, has
# no name but "value".
_MIN_KINDS = 2
_DOMINANT = 0.5
_COLONS = (":", "：")
# The share of keys that end in a colon.
_WITH_COLON = 0.5
# What a header over keys or over values is called; "Name | Ann" may be a first pair.
_KEY_NAME = re.compile(
    r"^(?:keys?|fields?(?: names?)?|parameters?|metrics?|measures?|attributes?|propert(?:y|ies)"
    r"|variables?|indicators?|kpis?|settings?|characteristics?|items?|questions?|options?"
    r"|指标|指標|参数|字段|属性|项目|項目|名称)$",
    re.IGNORECASE,
)
_VALUE_NAME = re.compile(
    r"^(?:(?:current |default |new |old )?values?|data|details?|descriptions?|settings?|answers?"
    r"|responses?|contents?|results?|amounts?|figures?|quantit(?:y|ies)|counts?|information"
    r"|info|comments?|notes?|remarks?|definitions?|meanings?|值|数值|数据|内容|说明|描述|結果|结果)$",
    re.IGNORECASE,
)


_EXPLANATION = re.compile(r"^\s*[^\s=:：][^=:：]{0,23}?\s*[=＝:：]\s*\S")


def is_pair_line(row: Row, *, is_certain: bool = False) -> bool:
    """A row of label and value, side by side, or of several such pairs with gaps between them.

    It `is_certain` when each label ends in a colon, or its value is a number or a date.
    """
    pairs = _pairs(row)
    sure = [str(k).strip().endswith(_COLONS) or shape_of(v) in VALUE_SHAPES for k, v in pairs]
    return bool(pairs) and (not is_certain or all(sure))


def names_values(label: Cell) -> bool:
    """Whether a header says no more than that values stand below it."""
    return isinstance(label, str) and _VALUE_NAME.match(label.strip()) is not None


def are_key_values(rows: Sequence[Row], *, by_colons: bool = False) -> bool:
    """Whether the rows of two cells among `rows` are keys with their values, and no table.

    The keys end in colons, or (not `by_colons` alone) the values are of several kinds, and no
    header tells of either.
    """
    if len(rows) > MAX_PAIRS:
        return False
    pairs = [pair for row in rows for pair in _pairs(row)]
    keys = [str(key).strip() for key, _ in pairs]
    if len(pairs) < _MIN_PAIRS or len({key.casefold() for key in keys}) < len(keys):
        return False
    if _KEY_NAME.match(keys[0]) or names_values(pairs[0][1]):
        return False
    colons = sum(key.endswith(_COLONS) for key in keys)
    is_mixed = not by_colons and _are_mixed([value for _, value in pairs[1:]])
    return is_mixed or colons >= _WITH_COLON * len(keys)


def explains(text: str) -> bool:
    """A short name with what it means: "red = over budget"."""
    return _EXPLANATION.match(text) is not None


def _are_mixed(values: Sequence[Cell]) -> bool:
    """Values of several kinds; among dates a year is a date as well."""
    shapes = Counter(shape_of(value) for value in values)
    if shapes[Shape.DATE]:
        years = sum(is_year(value) for value in values)
        shapes.update({Shape.DATE: years, Shape.NUMBER: -years})
    kinds = [shapes[shape] for shape in VALUE_SHAPES if shapes[shape] > 0]
    if len(kinds) < _MIN_KINDS:
        return False
    # Beside texts, half of the values is no more than one kind's share of a short list.
    is_half = shapes[Shape.TEXT] > 0 and max(kinds) == _DOMINANT * len(values)
    return is_half or max(kinds) < _DOMINANT * len(values)


def _pairs(row: Row) -> list[tuple[Cell, Cell]]:
    """Neighbouring cells two by two; none when they do not pair off or a key is no label."""
    cells = filled(row)
    places = set(cells)
    starts = [cell for cell in cells if cell - 1 not in places]
    ends = [cell for cell in cells if cell + 1 not in places]
    runs = [(start, end) for start, end in zip(starts, ends, strict=True)]
    if any(end - start != 1 for start, end in runs):
        return []
    pairs = [(row[start], row[end]) for start, end in runs]
    is_labelled = all(shape_of(key) in POSSIBLE_LABELS for key, _ in pairs)
    return pairs if is_labelled else []
