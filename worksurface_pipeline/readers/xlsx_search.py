"""The marks of a sheet, searched for in XML that is written as programs usually write it.

Only cells that matter are touched: those with a number format, an error, a formula without result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import unescape

from worksurface_pipeline.readers.grid import Null, NumberStyle
from worksurface_pipeline.readers.sheet_marks import NEVER_CALCULATED, SheetMarks
from worksurface_pipeline.readers.xlsx_parts import column_number

_HEAD = 1 << 10
_CELL = rb'<c r="([A-Z]{1,3})([0-9]{1,7})"'
_COLUMNS = re.compile(rb'<c r="([A-Z]{1,3})[0-9]{1,7}"')
_ROW_NUMBERS = re.compile(rb'<c r="[A-Z]{1,3}([0-9]{1,7})"')
_ROWS = re.compile(rb"<row [^>]*>")
_NUMBER = re.compile(rb' r="([0-9]{1,7})"')
_IS_HIDDEN = re.compile(rb' hidden="(?:1|true)"')
_COLS = re.compile(rb"<col [^>]*>")
_REACH = re.compile(rb' (min|max)="([0-9]{1,5})"')
_ERRORS = re.compile(_CELL + rb'[^>]* t="e"[^>]*>(.*?)</c>', re.DOTALL)
_VALUE = re.compile(rb"<v[^>]*>([^<]*)</v>")
_LOST = re.compile(
    _CELL + rb"([^>]*)>\s*<f(?:[^>]*/>|[^>]*>([^<]*)</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>"
)


def is_usual(data: bytes) -> bool:
    """Whether each cell opens with its address, and no markup can hide or forge one."""
    if b"\x00" in data[:_HEAD] or b"<!" in data or b"<sheetData" not in data:
        return False
    # Prefixed names, single quotes and cells without an address are left to the parser.
    cells = data.count(b"<c ") + data.count(b"<c>")
    return b":c " not in data and cells == len(_COLUMNS.findall(data))


def searched_marks(
    data: bytes, styles: Mapping[int, NumberStyle], indents: Mapping[int, int]
) -> SheetMarks:
    """Marks found by searching; the range may be too wide, as cells without a value count."""
    marks = SheetMarks()
    _measure(data, marks)
    _hidden(data, marks)
    if styles:
        _note_styles(data, styles, marks)
    if indents:
        _note_indents(data, indents, marks)
    if b"<f" in data:
        _note_lost(data, marks)
    if b't="e"' in data:
        _note_errors(data, marks)
    return marks


def _measure(data: bytes, marks: SheetMarks) -> None:
    letters = {column.decode() for column in set(_COLUMNS.findall(data))}
    if letters:
        numbers = [column_number(item) for item in letters]
        rows = [int(row) for row in set(_ROW_NUMBERS.findall(data))]
        marks.rows = (min(rows), max(rows))
        marks.columns = (min(numbers), max(numbers))


def _hidden(data: bytes, marks: SheetMarks) -> None:
    if b"hidden=" not in data:
        return
    for tag in _ROWS.findall(data):
        number = _NUMBER.search(tag)
        if number and _IS_HIDDEN.search(tag):
            marks.hidden_rows.add(int(number.group(1)))
    for tag in _COLS.findall(data):
        reach = dict(_REACH.findall(tag))
        if _IS_HIDDEN.search(tag) and len(reach) == 2:  # min and max
            marks.hidden_columns |= set(range(int(reach[b"min"]), int(reach[b"max"]) + 1))


def _note_styles(data: bytes, styles: Mapping[int, NumberStyle], marks: SheetMarks) -> None:
    """Number formats of the cells that hold numbers."""
    for letters, row, attributes, index in _styled(styles).findall(data):
        is_number = b' t="' not in attributes or b' t="n"' in attributes
        if is_number and not attributes.endswith(b"/"):
            column = column_number(letters.decode())
            marks.styles.setdefault(column, {})[int(row)] = styles[int(index)]


def _note_indents(data: bytes, indents: Mapping[int, int], marks: SheetMarks) -> None:
    for letters, row, attributes, index in _styled(indents).findall(data):
        if not attributes.endswith(b"/"):
            place = int(row), column_number(letters.decode())
            marks.indents[place] = indents[int(index)]


def _styled(styles: Iterable[int]) -> re.Pattern[bytes]:
    """Cells of one of these styles."""
    wanted = b"|".join(str(index).encode() for index in sorted(styles))
    return re.compile(_CELL + rb'([^>]*? s="(' + wanted + rb')"[^>]*)>')


def _note_lost(data: bytes, marks: SheetMarks) -> None:
    """Formulas without a result; an empty text is one."""
    for letters, row, attributes, formula in _LOST.findall(data):
        if b' t="str"' not in attributes and b' t="e"' not in attributes:
            text = "=" + unescape(formula.decode("utf-8", "replace"))
            marks.nulls[int(row), column_number(letters.decode())] = Null(NEVER_CALCULATED, text)


def _note_errors(data: bytes, marks: SheetMarks) -> None:
    for letters, row, body in _ERRORS.findall(data):
        value = _VALUE.search(body)
        shown = unescape(value.group(1).decode("utf-8", "replace")).strip() if value else ""
        shown = shown or "#N/A"
        marks.nulls[int(row), column_number(letters.decode())] = Null(shown, shown)
