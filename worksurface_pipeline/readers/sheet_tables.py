"""The tables of one sheet, found by the reader or stated by the user."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.blocks import split_blocks
from worksurface_pipeline.readers.grid import Grid
from worksurface_pipeline.readers.model import SheetOverride, TypedTable
from worksurface_pipeline.readers.stated import states_rows, unknown_rows
from worksurface_pipeline.readers.typed_table import build_table


@dataclass(frozen=True, slots=True)
class SheetTables:
    """Tables in reading order, and what the user should know of overrides that did not fit."""

    tables: tuple[TypedTable, ...]
    remarks: tuple[str, ...] = ()


def sheet_tables(grid: Grid, overrides: Sequence[SheetOverride] = ()) -> SheetTables:
    """All tables of a sheet. Of several overrides for one table the last wins.

    An override of the whole sheet makes it one table; one of a block decides only that block.
    """
    own = [item for item in overrides if item.sheet in ("", grid.sheet) and states_rows(item)]
    whole = [item for item in own if item.block == 0]
    blocks = [grid] if whole else split_blocks(grid)
    chosen = {0: whole[-1]} if whole else {item.block: item for item in own}
    tables = []
    for number, block in enumerate(blocks, 1):
        override = chosen.get(0 if whole else number)
        tables.append(build_table(block, number if len(blocks) > 1 else 0, override))
    return SheetTables(tuple(tables), tuple(_remarks(grid, blocks, chosen)))


def idle_overrides(overrides: Iterable[SheetOverride], sheets: Sequence[str]) -> tuple[str, ...]:
    """A sentence for each override that names a sheet which the file has not."""
    names = ", ".join(repr(sheet) for sheet in sheets)
    return tuple(
        f"The settings correct the sheet {item.sheet!r}, which is not there; there are: {names}"
        for item in overrides
        if item.sheet and item.sheet not in sheets
    )


def _remarks(grid: Grid, blocks: Sequence[Grid], chosen: dict[int, SheetOverride]) -> Iterable[str]:
    for number, override in sorted(chosen.items()):
        if number > len(blocks):
            yield (
                f"The settings correct table {number} of sheet {grid.sheet!r},"
                f" which has {len(blocks)}"
            )
            continue
        unknown = unknown_rows(blocks[max(number - 1, 0)], override)
        if unknown:
            rows = ", ".join(map(str, unknown))
            yield (
                f"The settings name rows of sheet {grid.sheet!r} that hold nothing"
                f" or are no part of the table: {rows}"
            )
