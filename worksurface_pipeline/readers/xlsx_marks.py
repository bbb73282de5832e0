"""What calamine does not tell of an .xlsx: number formats, error values, lost formulas, extents.

One streaming pass over the XML of a sheet with expat: no document type is accepted, and the bytes
that come out of the archive are counted, so that neither entities nor zip bombs can do harm.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from defusedxml.ElementTree import fromstring

from worksurface_pipeline.readers.grid import MAX_BYTES, Null, NumberStyle
from worksurface_pipeline.readers.number_format import BUILT_IN_FORMATS, number_style

NEVER_CALCULATED = "formula never calculated"
_BLOCK = 1 << 20
_CELL_NAME = re.compile(r"^([A-Z]{1,3})(\d{1,7})$")
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_RELATION = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"


class TooManyBytesError(ValueError):
    """A part of the archive unpacks to more than the limit."""


@dataclass(slots=True)
class SheetMarks:
    """Marks of one sheet by (row, column), both 1-based, and the range that holds values."""

    styles: dict[int, dict[int, NumberStyle]] = field(default_factory=dict)
    nulls: dict[tuple[int, int], Null] = field(default_factory=dict)
    rows: tuple[int, int] = (0, 0)
    columns: tuple[int, int] = (0, 0)

    @property
    def area(self) -> int:
        """Cells of the range from the first to the last value."""
        if not self.rows[1]:
            return 0
        return (self.rows[1] - self.rows[0] + 1) * (self.columns[1] - self.columns[0] + 1)


class MarkReader:
    """Reads marks sheet by sheet from one open archive."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._paths = _sheet_paths(archive)
        self._styles = _cell_styles(archive)

    def marks(self, sheet: str) -> SheetMarks:
        """Marks of the sheet; none for a sheet without a part of its own (a chart sheet)."""
        path = self._paths.get(sheet)
        if path is None:
            return SheetMarks()
        scan = _SheetScan(self._styles)
        with self._archive.open(path) as stream:
            size = 0
            while block := stream.read(_BLOCK):
                size += len(block)
                if size > MAX_BYTES:
                    raise TooManyBytesError(sheet)
                scan.feed(block)
        return scan.marks


class _SheetScan:
    """The state of the pass: the cell we are in, and what is known of it."""

    def __init__(self, styles: Mapping[int, NumberStyle]) -> None:
        self.marks = SheetMarks()
        self._styles = styles
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

    def feed(self, block: bytes) -> None:
        self._parser.Parse(block, False)

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
            self._row = int(attributes.get("r", self._row + 1))
            self._column = 0

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


def column_number(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _refuse_doctype(*_: object) -> None:
    raise expat.ExpatError("a document type is not allowed in a sheet")


def _sheet_paths(archive: zipfile.ZipFile) -> dict[str, str]:
    """Path of the part of each worksheet, by sheet name."""
    targets = {
        relation.get("Id"): relation.get("Target", "")
        for relation in fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        if relation.get("Type", "").endswith("/worksheet")
    }
    paths: dict[str, str] = {}
    for element in fromstring(archive.read("xl/workbook.xml")).iter():
        if element.tag.rpartition("}")[2] == "sheet":
            target = targets.get(element.get(_RELATION) or element.get(_STRICT_RELATION))
            if target:
                paths[element.get("name", "")] = posixpath.normpath(
                    target.lstrip("/") if target.startswith("/") else f"xl/{target}"
                )
    return paths


def _cell_styles(archive: zipfile.ZipFile) -> dict[int, NumberStyle]:
    """Style index of a cell to the style of its number, percent and money only."""
    if "xl/styles.xml" not in archive.namelist():
        return {}
    codes = dict(BUILT_IN_FORMATS)
    styles: dict[int, NumberStyle] = {}
    for group in fromstring(archive.read("xl/styles.xml")):
        name = group.tag.rpartition("}")[2]
        if name == "numFmts":
            codes |= {int(f.get("numFmtId", "0")): f.get("formatCode", "") for f in group}
        elif name == "cellXfs":
            for index, cell_format in enumerate(group):
                style = number_style(codes.get(int(cell_format.get("numFmtId", "0")), ""))
                if style is not None:
                    styles[index] = style
    return styles
