"""What calamine does not tell of an .xlsx: number formats, error values, lost formulas, extents.

The bytes that come out of the archive are counted, so that no zip bomb can do harm.
"""

from __future__ import annotations

import zipfile

from worksurface_pipeline.readers.grid import MAX_BYTES
from worksurface_pipeline.readers.sheet_marks import SheetMarks
from worksurface_pipeline.readers.xlsx_parts import cell_indents, cell_styles, sheet_paths
from worksurface_pipeline.readers.xlsx_scan import parsed_marks
from worksurface_pipeline.readers.xlsx_search import is_usual, searched_marks

_BLOCK = 1 << 20


class TooManyBytesError(ValueError):
    """A part of the archive unpacks to more than the limit."""


class MarkReader:
    """Reads marks sheet by sheet from one open archive."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._paths = sheet_paths(archive)
        self._styles = cell_styles(archive)
        self._indents = cell_indents(archive)

    def marks(self, sheet: str, most_cells: int) -> SheetMarks:
        """Marks of the sheet; none for a sheet without a part of its own (a chart sheet).

        A range of more than `most_cells` is measured exactly, by parsing.
        """
        path = self._paths.get(sheet)
        if path is None:
            return SheetMarks()
        data = self._part(path)
        if is_usual(data):
            marks = searched_marks(data, self._styles, self._indents)
            if marks.area <= most_cells:
                return marks
        return parsed_marks(data, self._styles, self._indents)

    def _part(self, path: str) -> bytes:
        blocks: list[bytes] = []
        size = 0
        with self._archive.open(path) as stream:
            while block := stream.read(_BLOCK):
                size += len(block)
                if size > MAX_BYTES:
                    raise TooManyBytesError(path)
                blocks.append(block)
        return b"".join(blocks)
