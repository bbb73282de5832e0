"""Column names: as the file states them, tidy and unique; and the unit that a header tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.cells import HEADER_UNIT, HEADER_UNIT_TAIL
from worksurface_pipeline.kernel.text import CURRENCY_SIGNS
from worksurface_pipeline.readers.columns import plain_text
from worksurface_pipeline.readers.grid import Row

_SEPARATOR = " / "
# A row of group names over a row of names; deeper headers are joined without carrying.
_GROUPED_ROWS = 2


@dataclass(frozen=True, slots=True)
class ColumnName:
    """A unique name, the text the file has for it, and whether we made it up."""

    name: str
    source_name: str
    is_invented: bool


def column_names(header: Sequence[Row], raw: Sequence[Row], width: int) -> list[ColumnName]:
    """Names of `width` columns from the header rows (none: all invented).

    `header` has merged ranges filled, `raw` has not: in the upper of two rows without merged
    ranges a group name reaches right as long as a name stands beneath it.
    """
    levels = [_texts(row) for row in header]
    if len(header) == _GROUPED_ROWS and list(header[0]) == list(raw[0]):
        levels[0] = _spread(levels[0], levels[1])
    taken: dict[str, int] = {}
    names = []
    for column in range(width):
        parts = _parts([level[column] for level in levels])
        stated = _SEPARATOR.join(parts)
        name = _unique(stated or f"column_{column + 1}", taken)
        names.append(ColumnName(name, stated, not stated))
    return names


def header_unit(name: str) -> str:
    """The unit at the end of a header: "MAU (10k)" has 10k, cost_eur has EUR; else ""."""
    match = HEADER_UNIT.search(name) or HEADER_UNIT_TAIL.search(name)
    if match is None or match.group(1).isdecimal():
        return ""
    unit: str = match.group(1)
    return CURRENCY_SIGNS.get(unit.upper(), unit)


def _texts(row: Row) -> list[str]:
    """Cells of a header row, white space and line breaks squeezed."""
    return [" ".join((plain_text(cell) or "").split()) for cell in row]


def _spread(groups: Sequence[str], names: Sequence[str]) -> list[str]:
    """Group names carried right over the names beneath them."""
    carried: list[str] = []
    current = ""
    for group, name in zip(groups, names, strict=True):
        current = (group or current) if name else ""
        carried.append(group or current)
    return carried


def _parts(texts: Sequence[str]) -> list[str]:
    """Non-empty levels, each once when a merged cell repeats it downwards."""
    parts: list[str] = []
    for text in texts:
        if text and (not parts or parts[-1] != text):
            parts.append(text)
    return parts


def _unique(name: str, taken: dict[str, int]) -> str:
    """`name`, or with " (2)", " (3)" … when taken; SQL does not tell upper from lower case."""
    key = name.casefold()
    count = taken.get(key, 0) + 1
    unique = name if count == 1 else f"{name} ({count})"
    while unique.casefold() in taken:
        count += 1
        unique = f"{name} ({count})"
    taken[key] = count
    taken.setdefault(unique.casefold(), 1)
    return unique
