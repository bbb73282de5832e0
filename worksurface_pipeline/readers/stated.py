"""A layout that the user states in place of the one that was found, row by row."""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.readers.dropped import Dropped, dropped_rows
from worksurface_pipeline.readers.grid import Grid
from worksurface_pipeline.readers.header import SheetLayout
from worksurface_pipeline.readers.model import SheetOverride

DROPPED_BY_SETTINGS = "left out by the settings"
# The user is sure.
_STATED = 1.0
Drops = tuple[Dropped, ...]


def stated_layout(grid: Grid, found: SheetLayout, override: SheetOverride) -> SheetLayout:
    """`found` with what the override states; every row still has exactly one role."""
    header = _header(grid, found, override)
    below = _below(found, header)
    start = _first_at(grid, override.data_start) if override.data_start else below
    start = max(start, header[-1] + 1 if header else 0)
    end = _end(grid, found, override, start)
    # An end that is stated makes data of all rows down to it; else totals among them stay such.
    first = end if override.data_end else start
    totals = tuple(
        row
        for row in found.totals
        if row >= first and grid.row_numbers[row] not in override.drop_rows
    )
    dropped = _dropped(grid, override, header, range(start, end), totals)
    gone = {*totals, *(item.row for item in dropped)}
    return SheetLayout(
        titles=tuple(row for row in range(start) if row not in header),
        header=header,
        data=tuple(row for row in range(start, end) if row not in gone),
        totals=totals,
        notes=tuple(row for row in range(end, len(grid.rows)) if row not in totals),
        dropped=dropped,
        confidence=_STATED,
    )


def unknown_rows(grid: Grid, override: SheetOverride) -> tuple[int, ...]:
    """Rows that the override names and the table has not: blank ones, or beyond its end."""
    named = {*(override.header_rows or ()), *override.drop_rows}
    named |= {row for row in (override.data_start, override.data_end) if row}
    return tuple(sorted(named - set(grid.row_numbers)))


def states_rows(override: SheetOverride) -> bool:
    """Whether an override says anything of rows, not of encoding or delimiter alone."""
    has_range = override.data_start or override.data_end
    return bool(override.header_rows is not None or has_range or override.drop_rows)


def _header(grid: Grid, found: SheetLayout, override: SheetOverride) -> tuple[int, ...]:
    if override.header_rows is None:
        limit = _first_at(grid, override.data_start) if override.data_start else len(grid.rows)
        return tuple(row for row in found.header if row < limit)
    places = {number: row for row, number in enumerate(grid.row_numbers)}
    return tuple(sorted(places[n] for n in set(override.header_rows) if n in places))


def _below(found: SheetLayout, header: Sequence[int]) -> int:
    """The first row below a header and, where it is the one that was found, its captions."""
    if header and tuple(header) == found.header:
        return max((*header, *found.titles)) + 1
    return header[-1] + 1 if header else len(found.titles)


def _first_at(grid: Grid, number: int) -> int:
    """Position of the first row at or below a sheet row."""
    return sum(row < number for row in grid.row_numbers)


def _end(grid: Grid, found: SheetLayout, override: SheetOverride, start: int) -> int:
    if override.data_end:
        return max(start, sum(row <= override.data_end for row in grid.row_numbers))
    within = (*found.data, *(item.row for item in found.dropped))
    return max(start, max(within, default=-1) + 1)


def _dropped(
    grid: Grid,
    override: SheetOverride,
    header: Sequence[int],
    data: range,
    totals: Sequence[int],
) -> Drops:
    stated = {row for row in data if grid.row_numbers[row] in override.drop_rows}
    found = {item.row: item for item in dropped_rows(grid, header, data) if item.row not in totals}
    found |= {row: Dropped(row, DROPPED_BY_SETTINGS) for row in stated}
    return tuple(found[row] for row in sorted(found))
