"""The marks of a sheet by a full pass of expat over its XML: slow, and right for any XML.

No document type is accepted, so that entities can do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat

from worksurface_pipeline.readers.grid import Null, NumberStyle
from worksurface_pipeline.readers.sheet_marks import NEVER_CALCULATED, SheetMarks
from worksurface_pipeline.readers.xlsx_parts import column_number

_CELL_NAME = re.compile(r"^([A-Z]{1,3})(\d{1,7})$")
_TRUE = ("1", "true")


def parsed_marks(
    data: bytes, styles: Mapping[int, NumberStyle], indents: Mapping[int, int]
) -> SheetMarks:
    """Marks of a sheet from its XML. Raises ExpatError for what is no XML or has a DOCTYPE."""
    scan = _SheetScan(styles, indents)
    scan.parse(data)
    return scan.marks


class _SheetScan:
    """The state of the pass: the cell we are in, and what is known of it."""

    def __init__(self, styles: Mapping[int, NumberStyle], indents: Mapping[int, int]) -> None:
        self.marks = SheetMarks()
        self._styles = styles
        self._indents = indents
        self._row = self._column = 0
        self._attributes: dict[str, str] = {}
        self._has_value = self._has_formula = False
        self._formula: list[str] = []
        self._value: list[str] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = _refuse_doctype

    def parse(self, data: bytes) -> None:
        self._parser.Parse(data, True)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "c":
            self._start_cell(attributes)
        elif name == "v" or name == "is":
            self._has_value = True
            if self._has_formula or self._attributes.get("t") == "e":
                self._parser.CharacterDataHandler = self._value.append
        elif name == "f":
            self._has_formula = True
            self._parser.CharacterDataHandler = self._formula.append
        elif name == "row":
            self._start_row(attributes)
        elif name == "col" and attributes.get("hidden") in _TRUE:
            first, last = int(attributes.get("min", "1")), int(attributes.get("max", "0"))
            self.marks.hidden_columns |= set(range(first, last + 1))

    def _start_row(self, attributes: dict[str, str]) -> None:
        self._row = int(attributes.get("r", self._row + 1))
        self._column = 0
        if attributes.get("hidden") in _TRUE:
            self.marks.hidden_rows.add(self._row)

    def _start_cell(self, attributes: dict[str, str]) -> None:
        self._attributes = attributes
        self._has_value = self._has_formula = False
        match = _CELL_NAME.match(attributes.get("r", ""))
        if match:
            self._column = column_number(match.group(1))
            self._row = int(match.group(2))
        else:
            self._column += 1

    def _end(self, tag: str) -> None:
        if tag == "c" or tag.endswith(":c"):
            self._end_cell()
        elif self._parser.CharacterDataHandler is not None:
            self._parser.CharacterDataHandler = None

    def _end_cell(self) -> None:
        if not (self._has_value or self._has_formula):
            return
        self._widen()
        indent = self._indents.get(int(self._attributes.get("s", "0")))
        if indent:
            self.marks.indents[self._row, self._column] = indent
        kind = self._attributes.get("t", "n")
        if kind == "e":
            shown = "".join(self._value).strip() or "#N/A"
            self.marks.nulls[self._row, self._column] = Null(shown, shown)
        elif self._has_formula and kind != "str" and not "".join(self._value).strip():
            formula = "=" + "".join(self._formula)
            self.marks.nulls[self._row, self._column] = Null(NEVER_CALCULATED, formula)
        elif kind == "n":
            self._style()
        self._formula.clear()
        self._value.clear()

    def _style(self) -> None:
        style = self._styles.get(int(self._attributes.get("s", "0")))
        if style is not None:
            self.marks.styles.setdefault(self._column, {})[self._row] = style

    def _widen(self) -> None:
        marks, row, column = self.marks, self._row, self._column
        first, last = marks.rows
        marks.rows = (min(first or row, row), max(last, row))
        left, right = marks.columns
        marks.columns = (min(left or column, column), max(right, column))


def _refuse_doctype(*_: object) -> None:
    raise expat.ExpatError("a document type is not allowed in a sheet")
