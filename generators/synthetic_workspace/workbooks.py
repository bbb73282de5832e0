"""Excel workbooks written as XML: plain sheets, banners, merged headers, totals, hidden sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from xml.sax.saxutils import escape

from generators.synthetic_workspace.packages import CONTENT_TYPES, RELATIONS, XML, zipped
from generators.synthetic_workspace.pen import Pen
from generators.synthetic_workspace.tables import Cell, Kind, Table, make_table, total

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_EPOCH = date(1899, 12, 30)
# Positions in `cellXfs` below.
_STYLE = {Kind.DAY: 1, Kind.PERCENT: 2, Kind.MONEY: 3}
_STYLES = (
    f'{XML}<styleSheet xmlns="{_MAIN}"><numFmts count="1">'
    '<numFmt numFmtId="164" formatCode="&quot;€&quot;#,##0.00"/></numFmts>'
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    "<borders count='1'><border/></borders><cellStyleXfs count='1'><xf/></cellStyleXfs>"
    '<cellXfs count="4"><xf/><xf numFmtId="14" applyNumberFormat="1"/>'
    '<xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>'
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Shapes that a first sheet may have, by their share among office files.
_SHAPES = ("plain", "plain", "plain", "banner", "banner", "merged", "total")


@dataclass(slots=True)
class _Sheet:
    """Rows as XML, merged ranges, and the shared strings of the workbook."""

    strings: dict[str, int]
    rows: list[str] = field(default_factory=list)
    merges: list[str] = field(default_factory=list)

    def add(self, cells: Sequence[Cell | None], kinds: Sequence[Kind] = ()) -> None:
        """One more row; an empty one when no cell is given."""
        number = len(self.rows) + 1
        styles = [_STYLE.get(kind, 0) for kind in kinds] or [0] * len(cells)
        parts = (
            self._cell(f"{_LETTERS[place]}{number}", cell, styles[place])
            for place, cell in enumerate(cells)
            if cell is not None
        )
        self.rows.append(f'<row r="{number}">{"".join(parts)}</row>')

    def xml(self) -> str:
        """The part of the package."""
        merged = "".join(f'<mergeCell ref="{ref}"/>' for ref in self.merges)
        tail = f'<mergeCells count="{len(self.merges)}">{merged}</mergeCells>' if merged else ""
        data = "".join(self.rows)
        return f'{XML}<worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData>{tail}</worksheet>'

    def _cell(self, ref: str, cell: Cell, style: int) -> str:
        if isinstance(cell, str):
            number = self.strings.setdefault(cell, len(self.strings))
            return f'<c r="{ref}" t="s"><v>{number}</v></c>'
        value = (cell - _EPOCH).days if isinstance(cell, date) else cell
        return f'<c r="{ref}" s="{style}"><v>{value}</v></c>'


def workbook_bytes(pen: Pen, characters: int, subject: str) -> bytes:
    """A workbook of one to three sheets; the last may be hidden."""
    strings: dict[str, int] = {}
    first = make_table(pen, subject, characters)
    sheets = {"Data": _shaped(pen, first, _Sheet(strings))}
    if pen.random.random() < 0.4:
        sheets["Notes"] = _notes(pen, _Sheet(strings))
    is_hidden = pen.random.random() < 0.1
    if is_hidden:
        sheets["Lists"] = _plain(make_table(pen, subject, 400), _Sheet(strings))
    return zipped(dict(_parts(sheets, strings, is_hidden=is_hidden)))


def _shaped(pen: Pen, table: Table, sheet: _Sheet) -> _Sheet:
    shape = pen.random.choice(_SHAPES)
    if shape == "banner":
        sheet.add([f"{pen.heading()} {pen.random.randint(2022, 2026)}"])
        sheet.merges.append(f"A1:{_LETTERS[len(table.headers) - 1]}1")
        sheet.add([])
    if shape == "merged":
        return _merged(pen, table, sheet)
    _plain(table, sheet)
    if shape == "total" and (found := total(table)):
        cells: list[Cell | None] = [None] * len(table.headers)
        cells[table.headers.index(found[0])] = found[1]
        sheet.add(["Total", *cells[1:]])
    return sheet


def _plain(table: Table, sheet: _Sheet) -> _Sheet:
    sheet.add(table.headers)
    for row in table.rows:
        sheet.add(row, table.kinds)
    return sheet


def _merged(pen: Pen, table: Table, sheet: _Sheet) -> _Sheet:
    """A header of two rows: a group above the last two columns, the others merged downwards."""
    last = len(table.headers) - 1
    sheet.add([*table.headers[: last - 1], pen.heading()])
    sheet.add([*[None] * (last - 1), *table.headers[last - 1 :]])
    sheet.merges.append(f"{_LETTERS[last - 1]}1:{_LETTERS[last]}1")
    sheet.merges += [f"{letter}1:{letter}2" for letter in _LETTERS[: last - 1]]
    for row in table.rows:
        sheet.add(row, table.kinds)
    return sheet


def _notes(pen: Pen, sheet: _Sheet) -> _Sheet:
    for number in range(1, pen.random.randint(3, 8)):
        sheet.add([number, pen.sentence()])
    return sheet


def _parts(
    sheets: dict[str, _Sheet], strings: dict[str, int], *, is_hidden: bool
) -> Iterator[tuple[str, str]]:
    names = list(sheets)
    entries = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"'
        f"{_state(is_hidden and name == 'Lists')}/>"
        for number, name in enumerate(names, 1)
    )
    parts = [("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(names) + 1)]
    parts += [("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")]
    yield "[Content_Types].xml", _content_types(parts)
    yield "_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")])
    yield (
        "xl/workbook.xml",
        f'{XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{entries}</sheets></workbook>',
    )
    yield "xl/_rels/workbook.xml.rels", _relations(parts)
    yield "xl/styles.xml", _STYLES
    yield "xl/sharedStrings.xml", _shared(strings)
    for number, sheet in enumerate(sheets.values(), 1):
        yield f"xl/worksheets/sheet{number}.xml", sheet.xml()


def _state(is_hidden: bool) -> str:
    return ' state="hidden"' if is_hidden else ""


def _shared(strings: dict[str, int]) -> str:
    items = "".join(f"<si><t>{escape(text)}</t></si>" for text in strings)
    return f'{XML}<sst xmlns="{_MAIN}" uniqueCount="{len(strings)}">{items}</sst>'


def _content_types(parts: Sequence[tuple[str, str]]) -> str:
    overrides = "".join(
        f'<Override PartName="/xl/{path}" ContentType="{_TYPE}.{kind}+xml"/>'
        for kind, path in [("sheet.main", "workbook.xml"), *parts]
    )
    return CONTENT_TYPES.format(overrides)


def _relations(parts: Sequence[tuple[str, str]]) -> str:
    items = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{path}"/>'
        for number, (kind, path) in enumerate(parts, 1)
    )
    return RELATIONS.format(items)
