"""The small parts of an .xlsx that say where its sheets are and how its cells are formatted."""

from __future__ import annotations

import posixpath
import zipfile

from defusedxml.ElementTree import fromstring

from worksurface_pipeline.readers.grid import NumberStyle
from worksurface_pipeline.readers.number_format import BUILT_IN_FORMATS, number_style

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_RELATION = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"


def sheet_paths(archive: zipfile.ZipFile) -> dict[str, str]:
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


def cell_styles(archive: zipfile.ZipFile) -> dict[int, NumberStyle]:
    """Style index of a cell to the style of its number: percent, money and leading zeros only."""
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


def cell_indents(archive: zipfile.ZipFile) -> dict[int, int]:
    """Style index of a cell to the steps by which its text is indented, where it is."""
    if "xl/styles.xml" not in archive.namelist():
        return {}
    return {
        index: int(part.get("indent", "0"))
        for group in fromstring(archive.read("xl/styles.xml"))
        if group.tag.rpartition("}")[2] == "cellXfs"
        for index, cell_format in enumerate(group)
        for part in cell_format
        if part.get("indent", "0") not in ("", "0")
    }


def column_number(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
