"""The cells of a persona's tables: one table at a time in memory, whatever their number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.readers.packing import PackedCells, Ranges, pack_table

# What the opened tables that are kept for a second look may take together.
_KEPT_BYTES = 64 << 20


class RowRanges(Frozen):
    """Source rows of a table's data rows, as closed ranges of 1-based numbers."""

    rows: Ranges


@dataclass(frozen=True, slots=True)
class TableData:
    """Cells of one table. `frame` and `texts` have equal shape and the record's column names.

    `row_numbers` are the 1-based rows of the source sheet. A view served to agents has three
    more columns: `_source_file`, `_source_sheet`, `_source_row_id`.
    """

    frame: pl.DataFrame
    texts: pl.DataFrame
    row_numbers: tuple[int, ...]

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        return int(self.frame.estimated_size() + self.texts.estimated_size())


class LazyCells(Mapping[str, TableData]):
    """Cells by table id, each opened when it is asked for; a bounded number stays open."""

    def __init__(self, loaders: Mapping[str, Callable[[], PackedCells]]) -> None:
        self._loaders = loaders
        self._kept: OrderedDict[str, tuple[int, TableData]] = OrderedDict()
        self._bytes = 0

    def packed(self, name: str) -> PackedCells:
        """The cells as they are stored."""
        return self._loaders[name]()

    def only(self, names: Iterable[str]) -> LazyCells:
        """The cells of some of the tables."""
        return LazyCells({name: self._loaders[name] for name in names})

    def __getitem__(self, name: str) -> TableData:
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name][1]
        packed = self.packed(name)
        data = TableData(packed.frame(), packed.text_frame(), packed.row_numbers())
        self._keep(name, data)
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)

    def __contains__(self, name: object) -> bool:
        return name in self._loaders

    def _keep(self, name: str, data: TableData) -> None:
        self._kept[name] = (data.size, data)
        self._bytes += data.size
        while self._bytes > _KEPT_BYTES and len(self._kept) > 1:
            _, (freed, _) = self._kept.popitem(last=False)
            self._bytes -= freed


def cell_rows(data: Mapping[str, TableData], name: str) -> int:
    """Number of rows of a table's cells; no cell is decoded for it."""
    if isinstance(data, LazyCells):
        return data.packed(name).height()
    return data[name].frame.height


def packed_cells(data: Mapping[str, TableData], name: str) -> PackedCells:
    """The cells of one table as bytes; what is still packed is not opened."""
    if isinstance(data, LazyCells):
        return data.packed(name)
    cells = data[name]
    return pack_table(cells.frame, cells.texts, cells.row_numbers)
