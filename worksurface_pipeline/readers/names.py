"""Column names: as the file states them, tidy and unique."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.readers.cell_texts import plain_text
from worksurface_pipeline.readers.grid import Row
from worksurface_pipeline.readers.wrapped import unwrapped

_SEPARATOR = " / "
# A row of group names over a row of names.
_GROUPED_ROWS = 2
# Questions of a survey are names; paragraphs are cut.
_MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class ColumnName:
    """A unique name, the text the file has for it, and whether we made it up."""

    name: str
    source_name: str
    is_invented: bool


def column_names(header: Sequence[Row], raw: Sequence[Row], width: int) -> list[ColumnName]:
    """Names of `width` columns from the header rows (none: all invented).

    `header` has merged ranges filled, `raw` has not: without merged ranges a group name reaches
    right as long as a name stands beneath it, and long labels are wrapped over several rows.
    """
    levels = [_texts(row) for row in header]
    is_merged = any(list(row) != list(own) for row, own in zip(header, raw, strict=True))
    if len(levels) == _GROUPED_ROWS and list(header[0]) == list(raw[0]):
        levels[0] = _spread(levels[0], levels[1])
    elif len(levels) > _GROUPED_ROWS and not is_merged:
        levels = unwrapped(levels)
    taken: dict[str, int] = {}
    names = []
    for place in range(width):
        parts = _parts([level[place] for level in levels])
        stated = _SEPARATOR.join(parts)
        name = _unique(_short(stated) or f"column_{place + 1}", taken)
        names.append(ColumnName(name, stated, not stated))
    return names


def _short(name: str) -> str:
    """A name that can be read and typed; the whole text stays the source name."""
    return name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1].rstrip() + "…"


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
